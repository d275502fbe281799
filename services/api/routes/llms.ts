import * as z from 'zod'
import { once } from '../../platform/once.ts'
import { INFO } from '../openapi/info.ts'
import { staticAnswer } from '../reply/static-answer.ts'
import { bare, defineRoute, noQuery, type Route } from '../route.ts'

const RULES = [
  'Read GET /v1/health first, and GET /v1/capabilities of a state that has it. Before POST /v1/calculate read GET /v1/coverage, or GET /v1/categories of a state with a catalogue.',
  'Money is integer paise. 164400 is Rs 1,644.00.',
  'Never present an amount as payable, or as a bill, unless `production_payable` is true. That a state is listed does not mean that.',
  'Show `evidence_grade` and every disclosure with an amount. A `specimen` figure is a placeholder from no public document.',
  'Components under `blocked_components` are not included in any amount. Do not estimate them. A past FPPAS percentage is not the current rate.',
  'Treat a refusal as an answer: read `error.code` and `error.details`, correct the request, and do not try another state, licensee or category instead.',
  'Wait `Retry-After` seconds after 429 and 503. Never put the key in an address, a prompt or a page.',
]

/** Essentials for a language model, in the form of llmstxt.org. */
export function llmsText(routes: readonly Route[]): string {
  const operations = routes.map(
    ({ method, path, summary, description }) => `- \`${method} ${path}\`: ${summary}. ${description}`,
  )
  return [
    `# ${String(INFO['title'])}`,
    '',
    `> ${String(INFO['summary'])}. Every figure has a quote from a document and a grade for the quality of that evidence.`,
    '',
    'A key goes in the header `X-API-Key` or `Authorization: Bearer`.',
    '',
    '## Rules',
    '',
    ...RULES.map((rule) => `- ${rule}`),
    '',
    '## Contract',
    '',
    '- [OpenAPI 3.1.0](/v1/openapi.json): every route, field, code and header, with examples',
    '- [Page with a console](/v1/docs): the contract for people',
    '- [MCP](/mcp): the same functions as tools, Streamable HTTP, same key',
    '',
    '## Routes',
    '',
    ...operations,
    '',
  ].join('\n')
}

/** GET /llms.txt: how to use the service, for agents that read before they call. Needs no key. `routes`: all routes. */
export function llmsRoute(routes: () => readonly Route[]) {
  const file = once(() => staticAnswer('text/plain; charset=utf-8', llmsText(routes())))
  return defineRoute({
    method: 'GET',
    path: '/llms.txt',
    operationId: 'getLlmsText',
    tag: 'Service',
    summary: 'How to use this service, for agents',
    description: 'Rules for careful use and the routes, as text in the format of llmstxt.org.',
    scope: null,
    query: noQuery,
    response: bare(z.string(), ['text/plain'], 'The text'),
    conditional: true,
    async handle() {
      return { ok: true, file: await file() }
    },
  })
}
