import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { TOOLS } from '../../../services/api/http/agent-tools.ts'
import { type Agent, connectAgent, ERAS, message, sendMessage } from '../../support/agent.ts'
import { EXAMPLE, type TestApi, type TestInstance, testApi } from '../../support/api.ts'
import type { CallOptions } from '../../support/api-call.ts'

let api: TestApi
let instance: TestInstance
let key: string
beforeAll(async () => {
  api = await testApi()
  instance = await api.start()
  key = await api.key()
})
afterAll(() => api.close())

const SOLAR = {
  state_code: 'BR',
  subcategory_code: 'DS-II',
  connected_load: 2,
  arrangement: 'net_metering',
  periods: [
    { month: '2026-05', consumption_units: 300, generation_units: 250, export_units: 120 },
    { month: '2026-06', consumption_units: 260, generation_units: 240, export_units: 150 },
  ],
}
const NAMES = [
  'calculate',
  'capabilities',
  'categories',
  'coverage',
  'health',
  'solar_savings',
  'sources',
  'states',
  'tariffs',
]
/** As sent, with room for what the protocol's library may add: an agent keeps the list through all requests. */
const MOST_LISTED_BYTES = 30 * 1024 - 200

/** Each tool with arguments, and the same request by REST. */
const QUESTIONS: readonly [string, object, string, CallOptions?][] = [
  ['health', {}, '/v1/health'],
  ['health', { state_code: 'BR' }, '/v1/health?state_code=BR'],
  ['capabilities', { state_code: 'BR' }, '/v1/capabilities'],
  ['states', {}, '/v1/states'],
  ['categories', { effective_on: '2026-05-01' }, '/v1/categories?effective_on=2026-05-01'],
  ['coverage', { state_code: 'BR' }, '/v1/coverage?state_code=BR'],
  ['coverage', { state_code: 'BR', subcategory_code: 'ds-ii' }, '/v1/coverage?state_code=BR&subcategory_code=ds-ii'],
  ['coverage', { on: '2026-05-01' }, '/v1/coverage?on=2026-05-01'],
  ['tariffs', { subcategory_code: 'ds-ii', state_code: 'BR' }, '/v1/tariffs?subcategory_code=ds-ii'],
  ['tariffs', {}, '/v1/tariffs'],
  ['sources', { limit: '2' }, '/v1/sources?limit=2'],
  ['calculate', EXAMPLE, '/v1/calculate', { method: 'POST', body: EXAMPLE }],
  [
    'calculate',
    { ...EXAMPLE, billing_days: 30 },
    '/v1/calculate',
    { method: 'POST', body: { ...EXAMPLE, billing_days: 30 } },
  ],
  ['solar_savings', SOLAR, '/v1/solar-savings', { method: 'POST', body: SOLAR }],
]

