import { type NamedLine, namedTwice, type Adjustment as RecordAdjustment } from '../../record/adjustment.ts'
import { namesOfConditions } from '../../record/expression.ts'
import { figuresOfValues } from '../../record/figures.ts'
import { type Grade, weakest } from '../../record/grade.ts'
import { keptIn } from '../../record/kept-in.ts'
import { type Context, onceKept, scaledNames } from '../charges/charge.ts'
import type { RowPlan } from '../charges/row.ts'
import type { Inputs } from '../given-inputs.ts'
import { CompileError } from '../language/compile-error.ts'
import { type Amounts, allHold, compileCondition, isRuledOut, type Test } from '../language/condition.ts'
import { type Dates, datesOf, holdsOn, holdsOnBill, isDated } from '../language/dates.ts'
import { gradesOf, type HeldPath, isHeldFigure, reasonOf, UNEXPLAINED } from '../language/holds.ts'
import type { Quantity } from '../language/quantities.ts'
import { addMissing, type Read, uniqueReads } from '../language/reads.ts'
import type { Halves } from '../language/round.ts'
import { compilePart, type PartPlan } from './part.ts'
import { compileValue, type ValuePlan } from './value.ts'

export type CasePlan = {
  readonly id: string
  readonly tests: readonly Test[]
  /** The tests that do not depend on amounts, and whether these are all of its tests. */
  readonly early: readonly Test[]
  readonly isEarly: boolean
  readonly dates: Dates
  readonly effect: 'add' | 'subtract' | 'none'
  readonly pick: 'least' | 'greatest' | null
  /** Empty if the case changes nothing, or is held. */
  readonly values: readonly ValuePlan[]
  readonly held: HeldPath | null
  /** Figures checked against the evidence floor: its own, and those of the quantities that it reads. */
  readonly judged: readonly { readonly path: string; readonly grade: Grade }[]
  readonly restsOn: readonly { readonly path: string; readonly grade: Grade }[]
  /** The weakest of these, and of the figures of cap and floor. */
  readonly grade: Grade
  /** Inputs read by its conditions, values, cap, floor and part. */
  readonly reads: readonly Read[]
  /** Inputs that it reads once it applies: those of values, cap, floor and part; none if it changes nothing. */
  readonly amountReads: readonly Read[]
  /** Dates of the quantities that these read. */
  readonly quantityDates: readonly Dates[]
}

export type AdjustmentPlan = {
  readonly id: string
  /** What it is, for people. */
  readonly description: string
  readonly side: 'base' | 'beside'
  readonly of: readonly string[]
  /** Names of lines whose amounts its conditions read. */
  readonly testedLines: readonly string[]
  readonly part: PartPlan | null
  readonly halves: Halves
  readonly cases: readonly CasePlan[]
  /**
   * The only candidates if a request gives every input read: the first case changes the bill, has no conditions and no
   * dates.
   */
  readonly always: readonly CasePlan[] | null
  readonly cap: ValuePlan | null
  readonly floor: ValuePlan | null
  /** The figures of cap and floor. */
  readonly limits: readonly { readonly path: string; readonly grade: Grade }[]
  readonly reads: readonly Read[]
  readonly dates: readonly Dates[]
  /** Null: all licensees. */
  readonly licensees: ReadonlySet<string> | null
  /** Dated by the days of the bill, not by the requested day. */
  readonly isByBill: boolean
  /** The part of a printed bill that it corresponds to, if there is one. */
  readonly standsFor: RecordAdjustment['stands_for'] | null
}

/** Names that `of` may use in addition to charges and earlier adjustments. */
export const LINE_GROUPS: readonly string[] = ['energy', 'wheeling', 'fixed', 'other', 'minimum', 'base_tariff', 'bill']

/** Compiles an adjustment for the category `called` so with these rows; `lines` are the names that its base may use there. */
export function compileAdjustment(
  context: Context,
  adjustment: RecordAdjustment,
  rows: readonly RowPlan[],
  lines: readonly NamedLine[],
  called: string,
): AdjustmentPlan {
  const path = `rules/adjustments/${adjustment.adjustment_id}`
  const unknown = adjustment.of.find((name) => !LINE_GROUPS.includes(name) && !lines.some(({ id }) => id === name))
  if (unknown !== undefined) {
    throw new CompileError(
      path,
      `is based on ${unknown}, which is not a component, charge or earlier adjustment of ${called}`,
    )
  }
  const twice = namedTwice(adjustment.of, lines)
  if (twice !== null) throw new CompileError(path, `is based on ${twice.join(' and ')}, which have a line in common`)
  const part = adjustment.part === null ? null : compilePart(context, adjustment.part, rows, path)
  const whole = compiledWhole(context, adjustment, path)
  return part === null ? whole : { ...whole, part }
}

