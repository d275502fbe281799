import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { INSTRUCTIONS, TOOLS } from '../../../services/api/http/agent-tools.ts'
import { asRpcError } from '../../../services/api/http/mcp.ts'
import { definitionOf } from '../../../services/mcp/definitions.ts'
import type { AgentServer } from '../../../services/mcp/exact-call.ts'
import { answerMessage } from '../../../services/mcp/server.ts'

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'states', arguments: {} } }

const serverThat = (run: AgentServer['run']): AgentServer => ({
  version: '1',
  instructions: INSTRUCTIONS,
  tools: TOOLS.map(definitionOf),
  run,
})
const messageIn = (body: string) => JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body)

describe('the protocol’s server', () => {
  test('tells a client nothing about an internal error, and logs all of it', async () => {
    const fault = new Error('connection string of the database')
    const { body, failure } = await answerMessage(
      serverThat(() => Promise.reject(fault)),
      HEADERS,
      CALL,
    )
    expect(messageIn(body).error).toEqual({ code: -32603, message: 'An internal error occurred. Try again later.' })
    expect(failure).toBe(fault)
  })

  test('gives an error as text alone', async () => {
    const refused = serverThat(async () => ({ ok: false, text: '{"code":"X"}' }))
    const { body, failure } = await answerMessage(refused, HEADERS, CALL)
    expect(messageIn(body).result).toEqual({ content: [{ type: 'text', text: '{"code":"X"}' }], isError: true })
    expect(failure).toBeNull()
  })

  test('passes arguments on unchanged', async () => {
    const seen: unknown[] = []
    const given = { a: null, b: [1, '2'], c: { d: 0.1 } }
    const server = serverThat(async (name, args) => {
      seen.push(name, args)
      return { ok: true, text: '{}' }
    })
    await answerMessage(server, HEADERS, { ...CALL, params: { name: 'states', arguments: given } })
    expect(seen).toEqual(['states', given])
  })
})

test('the instructions say which tool answers for a route that a message names', () => {
  expect(INSTRUCTIONS).toContain('POST /v1/calculate is calculate')
  for (const { name, route } of TOOLS) expect(INSTRUCTIONS).toContain(`${route.method} ${route.path} is ${name}`)
})

describe('an error body', () => {
  const envelope = (code: string) =>
    JSON.stringify({
      status: 'error',
      api_version: 'v',
      request_id: 'req_1',
      error: { code, message: 'M.', details: { a: 1 } },
    })

  test.each([
    ['MALFORMED_JSON', 400, -32700],
    ['API_KEY_REQUIRED', 401, -32000],
    ['RATE_LIMIT_EXCEEDED', 429, -32000],
    ['SERVICE_OVERLOADED', 503, -32603],
  ])('%s of the API becomes a JSON-RPC error with all it said', (code, status, rpc) => {
    expect(JSON.parse(asRpcError(envelope(code), status))).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: rpc, message: 'M.', data: { code, message: 'M.', details: { a: 1 }, request_id: 'req_1' } },
    })
  })

  test('that is JSON-RPC already stays what it is', () => {
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'
    expect(asRpcError(body, 404)).toBe(body)
  })
})

describe('a description tells what must not be concluded:', () => {
  const description = (name: string) => TOOLS.find((tool) => tool.name === name)?.description ?? ''

  test.each(TOOLS.map(({ name, scope }) => [name, scope] as const))('%s, and the scope it needs', (name, scope) => {
    expect(description(name)).toContain(`Scope ${scope}.`)
  })

  test('amounts are not a bill, and which rules apply to them', () => {
    for (const name of ['calculate', 'solar_savings']) {
      expect(description(name)).toMatch(/NOT an official electricity bill/)
      for (const field of ['production_payable', 'blocked_components', 'release.holds', 'evidence_grade', 'specimen']) {
        expect(description(name)).toContain(field)
      }
    }
  })

  test('availability is not payability', () => {
    expect(description('states')).toMatch(/does NOT make any amount payable/)
    expect(description('health')).toMatch(/never means that an amount is payable/)
    expect(description('capabilities')).toMatch(/never estimate them or treat them as zero/)
  })
})

test('only one file uses the protocol’s library, so that replacing it changes one file', () => {
  const services = fileURLToPath(new URL('../../../services', import.meta.url))
  const files = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const knowing = files.filter((name) =>
    readFileSync(`${services}/${name}`, 'utf8').includes("'@modelcontextprotocol/"),
  )
  expect(knowing.map((name) => name.replaceAll('\\', '/'))).toEqual(['mcp/server.ts'])
})
