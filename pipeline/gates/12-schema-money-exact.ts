import type { CategoryPlan } from '../../releases/engine/compile/category.ts'
import type { Plan } from '../../releases/engine/compile/plan.ts'
import { LARGEST_DECLARED_QUANTITY } from '../../releases/engine/inputs.ts'
import { floorDivide } from '../../releases/engine/language/fraction.ts'
import type { Adjustment } from '../../releases/record/adjustment.ts'
import { toScaled } from '../../releases/record/decimal.ts'
import { figuresOf, type RecordFigure } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { planOf } from './calculation/compiled.ts'
import { type Candidate, type Found, failing, gate } from './gate.ts'
import { categoryPath, groupBy } from './record/groups.ts'
import { isSafe, type Largest, LargestAmounts } from './record/largest-amounts.ts'
import { parseRecord } from './record/parse.ts'
import { pathOfPointer } from './record/pointer.ts'

const FAULTS = [
  'not_json',
  'unsafe_number',
  'not_decimal',
  'value_too_large',
  'largest_quantity',
  'charge_unbounded',
  'adjustment_unbounded',
  'percentage_unbounded',
  'fppas_unbounded',
  'fppas_percentage_unbounded',
  'duty_unbounded',
  'bill_unbounded',
] as const
type F = (typeof FAULTS)[number]

