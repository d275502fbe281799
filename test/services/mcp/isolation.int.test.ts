import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAgent, ERAS, message, sendMessage } from '../../support/agent.ts'
import { EXAMPLE, type TestApi, type TestInstance, testApi } from '../../support/api.ts'

let api: TestApi
let instance: TestInstance
beforeAll(async () => {
  api = await testApi()
  instance = await api.start()
})
/** Closing searches the log, at its most detailed level, for every key and hash of a key. */
afterAll(() => api.close())

const CALLS = 60

test.each(ERAS)(
  'answers to two clients at once are never mixed up, though their message ids are the same (%j)',
  async (era) => {
    const keys = [await api.key(), await api.key({ states: ['MH'] })] as const
    const [able, unable] = await Promise.all(keys.map((key) => connectAgent(instance.origin, { key, era })))
    const asked = Array.from({ length: CALLS }, (_, index) => index)
    const [bills, refusals] = await Promise.all([
      Promise.all(asked.map((units) => able!.call('calculate', { ...EXAMPLE, energy_units: units }))),
      Promise.all(asked.map((units) => unable!.call('calculate', { ...EXAMPLE, energy_units: units }))),
    ])
    expect(bills.map(({ structuredContent }) => structuredContent.data.inputs.energy_units)).toEqual(asked.map(String))
    const ids = bills.map(({ structuredContent }) => structuredContent.request_id)
    expect(new Set(ids).size).toBe(CALLS)
    for (const { isError, text } of refusals) {
      expect([isError, JSON.parse(text).details]).toEqual([true, { reason: 'state', state_code: 'BR' }])
    }
    await Promise.all([able!.close(), unable!.close()])
  },
)

test('a REST call beside an agent’s is judged by its own key', async () => {
  const key = await api.key()
  const ask = () => sendMessage(instance.origin, message('tools/call', { name: 'states' }), { 'x-api-key': key })
  const [agents, strangers] = await Promise.all([
    Promise.all(Array.from({ length: CALLS }, ask)),
    Promise.all(Array.from({ length: CALLS }, () => instance.call('/v1/states', { key: null }))),
  ])
  expect(agents.map(({ status }) => status)).toEqual(Array(CALLS).fill(200))
  expect(strangers.map(({ status }) => status)).toEqual(Array(CALLS).fill(401))
})

test('a call leaves a line of the message and one of the route it ran, with one request id and no argument', async () => {
  const key = await api.key()
  const secret = 'NOT-TO-BE-LOGGED'
  const { headers } = await sendMessage(
    instance.origin,
    message('tools/call', { name: 'calculate', arguments: { ...EXAMPLE, subcategory_code: secret } }),
    { 'x-api-key': key },
  )
  const id = headers['x-request-id']
  const lines = api.logs.filter((line) => line.includes(String(id))).map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ route: '/v1/calculate', status: 422, request_id: id }))
  expect(api.logs.join('')).not.toContain(secret)
})

test('a key given as an argument is refused like any unknown one, and neither repeated nor logged', async () => {
  const key = await api.key()
  const call = message('tools/call', { name: 'states', arguments: { api_key: key } })
  const { json, text } = await sendMessage(instance.origin, call, { 'x-api-key': key })
  expect(JSON.parse(json.result.content[0].text).details).toEqual({ parameter: 'api_key', rule: 'unknown' })
  expect(text).not.toContain(key)
})
