import { describe, expect, it } from 'vitest'
import { schemaPeriodsServed } from '../../../pipeline/gates/13-schema-periods-served.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { findingsOf, rowOf } from './support/sample.ts'

const SERVED = 'the whole period that the release serves, 2026-04-01 to 2027-03-31: nothing is left out of a part of it'

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
    'an adjustment reaches beyond the release',
    ({ rules }) => Object.assign(rules.adjustments[0]!, { effective_to: '2028-03-31' }),
    `rules/adjustments/TOD | ${SERVED} | 2026-04-01 to 2028-03-31`,
  ],
  [
    'a row ends while the release still serves',
    (record) => Object.assign(rowOf(record, 'R-DS'), { effective_to: '2027-03-30' }),
    `rows/R-DS | ${SERVED} | 2026-04-01 to 2027-03-30`,
  ],
  [
    'an adjustment begins after the release does',
    ({ rules }) => Object.assign(rules.adjustments[0]!, { effective_from: '2026-04-02' }),
    `rules/adjustments/TOD | ${SERVED} | 2026-04-02 to 2027-03-31`,
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

describe('schema.periods_served passes', () => {
  it('a historical month of FPPAS from before the release: it is evidence and reaches no amount', async () => {
    const edit = { status: 'historical_evidence', period: '2025-11', recovery_month: '2026-01' }
    expect(await findingsOf(schemaPeriodsServed, ({ rules }) => Object.assign(rules.fppas_periods[0]!, edit))).toEqual(
      [],
    )
  })
})
