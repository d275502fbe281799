import type { Charge, Step } from '../../releases/record/charge.ts'
import { type Condition, conditionText } from '../../releases/record/expression.ts'
import type { Figure } from '../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { evaluated, type Printed, printedBill, type Request } from './reference-bill.ts'

/**
 * Recalculates a bill as an explanation says that it came about: `changes` of the answer are applied to the request and
 * the record, which the second evaluator calculates. No code of the detector is used.
 */

type Changes = Readonly<Record<string, unknown>>
type Rules = ReleaseRecord['rules']
type Line = { readonly quantity: string; readonly rate: string; readonly component: string }

const withRules = (record: ReleaseRecord, rules: Partial<Rules>): ReleaseRecord => ({
  ...record,
  rules: { ...record.rules, ...rules },
})

/** A figure with another value, with a grade that no floor refuses. */
export function otherFigure(like: Figure, value: string): Figure {
  return { ...like, value, grade: 'order', held: null, derivation: null, carried: null }
}

/** The record with one charge's steps changed. */
export function withSlabs(
  record: ReleaseRecord,
  rowId: string,
  chargeId: string,
  method: Charge['method'],
  slabs: readonly { readonly from: string; readonly to: string | null; readonly rate: string }[],
): ReleaseRecord {
  const rows = record.rows.map((row) => {
    if (row.row_id !== rowId) return row
    const charges = row.charges.map((charge) => {
      const [first] = charge.steps
      if (charge.charge_id !== chargeId || first === undefined) return charge
      const steps = slabs.map(({ from, to, rate }) => {
        const own = charge.steps.find(({ figure }) => figure.value === rate)?.figure ?? otherFigure(first.figure, rate)
        return { from, to, figure: own }
      })
      return { ...charge, method, steps }
    })
    return { ...row, charges }
  })
  return { ...record, rows }
}

export function withProration(
  record: ReleaseRecord,
  code: string,
  { base_days, edges_of, monthly, round }: { base_days: string; edges_of: string[]; monthly: string[]; round: unknown },
): ReleaseRecord {
  const like = record.rows[0]!.charges[0]!.steps[0]!.figure
  const { source_id, locator, quote } = like
  const rule = {
    rule_id: 'SEEDED',
    licensees: [],
    applies_to: [code],
    method: 'by_days' as const,
    base_days: { ...otherFigure(like, base_days), unit: 'number' as const },
    round: round as { op: 'half_up'; step: string } | null,
    edges_of,
    monthly,
    grade: 'order' as const,
    evidence: { source_id, locator, quote },
  }
  return withRules(record, { proration: [rule] })
}

export function withoutAdjustment(record: ReleaseRecord, id: string): ReleaseRecord {
  const others = record.rules.adjustments.filter(({ adjustment_id }) => adjustment_id !== id)
  return withRules(record, { adjustments: others.map((one) => ({ ...one, of: one.of.filter((name) => name !== id) })) })
}

/** The record without some bounds of a category, which its rows may repeat. */
function withoutBounds(record: ReleaseRecord, code: string, texts: readonly string[]): ReleaseRecord {
  const rest = (all: readonly Condition[]): Condition[] => all.filter((one) => !texts.includes(conditionText(one)))
  const isOf = (one: { subcategory_code: string }): boolean => one.subcategory_code === code
  return {
    ...record,
    categories: record.categories.map((one) => (isOf(one) ? { ...one, bounds: rest(one.bounds) } : one)),
    rows: record.rows.map((row) => (isOf(row) ? { ...row, conditions: rest(row.conditions) } : row)),
  }
}

export type Times = { readonly charge_id?: string; readonly adjustment_id?: string; readonly times: number }

/** The record with a charge or an adjustment that counts several times, or not at all. */
export function withTimes(record: ReleaseRecord, { charge_id, adjustment_id, times }: Times): ReleaseRecord {
  const counted = (step: Step): Step => {
    const { value } = step.figure
    if (value === null) return step
    const places = (value.split('.')[1] ?? '').length
    const digits = String(BigInt(value.replace('.', '')) * BigInt(times)).padStart(places + 1, '0')
    const all = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
    return { ...step, figure: { ...step.figure, value: all } }
  }
  const inSteps = <T extends { readonly steps: readonly Step[] }>(one: T): T => ({
    ...one,
    steps: one.steps.map(counted),
  })
  const rows = record.rows.map((row) => ({
    ...row,
    charges: row.charges.map((one) => (one.charge_id === charge_id ? inSteps(one) : one)),
  }))
  const adjustments = record.rules.adjustments.map((one) =>
    one.adjustment_id === adjustment_id
      ? { ...one, cases: one.cases.map((each) => ({ ...each, values: each.values.map(inSteps) })) }
      : one,
  )
  return withRules({ ...record, rows }, { adjustments })
}

