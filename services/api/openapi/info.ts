import type { JsonObject } from './types.ts'

export const CONTRACT_VERSION = '1.2.0-solar-candidate'

const DESCRIPTION = `Every tariff figure is quoted from a document and has a grade for the quality of that evidence. Every step from the
document to an amount in an answer can be checked without trusting this service.

**Start** with \`GET /v1/health\` and \`GET /v1/capabilities\` (releases and features in service). Take a category and its inputs from
\`GET /v1/categories\`, then \`POST /v1/calculate\`.

**Money** is integer paise. Rates are exact decimal text; read them as decimals, never as binary floats.

**Fail closed.** A component whose rate or rule is not verified is not included in any amount: it is listed under \`blocked_components\` or refused
by name. There is no fallback to another state, licensee, category or date. No amount may be presented as payable unless
\`production_payable\` is true, and none is an official bill.

**Keys** go in exactly one header, \`X-API-Key\` or \`Authorization: Bearer\`. A key has scopes, states, limits and an evidence floor:
an answer that would use weaker figures is refused with \`EVIDENCE_BELOW_FLOOR\`.

**Refusals** are ordinary answers. Branch on \`error.code\`; its meaning never changes. Correct a 4xx before you send it again.
Retry 429 and 5xx after \`Retry-After\`, with growing delays and a limited number of times.

**Methods.** HEAD is supported wherever GET is. OPTIONS lists the methods of a path, and answers CORS preflights for origins
registered for an active key. Other methods are answered with 405 and \`Allow\`, unknown paths with 404 \`ROUTE_NOT_FOUND\`.

**Changes.** Fields may be added to answers within V1: a client must ignore unknown fields. No field is removed, renamed or
retyped, and no code changes its meaning.

**Agents** can use the same functions as tools at \`/mcp\` (Model Context Protocol, Streamable HTTP, same keys).`

/** `info` of the document (docs/design/contract.md#addresses: info.version). */
export const INFO: JsonObject = {
  title: 'Pramaan Verified Tariff API',
  version: CONTRACT_VERSION,
  summary: 'Verified Indian electricity tariffs: catalogue, evidence and calculation in exact paise',
  description: DESCRIPTION,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

export const TAGS: JsonObject[] = [
  { name: 'Release', description: 'Releases in service, what they may be used for, and their proofs' },
  { name: 'Catalogue', description: 'Released states, tariff categories and schedule rows' },
  { name: 'Evidence', description: 'Documents, entitlements and past adjustments behind the figures' },
  { name: 'Calculation', description: 'Base tariff, bill verification, solar comparison and category resolution' },
  { name: 'Service', description: 'The contract, its pages, and the state of this process' },
]

/** The paths contain the version; the address is that from which this document was fetched. */
export const SERVERS: JsonObject[] = [{ url: '/', description: 'The server that this document was fetched from' }]

/** Roles of the security schemes are the scopes of a key (spec: Authentication rule 3). */
export const SECURITY_SCHEMES: JsonObject = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'An API key, in exactly one header: this one, or `Authorization: Bearer`. A request with both is refused',
  },
}
