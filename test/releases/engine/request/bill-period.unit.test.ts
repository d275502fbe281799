import { describe, expect, it } from 'vitest'
import { compilePlan } from '../../../../releases/engine/compile/plan.ts'
import {
  buildAdjustment,
  buildCharge,
  buildEnergy,
  buildFixed,
  buildQuantity,
  buildQuantityCase,
} from '../../../support/record-builder.ts'
import { type Body, bill, problems, recordOf, recordOfRow, refusal } from '../bill.ts'

/** The release serves 1 April 2026 to 31 March 2027. */
const record = recordOf()
const period = (from: string, to: string, more: Body = {}): Body => ({ bill_period: { from, to }, ...more })
const reason = (of: ReturnType<typeof recordOf>, body: Body): unknown => {
  const result = bill(of, body)
  if (result.ok) return 'priced'
  return result.code === 'UNSUPPORTED_BILLING_PERIOD' ? result.details['reason'] : result.code
}

describe('how long a bill may be', () => {
  it.each([
    ['27 days', '2026-06-01', '2026-06-27', 'no_rule'],
    ['28 days', '2026-06-01', '2026-06-28', 'priced'],
    ['31 days', '2026-06-15', '2026-07-15', 'priced'],
    ['32 days', '2026-06-15', '2026-07-16', 'no_rule'],
    ['February', '2027-02-01', '2027-02-28', 'priced'],
    ['two months', '2026-06-01', '2026-07-31', 'no_rule'],
    ['one day', '2026-06-01', '2026-06-01', 'no_rule'],
    ['over the hour that a clock changes', '2027-03-01', '2027-03-31', 'priced'],
  ])('%s: %s to %s: %s', (_what, from, to, expected) => {
    expect(reason(record, period(from, to))).toBe(expected)
  })

  it('the refusal names the days and what would unblock it', () => {
    expect(bill(record, period('2026-06-01', '2026-06-27'))).toMatchObject({
      code: 'UNSUPPORTED_BILLING_PERIOD',
      details: { bill_period: { from: '2026-06-01', to: '2026-06-27' }, days: 27, reason: 'no_rule' },
    })
    expect(bill(record, period('2026-06-01', '2026-06-27'))).toHaveProperty('details.unblocked_by')
  })
})

describe('which release serves it', () => {
  it.each([
    ['its first days are the release’s first', '2026-04-01', '2026-04-30', 'priced'],
    ['it begins a day before', '2026-03-31', '2026-04-29', 'two_releases'],
    ['its last day is the release’s last', '2027-03-01', '2027-03-31', 'priced'],
    ['it ends a day after', '2027-03-02', '2027-04-01', 'INVALID_EFFECTIVE_DATE'],
    ['it ends a day before the release begins', '2026-03-02', '2026-03-31', 'INVALID_EFFECTIVE_DATE'],
    ['too long as well', '2026-03-01', '2026-04-29', 'two_releases'],
  ])('%s', (_what, from, to, expected) => {
    expect(reason(record, period(from, to))).toBe(expected)
  })
})

describe('what disagrees with it', () => {
  it.each<[string, Body, string[]]>([
    ['its own order', period('2026-06-30', '2026-06-01'), ['disagrees /bill_period/to']],
    [
      'another day asked for',
      period('2026-06-01', '2026-06-30', { effective_on: '2026-06-29' }),
      ['disagrees /effective_on'],
    ],
    ['its last day asked for', period('2026-06-01', '2026-06-30', { effective_on: '2026-06-30' }), []],
    [
      'a bill dated before it',
      period('2026-06-01', '2026-06-30', { billing_date: '2026-05-31' }),
      ['disagrees /billing_date'],
    ],
    ['a bill dated on its first day', period('2026-06-01', '2026-06-30', { billing_date: '2026-06-01' }), []],
    ['a bill dated long after, in no release', period('2026-06-01', '2026-06-30', { billing_date: '2030-01-01' }), []],
    ['its days', period('2026-06-01', '2026-06-30', { billing_days: 31 }), ['disagrees /billing_days']],
    [
      'a month that it has no day of',
      period('2026-12-01', '2026-12-31', { billing_month: '2026-11' }),
      ['disagrees /billing_month'],
    ],
    [
      'the same month of another year',
      period('2026-12-01', '2026-12-31', { billing_month: '2027-12' }),
      ['disagrees /billing_month'],
    ],
    [
      'all at once',
      period('2026-06-01', '2026-06-30', { billing_days: 31, effective_on: '2026-06-01', billing_date: '2026-05-01' }),
      ['disagrees /effective_on', 'disagrees /billing_days', 'disagrees /billing_date'],
    ],
  ])('%s', (_what, body, expected) => {
    expect(problems(record, body)).toEqual(expected)
  })

  const monthly = {
    ...record,
    selectors: [
      {
        selector: 'bill',
        words: ['march', 'june', 'other'],
        months: { march: '03', june: '06' },
        description: 'The bill',
      },
    ],
    rules: {
      ...record.rules,
      fppas_month: 'billing_date' as const,
      adjustments: [
        buildAdjustment('MARCH', 'percent', [
          ['selectors.bill=march', 'add', '1'],
          ['selectors.bill=june', 'add', '1'],
          ['selectors.bill=other', 'add', '1'],
        ]),
      ],
    },
  }
  const of = (word: string) => ({ selectors: { bill: word } })

  it.each<[string, Body, string[]]>([
    ['a word of its month', period('2027-03-01', '2027-03-31', of('march')), []],
    ['a word of its first month', period('2027-02-17', '2027-03-16', of('march')), []],
    ['a word of its second month', period('2026-05-17', '2026-06-16', of('june')), []],
    ['a word of another month', period('2026-12-01', '2026-12-31', of('march')), ['disagrees /selectors/bill']],
    ['a word that names no month', period('2026-12-01', '2026-12-31', of('other')), []],
    ['no days', of('march'), []],
    ['a day of its month', { ...of('march'), effective_on: '2027-03-05' }, []],
    ['a day of another month', { ...of('march'), effective_on: '2026-12-05' }, ['disagrees /selectors/bill']],
    ['a bill dated in another month', { ...of('march'), billing_date: '2026-12-05' }, ['disagrees /selectors/bill']],
    [
      'a word and a month, both of others',
      period('2026-12-01', '2026-12-31', { ...of('march'), billing_month: '2026-06' }),
      ['disagrees /billing_month', 'disagrees /selectors/bill'],
    ],
    ['a month, in two', period('2026-05-17', '2026-06-16', { billing_month: '2026-05' }), []],
    ['the other month, in two', period('2026-05-17', '2026-06-16', { billing_month: '2026-06' }), []],
    ['a month before the release', { billing_month: '2026-03' }, ['disagrees /billing_month']],
    ['a month after it', { billing_month: '2027-04', effective_on: '2027-03-31' }, ['disagrees /billing_month']],
    ['its first month', { billing_month: '2026-04' }, []],
    ['its last month', { billing_month: '2027-03' }, []],
    [
      'a month and a day of another: the day only says which tariff',
      { effective_on: '2026-04-01', billing_month: '2026-06' },
      [],
    ],
  ])('%s', (_what, body, expected) => {
    expect(problems(monthly, body)).toEqual(expected)
  })

  it.each(['2026-02-30', '2026-6-1', 'yesterday'])('%s is not a day', (day) => {
    for (const body of [period(day, '2026-06-30'), period('2026-06-01', day)]) {
      expect(bill(record, body)).toMatchObject({ code: 'INVALID_EFFECTIVE_DATE', details: { reason: 'format' } })
    }
    for (const field of ['effective_on', 'billing_date']) {
      const body = period('2026-06-01', '2026-06-30', { [field]: day })
      expect(bill(record, body)).toMatchObject({ code: 'INVALID_EFFECTIVE_DATE', details: { field, reason: 'format' } })
    }
  })

  it('without it, two days that differ conflict', () => {
    const body = { effective_on: '2026-06-01', billing_date: '2026-06-02' }
    expect(problems(record, body)).toEqual(['conflict /billing_date'])
  })
})