/** The part of an adjustment that is the same in every category, compiled once per context. */
const known = new WeakMap<Context, Map<RecordAdjustment, AdjustmentPlan>>()

function compiledWhole(context: Context, adjustment: RecordAdjustment, path: string): AdjustmentPlan {
  if (context.kept !== null) return onceKept(context, [adjustment], () => compileWhole(context, adjustment, path))
  const own = keptIn(known, context, () => new Map<RecordAdjustment, AdjustmentPlan>())
  return keptIn(own, adjustment, () => compileWhole(context, adjustment, path))
}

/** An adjustment without `part`, which depends on the category. */
function compileWhole(context: Context, adjustment: RecordAdjustment, path: string): AdjustmentPlan {
  const { cap, floor, limits, cases } = compileCases(context, adjustment, path)
  return {
    id: adjustment.adjustment_id,
    description: adjustment.description,
    side: adjustment.side,
    of: adjustment.of,
    testedLines: cases.flatMap(({ tests }) => tests.flatMap(({ amounts }) => amounts)),
    part: null,
    halves: context.halves,
    cases,
    always: cases.slice(0, 1).every(isAlways) ? cases.slice(0, 1) : null,
    cap,
    floor,
    limits,
    reads: uniqueReads(cases.flatMap((each) => each.reads)),
    dates: cases.map(({ dates }) => dates).filter(isDated),
    isByBill: adjustment.side === 'beside' && adjustment.stands_for !== undefined,
    standsFor: adjustment.stands_for ?? null,
    licensees: adjustment.licensees.length === 0 ? null : new Set(adjustment.licensees),
  }
}

type CasePlans = Pick<AdjustmentPlan, 'cap' | 'floor' | 'limits' | 'cases'>

function compileCases(context: Context, adjustment: RecordAdjustment, path: string): CasePlans {
  const limit = (name: 'cap' | 'floor'): ValuePlan | null => {
    const value = adjustment[name]
    if (value === null) return null
    const id = adjustment.adjustment_id
    const compiled = compileValue(context, id, value, adjustment.description, `${path}/${name}`, 0, 1)
    if (compiled === null) throw new CompileError(`${path}/${name}`, 'is held, so its limit is unknown')
    return compiled
  }
  const [cap, floor] = [limit('cap'), limit('floor')]
  const part = adjustment.part === null ? [] : [context.quantities.get(adjustment.part.quantity, path)]
  const shared = [...(cap?.quantities ?? []), ...(floor?.quantities ?? []), ...part]
  const limits = [cap, floor].flatMap((value) => (value?.steps ?? []).map(({ step: { rate } }) => rate))
  const cases = adjustment.cases.map((each) => compileCase(context, adjustment, each, path, shared, limits))
  if (new Set(cases.map((each) => each.id)).size < cases.length)
    throw new CompileError(path, 'two of its cases have one id')
  return { cap, floor, limits, cases }
}

const isAlways = ({ tests, dates, effect }: CasePlan): boolean =>
  tests.length === 0 && !isDated(dates) && effect !== 'none'

/**
 * `shared`: quantities used by every case, and by cap, floor and part; `limitFigures`: the figures of cap and floor.
 */
function compileCase(
  context: Context,
  { adjustment_id: id, of, cap, floor }: RecordAdjustment,
  each: RecordAdjustment['cases'][number],
  at: string,
  shared: readonly Quantity[],
  limitFigures: AdjustmentPlan['limits'],
): CasePlan {
  const { quantities, holds } = context
  const path = `${at}/${each.case_id}`
  if ((each.effect === 'none') !== (each.values.length === 0)) {
    throw new CompileError(path, 'effect none has no values, and other effects need values')
  }
  if (each.values.length > 1 !== (each.pick !== null))
    throw new CompileError(path, 'pick is needed for several values, and only for them')
  const needsBase = each.values.some(({ kind }) => kind !== 'per_unit' && kind !== 'per_bill')
  if (needsBase && of.length === 0) throw new CompileError(path, 'has no base: `of` is empty')
  const values = each.values.map((value, index) =>
    compileValue(context, id, value, each.description, path, index, each.values.length),
  )
  const figures = figuresOfValues(path, each.values)
  const names = namesOfConditions(each.when)
  const deciding = names.flatMap((name) => quantities.find(name) ?? [])
  const used = [...deciding, ...values.flatMap((value) => value?.quantities ?? []), ...shared]
  const limits = [...(cap === null ? [] : [`${at}/cap`]), ...(floor === null ? [] : [`${at}/floor`])]
  const runtime = [path, ...limits].map((each) => holds.runtime(each)).find((by) => by !== null) ?? null
  const figure = figures.find((one) => isHeldFigure(one.figure))?.figure ?? null
  const quantity = used.find(({ held }) => held !== null)?.held ?? null
  const isHeld = runtime !== null || figure !== null || quantity !== null
  const tests = each.when.map((condition) => compileCondition(condition, scaledNames(context), path))
  const early = tests.filter(({ amounts }) => amounts.length === 0)
  const judged = gradesOf(figures)
  const restsOn = used.flatMap((one) => one.figures)
  const amountReads = [...values.flatMap((value) => value?.reads ?? []), ...shared.flatMap((one) => one.reads)]
  return {
    id: each.case_id,
    tests,
    early,
    isEarly: early.length === tests.length,
    dates: datesOf(each),
    effect: each.effect,
    pick: each.pick,
    values: isHeld ? [] : values.filter((value) => value !== null),
    held:
      isHeld && each.effect !== 'none'
        ? { ...(runtime ?? (figure === null ? null : reasonOf(figure)) ?? quantity ?? UNEXPLAINED), path }
        : null,
    judged,
    restsOn,
    grade: weakest([...judged, ...restsOn, ...limitFigures].map(({ grade }) => grade)),
    reads: uniqueReads([...quantities.readsOf(names), ...amountReads]),
    amountReads: each.effect === 'none' ? [] : uniqueReads(amountReads),
    quantityDates: used.flatMap((one) => one.dates),
  }
}

