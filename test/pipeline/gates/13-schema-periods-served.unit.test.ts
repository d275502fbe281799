import { describe, expect, it } from 'vitest'
import { schemaPeriodsServed } from '../../../pipeline/gates/13-schema-periods-served.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { conditions } from '../../support/record-builder.ts'
import { chargeOf, findingsOf, judge, rowOf } from './support/sample.ts'

const SERVED = 'the whole period that the release serves, 2026-04-01 to 2027-03-31'

const CASES: readonly (readonly [name: string, edit: (record: ReleaseRecord) => void, expected: string])[] = [
  [
    'a row is served before the release is',
    (record) => Object.assign(rowOf(record, 'R-DS'), { effective_from: '2026-03-31' }),
    `rows/R-DS | ${SERVED} | 2026-03-31 to 2027-03-31`,
  ],
  [
    'a row is served after the release is',
    (record) => Object.assign(rowOf(record, 'R-DS'), { effective_to: '2027-04-01' }),
    `rows/R-DS | ${SERVED} | 2026-04-01 to 2027-04-01`,
  ],
  [
    'a row ends while the release still serves',
    (record) => Object.assign(rowOf(record, 'R-DS'), { effective_to: '2027-03-30' }),
    `rows/R-DS | ${SERVED} | 2026-04-01 to 2027-03-30`,
  ],
  [
    'a scheme is declared for its first month and would be paid all year',
    ({ rules }) => Object.assign(rules.subsidy!, { effective_to: '2026-04-30' }),
    `rules/subsidy | ${SERVED} | 2026-04-01 to 2026-04-30`,
  ],
  [
    'a period ends before it begins',
    ({ rules }) => Object.assign(rules.subsidy!, { effective_from: '2027-01-01', effective_to: '2026-12-31' }),
    'rules/subsidy | a period of real dates | 2027-01-01 is after 2026-12-31',
  ],
  [
    'a date is none',
    ({ rules }) => Object.assign(rules.subsidy!, { effective_to: '2027-02-29' }),
    'rules/subsidy | a period of real dates | 2027-02-29 is not a date',
  ],
  [
    'a fact carries no period',
    ({ rules }) => Object.assign(rules.facts[0]!, { period: ' ' }),
    'rules/facts/REBATE | the period it holds for | no period',
  ],
  [
    'an approved month of FPPAS is recovered outside the release',
    ({ rules }) =>
      Object.assign(rules.fppas_periods[0]!, { status: 'approved_exact_month', recovery_month: '2027-04' }),
    'rules/fppas_periods/FPPAS-2026-04 | a recovery month from 2026-04 to 2027-03 | 2027-04',
  ],
  [
    'a month of FPPAS is recovered before it is due',
    ({ rules }) => Object.assign(rules.fppas_periods[0]!, { recovery_month: '2026-03' }),
    'rules/fppas_periods/FPPAS-2026-04 | a recovery month not before 2026-04 | 2026-03',
  ],
  [
    'the financial year is none',
    (record) => Object.assign(record, { financial_year: '2026-28' }),
    'release | a financial year such as 2026-27, from 1 April to 31 March | 2026-28',
  ],
]

describe('schema.periods_served fails when', () => {
  it.each(CASES)('%s', async (_, edit, expected) => {
    expect(await findingsOf(schemaPeriodsServed, edit)).toEqual([expected])
  })

  it('the release itself has no period, and says nothing then of its parts', async () => {
    const findings = await findingsOf(schemaPeriodsServed, (record) => {
      record.effective_to = '2027-02-29'
      Object.assign(chargeOf(record, 'R-DS', 'fixed'), { effective_to: '2026-12-31' })
    })
    expect(findings).toEqual(['release | a period of real dates | 2027-02-29 is not a date'])
  })

  it('the release reaches beyond its own financial year', async () => {
    const findings = await findingsOf(schemaPeriodsServed, (record) => {
      record.effective_to = '2027-04-30'
    })
    expect(findings[0]).toBe('release | a period inside 2026-04-01 to 2027-03-31 | 2026-04-01 to 2027-04-30')
  })

  it('the release has no real dates', async () => {
    const findings = await findingsOf(schemaPeriodsServed, (record) => {
      record.effective_to = '2027-03-32'
    })
    expect(findings[0]).toBe('release | a period of real dates | 2027-03-32 is not a date')
  })
})

const from = (effective_from: string | null, effective_to: string | null) => ({ effective_from, effective_to })
const INSIDE = 'days inside 2026-04-01 to 2027-03-31'
const EACH_DAY = 'with its like, which has the same conditions, each day from 2026-04-01 to 2027-03-31 once'

/** The energy charge of R-SL, once for each period. */
const charges =
  (...periods: ReturnType<typeof from>[]) =>
  (record: ReleaseRecord): void => {
    const row = rowOf(record, 'R-SL')
    row.charges = periods.map((period, index) => ({ ...row.charges[0]!, charge_id: `energy-${index}`, ...period }))
  }
const cases =
  (...periods: ReturnType<typeof from>[]) =>
  ({ quantities }: ReleaseRecord): void => {
    quantities[0]!.cases = periods.map((period) => ({ ...quantities[0]!.cases[0]!, ...period }))
  }

