import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const LONG = 'x'.repeat(101)

describe('a query parameter that cannot be used is named with the rule it breaks:', () => {
  const cases: [string, string, string][] = [
    ['health?bogus=1', 'bogus', 'unknown'],
    ['health?a/b~c=1', 'a/b~c', 'unknown'],
    ['health?State_code=BR', 'State_code', 'unknown'],
    ['health?bogus', 'bogus', 'unknown'],
    ['health?=1', '', 'unknown'],
    ['health?__proto__=1', '__proto__', 'unknown'],
    ['health?state_code=BR&state_code=BR', 'state_code', 'repeated'],
    ['health?state_code[]=BR', 'state_code[]', 'unknown'],
    ['health?state_code=', 'state_code', 'empty'],
    ['health?state_code', 'state_code', 'empty'],
    ['health?state_code=BRX', 'state_code', 'too_long'],
    ['health?state_code=br', 'state_code', 'malformed'],
    ['health?state_code=B1', 'state_code', 'malformed'],
    ['health?state_code=%E0%A4%A', 'state_code', 'malformed'],
    ['health?state_code=BR%', 'state_code', 'malformed'],
    ['tariffs?supply_type=%ED%A0%80', 'supply_type', 'malformed'],
    ['tariffs?%FF=1', '(unreadable name)', 'malformed'],
    ['states?state_code=BR', 'state_code', 'unknown'],
    ['categories?effective_on=2026-04-011', 'effective_on', 'too_long'],
    ['categories?effective_on=', 'effective_on', 'empty'],
    ['categories?effective_on=2026-04-01&effective_on=2026-04-02', 'effective_on', 'repeated'],
    ['categories?licensee_code=sbpdcl', 'licensee_code', 'malformed'],
    ['categories?financial_year=2026', 'financial_year', 'malformed'],
    ['categories?financial_year=2026-2027', 'financial_year', 'malformed'],
    ['categories?subcategory_code=DS-II', 'subcategory_code', 'unknown'],
    [`tariffs?subcategory_code=${LONG}`, 'subcategory_code', 'too_long'],
    ['tariffs?subcategory_code=', 'subcategory_code', 'empty'],
    [`tariffs?supply_type=${LONG.slice(50)}`, 'supply_type', 'too_long'],
    [`tariffs?area_type=${LONG.slice(50)}`, 'area_type', 'too_long'],
    [`tariffs?category_id=${LONG.slice(36)}`, 'category_id', 'too_long'],
    ['sources?limit=0', 'limit', 'malformed'],
    ['sources?limit=101', 'limit', 'malformed'],
    ['sources?limit=05', 'limit', 'malformed'],
    ['sources?limit=1.5', 'limit', 'malformed'],
    ['sources?sha256=abc', 'sha256', 'malformed'],
    [`sources?sha256=${'A'.repeat(64)}`, 'sha256', 'malformed'],
    ['sources?row_sha256=', 'row_sha256', 'empty'],
  ]
  test.each(cases)('%s', async (query, parameter, rule) => {
    const answer = await api.call(`/v1/${query}`)
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_QUERY_PARAMETER'])
    expect(answer.details).toEqual({ parameter, rule })
  })

  test('of a POST too, before its fields', async () => {
    const answer = await api.call('/v1/calculate?state_code=BR', { method: 'POST', body: {} })
    expect([answer.status, answer.details]).toEqual([400, { parameter: 'state_code', rule: 'unknown' }])
  })
})

describe('a parameter at its longest is taken:', () => {
  test.each([
    ['subcategory_code', 100],
    ['supply_type', 50],
    ['area_type', 50],
    ['category_id', 64],
  ])('%s', async (name, most) => {
    const answer = await api.call(`/v1/tariffs?${name}=${'x'.repeat(Number(most))}`)
    expect(answer.details.rule).not.toBe('too_long')
    expect(answer.details.available).toEqual(expect.any(Array))
  })

  test('its length is counted in characters, not in bytes of its encoding', async () => {
    const answer = await api.call(`/v1/tariffs?supply_type=${encodeURIComponent('\u{1F600}'.repeat(50))}`)
    expect(answer.details.rule).toBe('enum')
  })
})

