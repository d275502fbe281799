import { type CategoryPlan, largestOf as unitsOf } from '../../../releases/engine/compile/category.ts'
import type { Plan } from '../../../releases/engine/compile/plan.ts'
import { inputOf, largestQuantity, tableInput } from '../../../releases/engine/input-names.ts'
import { INPUT_LIST } from '../../../releases/engine/inputs.ts'
import { inputNamed } from '../../../releases/engine/language/names.ts'
import { takesInput } from '../../../releases/engine/request/declared.ts'
import { unsupportedOperation } from '../../../releases/engine/request/operations.ts'
import { activeLicensees } from '../../../releases/engine/request/routing.ts'
import { unitRuleOf } from '../../../releases/engine/rules/units.ts'
import { areAskedAlike, type Category } from '../../../releases/record/category.ts'
import { toScaled } from '../../../releases/record/decimal.ts'
import { type Comparison, comparisonsOf, namesOf } from '../../../releases/record/expression.ts'
import { inputsBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { compileUnsealed } from '../calculation/compiled.ts'
import type { Draft } from '../calculation/draft.ts'
import { repeatedCategories } from '../record/likeness.ts'
import { oncePer } from '../record/once-per.ts'
import { daysAround } from './days.ts'
import { type Estimate, estimator } from './estimate.ts'
import { type Switch, switchesOf } from './switches.ts'
import { isZone, zonesOf } from './zones.ts'

/** A switch with the inputs that move it. */
export type Moved = Switch & { readonly inputs: readonly string[] }

/**
 * The ways in which requests for one category can differ, from the record, the compiled category and the table of
 * inputs.
 */
export type Domain = {
  readonly record: ReleaseRecord
  readonly plan: Plan
  readonly category: Category
  readonly compiled: CategoryPlan
  readonly rows: readonly Row[]
  /** True if an earlier category is the same for another licensee. */
  readonly isRepeated: boolean
  /** Required inputs of a request for a row: those of the release, and those read by bounds, conditions and the row. */
  readonly required: ReadonlyMap<string, readonly string[]>
  /** Inputs that only adjustments and charges beside read; each `energy_by_zone.<zone>` separately. */
  readonly optional: readonly string[]
  /** Inputs accepted in place of a quantity, and those that are then not required. */
  readonly instead: ReadonlyMap<string, readonly string[]>
  /** Quantities by name, with the largest accepted value, in thousandths. */
  readonly quantities: ReadonlyMap<string, number>
  /** The smallest billed step of energy_units, in thousandths: a whole unit, or a thousandth. */
  readonly unitStep: number
  /** Words and flags by name: every value that the schema accepts, first those named by the category. */
  readonly words: ReadonlyMap<string, readonly (string | boolean)[]>
  readonly switches: readonly Moved[]
  /** Further quantities worth trying, in thousandths, such as an entitlement's. */
  readonly marks: ReadonlyMap<string, readonly number[]>
  readonly estimate: (draft: Draft) => Estimate
  /** Ways to identify the licensee of a request; empty if no active licensee serves the category. */
  readonly places: readonly Draft[]
  /** The input that gives the day, and the days on which parts of the category begin and end, or one day. */
  readonly dayName: 'billing_date' | 'effective_on' | 'bill_period'
  readonly dayIsNeeded: boolean
  readonly days: readonly string[]
  /** Billing days in the state's scheme, and whether the scheme applies to this category. */
  readonly billingDays: readonly number[]
  readonly subsidised: boolean
  /** Months in which some FPPAS period of this category is recovered. */
  readonly months: readonly string[]
  readonly monthIsRead: boolean
}

function domainOf(plan: Plan, estimate: Domain['estimate'], category: Category, compiled: CategoryPlan): Domain {
  const { record } = plan
  const { subcategory_code: code, licensee_code: licensee } = category
  const { subsidy, fppas_periods: periods } = record.rules
  const rows = record.rows.filter((row) => areAskedAlike(row, category))
  const adjustments = record.rules.adjustments.filter(({ adjustment_id }) =>
    compiled.adjustments.some(({ id }) => id === adjustment_id),
  )
  const read = readInputs(record, compiled)
  const names = [...new Set([...read.required.values()].flat()), ...read.optional, ...read.instead.keys()]
  const compared = comparisonsOf([
    ...category.bounds,
    ...rows.flatMap((row) => [...row.conditions, ...row.charges.flatMap(({ when }) => when)]),
    ...adjustments.flatMap(({ cases }) => cases.flatMap(({ when }) => when)),
    ...record.quantities.flatMap(({ cases }) => cases.flatMap(({ when }) => when)),
  ])
  const entitlements = subsidy?.entitlements ?? []
  const served = periods.filter(({ applies_to: codes }) => codes.length === 0 || codes.includes(code))
  const months = [...new Set(served.map(({ recovery_month: month }) => month))]
  const dayName = DAY_NAMES.find((name) => record.request.required.includes(name)) ?? 'effective_on'
  return {
    record,
    plan,
    category,
    compiled,
    rows,
    isRepeated: repeatedCategories(plan).has(category),
    ...read,
    quantities: new Map(names.flatMap((name) => largestOf(record, category, name))),
    unitStep: unitRuleOf(compiled, licensee)?.rule === 'whole' ? 1000 : 1,
    words: new Map(names.flatMap((name) => wordsOf(record, category, name, compared))),
    switches: switchesOf(record, category, rows, adjustments).map((each) => {
      const own = new Set(each.owner?.figures.map(({ figure_id: id }) => id))
      const behind = [...namesOf(each.left), ...namesOf(each.right)].filter((name) => !own.has(name))
      return { ...each, inputs: inputsBehind(record, behind, 'instead') }
    }),
    marks: new Map([
      [
        'energy_units',
        compiled.subsidised
          ? entitlements.flatMap(({ units }) => toScaled(units.value ?? '', 3) ?? []).map(Number)
          : [],
      ],
    ]),
    estimate,
    places: placesOf(plan, category),
    dayName,
    dayIsNeeded: compiled.isDated || record.request.required.includes(dayName),
    days: daysAround(
      record,
      [...compiled.dates, ...compiled.besideDated.flatMap(({ dates }) => dates)],
      compiled.fppasByDate ? months : [],
    ),
    billingDays: entitlements.map(({ billing_days: days }) => days),
    subsidised: compiled.subsidised,
    months,
    monthIsRead: compiled.readsBillingMonth,
  }
}

/** The inputs that requests for a category must give, may give, and may give in place of others. */
function readInputs(
  record: ReleaseRecord,
  { rows, adjustments, conditionReads, alsoRequired, optional }: CategoryPlan,
): Pick<Domain, 'required' | 'optional' | 'instead'> {
  const instead = new Map<string, string[]>()
  for (const { name, unless } of [
    ...conditionReads,
    ...rows.flatMap((row) => row.reads),
    ...rows.flatMap((row) => row.beside.flatMap((charge) => charge.reads)),
    ...adjustments.flatMap((adjustment) => adjustment.reads),
  ]) {
    for (const other of unless) instead.set(other, [...new Set([...(instead.get(other) ?? []), name])])
  }
  // Zones are given together, so reading one of them includes the others.
  const zones = zonesOf(record)
  const withZones = (names: readonly string[]): string[] =>
    [...new Set(names.flatMap((name) => (isZone(name) ? zones : [name])))].filter((name) => name !== 'billing_month')
  const ofAll = [...record.request.required, ...[...conditionReads, ...alsoRequired].map(({ name }) => name)]
  const required = new Map(
    rows.map((row) => [row.rowId, withZones([...ofAll, ...row.reads.map(({ name }) => name), 'energy_units'])]),
  )
  const needed = new Set([...required.values()].flat())
  return { required, optional: withZones(optional).filter((name) => !needed.has(name) && !instead.has(name)), instead }
}

/** Words or flags that an input may have, first those compared with; empty for another input. */
function wordsOf(
  record: ReleaseRecord,
  category: Category,
  name: string,
  compared: readonly Comparison[],
): [string, (string | boolean)[]][] {
  const input = inputNamed(record, name)
  if (input?.kind !== 'word' || PLACES.has(name)) return []
  if (isFlag(name)) return [[name, [true, false]]]
  const said = compared.flatMap(({ field, value }) => (field === name ? value : []))
  const all = [...new Set([...said, ...(input.words ?? [])])]
  return [[name, all.filter((word) => (input.words?.includes(word) ?? true) && isServed(record, category, name, word))]]
}

/** The smallest step of a quantity, in thousandths. */
export const stepOf = ({ unitStep }: Domain, name: string): number => (name === 'energy_units' ? unitStep : 1)

const DAY_NAMES = ['billing_date', 'bill_period', 'effective_on'] as const

/**
 * False for a word with which no request of the category is priced: another unit of load, an operation without a rule.
 */
function isServed(record: ReleaseRecord, category: Category, name: string, word: string): boolean {
  if (name === 'load_unit') return word === category.load_unit
  const body = { state_code: record.state_code, subcategory_code: '', energy_units: 0, [name]: word }
  return unsupportedOperation(record, body) === null
}

/** Inputs that identify the licensee and category of a request; `places` sets them. */
const PLACES: ReadonlySet<string> = new Set(['state_code', 'subcategory_code', 'licensee_code', 'district'])

export function isFlag(name: string): boolean {
  const input = tableInput(name)
  return input?.kind === 'flag' || input?.kind === 'object'
}

/** The largest value of a quantity that a category accepts, in thousandths; undefined for another input. */
function largestOf(record: ReleaseRecord, category: Category, name: string): [string, number][] {
  if (inputNamed(record, name)?.kind !== 'quantity') return []
  return [[name, largestQuantity(name, unitsOf(category)) * 1000]]
}

/** Inputs of the table that requests for a category may not give: nothing in it reads them, or the release accepts none. */
export function foreignInputs({ plan, compiled, record }: Domain): string[] {
  return INPUT_LIST.flatMap(([name, { scope }]) => {
    if (scope === 'common') return []
    if (!takesInput(plan, name)) return [name]
    if (scope === 'request') return []
    if (name === 'billing_days') return record.rules.subsidy === null ? [name] : []
    if (name === 'billing_month') return compiled.readsBillingMonth ? [] : [name]
    return [...compiled.reads].some((read) => inputOf(read) === name) ? [] : [name]
  })
}

/**
 * The domains of all categories of a record, computed once per record, since several gates need them. Throws the same
 * CompileError as compiling the record.
 */
export const domainsOf = oncePer((record: ReleaseRecord): readonly Domain[] => {
  const { plan } = compileUnsealed(record)
  const estimate = estimator(record)
  return record.categories.flatMap((category, index) => {
    const compiled = plan.categories[index]
    return compiled === undefined ? [] : [domainOf(plan, estimate, category, compiled)]
  })
})

/** Districts tried per licensee; more would add nothing. */
const DISTRICTS = 2

/**
 * The ways to identify the licensee of a request for a category: its licensee, another active one if the category
 * belongs to the whole state, and by district if the release uses districts. Empty if no active licensee serves it.
 */
function placesOf(plan: Plan, { subcategory_code: code, licensee_code: own }: Category): Draft[] {
  const { record } = plan
  const active = activeLicensees(record)
  const serving = active.filter((licensee) => plan.find(licensee, code)?.licenseeCode === own)
  const isOfLicensees = record.categories.some(({ licensee_code }) => licensee_code !== null)
  const takesDistrict = takesInput(plan, 'district')
  const needsDistrict = record.request.required.includes('district')
  const needsLicensee = record.request.required.includes('licensee_code')
  const routes = takesDistrict ? record.routing.filter(({ key_type }) => key_type === 'district') : []
  const named = serving.flatMap((licensee): Draft[] => {
    const districts = routes.filter(({ licensees }) => licensees.includes(licensee)).slice(0, DISTRICTS)
    const both = districts.map(({ key }) => ({ licensee_code: licensee, district: key }))
    return needsDistrict ? both : [{ licensee_code: licensee }, ...both]
  })
  const byDistrict = routes
    .filter(({ licensees: [only, ...others] }) => only !== undefined && others.length === 0 && serving.includes(only))
    .filter(() => !needsLicensee && (!isOfLicensees || record.request.licensee_from_district))
    .slice(0, DISTRICTS)
    .map(({ key }): Draft => ({ district: key }))
  const unnamed: Draft[] = own === null && !isOfLicensees && !needsDistrict && !needsLicensee ? [{}] : []
  return [...unnamed, ...named, ...byDistrict]
}
