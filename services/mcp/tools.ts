import type { z } from 'zod'
import { OPERATIONS } from '../api/contract/openapi/operations/index.ts'
import type { RouteSpec } from '../api/contract/route-spec.ts'
import { calculate } from '../api/routes/calculate.ts'
import { capabilities } from '../api/routes/capabilities.ts'
import { categories } from '../api/routes/categories.ts'
import { health } from '../api/routes/health.ts'
import { solarSavings } from '../api/routes/solar-savings.ts'
import { sources } from '../api/routes/sources.ts'
import { states } from '../api/routes/states.ts'
import { tariffs } from '../api/routes/tariffs.ts'
import type { Scope } from '../keys/key.ts'

/** A tool for agents (contract 2.10): a route of the API by another name. It has no logic and no schema of its own. */
export type AgentTool = {
  readonly name: string
  readonly title: string
  /** For a reader that has nothing else: what it gives, and what must not be concluded from it. */
  readonly description: string
  readonly route: RouteSpec
  readonly scope: Scope
  readonly input: z.ZodType
  readonly output: z.ZodType
}

function tool(name: string, title: string, route: RouteSpec, ...description: string[]): AgentTool {
  const input = route.body ?? route.query
  const output = OPERATIONS.get(`${route.method} ${route.path}`)?.success.schema
  if (input === null || output === undefined || route.scope === null) throw new Error(`${route.path} is no tool`)
  const needs = `Needs scope ${route.scope}.`
  return { name, title, route, scope: route.scope, input, output, description: [...description, needs].join(' ') }
}

const NOT_A_BILL =
  'Amounts are integer paise (100 paise = 1 rupee) of a verified base tariff. They are NOT an official electricity bill and must not be shown as one.'
const HONOUR =
  'Honour every disclosure: unless production_payable is true nothing may be presented as payable; a component in blocked_components or release.holds is in no amount and is not zero; evidence_grade is that of the weakest figure used; with specimen true the amount rests on a placeholder that nobody published.'

/** Every tool, in the order in which an agent does well to read. */
export const TOOLS: readonly AgentTool[] = [
  tool(
    'states',
    'Released states',
    states,
    'Released states of tier verified_strict that this key may use. Read it first, then capabilities.',
    'That a state is listed says that its figures passed verification. It does NOT say that an amount is payable: production_payable says that, and it is false.',
    'Other states may be in service with less: see health.',
  ),
  tool(
    'capabilities',
    'What is enabled and what is blocked',
    capabilities,
    'For one state, what may be calculated and what is blocked, each with the reason. Read it before you calculate.',
    'What stands in blocked_components is in no amount: never estimate it, never fill it in, never treat it as zero.',
    'A state without this contract answers STATE_NOT_RELEASED; its details name the licensees, subcategory codes and inputs that calculate takes.',
  ),
  tool(
    'health',
    'What is in service',
    health,
    'Identity, tier, stage, evidence counts and gate results of the release in service; without state_code also every release this key may see.',
    'calculable true means that calculate answers for that state. It never means that an amount is payable or complete.',
    'Figures counted as specimen are placeholders, figures counted as held are refused.',
  ),
  tool(
    'categories',
    'Tariff categories and their inputs',
    categories,
    'Categories of a state with the inputs that calculate requires for each; state_subcategory_code is what calculate takes as subcategory_code.',
    'Choose a category by what is known of the connection and ask where it is not known: none is chosen for you, and there is no fallback to another state or licensee.',
    'supported false: a figure is held and calculate will refuse. specimen true: some figure is a placeholder.',
  ),
  tool(
    'tariffs',
    'Schedule rows with their evidence',
    tariffs,
    'Rows of the tariff schedule: slabs, wheeling and fixed charges as printed, each with the quote it stands on.',
    'Do not compute bills from rows: conditions, rounding and holds are applied by calculate. A rate of null, or with held beside it, must not be used; a rate with specimen true is published nowhere.',
  ),
  tool(
    'sources',
    'Documents behind the figures',
    sources,
    'The documents that releases rest on, by SHA-256; with row_sha256, one row with every figure, quote, place, document, release and log position.',
    'document_kind transcription is a copy of what an order says, not the order. Cite the quote and the source, and say the grade.',
  ),
  tool(
    'calculate',
    'Verified base tariff of one consumption',
    calculate,
    'Energy, wheeling and fixed charges of one billing period, line by line, each with its evidence. Read states, capabilities and categories first.',
    NOT_A_BILL,
    HONOUR,
    'final_payable.amount_paise may be null or partial: never replace it by the base tariff, and say what final_payable.excludes. A past fuel adjustment is never the current one.',
    'A refusal is an answer: report its code and details, do not change inputs until it passes.',
  ),
  tool(
    'solar_savings',
    'Base tariff without and with rooftop solar',
    solarSavings,
    'Up to twelve consecutive months billed without and with a rooftop plant. Credits are units and stay units: no settlement in money is verified, and fixed charges are never offset.',
    NOT_A_BILL,
    HONOUR,
    'saving_paise is a difference of base tariffs. It is no forecast, no payback and no promise of a lower bill.',
  ),
]

/** What an agent is told before it calls anything (MCP: server instructions). */
export const INSTRUCTIONS = [
  'Verified Indian electricity tariffs: every figure is cited to a document, every amount is computed on the server in exact paise, and what is not verified is refused.',
  'Read states, then capabilities (or health for other states), then categories; only then call calculate or solar_savings.',
  'Never infer that an amount is payable from a state being available. Say production_payable, evidence_grade, specimen and blocked_components with every amount, and pass on its disclosures.',
  'No amount here is an official bill. Do not add, estimate or round anything yourself. An error is an answer: report its code and what its details ask for.',
].join('\n')
