import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '../../../services/api/http/agent-tools.ts'
import { SCOPES } from '../../../services/keys/key.ts'
import { hold } from '../../../services/operations/lifecycle.ts'
import { type Agent, connectAgent, ERAS } from '../../support/agent.ts'
import { EXAMPLE, type TestApi, type TestInstance, testApi, untilServed } from '../../support/api.ts'
import { ASHA } from '../../support/people.ts'

let api: TestApi
let instance: TestInstance
let key: string
let agent: Agent
beforeAll(async () => {
  api = await testApi()
  instance = await api.start()
  key = await api.key()
  agent = await connectAgent(instance.origin, { key })
  const parts = { pool: api.pool, by: ASHA, now: () => new Date() }
  await hold(parts, 'BR-2026-27-VERIFIED-STRICT-BASE-V1', 'rows/BR-HTS-I/energy', 'a corrigendum is awaited')
  await untilServed(instance, ({ data }) => data.release.holds.length === 1)
})
afterAll(async () => {
  await agent.close()
  await api.close()
})

const HASH = 'f'.repeat(64)

/** Refusals of routes, each by the tool and by REST. */
const BY_QUERY: readonly [string, Record<string, string>, string][] = [
  ['health', { state_code: 'br' }, 'INVALID_QUERY_PARAMETER'],
  ['health', { bogus: '1' }, 'INVALID_QUERY_PARAMETER'],
  ['health', { state_code: 'ZZ' }, 'STATE_NOT_RELEASED'],
  ['capabilities', { state_code: 'MH' }, 'STATE_NOT_RELEASED'],
  ['states', { state_code: 'BR' }, 'INVALID_QUERY_PARAMETER'],
  ['categories', { effective_on: '01-04-2026' }, 'INVALID_EFFECTIVE_DATE'],
  ['categories', { effective_on: '2025-01-01' }, 'INVALID_EFFECTIVE_DATE'],
  ['categories', { licensee_code: 'BR_NOBODY' }, 'LICENSEE_NOT_SUPPORTED'],
  ['categories', { financial_year: '2030-31' }, 'STATE_NOT_RELEASED'],
  ['tariffs', { subcategory_code: '' }, 'INVALID_QUERY_PARAMETER'],
  ['tariffs', { supply_type: 'x'.repeat(51) }, 'INVALID_QUERY_PARAMETER'],
  ['sources', { source_id: 'nothing' }, 'SOURCE_NOT_FOUND'],
  ['sources', { release_id: 'nothing' }, 'RELEASE_NOT_FOUND'],
  ['sources', { row_sha256: HASH }, 'SOURCE_NOT_FOUND'],
  ['sources', { limit: '101' }, 'INVALID_QUERY_PARAMETER'],
]
const SOLAR = { state_code: 'BR', subcategory_code: 'DS-II', arrangement: 'net_metering', connected_load: 2 }
const MONTH = { month: '2026-05', consumption_units: 100, generation_units: 50, export_units: 60 }
const BY_BODY: readonly [string, object, string][] = [
  ['calculate', {}, 'INVALID_REQUEST_FIELD'],
  ['calculate', { ...EXAMPLE, energy_units: '200.0001' }, 'INVALID_REQUEST_FIELD'],
  ['calculate', { ...EXAMPLE, energy_units: true, bogus: null }, 'INVALID_REQUEST_FIELD'],
  ['calculate', { ...EXAMPLE, state_code: 'ZZ' }, 'STATE_NOT_RELEASED'],
  ['calculate', { ...EXAMPLE, effective_on: '2030-01-01' }, 'INVALID_EFFECTIVE_DATE'],
  ['calculate', { ...EXAMPLE, subcategory_code: 'NOPE' }, 'SUBCATEGORY_NOT_FOUND'],
  ['calculate', { ...EXAMPLE, billing_days: 31 }, 'UNSUPPORTED_BILLING_DAYS'],
  ['calculate', { ...EXAMPLE, meter_mode: 'prepaid' }, 'UNSUPPORTED_OPERATION'],
  ['calculate', { ...EXAMPLE, licensee_code: 'BR_NOBODY' }, 'LICENSEE_NOT_SUPPORTED'],
  ['calculate', { ...EXAMPLE, subcategory_code: 'HT-CS', contract_demand_kva: 49.999 }, 'CATEGORY_NOT_APPLICABLE'],
  ['calculate', { ...EXAMPLE, subcategory_code: 'HTS-I', contract_demand_kva: 100 }, 'RATE_NOT_VERIFIED'],
  ['calculate', { ...EXAMPLE, subcategory_code: 'HGN' }, 'EVIDENCE_BELOW_FLOOR'],
  ['solar_savings', { ...SOLAR, periods: [] }, 'INVALID_REQUEST_FIELD'],
  ['solar_savings', { ...SOLAR, periods: [MONTH] }, 'INVALID_REQUEST_FIELD'],
  ['solar_savings', { ...SOLAR, arrangement: 'gross_metering', periods: [MONTH] }, 'UNSUPPORTED_OPERATION'],
]

