import { expect, it } from 'vitest'
import { type Draft, dayOf } from '../../../../pipeline/gates/calculation/draft.ts'
import { domainsOf } from '../../../../pipeline/gates/requests/domains.ts'
import { draftsGenerator } from '../../../../pipeline/gates/requests/generate-inputs.ts'
import { agreeing } from '../../../../pipeline/gates/requests/months.ts'
import { seededRandom } from '../../../../pipeline/gates/requests/random.ts'
import { zooRecord } from '../zoo-record.ts'

const record = zooRecord()

it('requests that are drawn state no month in which their bill has no day, and still every month', () => {
  const named = { ...record, selectors: record.selectors.map((one) => ({ ...one, months: { green: '09' } })) }
  const drawNamed = draftsGenerator(domainsOf(named), seededRandom(7))
  const all = Array.from({ length: 4_000 }, drawNamed)
  const months = (draft: Draft): string[] =>
    [draft['bill_period.from'] ?? dayOf(draft), dayOf(draft)].map((day) => String(day).slice(0, 7))
  const green = all.filter((draft) => draft['selectors.scheme'] === 'green' && dayOf(draft) !== null)
  const billed = all.filter((draft) => draft['billing_month'] !== undefined && draft['bill_period.to'] !== undefined)
  expect([green.length > 5, billed.length > 5]).toEqual([true, true])
  for (const draft of green)
    expect(
      months(draft).some((month) => month.endsWith('-09')),
      JSON.stringify(draft),
    ).toBe(true)
  for (const draft of billed) expect(months(draft), JSON.stringify(draft)).toContain(draft['billing_month'])
  expect(new Set(billed.map((draft) => draft['billing_month'])).size).toBeGreaterThan(1)
})

it('requests that are drawn state no month outside the release, and leave out one that only a past period has', () => {
  const { fppas_periods: periods } = record.rules
  const past = periods.map((period) => ({ ...period, recovery_month: '2025-06' }))
  const of = { ...record, rules: { ...record.rules, fppas_periods: past } }
  expect(past.length).toBeGreaterThan(0)
  const months = Array.from({ length: 2_000 }, draftsGenerator(domainsOf(of), seededRandom(7))).map(
    (draft) => draft['billing_month'],
  )
  expect(months).not.toContain('2025-06')
})

it('a month that the release does not serve whole is left out of a request for another day', () => {
  const own = (effective_from: string) => ({
    record: {
      ...record,
      effective_from,
      selectors: record.selectors.map((one) => ({ ...one, months: { green: '04' } })),
    },
  })
  const draft = {
    subcategory_code: 'ZONED',
    energy_units: '1',
    effective_on: '2026-05-20',
    'selectors.scheme': 'green',
  }
  expect(agreeing(own('2026-04-01'), draft)).toEqual({ ...draft, effective_on: '2026-04-30' })
  const { 'selectors.scheme': _, ...left } = draft
  expect(agreeing(own('2026-04-15'), draft)).toEqual(left)
})

it('requests of a release that ends on a day that does not exist are drawn all the same: gate 13 refuses it', () => {
  const draw = draftsGenerator(domainsOf({ ...record, effective_to: '2027-03-45' }), seededRandom(7))
  expect(() => Array.from({ length: 500 }, draw)).not.toThrow()
})
