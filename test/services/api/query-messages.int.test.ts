import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'
import { everyStateDatabase } from '../../support/api-release.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({}, await everyStateDatabase())
})
afterAll(() => api.close())

describe('a refusal of a query says what to send:', () => {
  test('a category that the state needs', async () => {
    const answer = await api.call('/v1/tariffs?state_code=MH&licensee_code=MH_MSEDCL')
    expect([answer.code, answer.details]).toEqual([
      'INVALID_QUERY_PARAMETER',
      { parameter: 'category_id', rule: 'required' },
    ])
    expect(JSON.parse(answer.text).error.message).toMatch(/needs category_id.*GET \/v1\/categories/)
  })

  test('a category that the licensee does not have; case does not matter', async () => {
    const ask = (id: string) => api.call(`/v1/tariffs?state_code=MH&licensee_code=MH_MSEDCL&category_id=${id}`)
    const [lower, upper] = [await ask('lt-i-b'), await ask('LT-I-B')]
    expect([lower.status, lower.data]).toEqual([200, upper.data])
    expect(lower.data.length).toBeGreaterThan(0)
    const { code, details, text } = await ask('LT-I')
    expect([code, details.parameter, details.rule]).toEqual(['INVALID_QUERY_PARAMETER', 'category_id', 'enum'])
    expect(details.available).toContain('LT-I-B')
    expect(JSON.parse(text).error.message).toMatch(/category_id takes one of: .*LT-I-B/)
  })

  test('months in the wrong order', async () => {
    const answer = await api.call('/v1/fppas-periods?from=2026-06&to=2026-05')
    expect([answer.code, answer.details]).toEqual(['INVALID_QUERY_PARAMETER', { parameter: 'from', rule: 'after_to' }])
    expect(JSON.parse(answer.text).error.message).toMatch(/from may not be later than to/)
  })

  test.each(['capabilities', 'subsidy-entitlement'])('a state in service that /%s does not serve', async (route) => {
    const answer = await api.call(`/v1/${route}?state_code=MH`)
    expect([answer.status, answer.code, answer.details.calculable]).toEqual([404, 'STATE_NOT_RELEASED', true])
    expect(JSON.parse(answer.text).error.message).toMatch(/^POST \/v1\/calculate supports this state/)
  })

  test('a cursor of another query', async () => {
    const first = await api.call('/v1/sources?state_code=MH&limit=1')
    const cursor: string = JSON.parse(first.text).meta.next_cursor
    expect((await api.call(`/v1/sources?state_code=MH&limit=1&cursor=${encodeURIComponent(cursor)}`)).status).toBe(200)
    // The release in a cursor may have been replaced since.
    const replaced = `${cursor.slice(0, cursor.lastIndexOf(','))},${'0'.repeat(64)}`
    expect((await api.call(`/v1/sources?state_code=MH&cursor=${encodeURIComponent(replaced)}`)).status).toBe(200)
    const answer = await api.call(`/v1/sources?state_code=BR&cursor=${encodeURIComponent(cursor)}`)
    expect([answer.code, answer.details]).toEqual([
      'INVALID_QUERY_PARAMETER',
      { parameter: 'cursor', rule: 'other_query' },
    ])
    expect(JSON.parse(answer.text).error.message).toMatch(/start again without cursor/)
  })
})