describe('a refusal is the error object that REST gives, as text, with no structure beside it:', () => {
  test.each(BY_QUERY)('%s %j', async (name, given, code) => {
    const route = TOOLS.find((tool) => tool.name === name)?.route
    const { text: body, code: restCode } = await instance.call(`${route?.path}?${new URLSearchParams(given)}`)
    expect(restCode).toBe(code)
    const { isError, text, structuredContent } = await agent.call(name, given)
    expect([isError, structuredContent]).toEqual([true, undefined])
    expect(JSON.parse(text)).toEqual(JSON.parse(body).error)
  })

  test.each(BY_BODY)('%s %j', async (name, given, code) => {
    const route = TOOLS.find((tool) => tool.name === name)?.route
    const rest = await instance.call(route?.path ?? '', { method: 'POST', body: given })
    expect(rest.code).toBe(code)
    const { isError, text, structuredContent } = await agent.call(name, given)
    expect([isError, structuredContent]).toEqual([true, undefined])
    expect(JSON.parse(text)).toEqual(JSON.parse(rest.text).error)
  })
})

describe('an argument that is no text is never read as one:', () => {
  const values = [5, true, null, { a: 1 }, 0]
  test.each(values)('limit %j', async (limit) => {
    const { isError, text } = await agent.call('sources', { limit })
    expect([isError, JSON.parse(text).details]).toEqual([true, { parameter: 'limit', rule: 'type' }])
  })

  test('a list is a parameter given more than once', async () => {
    const { text } = await agent.call('tariffs', { subcategory_code: ['DS-II'] })
    expect(JSON.parse(text).details).toEqual({ parameter: 'subcategory_code', rule: 'repeated' })
  })

  test('null does not stand for "not given"', async () => {
    const { text } = await agent.call('tariffs', { subcategory_code: null })
    expect(JSON.parse(text).details).toEqual({ parameter: 'subcategory_code', rule: 'type' })
    expect(JSON.parse((await agent.call('calculate', { ...EXAMPLE, effective_on: null })).text).code).toBe(
      'INVALID_REQUEST_FIELD',
    )
  })
})

describe.each(ERAS)('held to its key (%j):', (era) => {
  const given: Readonly<Record<string, object>> = {
    calculate: EXAMPLE,
    solar_savings: { ...SOLAR, periods: [{ ...MONTH, export_units: 20 }] },
  }
  test.each(TOOLS.map(({ name, scope }) => [name, scope] as const))('%s needs %s alone', async (name, scope) => {
    const enough = await connectAgent(instance.origin, { key: await api.key({ scopes: [scope] }), era })
    expect((await enough.call(name, given[name])).isError).toBeUndefined()
    const rest = await api.key({ scopes: SCOPES.filter((one) => one !== scope) })
    const refused = await connectAgent(instance.origin, { key: rest, era })
    const { isError, text, structuredContent } = await refused.call(name, given[name])
    expect([isError, structuredContent]).toEqual([true, undefined])
    expect(JSON.parse(text)).toMatchObject({ code: 'API_SCOPE_DENIED', details: { reason: 'scope', scope } })
    await Promise.all([enough.close(), refused.close()])
  })

  test('another state is refused before fields are looked at, the default one too, and lists leave it out', async () => {
    const stranger = await connectAgent(instance.origin, { key: await api.key({ states: ['MH'] }), era })
    const denied: readonly [string, object][] = [
      ['health', { state_code: 'BR' }],
      ['health', {}],
      ['capabilities', {}],
      ['categories', { bogus: 1 }],
      ['tariffs', {}],
      ['calculate', { state_code: 'BR', bogus: 1 }],
      ['solar_savings', { state_code: 'BR' }],
    ]
    for (const [name, asked] of denied) {
      const { text } = await stranger.call(name, asked)
      expect([name, JSON.parse(text).details]).toEqual([name, { reason: 'state', state_code: 'BR' }])
    }
    expect((await stranger.call('states')).structuredContent.data).toEqual([])
    expect((await stranger.call('sources')).structuredContent.data).toEqual([])
    await stranger.close()
  })
})
