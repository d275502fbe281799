import type { Route } from '../route.ts'
import { calculate } from '../routes/calculate.ts'
import { capabilities } from '../routes/capabilities.ts'
import { categories } from '../routes/categories.ts'
import { coverage } from '../routes/coverage.ts'
import { health } from '../routes/health.ts'
import { solarSavings } from '../routes/solar-savings.ts'
import { sources } from '../routes/sources.ts'
import { states } from '../routes/states.ts'
import { tariffs } from '../routes/tariffs.ts'

const OF_AMOUNTS = [
  'Amounts are integer paise (100 paise = 1 rupee) of a verified base tariff, NOT an official electricity bill: never show them as one.',
  'Pass on every disclosure. Unless production_payable is true nothing is payable; what blocked_components or release.holds name is not included, and is not zero; evidence_grade is that of the weakest figure used; specimen true: it is an unpublished placeholder.',
]

/**
 * A tool for agents (docs/design/contract.md#agent-endpoint): a route of the API by another name. It has no logic and
 * no schema of its own. Its description is for a reader without other documentation.
 */
function toolOf(route: Route) {
  const { tool, scope } = route
  const input = route.body ?? route.query
  if (tool === undefined || scope === null || input === null) throw new Error(`${route.path} is no tool`)
  const { name, title, gives, amounts, cautions } = tool
  const said = [gives, ...(amounts ? OF_AMOUNTS : []), ...cautions, `Scope ${scope}.`]
  return { name, title, description: said.join(' '), route, scope, input, output: route.response.schema }
}

/** Every tool, in the recommended reading order for agents. */
export const TOOLS = [
  states,
  capabilities,
  health,
  categories,
  tariffs,
  sources,
  calculate,
  solarSavings,
  coverage,
].map(toolOf)

/** Instructions for agents before their first call (MCP: server instructions). */
export const INSTRUCTIONS = [
  'Verified Indian electricity tariffs: every figure is cited to a document, every amount is computed on the server in exact paise, and what is not verified is refused.',
  'Read states, then capabilities (or health for other states), then categories, or coverage for a state that has no catalogue; only then call calculate or solar_savings.',
  'Never infer that an amount is payable from a state being available. Say production_payable, evidence_grade, specimen and blocked_components with every amount, and pass on its disclosures.',
  'No amount here is an official bill. Do not add, estimate or round anything yourself. Treat an error as an answer: report its code and the details it asks for.',
  `Messages name the routes of the REST API. Tools of these routes: ${TOOLS.map(({ name, route: { method, path } }) => `${method} ${path} is ${name}`).join(', ')}.`,
].join('\n')
