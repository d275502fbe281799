import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE, type TestApi, testApi } from '../../support/api.ts'
import type { Answer, Json } from '../../support/api-call.ts'

/** `explain` of POST /v1/calculate through a real server (docs/design/contract.md#explanations). */

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const ask = (body: object, key?: string): Promise<Answer> =>
  api.call('/v1/calculate', { method: 'POST', body, ...(key === undefined ? {} : { key }) })
/** DS-II: 200 units at Rs 7.42. */
const WRONG = { ...EXAMPLE, actual_bill: { energy_charge_paise: 148_500 }, explain: true }

const fieldsOf = ({ status, code, details }: Answer): Json => [
  status,
  code,
  details.fields.map(({ field, rule }: Json) => [field, rule]),
]

describe('explain', () => {
  test('names what accounts for the difference to the paisa, and says what was tried', async () => {
    const { data } = await ask(WRONG)
    expect(data.verification).toMatchObject({
      verdict: 'mismatch',
      lines: [{ component: 'energy_charge', expected_paise: 148_400, difference_paise: 100 }],
    })
    // 200.135 units at Rs 7.42 are Rs 1,485.0017; no other tried error gives Rs 1,485.00.
    expect(data.verification.explanations).toEqual([
      {
        error: 'fractional_units',
        says: 'billed for 200.135 units',
        changes: { request: { energy_units: '200.135' } },
        difference_paise: 100,
      },
    ])
    expect(data.verification.tried).toMatchObject({ rounding: 16, wrong_slab_edges: 0, kwh_for_kvah: 0 })
    expect(data.calculation.energy_charge_paise, 'the answer itself is as ever').toBe(148_400)
  })

  test('has nothing to explain for a bill that agrees, and names nothing that does not match', async () => {
    const right = await ask({ ...WRONG, actual_bill: { energy_charge_paise: 148_400 } })
    expect(right.data.verification).toMatchObject({ verdict: 'match', explanations: [] })
    expect(new Set(Object.values(right.data.verification.tried))).toEqual(new Set([0]))
    const odd = await ask({ ...WRONG, actual_bill: { energy_charge_paise: 999_999_937 } })
    expect(odd.data.verification).toMatchObject({ verdict: 'mismatch', explanations: [] })
    const rounded = await ask({ ...WRONG, energy_units: 3, actual_bill: { energy_charge_paise: 2_200 } })
    expect(rounded.data.verification.explanations).toContainEqual({
      error: 'rounding',
      says: 'energy charge rounded half up to 100 paise',
      changes: { rounding: { way: 'half_up', step_paise: 100, of: ['energy_charge'] } },
      difference_paise: -26,
    })
  })

  test('counts as ten bills, and is refused when there are no ten left, without trying anything', async () => {
    const key = await api.key({ bills_per_minute: 25 })
    const left = []
    for (let index = 0; index < 2; index += 1) left.push((await ask(WRONG, key)).headers['x-ratelimit-bills-remaining'])
    expect(left).toEqual(['15', '5'])
    const refused = await ask(WRONG, key)
    expect([refused.status, refused.code, refused.details]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      expect.objectContaining({ reason: 'bill_limit', limit: 25, remaining: 5 }),
    ])
    const { explain: _explain, ...plain } = WRONG
    const single = await ask(plain, key)
    expect([single.status, single.headers['x-ratelimit-bills-limit']]).toEqual([200, undefined])
  })

  test('takes no bills where the request is refused', async () => {
    const key = await api.key({ bills_per_minute: 20 })
    expect((await ask({ ...WRONG, subcategory_code: 'NO-SUCH' }, key)).code).toBe('SUBCATEGORY_NOT_FOUND')
    expect((await ask(WRONG, key)).headers['x-ratelimit-bills-remaining']).toBe('10')
  })

  test('is refused to a key that may never have ten bills in a minute', async () => {
    const key = await api.key({ bills_per_minute: 9 })
    expect(fieldsOf(await ask(WRONG, key))).toEqual([422, 'INVALID_REQUEST_FIELD', [['/explain', 'max_items']]])
  })

  test('needs the bill, and what only it reads needs it', async () => {
    expect(fieldsOf(await ask({ ...EXAMPLE, explain: true }))).toEqual([
      422,
      'INVALID_REQUEST_FIELD',
      [['/actual_bill', 'required']],
    ])
    expect(fieldsOf(await ask({ ...EXAMPLE, actual_bill: { energy_kwh: '190' } }))).toEqual([
      422,
      'INVALID_REQUEST_FIELD',
      [['/actual_bill/energy_kwh', 'not_applicable']],
    ])
    expect(fieldsOf(await ask({ ...WRONG, actual_bill: { energy_kwh: '1.2345' } }))).toEqual([
      422,
      'INVALID_REQUEST_FIELD',
      [['/actual_bill/energy_kwh', 'quantity']],
    ])
  })

  test('is not available in a batch: that request is refused, and the others are answered', async () => {
    const requests = [WRONG, { ...WRONG, explain: false }, { ...WRONG, colour: 'red' }]
    const { data } = await api.call('/v1/calculations', { method: 'POST', body: { requests } })
    expect(data.answers.map(({ status }: Json) => status)).toEqual([422, 200, 422])
    const fields = (index: number): string[] =>
      data.answers[index].body.error.details.fields.map(({ field, rule }: Json) => `${field} ${rule}`)
    expect(fields(0)).toEqual(['/explain not_in_batch'])
    expect(fields(2)).toEqual(['/colour unknown', '/explain not_in_batch'])
  })
})
