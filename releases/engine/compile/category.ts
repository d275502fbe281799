import { type Adjustment, appliesTo, type NamedLine } from '../../record/adjustment.ts'
import type { Category } from '../../record/category.ts'
import { conditionText, namesOfConditions } from '../../record/expression.ts'
import { wordsOfCategory } from '../../record/names.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Row } from '../../record/row.ts'
import type { UnitRule } from '../../record/rules.ts'
import { type AdjustmentPlan, compileAdjustment } from '../adjustments/adjustment.ts'
import { type Context, isChargeDated, onceKept, scaledNames } from '../charges/charge.ts'
import { compileRow, type RowPlan } from '../charges/row.ts'
import { inTableOrder, tableInput } from '../input-names.ts'
import { LARGEST_QUANTITY } from '../inputs.ts'
import { compileCondition, type Test } from '../language/condition.ts'
import { type Dates, isDated } from '../language/dates.ts'
import type { HeldPath } from '../language/holds.ts'
import type { Proration } from '../language/proration.ts'
import { type Read, uniqueReads } from '../language/reads.ts'
import type { DutyPlan } from '../rules/duty.ts'
import type { ApprovedPeriod } from '../rules/fppas.ts'
import type { SubsidyPlan } from '../rules/subsidy.ts'

export type Covering = { readonly category: string | null; readonly reason: string | null }

/** The part that is the same for all categories of a release. */
export type ReleaseRules = {
  readonly subsidy: SubsidyPlan | null
  readonly fppas: readonly ApprovedPeriod[]
  readonly duty: DutyPlan | null
}

export type CategoryPlan = ReleaseRules & {
  readonly code: string
  readonly licenseeCode: string | null
  readonly loadUnit: Category['load_unit']
  /** The largest quantity it accepts, in thousandths. */
  readonly largestMilli: number
  readonly rows: readonly RowPlan[]
  /** A held quantity that its bounds or the conditions of its rows read; then no row can be chosen. */
  readonly heldBy: HeldPath | null
  readonly bounds: readonly Test[]
  /** The category for a customer outside a bound, by the bound's text. */
  readonly covering: ReadonlyMap<string, Covering>
  /** Needed before a row can be chosen: what bounds and the conditions of any row read. */
  readonly conditionReads: readonly Read[]
  /** Inputs that it requires although only adjustments read them. */
  readonly alsoRequired: readonly Read[]
  /** Names of the units of each zone of the release. */
  readonly zones: readonly string[]
  /** All names that any part of the category reads. */
  readonly reads: ReadonlySet<string>
  /** Inputs that only adjustments and charges beside read, in the order of the table. */
  readonly optional: readonly string[]
  /** Inputs that the category accepts, and their words if only some are accepted. */
  readonly takes: ReadonlyMap<string, ReadonlySet<string> | null>
  /** Inputs of adjustments and charges beside, in the order of the table, in which an answer discloses what it lacks. */
  readonly left: readonly OptionalRead[]
  /** Their names, after that of the days of the bill, on which dated adjustments beside depend. */
  readonly leftNames: readonly string[]
  readonly adjustments: readonly AdjustmentPlan[]
  /** The words that choose something, by each input of which every case of some adjustment asks a word. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>
  readonly subsidised: boolean
  /** True if a billing month can have an effect: the subsidy applies, or a period does. */
  readonly readsBillingMonth: boolean
  /** True: the bill's own date chooses the period, without an entitlement (Gujarat). */
  readonly fppasByDate: boolean
  /** The proration rule, if the plan is for bills that are not one month long. */
  readonly proration: Proration | null
  /** The plan for bills whose days are given, if a proration rule is cited; null: there is none. */
  readonly prorated: CategoryPlan | null
  /** Evidence of how its units are counted, for any licensee. */
  readonly unitRules: readonly UnitRule[]
  /** True if some part applies only on some days, so that the day must be known. */
  readonly isDated: boolean
  /** The days on which some part begins or ends. */
  readonly dates: readonly Dates[]
  /** Adjustments beside with dates: they depend on the days of the bill, and are left out if these are unknown. */
  readonly besideDated: readonly AdjustmentPlan[]
}

/** An input that is read in one row or (null) in all rows. */
type OptionalRead = { readonly read: Read; readonly row: RowPlan | null }

/** The largest quantity that a category takes, in units. */
export function largestOf({ largest_quantity: declared }: Category): number {
  return Number(declared ?? LARGEST_QUANTITY)
}

/**
 * Compiles one category of the record with its rows and the rules that apply to it; `inOrder`: all adjustments, in
 * order.
 */