/** JSON pointers of numbers that are not safe integers: a record has no floating-point numbers. */
function* unsafeNumbers(value: unknown, pointer: string): Generator<readonly [pointer: string, number: number]> {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) yield [pointer, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    yield* unsafeNumbers(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

function checkNumbers(candidate: Candidate): Found<F>[] {
  const parsed = parseRecord(candidate.bytes)
  if (!parsed.ok) return [failing('release', 'not_json', 'a record in JSON', parsed.reason)]
  return [...unsafeNumbers(parsed.value, '')].map(([pointer, number]) =>
    failing(
      pathOfPointer(parsed.value, pointer),
      'unsafe_number',
      'a safe integer, or decimal text',
      `${pointer} is ${number}`,
    ),
  )
}

/** Maximum number of decimals of a figure. */
const MAX_DECIMALS = 6

function checkFigure({ path, figure }: RecordFigure): Found<F>[] {
  const { value, quote } = figure
  if (value === null) return []
  const scaled = toScaled(value, MAX_DECIMALS)
  const at = (fault: F, expected: string): Found<F>[] => [failing(path, fault, expected, `value "${value}"`, quote)]
  if (scaled === null) return at('not_decimal', `decimal text with at most ${MAX_DECIMALS} decimals`)
  const paise = scaled / 10n ** BigInt(MAX_DECIMALS - 2)
  const isLarge = paise > BigInt(Number.MAX_SAFE_INTEGER) || -paise > BigInt(Number.MAX_SAFE_INTEGER)
  return isLarge ? at('value_too_large', 'a value that is a safe integer in paise') : []
}

function checkLargestQuantity(record: ReleaseRecord): Found<F>[] {
  return record.categories.flatMap((category) => {
    const { largest_quantity: text } = category
    if (text === null) return []
    const milli = toScaled(text, 3)
    if (milli !== null && milli > 0n && milli <= BigInt(LARGEST_DECLARED_QUANTITY) * 1000n) return []
    const expected = `a largest_quantity above 0, at most ${LARGEST_DECLARED_QUANTITY}, of three decimals`
    return [failing(categoryPath(category), 'largest_quantity', expected, text)]
  })
}

const LINE = 'a line that is proved to stay a safe integer in paise on the largest quantities'
const PERCENTAGE = 'a percentage that is proved to stay a safe integer in paise on the largest amount'
const SUM = 'lines that together are proved to stay a safe integer in paise'

/** Proofs required for each amount. */
const PROVED = {
  charge_unbounded: LINE,
  adjustment_unbounded: LINE,
  percentage_unbounded: PERCENTAGE,
  fppas_unbounded: LINE,
  fppas_percentage_unbounded: PERCENTAGE,
  duty_unbounded: LINE,
  bill_unbounded: SUM,
} as const

/**
 * Where an amount of a row may leave the range of safe integers, or is not proved to stay in it; the first place of
 * each line.
 */
function* unsafeLines(record: ReleaseRecord, plan: Plan, category: CategoryPlan, row: Row): Generator<Unsafe> {
  const amounts = new LargestAmounts(plan, category, row)
  const of = `of ${row.row_id}`
  for (const charge of row.charges) {
    const amount = amounts.line(charge.charge_id)
    if (!isSafe(amount))
      yield { path: `rows/${row.row_id}/${charge.charge_id}`, fault: 'charge_unbounded', found: amountText(amount) }
  }
  let isWhole = true
  for (const adjustment of category.adjustments) {
    const own = record.rules.adjustments.find(({ adjustment_id }) => adjustment_id === adjustment.id)
    const amount = own === undefined ? null : amounts.adjust(own, adjustment)
    if (isSafe(amount)) continue
    isWhole = false
    const path = `rules/adjustments/${adjustment.id}`
    const fault = isPercent(own) ? 'percentage_unbounded' : 'adjustment_unbounded'
    yield { path, fault, found: `${amountText(amount)} ${of}` }
  }
  for (const { period_id, figure, basis, applies_to, value_unit } of record.rules.fppas_periods) {
    if (applies_to.length > 0 && !applies_to.includes(category.code)) continue
    const isPercentage = value_unit === 'percent'
    const amount = isPercentage ? amounts.percentOf(figure, basis) : amounts.byEnergy(figure)
    const path = `rules/fppas_periods/${period_id}`
    const fault = isPercentage ? 'fppas_percentage_unbounded' : 'fppas_unbounded'
    if (!isSafe(amount)) yield { path, fault, found: `${amountText(amount)} ${of}` }
  }
  const duty = record.rules.duty === null ? null : amounts.byEnergy(record.rules.duty.figure)
  if (duty !== null && !isSafe(duty)) yield { path: 'rules/duty', fault: 'duty_unbounded', found: amountText(duty) }
  isWhole &&= row.charges.every(({ charge_id }) => isSafe(amounts.line(charge_id)))
  if (isWhole && !isSafe(amounts.sum('bill'))) {
    yield { path: `rows/${row.row_id}`, fault: 'bill_unbounded', found: amountText(amounts.sum('bill')) }
  }
}

type Unsafe = { readonly path: string; readonly fault: keyof typeof PROVED; readonly found: string }

const isPercent = (adjustment: Adjustment | undefined): boolean =>
  adjustment?.cases.some(({ values }) => values.some(({ kind }) => kind === 'percent' || kind === 'factor')) ?? false

function amountText(amount: Largest): string {
  return amount === null ? 'no upper bound is proved' : `up to ${-floorDivide(-amount.n, amount.d)} paise`
}

/** One finding per path: the first row where it occurs. */
function unsafeAmounts(record: ReleaseRecord): Found<F>[] {
  const plan = planOf(record)
  if (plan === null) return []
  const found = plan.categories.flatMap((category) =>
    category.rows.flatMap(({ rowId }) => {
      const row = record.rows.find(({ row_id }) => row_id === rowId)
      return row === undefined ? [] : [...unsafeLines(record, plan, category, row)]
    }),
  )
  return [...groupBy(found, ({ path }) => path).values()].map(([{ path, fault, found }]) =>
    failing(path, fault, PROVED[fault], found),
  )
}

/**
 * Gate 12: the record has no floating-point number; every value is exact decimal text; and every line, every percentage
 * of lines and the sum of a bill's lines is proved to stay a safe integer, from the plan's proved bounds of quantities.
 */
export const schemaMoneyExact = gate('schema.money_exact', FAULTS, (candidate) => {
  const figures = figuresOf(candidate.record)
  const findings = [
    ...checkNumbers(candidate),
    ...figures.flatMap((use) => checkFigure(use)),
    ...checkLargestQuantity(candidate.record),
    ...unsafeAmounts(candidate.record),
  ]
  return { checked: 1 + figures.length, findings }
})
