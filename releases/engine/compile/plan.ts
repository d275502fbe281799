import type { Adjustment } from '../../record/adjustment.ts'
import type { Category } from '../../record/category.ts'
import { keptIn } from '../../record/kept-in.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { ProrationRule } from '../../record/rules.ts'
import { type Context, onceKept } from '../charges/charge.ts'
import { inputOf } from '../input-names.ts'
import type { InputName } from '../inputs.ts'
import { type Hold, holdLookup } from '../language/holds.ts'
import { Kept } from '../language/kept.ts'
import { compileProration, prorationRuleOf } from '../language/proration.ts'
import { Quantities } from '../language/quantities.ts'
import type { Halves } from '../language/round.ts'
import { compileDuty } from '../rules/duty.ts'
import { compileFppas } from '../rules/fppas.ts'
import { compileSubsidy } from '../rules/subsidy.ts'
import { type CategoryPlan, compileCategory, largestOf, type ReleaseRules } from './category.ts'

/** A release ready for calculation. It contains only verified figures. */
export type Plan = {
  readonly record: ReleaseRecord
  /** In the order of the record; compiles those that are not yet. */
  readonly categories: readonly CategoryPlan[]
  /** Inputs that requests of this release may give in addition to the common ones. */
  readonly takes: ReadonlySet<InputName>
  /** The largest quantity that any category accepts, in units. */
  readonly largest: number
  /**
   * The category by its code: the licensee's own, otherwise that of the whole state; with `isProrated` the plan for a
   * bill with given days.
   */
  find(licenseeCode: string | null, subcategoryCode: string, isProrated?: boolean): CategoryPlan | null
  /** Codes a caller may choose from, for a licensee (null: all). */
  available(licenseeCode: string | null): readonly string[]
}

/** The last compiled record without runtime holds; reused when compiling with holds. */
export type Keeping = { last: { readonly kept: Kept; readonly quantities: Quantities } | null }

/** A category of the record, and its plan once it is compiled. */
type Entry = { readonly category: Category; plan: CategoryPlan | null }

/** Rounding, by default the record's own, and the cache for a record that is compiled repeatedly with other holds. */
type Options = { readonly halves?: Halves | undefined; readonly keeping?: Keeping }

/**
 * Compiles a release record with its holds. Pure: the same record, holds and rounding give the same plan. Throws
 * CompileError if the record uses a feature that the engine lacks.
 */
export function compilePlan(...of: Parameters<typeof planOnDemand>): Plan {
  const plan = planOnDemand(...of)
  void plan.categories
  return plan
}

/**
 * The same plan, each category of which is compiled when it is first asked for, and may throw then. For a record that was compiled
 * whole before it was sealed: a request needs one category of many.
 */
export function planOnDemand(record: ReleaseRecord, holds: readonly Hold[] = [], options: Options = {}): Plan {
  const compile = categoryCompiler(contextOf(record, holds, options))
  const entries = record.categories.map((category): Entry => ({ category, plan: null }))
  const planOf = (entry: Entry): CategoryPlan => {
    entry.plan ??= compile(entry.category)
    return entry.plan
  }
  let all: readonly CategoryPlan[] | null = null
  const byLicensee = new Map<string | null, Map<string, Entry>>()
  for (const entry of entries) {
    const { licensee_code: licensee, subcategory_code: code } = entry.category
    const codes = keptIn(byLicensee, licensee, () => new Map<string, Entry>())
    if (!codes.has(code)) codes.set(code, entry)
  }
  const statewide = byLicensee.get(null)
  return {
    record,
    get categories() {
      all ??= entries.map(planOf)
      return all
    },
    takes: takenBy(record),
    largest: Math.max(...record.categories.map(largestOf)),
    find: (licensee, code, isProrated) => {
      const entry = (licensee === null ? undefined : byLicensee.get(licensee)?.get(code)) ?? statewide?.get(code)
      if (entry === undefined) return null
      const found = planOf(entry)
      return isProrated === true ? (found.prorated ?? found) : found
    },
    available: availableIn(record.categories),
  }
}

