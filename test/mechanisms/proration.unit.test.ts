import { describe, expect, it } from 'vitest'
import {
  BY_DAYS_ORDER,
  BY_MONTHS_ORDER,
  LOADS_BY_DAYS_ORDER,
  ROUNDED_MONTHS_ORDER,
  TWO_MONTHS_ORDER,
} from './orders/prorated.ts'
import { ask, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

const bill = (units: number | string, from: string, to: string) => ({ energy_units: units, bill_period: { from, to } })

describe('a bill by its days, on a base of 30', () => {
  showsWorked(BY_DAYS_ORDER, [
    {
      body: { energy_units: 200 },
      working: 'no days given: 100 x 4.00 = 400.00; 100 x 7.00 = 700.00; 60.00; 1160.00',
      amounts: { energy: 110_000, fixed: 6000, base: 116_000 },
    },
    {
      body: bill(200, '2026-06-01', '2026-06-30'),
      working: '30 days are the month itself: 400.00 + 700.00; 60.00; 1160.00',
      amounts: { energy: 110_000, fixed: 6000, base: 116_000 },
    },
    {
      body: bill(200, '2026-06-01', '2026-07-06'),
      working: '36 days, 6/5 of a month: 120 x 4.00 = 480.00; 80 x 7.00 = 560.00; 60.00 x 1.2 = 72.00; 1112.00',
      amounts: { energy: 104_000, fixed: 7200, base: 111_200 },
    },
    {
      body: bill(200, '2026-07-01', '2026-07-31'),
      working:
        '31 days, exact: 103 1/3 x 4.00 = 413.33; 96 2/3 x 7.00 = 676.67; 60.00 x 31 / 30 = 62.00; 413.33 + 676.67 + 62.00 = 1152.00',
      amounts: { energy: 109_000, fixed: 6200, base: 115_200 },
    },
    {
      body: bill(360, '2026-06-01', '2026-07-06'),
      working: 'the bound of 300 a month is 360 here: 120 x 4.00 = 480.00; 240 x 7.00 = 1680.00; 72.00; 2232.00',
      amounts: { energy: 216_000, fixed: 7200, base: 223_200 },
    },
  ])

  it('says which days are assumed where none are given', async () => {
    const said = async (order: typeof BY_DAYS_ORDER, body: object): Promise<string[]> =>
      (await ask(order, { energy_units: 200, ...body })).disclosures
        .filter(({ code }: { code: string }) => code === 'ONE_MONTH_ASSUMED')
        .map(({ message }: { message: string }) => message)
    const days = { bill_period: { from: '2026-06-01', to: '2026-07-30' } }
    expect(await said(BY_DAYS_ORDER, {})).toEqual([expect.stringContaining('one billing month is assumed')])
    expect(await said(TWO_MONTHS_ORDER, {})).toEqual([expect.stringContaining('60 days are assumed')])
    expect(await said(TWO_MONTHS_ORDER, days)).toEqual([])
    const [none, both] = [
      await ask(TWO_MONTHS_ORDER, { energy_units: 200 }),
      await ask(TWO_MONTHS_ORDER, { energy_units: 200, ...days }),
    ]
    expect(none.calculation.base_tariff_paise).toBe(both.calculation.base_tariff_paise)
  })

  it('keeps the bounds of a month', async () => {
    expect(await refusal(BY_DAYS_ORDER, bill('360.001', '2026-06-01', '2026-07-06'))).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
    })
    expect(await refusal(BY_DAYS_ORDER, bill(271, '2026-06-01', '2026-06-27'))).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
    })
  })

  it('says for how long the steps of its lines are printed', async () => {
    const { calculation } = await ask(BY_DAYS_ORDER, bill(200, '2026-06-01', '2026-07-06'))
    expect(calculation.lines.map(({ description }) => description)).toEqual([
      'Energy charge, slab 0-100 kWh in 30 days',
      'Energy charge, slab above 100 kWh in 30 days',
      'Fixed charge per connection',
    ])
  })

  it('says by what rule and by how much', async () => {
    expect(await ask(BY_DAYS_ORDER, bill(200, '2026-06-01', '2026-07-06'))).toMatchObject({
      proration: {
        rule_id: 'BY-DAYS',
        method: 'by_days',
        factor: '6/5',
        evidence: { source_id: 'ORDER', grade: 'order' },
      },
    })
    expect(await ask(BY_DAYS_ORDER, { energy_units: 200 })).not.toHaveProperty('proration')
  })
})