describe('a date of a query', () => {
  const covered = [{ from: '2026-04-01', to: '2027-03-31' }]
  const cases: [string, string][] = [
    ['2026-4-1', 'format'],
    ['01-04-2026', 'format'],
    ['2026/04/01', 'format'],
    ['20260401', 'format'],
    ['today', 'format'],
    ['2026-02-30', 'format'],
    ['2026-13-01', 'format'],
    ['2027-02-29', 'format'],
    ['2026-04-00', 'format'],
    ['2026-03-31', 'before_release'],
    ['1900-01-01', 'before_release'],
    ['2027-04-01', 'after_release'],
    ['9999-12-31', 'after_release'],
  ]
  test.each(cases)('%s is refused: %s', async (date, reason) => {
    for (const route of ['categories', 'tariffs']) {
      const answer = await api.call(`/v1/${route}?effective_on=${date}`)
      expect([answer.status, answer.code]).toEqual([422, 'INVALID_EFFECTIVE_DATE'])
      expect(answer.details).toEqual({ field: 'effective_on', reason, covered_periods: covered })
    }
  })

  test.each(['2026-04-01', '2026-11-20', '2027-03-31'])('%s is inside the release, and repeated', async (date) => {
    for (const route of ['categories', 'tariffs']) {
      const answer = await api.call(`/v1/${route}?effective_on=${date}`)
      expect([answer.status, answer.meta.effective_on]).toEqual([200, date])
    }
  })

  test('left out is the first day of the release', async () => {
    for (const route of ['categories', 'tariffs']) {
      expect((await api.call(`/v1/${route}`)).meta.effective_on).toBe('2026-04-01')
    }
  })
})

describe('what is well formed and not there', () => {
  test.each(['health', 'capabilities', 'categories', 'tariffs', 'sources', 'subsidy-entitlement', 'fppas-periods'])(
    'a state on /%s is 404',
    async (route) => {
      for (const state of ['ZZ', 'MH', 'GJ', 'RJ', 'OD', 'TS', 'JH']) {
        const answer = await api.call(`/v1/${route}?state_code=${state}`)
        expect([answer.status, answer.code]).toEqual([404, 'STATE_NOT_RELEASED'])
        expect(answer.details.state_code).toBe(state)
      }
    },
  )

  test('a licensee is 422, with what there is', async () => {
    for (const route of ['categories', 'tariffs', 'fppas-periods']) {
      const answer = await api.call(`/v1/${route}?licensee_code=MH_MSEDCL`)
      expect([answer.status, answer.code]).toEqual([422, 'LICENSEE_NOT_SUPPORTED'])
      const because = 'the schedule of BR names no licensees: leave licensee_code out'
      expect(answer.details).toEqual({ licensee_code: 'MH_MSEDCL', reason: 'unknown', because, licensees: [] })
    }
  })

  test('a financial year is 404, and the released one is served', async () => {
    const other = await api.call('/v1/categories?financial_year=2025-26')
    expect([other.status, other.code]).toEqual([404, 'STATE_NOT_RELEASED'])
    expect((await api.call('/v1/categories?financial_year=2026-27')).meta.count).toBe(32)
  })
})

describe('a parameter whose name cannot be read', () => {
  test('is refused, and its text is not repeated: it might be a key', async () => {
    const key = await api.key()
    const encoded = key.replace('_', '%5F')
    for (const path of ['/v1/states', '/v1/health', '/v1/openapi.json', '/llms.txt', '/v1/docs', '/v1/trust.json']) {
      for (const query of [`${encoded}%ZZ=1`, `${encoded}%ZZ`, `%ZZ${encoded}=1`, `%E0%A4%A${encoded}=1`]) {
        const answer = await api.call(`${path}?${query}`)
        expect([path, answer.status, answer.code]).toEqual([path, 400, 'INVALID_QUERY_PARAMETER'])
        expect(answer.details).toEqual({ parameter: '(unreadable name)', rule: 'malformed' })
        expect(answer.text).not.toContain(key.slice(3))
      }
    }
  })

  test('one whose value cannot be read is called by its name', async () => {
    const answer = await api.call('/v1/health?state_code=%ZZ')
    expect(answer.details).toEqual({ parameter: 'state_code', rule: 'malformed' })
  })
})