/** Codes by licensee, computed once: a refusal should cost no more than an answer (docs/design/engine.md#speed). */
function availableIn(categories: readonly Category[]): Plan['available'] {
  const codesFor = (serves: (licensee: string | null) => boolean): readonly string[] =>
    Object.freeze([...new Set(categories.flatMap((each) => (serves(each.licensee_code) ? each.subcategory_code : [])))])
  const all = codesFor(() => true)
  const statewide = codesFor((licensee) => licensee === null)
  const byLicensee = new Map(
    [...new Set(categories.map(({ licensee_code: licensee }) => licensee))].map((own) => [
      own,
      codesFor((licensee) => licensee === null || licensee === own),
    ]),
  )
  return (licensee) => (licensee === null ? all : (byLicensee.get(licensee) ?? statewide))
}

/** Compiles one category at a time; the rules and rows that categories share are compiled once. */
function categoryCompiler(context: Context): (category: Category) => CategoryPlan {
  const { record, holds: lookup } = context
  const { subsidy: scheme, fppas_periods: periods } = record.rules
  const compileRules = (): ReleaseRules =>
    onceKept(context, [record.rules], () => ({
      subsidy: scheme === null ? null : compileSubsidy(scheme, lookup),
      duty: compileDuty(record.rules.duty, lookup),
      fppas: compileFppas(periods, lookup, context.halves),
    }))
  const rules = compileRules()
  const rowsOf = Map.groupBy(
    record.rows,
    ({ licensee_code: licensee, subcategory_code: code }) => `${licensee}/${code}`,
  )
  const adjustments = inOrderMade(record.rules.adjustments)
  const proratedBy = new Map<ProrationRule, Context>()
  const prorated = (rule: ProrationRule): Context =>
    keptIn(proratedBy, rule, () => ({ ...context, proration: compileProration(rule, knownIn(context)) }))
  return (category) => {
    const { licensee_code: licensee, subcategory_code: code } = category
    const rows = rowsOf.get(`${licensee}/${code}`) ?? []
    const compiled = (of: Context): CategoryPlan =>
      onceKept(of, [category], () =>
        compileCategory(of, category, rows, of.kept === null ? rules : compileRules(), adjustments),
      )
    const plain = compiled(context)
    const rule = prorationRuleOf(record.rules.proration, code, licensee)
    return rule === null ? plain : { ...plain, prorated: compiled(prorated(rule)) }
  }
}

function contextOf(
  record: ReleaseRecord,
  holds: readonly Hold[],
  { halves = record.rounding === 'half_up_per_line_to_paise' ? 'up' : 'away', keeping }: Options,
): Context {
  const lookup = holdLookup(record, holds)
  if (keeping === undefined)
    return { record, holds: lookup, quantities: new Quantities(record, lookup), halves, kept: null }
  const { last } = keeping
  const kept = new Kept(lookup, last?.kept ?? null)
  const once = <T>(part: object, compile: () => T): T => kept.of([record, part], compile)
  const quantities = new Quantities(record, kept.holds, once, last?.quantities ?? null)
  if (holds.length === 0) keeping.last = { kept, quantities }
  return { record, holds: kept.holds, quantities, halves, kept }
}

/** Adjustments of the base, then those beside. */
function inOrderMade(adjustments: readonly Adjustment[]): readonly Adjustment[] {
  return adjustments.toSorted((a, b) => (a.side === b.side ? a.order - b.order : a.side === 'base' ? -1 : 1))
}

/** Names that a proration rule may use. */
function knownIn({ record, quantities }: Context): Parameters<typeof compileProration>[1] {
  return {
    quantity: (name) => quantities.find(name) !== null,
    charge: (id) => record.rows.some(({ charges }) => charges.some(({ charge_id }) => charge_id === id)),
  }
}

/** The inputs that a release declares, for all of its requests or for some category. */
export function takenBy({
  request,
  categories,
}: Pick<ReleaseRecord, 'request' | 'categories'>): ReadonlySet<InputName> {
  const names = [
    ...request.required,
    ...request.optional,
    ...categories.flatMap((category) => [
      ...category.required_inputs,
      ...category.optional_inputs.map(({ field }) => field),
    ]),
  ]
  return new Set([...new Set(names)].flatMap((name) => inputOf(name) ?? []))
}
