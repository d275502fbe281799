import { INFO } from './openapi/info.ts'
import { OPERATIONS } from './openapi/operations/index.ts'

const RULES = [
  'Read GET /v1/health and GET /v1/capabilities before anything else, and GET /v1/categories before POST /v1/calculate.',
  'Money is integer paise. 164400 is Rs 1,644.00.',
  'Never present an amount as payable, or as a bill, unless `production_payable` is true. That a state is listed says nothing of it.',
  'Show `evidence_grade` and every disclosure with an amount. A `specimen` figure is a placeholder from no public document.',
  'What is under `blocked_components` is in no amount. Do not estimate it. A past FPPAS percentage is not the current rate.',
  'A refusal is an answer: read `error.code` and `error.details`, correct the request, and do not try another state, licensee or category instead.',
  'Wait `Retry-After` seconds after 429 and 503. Never put the key in an address, a prompt or a page.',
]

/** `/llms.txt`: what a reader made of a language model needs first, in the form of llmstxt.org. Derived from the contract. */
export function llmsText(): string {
  const operations = [...OPERATIONS].map(
    ([name, { summary, description }]) => `- \`${name}\`: ${summary}. ${description}`,
  )
  return [
    `# ${String(INFO['title'])}`,
    '',
    `> ${String(INFO['summary'])}. Every figure names the quoted line of the document it stands on, and how good that evidence is.`,
    '',
    'A key goes in the header `X-API-Key` or `Authorization: Bearer`.',
    '',
    '## What to keep to',
    '',
    ...RULES.map((rule) => `- ${rule}`),
    '',
    '## Contract',
    '',
    '- [OpenAPI 3.1.0](/v1/openapi.json): every route, field, code and header, with examples',
    '- [Page with a console](/v1/docs): the same for people',
    '- [MCP](/mcp): the same functions as tools, Streamable HTTP, same key',
    '',
    '## Routes',
    '',
    ...operations,
    '',
  ].join('\n')
}
