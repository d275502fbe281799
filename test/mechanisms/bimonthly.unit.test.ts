import { describe, expect, it } from 'vitest'
import { BIMONTHLY_BY_DAYS_ORDER, BIMONTHLY_ORDER } from './orders/bimonthly.ts'
import { ask, refusal } from './support/ask.ts'
import { mistakesIn } from './support/judge.ts'
import { showsWorked } from './support/shows.ts'

/** These readings have no worked cases. */
const CASES = 'calculation.regression_cases'

describe('slabs of two months beside charges of one month', () => {
  const of = (units: number, from?: string, to?: string) => ({
    energy_units: units,
    connected_load: 3,
    ...(from === undefined ? {} : { bill_period: { from, to } }),
  })
  showsWorked(BIMONTHLY_ORDER, [
    {
      body: of(250, '2026-06-15', '2026-08-14'),
      working: 'two months: 100 x 6.45 = 645.00; 150 x 9.70 = 1455.00; 3 x 107.00 x 2 = 642.00; 2742.00',
      amounts: { energy: 210_000, fixed: 64_200, base: 274_200 },
    },
    {
      body: of(250),
      working: 'no days given: two months, as its slabs: 645.00 + 1455.00 = 2100.00; 642.00; 2742.00',
      amounts: { energy: 210_000, fixed: 64_200, base: 274_200 },
    },
    {
      body: of(250, '2026-06-15', '2026-07-14'),
      working: 'one month: 50 x 6.45 = 322.50; 200 x 9.70 = 1940.00; 3 x 107.00 = 321.00; 2583.50',
      amounts: { energy: 226_250, fixed: 32_100, base: 258_350 },
    },
    {
      body: of(1000, '2026-06-01', '2026-09-30'),
      working: 'four months, up to their bound: 200 x 6.45 = 1290.00; 800 x 9.70 = 7760.00; 1284.00; 10334.00',
      amounts: { energy: 905_000, fixed: 128_400, base: 1_033_400 },
    },
  ])
  showsWorked(BIMONTHLY_BY_DAYS_ORDER, [
    {
      body: of(250, '2026-06-01', '2026-07-31'),
      working:
        '61 days, 61/30 months: 101 2/3 x 6.45 = 655.75; 148 1/3 x 9.70 = 1438.83; 321.00 x 61 / 30 = 652.70; 655.75 + 1438.83 + 652.70 = 2747.28',
      amounts: { energy: 209_458, fixed: 65_270, base: 274_728 },
    },
    {
      body: of(80, '2026-06-01', '2026-06-30'),
      working: '30 days, a month: 50 x 6.45 = 322.50; 30 x 9.70 = 291.00; 321.00; 934.50',
      amounts: { energy: 61_350, fixed: 32_100, base: 93_450 },
    },
    {
      body: of(250),
      working: 'no days given: 60 days: 645.00 + 1455.00 = 2100.00; 642.00; 2742.00',
      amounts: { energy: 210_000, fixed: 64_200, base: 274_200 },
    },
  ])

  it('says which months are assumed, and by what its slabs were scaled', async () => {
    const none = await ask(BIMONTHLY_ORDER, of(250))
    expect(none.disclosures).toContainEqual({
      code: 'ONE_MONTH_ASSUMED',
      message: expect.stringContaining('2 months are assumed, for which the release has the slabs'),
    })
    expect(none).toMatchObject({ proration: { rule_id: 'TWO-MONTHS', factor: '2', slab_months: '2' } })
    const given = await ask(BIMONTHLY_ORDER, of(250, '2026-06-15', '2026-08-14'))
    expect(given.disclosures.map(({ code }: { code: string }) => code)).not.toContain('ONE_MONTH_ASSUMED')
    expect(given.calculation.lines.map(({ description }) => description)).toEqual([
      'Energy charge, slab 0-100 kWh in 2 months',
      'Energy charge, slab above 100 kWh in 2 months',
      expect.stringContaining('Fixed charge'),
    ])
  })

  it('keeps the bound of two months', async () => {
    expect(await refusal(BIMONTHLY_ORDER, of(501))).toMatchObject({ code: 'CATEGORY_NOT_APPLICABLE' })
    expect(await refusal(BIMONTHLY_ORDER, of(251, '2026-06-15', '2026-07-14'))).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
    })
  })

  /** Findings of a definition, or an order, that differs in one place. */
  async function faults(file: 'rules' | 'printed', from: string, to: string): Promise<string> {
    const { printed, rows, rules = '' } = BIMONTHLY_ORDER
    const text = printed.as === 'text' ? printed.text : ''
    expect(file === 'rules' ? rules : text).toContain(from)
    const changed =
      file === 'rules'
        ? { rules: rules.replace(from, to) }
        : { printed: { as: 'text' as const, text: text.replace(from, to) }, rows: rows.replaceAll(from, to) }
    const mistakes = await mistakesIn({ ...BIMONTHLY_ORDER, ...changed })
    return mistakes.flatMap(({ by, expected, found }) => (by === CASES ? [] : `${expected} | ${found}`)).join()
  }

  it.each([
    ['slabs of two months read as of one', 'rules', /slab_months.*/, '', /^2, in words, .*C-1\/energy\/0/],
    ['another number of months', 'rules', '"value":"2"', '"value":"3"', /value 2 in number/],
    ['a monthly charge made once', 'rules', 'monthly: [fixed]', 'monthly: []', /^an amount for 60 days, .*C-1\/fixed/],
    ['slabs that nothing divides', 'rules', '[energy_units]', '[]', /slab_months is for edges/],
    ['slabs of a month', 'printed', 'units in two months', 'units per month', /^steps of 60 days, .*"units per month"/],
    ['a charge for two months', 'printed', 'kW per month', 'kW for two months', /"for two months".*C-1\/fixed/],
  ] as const)('are not %s', async (_what, file, from, to, found) => {
    const said = typeof from === 'string' ? from : (from.exec(BIMONTHLY_ORDER.rules ?? '')?.[0] ?? 'none')
    expect(await faults(file, said, to)).toMatch(found)
  })
})