describe('a monthly charge in steps of the load', () => {
  const of = (load: number, from: string, to: string) => ({ ...bill(0, from, to), connected_load: load })
  showsWorked(LOADS_BY_DAYS_ORDER, [
    {
      body: of(2, '2026-07-01', '2026-07-31'),
      working:
        '31 days; 2 kW stay in their step: 2 x 15.05 x 31 / 30 = 31.10; 2 x 2.00 x 31 / 30 = 4.13; 31.10 + 4.13 = 35.23',
      amounts: { energy: 0, fixed: 3110, other: 413, base: 3523 },
    },
    {
      body: of(5, '2026-06-01', '2026-07-30'),
      working:
        '60 days, the highest load of the row: 5 x 25.05 x 2 = 250.50; 2 x 2.00 x 2 = 8.00; 3 x 3.00 x 2 = 18.00; 276.50',
      amounts: { energy: 0, fixed: 25_050, other: 2600, base: 27_650 },
    },
    {
      body: of(2.5, '2026-06-10', '2026-06-10'),
      working: 'one day: 2.5 x 25.05 / 30 = 2.09; 2 x 2.00 / 30 = 0.13; 0.5 x 3.00 / 30 = 0.05; 2.27',
      amounts: { energy: 0, fixed: 209, other: 18, base: 227 },
    },
    {
      row: 'S-1',
      body: { subcategory_code: 'S-1', ...bill(10, '2026-07-01', '2026-07-31') },
      working:
        'the rule is for both categories, of which one has no meter charge: 60.00; 70.00 x 31 / 30 = 72.33; 132.33',
      amounts: { energy: 6000, fixed: 7233, base: 13_233 },
    },
    {
      row: 'S-1',
      body: { subcategory_code: 'S-1', energy_units: 1 },
      working: '6.00 + 70.00 = 76.00',
      amounts: { energy: 600, fixed: 7000, base: 7600 },
    },
    {
      row: 'S-1',
      body: { subcategory_code: 'S-1', ...bill(0, '2026-06-01', '2026-07-30') },
      working: '60 days: 70.00 x 2 = 140.00; 140.00',
      amounts: { energy: 0, fixed: 14_000, base: 14_000 },
    },
  ])
})

describe('a factor that the order rounds', () => {
  showsWorked(ROUNDED_MONTHS_ORDER, [
    {
      body: bill(221, '2026-07-01', '2026-07-31'),
      working:
        '31 days are 1.03 months: 103 x 4.00 = 412.00; 118 x 7.00 = 826.00; 60.00; 412.00 + 826.00 + 60.00 = 1298.00',
      amounts: { energy: 123_800, fixed: 6000, base: 129_800 },
    },
    {
      body: bill(221, '2026-06-01', '2026-06-30'),
      working: '30 days are a month: 100 x 4.00 = 400.00; 121 x 7.00 = 847.00; 60.00; 1307.00',
      amounts: { energy: 124_700, fixed: 6000, base: 130_700 },
    },
    {
      body: bill(150, '2026-06-01', '2026-06-20'),
      working: '20 days are 0.67 months: 67 x 4.00 = 268.00; 83 x 7.00 = 581.00; 60.00; 909.00',
      amounts: { energy: 84_900, fixed: 6000, base: 90_900 },
    },
  ])
})

describe('a bill by its months', () => {
  showsWorked(BY_MONTHS_ORDER, [
    {
      body: bill(250, '2026-06-15', '2026-08-14'),
      working: 'two months: 200 x 4.00 = 800.00; 50 x 7.00 = 350.00; 2 x 60.00 = 120.00; 1270.00',
      amounts: { energy: 115_000, fixed: 12_000, base: 127_000 },
    },
    {
      body: bill(250, '2026-06-15', '2026-07-14'),
      working: 'one month: 100 x 4.00 = 400.00; 150 x 7.00 = 1050.00; 60.00; 1510.00',
      amounts: { energy: 145_000, fixed: 6000, base: 151_000 },
    },
    {
      body: bill(900, '2026-04-01', '2026-06-30'),
      working:
        'three months, up to their bound: 300 x 4.00 = 1200.00; 600 x 7.00 = 4200.00; 3 x 60.00 = 180.00; 5580.00',
      amounts: { energy: 540_000, fixed: 18_000, base: 558_000 },
    },
  ])

  it('has whole months', async () => {
    expect(await refusal(BY_MONTHS_ORDER, bill(250, '2026-06-15', '2026-08-15'))).toMatchObject({
      code: 'UNSUPPORTED_BILLING_PERIOD',
      details: { reason: 'no_rule', unblocked_by: expect.stringContaining('whole months') },
    })
  })
})