describe.each(ERAS)('an agent that speaks %j', (era) => {
  let agent: Agent
  beforeAll(async () => {
    agent = await connectAgent(instance.origin, { key, era })
  })
  afterAll(() => agent.close())

  test('is told before anything else what it may not conclude', () => {
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'pramaan', version: 'test' })
    const told = agent.client.getInstructions()
    expect(told).toMatch(/Read states, then capabilities/)
    expect(told).toMatch(/Never infer that an amount is payable from a state being available/)
    expect(told).toMatch(/No amount here is an official bill/)
  })

  test('finds the nine tools, each read-only, with schemas that say every argument and the members of an answer', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(NAMES)
    for (const held of ['categories', 'coverage'])
      expect(tools.find(({ name }) => name === held)?.description).toMatch(
        /held; calculate refuses, or answers null amounts with COMPONENT_HELD/,
      )
    expect(tools.find(({ name }) => name === 'calculate')?.description).toMatch(/check a bill.* actual_bill, .*explain/)
    const calculate = JSON.stringify(tools.find(({ name }) => name === 'calculate')?.outputSchema)
    for (const member of ['calculation', 'evidence_grade', 'final_payable', 'production_payable'])
      expect(calculate).toContain(`"${member}":`)
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      expect(annotations, name).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
      expect(ajv.validateSchema(inputSchema), name).toBe(true)
      expect(inputSchema, 'an argument that is not known is refused').toMatchObject({ additionalProperties: false })
      ajv.compile(outputSchema as object)
      expect(Object.keys(outputSchema?.properties ?? {})).toEqual(
        expect.arrayContaining(['status', 'api_version', 'request_id', 'data', 'meta']),
      )
    }
  })

  test.each(QUESTIONS)(
    'gets from %s %j what REST says, as structure and as text',
    async (name, given, path, options) => {
      const result = await agent.call(name, given)
      expect(result.isError).toBeUndefined()
      expect(JSON.parse(result.text)).toEqual(result.structuredContent)
      const { request_id, data, meta, ...rest } = result.structuredContent
      expect(rest).toEqual({ status: 'ok', api_version: 'Pramaan Verified Tariff API V1.2.0' })
      const rest200 = await instance.call(path, options)
      expect([rest200.status, data, meta]).toEqual([200, rest200.data, rest200.meta])
      const http = agent.answers.at(-1)?.headers
      expect(http?.get('x-request-id'), 'the answer and its log lines have one id').toBe(request_id)
      expect(http?.get('cache-control')).toBe('no-store')
      expect(http?.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    },
  )

  test('reads from states and capabilities that nothing is payable, and from a calculation what is not included in any amount', async () => {
    const states = await agent.call('states')
    expect(states.structuredContent.data[0]).toMatchObject({ state_code: 'BR', production_payable: false })
    const { blocked_components: blocked } = (await agent.call('capabilities')).structuredContent.data
    const bill = (await agent.call('calculate', EXAMPLE)).structuredContent
    expect(bill.data).toMatchObject({ production_payable: false, payable_complete: false, specimen: false })
    expect(bill.data.blocked_components).toEqual(expect.arrayContaining(['statutory_levies']))
    expect(blocked).toEqual(expect.arrayContaining(['statutory_levies']))
    expect(bill.meta.exact_utility_bill).toBe(false)
  })

  test('is told that a tool of another name does not exist, and which do', async () => {
    const asked = agent.client.callTool({ name: 'pay_bill', arguments: {} })
    await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('calculate') })
  })
})

test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
  'every field that %s answers is declared: a client that allows no other one accepts it',
  async (name, { output }) => {
    const agent = await connectAgent(instance.origin, { key })
    const closed = new Ajv2020({ strict: false, validateFormats: false }).compile(
      z.toJSONSchema(output, { target: 'draft-2020-12', io: 'output' }),
    )
    const asked = QUESTIONS.filter(([tool]) => tool === name)
    expect(asked.length).toBeGreaterThan(0)
    for (const [, given] of asked) {
      const { structuredContent } = await agent.call(name, given)
      expect([closed(structuredContent), closed.errors]).toEqual([true, null])
    }
    await agent.close()
  },
)

test('the whole chain of a row is an answer of sources too', async () => {
  const agent = await connectAgent(instance.origin, { key })
  const [row] = (await agent.call('tariffs', { subcategory_code: 'DS-II' })).structuredContent.data
  const { data } = (await agent.call('sources', { row_sha256: row.row_sha256 })).structuredContent
  expect(data[0].row.row_sha256).toBe(row.row_sha256)
  expect(data[0].figures[0].quote).toEqual(expect.any(String))
  await agent.close()
})

test('a tool needs no handshake: nothing is remembered between two requests', async () => {
  const { status, json } = await sendMessage(
    instance.origin,
    message('tools/call', { name: 'calculate', arguments: EXAMPLE }),
    { 'x-api-key': key },
  )
  expect([status, json.result.structuredContent.data.subcategory_code]).toEqual([200, 'DS-II'])
  const withoutArguments = await sendMessage(instance.origin, message('tools/call', { name: 'states' }), {
    'x-api-key': key,
  })
  expect(withoutArguments.json.result.structuredContent.meta).toEqual({ count: 1 })
})

test('the list of tools is short, may be kept for an hour, and is the same for every key', async () => {
  const modern = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/list',
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const ask = (one: string) =>
    sendMessage(instance.origin, message('tools/list', { _meta }), { ...modern, 'x-api-key': one })
  const all = await ask(key)
  expect(all.json.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
  const few = await ask(await api.key({ scopes: ['states:read'], states: ['MH'] }))
  expect(few.json.result.tools).toEqual(all.json.result.tools)
  const older = await sendMessage(instance.origin, message('tools/list'), { 'x-api-key': key })
  for (const { text } of [all, older]) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_LISTED_BYTES)
})
