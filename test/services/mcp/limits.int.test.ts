import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAgent, ERAS, message, sendMessage } from '../../support/agent.ts'
import { EXAMPLE, type TestApi, type TestInstance, testApi } from '../../support/api.ts'

let api: TestApi
let instance: TestInstance
beforeAll(async () => {
  api = await testApi()
  instance = await api.start()
})
afterAll(() => api.close())

const MANY = 1_000

/** Remaining allowance of a key, from the headers of its last answer. */
const left = (value: string | string[] | undefined | null): number => Number(value)

test('every message takes exactly one unit, whatever it is and whether it is answered or refused', async () => {
  const key = await api.key({ per_minute: MANY, burst: MANY })
  const messages: readonly object[] = [
    message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    message('ping'),
    message('tools/list'),
    message('server/discover'),
    message('resources/list'),
    message('tools/call', { name: 'health', arguments: {} }),
    message('tools/call', { name: 'calculate', arguments: EXAMPLE }),
    message('tools/call', { name: 'calculate', arguments: {} }),
    message('tools/call', { name: 'nothing', arguments: {} }),
    [message('ping'), message('ping')],
    {},
  ]
  for (const [index, each] of messages.entries()) {
    const { headers } = await sendMessage(instance.origin, each, { 'x-api-key': key })
    expect([each, left(headers['x-ratelimit-remaining'])]).toEqual([each, MANY - 1 - index])
    expect(headers['x-ratelimit-limit']).toBe(String(MANY))
  }
  const rest = await instance.call('/v1/states', { key })
  expect(left(rest.headers['x-ratelimit-remaining']?.toString()), 'both doors share one allowance').toBe(
    MANY - 1 - messages.length,
  )
})

test.each(ERAS)(
  'a client that speaks %j takes a unit for each of its POSTs and none for what is refused as a method',
  async (era) => {
    const key = await api.key({ per_minute: MANY, burst: MANY })
    const agent = await connectAgent(instance.origin, { key, era })
    await agent.client.listTools()
    await agent.call('states')
    await agent.close()
    const charged = agent.answers.filter(({ status }) => status !== 405)
    expect(charged.length).toBeGreaterThanOrEqual(3)
    expect(charged.map(({ headers }) => left(headers.get('x-ratelimit-remaining')))).toEqual(
      charged.map((_, index) => MANY - 1 - index),
    )
  },
)

test('a key that has used up its allowance is told when to come back, and gets no answer', async () => {
  const key = await api.key({ per_minute: 3, burst: 2 })
  const ask = () => sendMessage(instance.origin, message('tools/call', { name: 'states' }), { 'x-api-key': key })
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
  const { status, headers, json } = await ask()
  expect(status).toBe(429)
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } })
  expect(json.error.data).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { limit: 2, remaining: 0, reason: 'burst_limit', retry_after_seconds: Number(headers['retry-after']) },
  })
  const agent = connectAgent(instance.origin, { key })
  await expect(agent).rejects.toThrow()
})

test('requests without a valid key are limited by the address they come from', async () => {
  const from = { 'x-forwarded-for': '192.0.2.77' }
  const statuses: number[] = []
  for (let index = 0; index < 62; index += 1) {
    statuses.push((await sendMessage(instance.origin, message('ping'), from)).status)
  }
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401))
  expect(statuses.slice(60)).toEqual([429, 429])
})
