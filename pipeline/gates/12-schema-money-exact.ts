import { toScaled } from '../../releases/record/decimal.ts'
import type { Figure } from '../../releases/record/figure.ts'
import type { Row } from '../../releases/record/row.ts'
import { type Candidate, type Finding, type Gate, verdict } from './gate.ts'
import { isSafePercentage, isSafeRate, largestAmount, MAX_DECIMALS } from './support/bounds.ts'
import { figuresOf, type RecordFigure } from './support/figures.ts'
import { finding } from './support/finding.ts'
import { parseRecord } from './support/parse.ts'
import { pathOfPointer } from './support/pointer.ts'

/** JSON pointers of numbers that are no safe integers: nothing in a record is a floating-point number. */
function* unsafeNumbers(value: unknown, pointer: string): Generator<readonly [pointer: string, number: number]> {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) yield [pointer, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    yield* unsafeNumbers(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

function checkNumbers(candidate: Candidate): Finding[] {
  const parsed = parseRecord(candidate.bytes)
  if (!parsed.ok) return [finding(candidate, 'release', 'a record in JSON', parsed.reason)]
  return [...unsafeNumbers(parsed.value, '')].map(([pointer, number]) =>
    finding(
      candidate,
      pathOfPointer(parsed.value, pointer),
      'a safe integer, or decimal text',
      `${pointer} is ${number}`,
    ),
  )
}

function checkFigure(candidate: Candidate, { path, figure }: RecordFigure): Finding[] {
  const { value, unit, quote } = figure
  if (value === null) return []
  if (toScaled(value, MAX_DECIMALS) === null) {
    return [finding(candidate, path, `decimal text with at most ${MAX_DECIMALS} decimals`, `value "${value}"`, quote)]
  }
  if (isSafeRate(figure)) return []
  const expected = 'a rate that times 10,000,000.000 stays a safe integer'
  return [finding(candidate, path, expected, `value ${value} ${unit}`, quote)]
}

type Percentage = {
  readonly path: string
  readonly figure: Figure
  readonly base: readonly ('energy' | 'wheeling' | 'fixed')[]
  readonly rows: readonly Row[]
}

/** Percentages are taken of amounts; each with the rows whose amounts it may be taken of. */
function percentages({ record }: Candidate): Percentage[] {
  const rowsOf = (codes: readonly string[]): Row[] =>
    record.rows.filter((row) => codes.length === 0 || codes.includes(row.subcategory_code))
  const adjustments = record.rules.adjustments.flatMap(({ adjustment_id, kind, applies_to, base, options }) =>
    options.flatMap(({ when, figure }) => {
      const path = `rules/adjustments/${adjustment_id}/${when}`
      return kind === 'step' || figure === null ? [] : [{ path, figure, base, rows: rowsOf(applies_to) }]
    }),
  )
  const fppas = record.rules.fppas_periods
    .filter(({ value_unit }) => value_unit === 'percent')
    .map(({ period_id, figure, basis, applies_to }) => {
      return { path: `rules/fppas_periods/${period_id}`, figure, base: basis, rows: rowsOf(applies_to) }
    })
  return [...adjustments, ...fppas]
}

function checkPercentage(candidate: Candidate, { path, figure, base, rows }: Percentage): Finding[] {
  const tooLarge = rows.find((row) => {
    const amount = base.reduce((sum, component) => sum + largestAmount(row, component), 0n)
    return !isSafePercentage(figure, amount)
  })
  if (tooLarge === undefined) return []
  const expected = 'a percentage that stays a safe integer on the largest amount'
  return [finding(candidate, path, expected, `${figure.value} percent of ${tooLarge.row_id}`, figure.quote)]
}

/**
 * Gate 12: the record holds no floating-point number; every value is exact decimal text; and the largest accepted input
 * (10,000,000.000) times any rate, and any percentage of such amounts, stays a safe integer (engine 4.1).
 */
export const schemaMoneyExact: Gate = {
  name: 'schema.money_exact',
  heavy: false,
  check(candidate) {
    const figures = figuresOf(candidate.record)
    const findings = [
      ...checkNumbers(candidate),
      ...figures.flatMap((use) => checkFigure(candidate, use)),
      ...percentages(candidate).flatMap((percentage) => checkPercentage(candidate, percentage)),
    ]
    return verdict('schema.money_exact', 1 + figures.length, findings)
  },
}