export function compileCategory(
  context: Context,
  category: Category,
  own: readonly Row[],
  rules: ReleaseRules,
  inOrder: readonly Adjustment[],
): CategoryPlan {
  const { record, quantities } = context
  const code = category.subcategory_code
  const path = `categories/${code}`
  const rows = own.map((row) =>
    onceKept(context, [category.bounds, row], () => compileRow(context, row, category.bounds)),
  )
  const applying = inOrder.filter((adjustment) => appliesTo(adjustment, category))
  const called = category.licensee_code === null ? code : `${code} of ${category.licensee_code}`
  const adjustments = compileAdjustments(context, applying, rows, called)
  const subsidised = rules.subsidy?.appliesTo.has(code) ?? false
  const charges = rows.flatMap((row) => [...row.base, ...row.beside])
  const required = [
    ...quantities.readsOf(namesOfConditions(category.bounds)),
    ...rows.flatMap((row) => row.conditionReads),
  ]
  const conditionReads = uniqueReads(required)
  const baseReads = [...conditionReads, ...rows.flatMap((row) => row.reads)]
  const optionalReads = uniqueReads([
    ...rows.flatMap((row) => row.beside.flatMap((charge) => charge.reads)),
    ...adjustments.flatMap((adjustment) => adjustment.reads),
  ])
  const reads = new Set<string>()
  for (const { name, unless } of [...baseReads, ...optionalReads]) {
    reads.add(name)
    for (const other of unless) reads.add(other)
  }
  const needed = new Set(baseReads.map(({ name }) => name))
  const others = optionalReads.filter(({ name }) => !needed.has(name))
  const words = wordsOfCategory(record, category.bounds, own, applying)
  const dates = [
    ...charges.flatMap((charge) => [charge.dates, ...charge.quantities.flatMap((quantity) => quantity.dates)]),
    ...adjustments.filter(({ isByBill }) => !isByBill).flatMap((adjustment) => adjustment.dates),
    ...adjustments.flatMap((adjustment) => adjustment.cases.flatMap(({ quantityDates }) => quantityDates)),
  ].filter(isDated)
  const left = inTableOrder(optionalReadsOf(adjustments, rows, conditionReads), ({ read }) => read.name)
  return {
    subsidy: rules.subsidy,
    fppas: rules.fppas,
    duty: rules.duty,
    code,
    licenseeCode: category.licensee_code,
    loadUnit: category.load_unit,
    largestMilli: largestOf(category) * 1000,
    rows,
    heldBy: rows.flatMap((row) => row.conditionQuantities).find(({ held }) => held !== null)?.held ?? null,
    bounds: category.bounds.map((bound) => compileCondition(bound, scaledNames(context), path)),
    covering: new Map(
      category.covering.map(({ bound, covering_category, reason }) => [
        conditionText(bound),
        { category: covering_category, reason },
      ]),
    ),
    conditionReads,
    zones: record.zones.map((zone) => `energy_by_zone.${zone}`),
    alsoRequired: category.required_inputs.flatMap((listed) =>
      others.filter(({ name }) => name === listed || (name.startsWith(listed) && name[listed.length] === '.')),
    ),
    reads,
    optional: inTableOrder([...new Set(others.map(({ name }) => name))], String),
    takes: takenOf(reads, words),
    left,
    leftNames: [...new Set(['bill_period', ...left.map(({ read }) => read.name)])],
    adjustments,
    words,
    subsidised,
    readsBillingMonth: takesByLaw(record, code, 'billing_month'),
    fppasByDate: record.rules.fppas_month === 'billing_date',
    proration: context.proration ?? null,
    prorated: null,
    unitRules: (record.rules.unit_rules ?? []).filter(
      ({ applies_to: codes }) => codes.length === 0 || codes.includes(code),
    ),
    isDated: charges.some(isChargeDated) || dates.length > 0,
    dates,
    besideDated: adjustments.filter(({ isByBill, dates: own }) => isByBill && own.length > 0),
  }
}

/**
 * Whether a category takes an input that only a law of its state reads: every category of a state with an entitlement is
 * answered by billing days, others than the domestic ones as not applicable.
 */
export function takesByLaw(
  { rules }: Pick<ReleaseRecord, 'rules'>,
  code: string,
  name: 'billing_days' | 'billing_month',
): boolean {
  const { subsidy, fppas_month: month, fppas_periods: periods } = rules
  if (name === 'billing_days') return subsidy !== null
  const isOfPeriod = periods.some(({ applies_to: codes }) => codes.length === 0 || codes.includes(code))
  return subsidy?.applies_to.includes(code) === true || month !== null || isOfPeriod
}

function compileAdjustments(
  context: Context,
  applying: readonly Adjustment[],
  rows: readonly RowPlan[],
  called: string,
): AdjustmentPlan[] {
  const lines: NamedLine[] = rows.flatMap(({ base, beside }) => [
    ...base.map(({ id, component }) => ({ id, component, side: 'base' as const })),
    ...beside.map(({ id }) => ({ id, component: null, side: 'beside' as const })),
  ])
  return applying.map((adjustment) => {
    const plan = compileAdjustment(context, adjustment, rows, lines, called)
    lines.push({ id: plan.id, side: plan.side, component: null })
    return plan
  })
}

/** Names that are read without restrictions; unreadInputs checks the others. */
function takenOf(reads: ReadonlySet<string>, words: CategoryPlan['words']): CategoryPlan['takes'] {
  const free = [...reads].filter((name) => {
    const input = tableInput(name)
    return input !== null && input.oneOf === undefined && input.atLeast === undefined && name !== 'energy_kwh'
  })
  return new Map(free.map((name) => [name, words.get(name) ?? null]))
}

/** Each once, without the inputs that every priced request must give. */
function optionalReadsOf(
  adjustments: readonly AdjustmentPlan[],
  rows: readonly RowPlan[],
  conditionReads: readonly Read[],
): OptionalRead[] {
  const ofAdjustments = uniqueReads(adjustments.flatMap(({ reads }) => reads)).map((read) => ({ read, row: null }))
  const ofCharges = rows.flatMap((row) =>
    uniqueReads(row.beside.flatMap(({ reads }) => reads)).map((read) => ({ read, row })),
  )
  const givenIn = new Map(rows.map((row) => [row, new Set([...conditionReads, ...row.reads])]))
  const isOptional = ({ read, row: own }: OptionalRead): boolean =>
    rows.some((row) => (own === null || own === row) && givenIn.get(row)?.has(read) === false)
  return [...ofAdjustments, ...ofCharges].filter(isOptional)
}
