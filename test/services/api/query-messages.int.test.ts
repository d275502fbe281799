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
})