describe('schema.periods_served fails for what is dated when', () => {
  it.each<[string, (record: ReleaseRecord) => void, string]>([
    [
      'a charge begins before the release',
      charges(from('2026-03-01', null)),
      `rows/R-SL/energy-0 | ${INSIDE} | 2026-03-01 to 2027-03-31`,
    ],
    [
      'a case of a quantity ends after the release',
      cases(from(null, '2027-04-01')),
      `quantities/load_parts/cases/0 | ${INSIDE} | 2026-04-01 to 2027-04-01`,
    ],
    [
      'a case of an adjustment reaches beyond the release',
      ({ rules }) => void Object.assign(rules.adjustments[0]!.cases[0]!, { effective_to: '2028-03-31' }),
      `rules/adjustments/TOD/peak | ${INSIDE} | 2026-04-01 to 2028-03-31`,
    ],
    [
      'a charge ends before it begins',
      charges(from('2026-12-01', '2026-11-30')),
      'rows/R-SL/energy-0 | a period of real dates | 2026-12-01 is after 2026-11-30',
    ],
    [
      'a case of an adjustment has no date',
      ({ rules }) => void Object.assign(rules.adjustments[0]!.cases[0]!, { effective_from: '2026-02-30' }),
      'rules/adjustments/TOD/peak | a period of real dates | 2026-02-30 is not a date',
    ],
    [
      'charges of one component leave days out',
      charges(from(null, '2026-09-30'), from('2026-10-02', null)),
      `rows/R-SL/energy-1 | ${EACH_DAY} | none from 2026-10-01 to 2026-10-01`,
    ],
    [
      'charges of one component share days',
      charges(from(null, '2026-10-01'), from('2026-10-01', null)),
      `rows/R-SL/energy-1 | ${EACH_DAY} | another one until 2026-10-01, and it is from 2026-10-01`,
    ],
    [
      'a charge has days of one that is longer',
      charges(from(null, null), from('2026-06-01', '2026-06-30')),
      `rows/R-SL/energy-1 | ${EACH_DAY} | another one until 2027-03-31, and it is from 2026-06-01`,
    ],
    [
      'a charge ends and no other one follows',
      charges(from(null, '2026-12-31')),
      `rows/R-SL/energy-0 | ${EACH_DAY} | none from 2027-01-01 to 2027-03-31`,
    ],
    [
      'a charge with dates stands beside one without',
      charges(from(null, null), from('2026-12-01', null)),
      `rows/R-SL/energy-1 | ${EACH_DAY} | another one until 2027-03-31, and it is from 2026-12-01`,
    ],
    [
      'cases of a quantity leave days out',
      cases(from('2026-04-02', null)),
      `quantities/load_parts/cases/0 | ${EACH_DAY} | none from 2026-04-01 to 2026-04-01`,
    ],
    [
      'cases of a quantity share days',
      cases(from(null, '2026-12-31'), from('2026-07-01', null)),
      `quantities/load_parts/cases/1 | ${EACH_DAY} | another one until 2026-12-31, and it is from 2026-07-01`,
    ],
  ])('%s', async (_, edit, expected) => {
    expect(await findingsOf(schemaPeriodsServed, edit)).toEqual([expected])
  })
})

describe('schema.periods_served passes', () => {
  it.each<[string, (record: ReleaseRecord) => unknown]>([
    ['row', ({ rows }) => rows.push({ ...rows[0]!, charges: [] })],
    ['case of a quantity', ({ quantities: [first] }) => first!.cases.push(first!.cases[0]!)],
    ['month of FPPAS', ({ rules }) => rules.fppas_periods.push(rules.fppas_periods[0]!)],
    ['fact', ({ rules }) => rules.facts.push(rules.facts[0]!)],
  ])('and counts each %s that it checks', async (_, add) => {
    const { checked, passed } = await judge(schemaPeriodsServed)
    expect([passed, (await judge(schemaPeriodsServed, add)).checked - checked]).toEqual([true, 1])
  })

  it('charges and cases that follow each other day by day, in whichever order they stand', async () => {
    const [first, then] = [from(null, '2026-09-30'), from('2026-10-01', null)]
    expect(await findingsOf(schemaPeriodsServed, charges(then, first))).toEqual([])
    expect(await findingsOf(schemaPeriodsServed, cases(first, then))).toEqual([])
  })

  it('charges of other conditions, which have dates of their own', async () => {
    const findings = await findingsOf(schemaPeriodsServed, (record) => {
      charges(from(null, '2026-09-30'), from('2026-10-01', null), from(null, null))(record)
      rowOf(record, 'R-SL').charges[2]!.when = conditions('tod_period=peak')
    })
    expect(findings).toEqual([])
  })

  it('a case of an adjustment that holds on some days alone', async () => {
    const edit = from('2026-10-01', '2026-12-31')
    expect(
      await findingsOf(schemaPeriodsServed, ({ rules }) => void Object.assign(rules.adjustments[0]!.cases[0]!, edit)),
    ).toEqual([])
  })

  it('a historical month of FPPAS from before the release: it is evidence and reaches no amount', async () => {
    const edit = { status: 'historical_evidence', period: '2025-11', recovery_month: '2026-01' }
    expect(await findingsOf(schemaPeriodsServed, ({ rules }) => Object.assign(rules.fppas_periods[0]!, edit))).toEqual(
      [],
    )
  })
})
