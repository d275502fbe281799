import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TOOLS } from '../../../services/api/http/agent-tools.ts'
import { definitionOf } from '../../../services/mcp/definitions.ts'
import { type AgentServer, exactCall } from '../../../services/mcp/exact-call.ts'
import { answerByLibrary, answerMessage } from '../../../services/mcp/server.ts'
import { runsOf } from '../../support/tier.ts'

// Calls answered without the library get the library's answer, byte for byte.

const META = 'io.modelcontextprotocol'
const NEWEST = '2026-07-28'
const tools = TOOLS.map(definitionOf)
const serverThat = (run: AgentServer['run']): AgentServer => ({ version: '1.2.3', instructions: '', tools, run })

/** Usually the first, rarely one of the others. */
const mostly = <T>(usual: T, ...others: unknown[]) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(usual as unknown) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )

const given = fc.dictionary(
  fc.string({ maxLength: 12 }).filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 4 },
)
const meta = fc.record(
  {
    [`${META}/protocolVersion`]: mostly(NEWEST, '2025-06-18', 1),
    [`${META}/clientInfo`]: mostly(
      { name: 'agent', version: '1' },
      { name: 'agent' },
      { name: 'a', version: '1', title: 'A' },
      null,
    ),
    [`${META}/clientCapabilities`]: mostly({}, { elicitation: {} }, []),
  },
  { noNullPrototype: true },
)
const params = fc.record({
  name: mostly('calculate', 'states', 'no-such-tool', 7, ''),
  arguments: fc.oneof(
    { weight: 20, arbitrary: given },
    { weight: 1, arbitrary: fc.constantFrom(null, [], 'text', undefined) },
  ),
  meta: fc.oneof(
    { weight: 20, arbitrary: meta },
    { weight: 1, arbitrary: fc.constantFrom(undefined, { progressToken: 1 }, {}) },
  ),
})
const asked = fc.record({
  revision: fc.constantFrom(
    NEWEST,
    NEWEST,
    undefined,
    '2025-11-25',
    '2025-06-18',
    '2025-03-26',
    '2024-11-05',
    '2027-01-01',
    'x',
  ),
  id: fc.oneof(fc.integer(), fc.string(), fc.constantFrom<unknown>(null, 1.5, true, undefined)),
  jsonrpc: mostly('2.0', '1.0', undefined),
  method: mostly('tools/call', 'tools/list', 'ping'),
  params,
  more: mostly(undefined, 1),
  accept: mostly(
    'application/json, text/event-stream',
    'application/json',
    'text/event-stream, application/json',
    '*/*',
    undefined,
  ),
  type: mostly('application/json', 'application/json; charset=utf-8', 'text/plain'),
  session: mostly(undefined, 'abc'),
  named: mostly(true, false),
  answer: fc.record({ ok: fc.boolean(), document: given, fails: mostly(false, true) }),
})

function messageOf({ revision, id, jsonrpc, method, params: { name, arguments: of, meta: own }, more }: Asked): object {
  const sent = { name, arguments: of, ...(revision === NEWEST ? { _meta: own } : {}) }
  return JSON.parse(JSON.stringify({ jsonrpc, id, method, params: sent, more }))
}
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

function headersOf({ revision, accept, type, session, named, method, params: { name } }: Asked) {
  const perRequest = named === (revision === NEWEST) ? { 'mcp-method': String(method), 'mcp-name': String(name) } : {}
  const all = {
    accept,
    'content-type': type,
    'mcp-session-id': session,
    'mcp-protocol-version': revision,
    ...perRequest,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<string, string>
}

test('a call in the exact form is answered as the library answers it, byte for byte', async () => {
  let exact = 0
  let tried = 0
  await fc.assert(
    fc.asyncProperty(asked, async (each) => {
      const { ok, document, fails } = each.answer
      const server = serverThat(async () => {
        if (fails) throw new Error('a fault of ours')
        return { ok, text: JSON.stringify(document) }
      })
      const [headers, message] = [headersOf(each), messageOf(each)]
      tried += 1
      if (exactCall(server, headers, message) !== null) exact += 1
      expect(await answerMessage(server, headers, message)).toEqual(await answerByLibrary(server, headers, message))
    }),
    { numRuns: runsOf({ normal: 1_000, nightly: 50_000 }) },
  )
  expect(exact / tried, 'many of them are in that form').toBeGreaterThan(0.2)
  expect(exact / tried, 'and many are not').toBeLessThan(0.9)
})