const NONE: readonly CasePlan[] = []

/**
 * The cases of an adjustment that may apply to a request: the first whose conditions and dates are met, and all earlier
 * ones that still depend on an amount, including those that change nothing.
 */
export function candidates({ cases, isByBill }: AdjustmentPlan, inputs: Inputs): readonly CasePlan[] {
  const holds = isByBill ? holdsOnBill : holdsOn
  let found: readonly CasePlan[] = NONE
  for (const each of cases) {
    if (!holds(each.dates, inputs) || !allHold(each.early, inputs)) continue
    found = found.length === 0 ? [each] : [...found, each]
    if (each.isEarly) break
  }
  return found
}

/** True if the days that decide which case is in force are not given. */
export function lacksDays({ dates, isByBill }: AdjustmentPlan, { days }: Inputs): boolean {
  return isByBill && dates.length > 0 && days === null
}

/**
 * Inputs without which it is open which case in force applies, or what it adds: those that are not given, of every case that
 * can be reached. A case cannot be reached if a condition is not met by inputs that are given, or after one that surely
 * applies. None if every case that can be reached changes nothing.
 */
export function missingReads({ cases, isByBill }: AdjustmentPlan, inputs: Inputs): readonly Read[] {
  const holds = isByBill ? holdsOnBill : holdsOn
  const missing: Read[] = []
  let isOpen = false
  for (const { dates, tests, isEarly, effect, amountReads } of cases) {
    if (!holds(dates, inputs) || isRuledOut(tests, inputs)) continue
    const { length: before } = missing
    for (const { reads } of tests) addMissing(missing, reads, inputs)
    const isCertain = isEarly && missing.length === before
    addMissing(missing, amountReads, inputs)
    if (effect !== 'none') isOpen = true
    if (isCertain) break
  }
  return isOpen ? missing : []
}

/** True if the days of the bill are known and no case is in force on all of them, or one applies only on other days. */
export function isUnknownFor({ cases, dates, isByBill }: AdjustmentPlan, inputs: Inputs): boolean {
  if (!isByBill || dates.length === 0 || inputs.days === null) return false
  const inForce = cases.filter((each) => holdsOnBill(each.dates, inputs))
  const applies = ({ early }: CasePlan): boolean => allHold(early, inputs)
  return inForce.length === 0 || (!inForce.some(applies) && cases.some(applies))
}

/** Ids of the lines that are left out, by side. */
export type LeftOutLines = Readonly<Record<AdjustmentPlan['side'], Set<string>>>

/**
 * True if it is beside and names a line beside that is left out, or if a case of it depends on the amount of any line that is.
 * As a part of its base a line of the base that is left out counts as nothing: the bill is that without it.
 */
export function restsOnAny({ side, of, testedLines }: AdjustmentPlan, { base, beside }: LeftOutLines): boolean {
  if (base.size > 0 && testedLines.some((line) => base.has(line))) return true
  if (side === 'base' || beside.size === 0) return false
  return [of, testedLines].some((lines) => lines.some((line) => beside.has(line)))
}

/**
 * The candidate that applies once the earlier amounts are known; `unknown` if one of those is not known and a candidate
 * changes the bill.
 */
export function decided(cases: readonly CasePlan[], inputs: Inputs, amounts: Amounts): CasePlan | null | 'unknown' {
  const areKnown = cases.every(({ tests }) =>
    tests.every((test) => test.amounts.every((line) => amounts(line) !== null)),
  )
  if (!areKnown && cases.some(({ effect }) => effect !== 'none')) return 'unknown'
  for (const each of cases) if (allHold(each.tests, inputs, amounts)) return each
  return null
}