export function withDutyOn(record: ReleaseRecord, of: readonly string[]): ReleaseRecord {
  return withRules(record, {
    adjustments: record.rules.adjustments.map((one) =>
      one.stands_for === 'electricity_duty' ? { ...one, of: [...of] } : one,
    ),
  })
}

const ROUND: Readonly<Record<string, (paise: number, step: number) => number>> = {
  half_up: (paise, step) => Math.floor((2 * paise + step) / (2 * step)) * step,
  up: (paise, step) => Math.ceil(paise / step) * step,
  down: (paise, step) => Math.floor(paise / step) * step,
}

export function rounded(lines: Printed, way: string, step: number, of: readonly string[]): Printed {
  return Object.fromEntries(
    Object.entries(lines).map(([name, paise]) => {
      const isOf = of.includes(name.replace(/_paise$/, ''))
      return [name, isOf ? ROUND[way]!(paise, step) : paise]
    }),
  )
}

/** Quantity × rate in paise as printed in an answer, cut to the paisa. */
function cut({ quantity, rate }: Line): number {
  const [digits, places] = [quantity, rate].reduce<readonly [bigint, number]>(
    ([product, decimals], text) => [
      product * BigInt(text.replace('.', '')),
      decimals + (text.split('.')[1] ?? '').length,
    ],
    [100n, 0],
  )
  return Number(digits / 10n ** BigInt(places))
}

/** The charges of an answer cut to the paisa, line by line. */
export function cutLines(lines: readonly Line[]): Printed {
  const sums: Record<string, number> = {}
  for (const line of lines) {
    const name = `${line.component}_charge_paise`
    sums[name] = (sums[name] ?? 0) + cut(line)
  }
  return sums
}

const asked = (request: Request, changes: object): Request =>
  Object.fromEntries(Object.entries({ ...request, ...changes }).filter(([, value]) => value !== null))

/**
 * The lines of the bill as explained; null if it cannot be calculated. `answered`: the lines of the correct answer;
 * `records`: the releases in service by id.
 */
export function recomputed(
  records: ReadonlyMap<string, ReleaseRecord>,
  record: ReleaseRecord,
  request: Request,
  answered: readonly Line[],
  changes: Changes,
): Printed | null {
  const code = String(request['subcategory_code'])
  const release = changes['release_id']
  if (typeof release === 'string')
    return printedBill(records.get(release)!, asked(request, changes['request'] as object))
  if ('request' in changes) {
    // Fractions are refused if only whole units are billed; here they are priced as if there were no such rule.
    const plain = withRules(record, { unit_rules: [] })
    const other = asked(request, changes['request'] as object)
    const bounds = (changes['without_bounds'] ?? []) as string[]
    return printedBill(withoutBounds(plain, String(other['subcategory_code']), bounds), other)
  }
  if ('schedule' in changes) {
    const { charge_id, method, slabs } = changes['schedule'] as Parameters<typeof schedule>[2]
    return schedule(record, request, { charge_id, method, slabs })
  }
  if ('proration' in changes) {
    const rule = changes['proration'] as Parameters<typeof withProration>[2]
    return printedBill(withProration(record, code, rule), request)
  }
  if ('times' in changes) return printedBill(withTimes(record, changes['times'] as Times), request)
  const lines = printedBill(record, request)
  if (changes['left_out'] === 'subsidy') return { ...lines, subsidy_paise: 0 }
  if ('left_out' in changes) return printedBill(withoutAdjustment(record, String(changes['left_out'])), request)
  if ('duty_on' in changes) return printedBill(withDutyOn(record, changes['duty_on'] as string[]), request)
  const { way, step_paise, of } = changes['rounding'] as { way: string; step_paise: number; of: string[] }
  if (lines === null) return null
  return way === 'cut' ? { ...lines, ...cutLines(answered) } : rounded(lines, way, step_paise, of)
}

function schedule(
  record: ReleaseRecord,
  request: Request,
  {
    charge_id,
    method,
    slabs,
  }: { charge_id: string; method: Charge['method']; slabs: { from: string; to: string | null; rate: string }[] },
): Printed | null {
  const rowId = evaluated(record, request)?.rowId
  return rowId === undefined ? null : printedBill(withSlabs(record, rowId, charge_id, method, slabs), request)
}