describe('what changes inside it', () => {
  const dates = { effective_from: '2026-07-01', effective_to: '2026-09-30' }
  const seasonal = buildCharge('seasonal', 'flat', 'kWh', [[null, '1']], dates)
  const rebate = buildAdjustment('A', 'percent', [['', 'add', '1']])
  const quantity = buildQuantity('made', '', {
    cases: [
      buildQuantityCase('1', '', { effective_to: '2026-06-30' }),
      buildQuantityCase('2', '', { effective_from: '2026-07-01' }),
    ],
  })
  const changing = [
    ['a charge', recordOfRow({ more: [seasonal] })],
    ['a charge beside', recordOfRow({ more: [{ ...seasonal, side: 'beside' as const }] })],
    [
      'a case of an adjustment',
      recordOf({ rules: { adjustments: [{ ...rebate, cases: [{ ...rebate.cases[0]!, ...dates }] }] } }),
    ],
    [
      'a case of a quantity',
      recordOfRow({ fixed: buildFixed('flat', 'kW', [[null, '1']], { per: 'made' }) }, { quantities: [quantity] }),
    ],
  ] as const

  it.each(changing)('%s that begins on 1 July', (_what, of) => {
    expect(reason(of, period('2026-06-01', '2026-06-30'))).toBe('priced')
    expect(reason(of, period('2026-06-02', '2026-07-01'))).toBe('rule_changes')
    expect(reason(of, period('2026-06-30', '2026-07-29'))).toBe('rule_changes')
    expect(reason(of, period('2026-07-01', '2026-07-31'))).toBe('priced')
  })

  it('is not what another category reads', () => {
    const of = recordOf({ rows: [{}, { row_id: 'OTHER', subcategory_code: 'OTHER', more: [seasonal] }] })
    expect(reason(of, period('2026-06-15', '2026-07-14'))).toBe('priced')
    expect(reason(of, period('2026-06-15', '2026-07-14', { subcategory_code: 'OTHER' }))).toBe('rule_changes')
  })

  it('comes before what is missing, and after a category that is not there', () => {
    const of = recordOfRow({ fixed: buildFixed('flat', 'kW', [[null, '1']]), more: [seasonal] })
    expect(reason(of, period('2026-06-15', '2026-07-14'))).toBe('rule_changes')
    expect(reason(of, period('2026-06-15', '2026-07-14', { subcategory_code: 'NONE' }))).toBe('SUBCATEGORY_NOT_FOUND')
    expect(refusal(of, period('2026-07-01', '2026-07-31'))).toBe('INVALID_REQUEST_FIELD')
  })

  it('the tariff is that of the last day', () => {
    const of = recordOfRow({
      energy: buildEnergy('flat', [[null, '5']], { effective_from: '2026-07-01' }),
      fixed: null,
    })
    const paise = (body: Body) => {
      const result = bill(of, body)
      return result.ok ? result.energyPaise : result.code
    }
    expect(paise(period('2026-07-01', '2026-07-31'))).toBe(50_000)
    expect(paise(period('2026-06-01', '2026-06-30'))).toBe(0)
  })

  it('a plan knows the days of each category on which something begins or ends', () => {
    const plan = compilePlan(recordOfRow({ more: [seasonal] }))
    expect(plan.categories[0]).toMatchObject({ isDated: true, dates: [{ from: '2026-07-01', to: '2026-09-30' }] })
  })
})
