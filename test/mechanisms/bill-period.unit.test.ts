import { describe, expect, it } from 'vitest'
import { SEASONAL } from './orders/seasonal.ts'
import { refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

const pumpFor = (from: string, to: string, more: object = {}) => ({
  energy_units: 300,
  connected_load: 5,
  bill_period: { from, to },
  ...more,
})

const unsupported = (days: number, reason: string) => ({
  code: 'UNSUPPORTED_BILLING_PERIOD',
  details: { days, reason, unblocked_by: expect.stringContaining(' ') },
})

describe('the days that a bill covers', () => {
  showsWorked(SEASONAL, [
    {
      body: pumpFor('2026-06-01', '2026-06-30'),
      working: 'June, all of it summer: 300 x 3.20 = 960.00; 5 x 25.00 = 125.00',
      amounts: { energy: 96_000, fixed: 12_500, base: 108_500 },
    },
    {
      body: pumpFor('2026-07-01', '2026-07-31', { billing_date: '2026-10-05' }),
      working: 'July, all of it monsoon, whenever the bill is dated: 300 x 2.15 = 645.00; 125.00',
      amounts: { energy: 64_500, fixed: 12_500, base: 77_000 },
    },
    {
      body: pumpFor('2027-02-01', '2027-02-28', { effective_on: '2027-02-28' }),
      working: 'February, 28 days, winter: 300 x 3.20 = 960.00; 125.00',
      amounts: { energy: 96_000, fixed: 12_500, base: 108_500 },
    },
  ])

  it('is not divided if a rate changes inside it', async () => {
    expect(await refusal(SEASONAL, pumpFor('2026-06-15', '2026-07-14'))).toMatchObject(unsupported(30, 'rule_changes'))
    expect(await refusal(SEASONAL, pumpFor('2026-06-03', '2026-07-01'))).toMatchObject(unsupported(29, 'rule_changes'))
    expect(await refusal(SEASONAL, pumpFor('2026-09-30', '2026-10-29'))).toMatchObject(unsupported(30, 'rule_changes'))
  })

  it('is one billing month, of 28 to 31 days', async () => {
    expect(await refusal(SEASONAL, pumpFor('2026-05-01', '2026-05-27'))).toMatchObject(unsupported(27, 'no_rule'))
    expect(await refusal(SEASONAL, pumpFor('2026-05-01', '2026-06-01'))).toMatchObject(unsupported(32, 'no_rule'))
    expect(await refusal(SEASONAL, pumpFor('2026-05-01', '2026-05-01'))).toMatchObject(unsupported(1, 'no_rule'))
  })

  it('lies in one release', async () => {
    expect(await refusal(SEASONAL, pumpFor('2026-03-31', '2026-04-28'))).toMatchObject(unsupported(29, 'two_releases'))
    expect(await refusal(SEASONAL, pumpFor('2027-03-15', '2027-04-13'))).toMatchObject({
      code: 'INVALID_EFFECTIVE_DATE',
    })
  })

  it.each([
    ['its last day before its first', pumpFor('2026-06-30', '2026-06-01'), '/bill_period/to disagrees'],
    [
      'another day asked for',
      pumpFor('2026-06-01', '2026-06-30', { effective_on: '2026-06-29' }),
      '/effective_on disagrees',
    ],
    ['other days', pumpFor('2026-06-01', '2026-06-30', { billing_days: 25 }), '/billing_days disagrees'],
    [
      'a bill from before',
      pumpFor('2026-06-01', '2026-06-30', { billing_date: '2026-05-31' }),
      '/billing_date disagrees',
    ],
  ])('does not agree with %s', async (_what, body, field) => {
    expect(await refusal(SEASONAL, body)).toEqual({ code: 'INVALID_REQUEST_FIELD', details: { fields: [field] } })
  })

  it('consists of real days', async () => {
    expect(await refusal(SEASONAL, pumpFor('2026-06-01', '2026-06-31'))).toEqual({
      code: 'INVALID_EFFECTIVE_DATE',
      details: {
        field: 'bill_period.to',
        reason: 'format',
        covered_periods: [{ from: '2026-04-01', to: '2027-03-31' }],
      },
    })
  })
})
