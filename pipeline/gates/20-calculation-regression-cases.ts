import { isHeldFigure } from '../../releases/engine/language/holds.ts'
import { formatMilli } from '../../releases/record/decimal.ts'
import { figuresOfRow } from '../../releases/record/figures.ts'
import { holdConcerns, isRowHeld } from '../../releases/record/holds.ts'
import type { RegressionCase, ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { bodyOf, dayOf, draftText, milliOf, readBody } from './calculation/draft.ts'
import { AMOUNTS, gateOfPlan, type Tested } from './calculation/outcome.ts'
import { rowOf, type Served, servedOf } from './calculation/served.ts'
import { type Failing, type Found, failing } from './gate.ts'
import { groupBy } from './record/groups.ts'

const FAULTS = [
  'not_compiled',
  'no_body',
  'outside_the_release',
  'priced',
  'another_refusal',
  'refused',
  'another_amount',
  'another_row',
  'few_amounts',
  'few_cases',
  'no_such_row',
] as const
type F = (typeof FAULTS)[number]

/** Every row has at least this many cases (docs/design/release.md#gates). */
const CASES_PER_ROW = 3

/** `rowOfAnswer`: the row that priced it. An amount that a case leaves out must be absent or 0. */
function differences({ row_id, expected }: RegressionCase, served: Served, rowOfAnswer: () => string): Failing<F>[] {
  if ('refusal' in expected) {
    const found = served.ok ? `base ${served.amounts.base_tariff_paise} paise` : served.code
    return found === expected.refusal
      ? []
      : [[served.ok ? 'priced' : 'another_refusal', `refusal ${expected.refusal}`, found]]
  }
  if (!served.ok) {
    const refusal = [served.code, ...(served.fields.length === 0 ? [] : [served.fields.join(', ')])].join(': ')
    return [['refused', `base_tariff_paise ${expected.base_tariff_paise}`, `refusal ${refusal}`]]
  }
  const found: Failing<F>[] = AMOUNTS.flatMap(({ name }): Failing<F>[] => {
    const wanted = expected[name]
    const given = served.amounts[name] ?? null
    if (wanted === undefined ? given === null || given === 0 : given === wanted) return []
    return [
      [
        'another_amount',
        wanted === undefined ? `no ${name}, which the case leaves out` : `${name} ${wanted}`,
        given === null ? 'none in the answer' : String(given),
      ],
    ]
  })
  const rowId = rowOfAnswer()
  if (rowId !== row_id) found.push(['another_row', `priced by row ${row_id}`, `priced by row ${rowId}`])
  return found
}

/** A release never answers for a day outside its period, so a case with such a day does not test the release. */
function outsideRelease(
  { effective_from: first, effective_to: last }: ReleaseRecord,
  day: string | null,
): Failing<F> | null {
  if (day === null || (first <= day && day <= last)) return null
  return ['outside_the_release', `a day from ${first} to ${last}`, day]
}

function checkCase(tested: Tested, record: ReleaseRecord, each: RegressionCase): Found<F>[] {
  const path = `cases/${each.case_id}`
  const read = readBody(bodyOf(record.state_code, each.inputs))
  if (!read.ok) {
    return read.problems.map(({ message }) => failing(path, 'no_body', 'a body of POST /v1/calculate', message))
  }
  const outside = outsideRelease(record, dayOf(each.inputs))
  if (outside !== null) return [failing(path, ...outside)]
  const { body } = read
  return differences(each, servedOf(tested, body), () => rowOf(tested, body)).map((fault) =>
    failing(path, ...fault, each.working),
  )
}

/** A case's request as text, with one spelling for each quantity. */
function requestText({ inputs }: RegressionCase): string {
  const plain = Object.entries(inputs).map(([name, value]) => {
    const milli = typeof value === 'string' && /^\d/.test(value) ? milliOf(inputs, name) : null
    return [name, milli === null ? value : formatMilli(milli)]
  })
  return draftText(Object.fromEntries(plain))
}

/** Rows without a base tariff because of a held figure or path: their cases are refusals. */
function isPriced(record: ReleaseRecord, row: Row): boolean {
  const isHeld = figuresOfRow(row).some(({ figure }) => isHeldFigure(figure)) || isRowHeld(record, row.row_id)
  return !isHeld && !record.component_holds.some(({ path }) => holdConcerns(path, `rows/${row.row_id}`))
}

function checkRow(record: ReleaseRecord, row: Row, cases: readonly RegressionCase[]): Failing<F> | null {
  const priced = isPriced(record, row)
  const counted = priced ? cases.filter(({ expected }) => !('refusal' in expected)) : cases
  const count = new Set(counted.map(requestText)).size
  if (count >= CASES_PER_ROW) return null
  const kind = priced ? 'regression cases with amounts' : 'regression cases'
  const all = count === cases.length ? '' : `, among ${cases.length}`
  return [
    priced ? 'few_amounts' : 'few_cases',
    `at least ${CASES_PER_ROW} ${kind}, each with a different request`,
    `${count}${all}`,
  ]
}

function checkCounts(record: ReleaseRecord): Found<F>[] {
  const { rows, cases } = record
  const ids = new Set(rows.map((row) => row.row_id))
  const casesOf = groupBy(cases, (each) => each.row_id)
  const strays = cases.filter((each) => !ids.has(each.row_id))
  const few = rows.flatMap((row) => {
    const fault = checkRow(record, row, casesOf.get(row.row_id) ?? [])
    return fault === null ? [] : [failing(`rows/${row.row_id}`, ...fault)]
  })
  return [
    ...few,
    ...strays.map((each) =>
      failing(`cases/${each.case_id}`, 'no_such_row', 'the id of a row', `row_id ${each.row_id}`),
    ),
  ]
}

/**
 * Gate 20: every regression case, sent as a body of POST /calculate, is answered with exactly its paise or its refusal,
 * for a day of the release and priced by the row it names, with the floor at specimen so that every row calculates; and
 * every row has at least three with different requests, with amounts if the release prices the row
 * (docs/design/release.md#gates).
 */
export const calculationRegressionCases = gateOfPlan('calculation.regression_cases', FAULTS, (tested, { record }) => {
  const { cases } = record
  const findings = cases.flatMap((each) => checkCase(tested, record, each))
  return { checked: cases.length, findings: [...checkCounts(record), ...findings] }
})
