import fc from 'fast-check'
import { type Inputs, MAX_QUANTITY_MILLI } from '../../../../releases/engine/types.ts'
import type { Category } from '../../../../releases/record/category.ts'
import { GRADES, type Grade } from '../../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { EDGES, maybe } from './figures.ts'
import { holdPaths, someOf } from './records.ts'
import { WORDS } from './rows.ts'
import { CODES, DAYS, LICENSEES, MONTHS, OPTIONS, type Selector } from './rules.ts'

/** What is asked of a record: the inputs, and the weakest grade that is accepted. */
export type Request = { readonly inputs: Inputs; readonly floor: Grade }

const EDGES_MILLI = EDGES.map((text) => Math.round(Number(text) * 1000))

/** Nearly always the usual, else the other. */
const seldom = <T>(other: fc.Arbitrary<T>, usual: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: other })
const nothing = fc.constant(null)

/** In thousandths: at an edge or next to it, of a usual size, nought, or as large as is accepted; seldom no quantity. */
const quantity = seldom(
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, MAX_QUANTITY_MILLI + 1),
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...EDGES_MILLI), fc.integer({ min: -1, max: 1 })).map(([at, by]) => at + by),
    },
    { weight: 2, arbitrary: fc.nat({ max: 1_500_000 }) },
    { weight: 2, arbitrary: fc.nat({ max: 1_500 }).map((whole) => whole * 1000) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, MAX_QUANTITY_MILLI - 1, MAX_QUANTITY_MILLI) },
  ),
)

/** The fields that the conditions and charges of a category read. */
function fieldsOf(record: ReleaseRecord, { subcategory_code: code, licensee_code: licensee, bounds }: Category) {
  const rows = record.rows.filter((row) => row.subcategory_code === code && row.licensee_code === licensee)
  const charges = rows.flatMap(({ fixed, wheeling }) => [fixed?.basis, fixed?.band_by, wheeling?.unit])
  const conditions = [...bounds, ...rows.flatMap((row) => row.conditions)]
  return new Set<unknown>([...conditions.map(({ field }) => field), ...charges])
}

/** Requests for one category: mostly such as it answers, with every selector, and something wrong now and then. */
function requestsFor(record: ReleaseRecord, category: Category): fc.Arbitrary<Inputs> {
  const read = fieldsOf(record, category)
  const { adjustments, subsidy, fppas_periods: periods, fppas_month: fppasMonth } = record.rules
  const code = category.subcategory_code
  const whereRead = <T>(names: readonly string[], arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    names.some((name) => read.has(name)) ? seldom<T | null>(nothing, arbitrary) : seldom<T | null>(arbitrary, nothing)
  const chosen = <T>(isRead: boolean, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    isRead ? maybe(arbitrary) : seldom<T | null>(arbitrary, nothing)
  const word = (field: keyof typeof WORDS) =>
    whereRead([field], seldom(fc.constant('elsewhere'), fc.constantFrom<string>(...WORDS[field])))
  const option = (selector: Selector) => {
    const known = adjustments
      .filter((each) => each.selector === selector && each.applies_to.includes(code))
      .flatMap(({ options }) => options.map(({ when }) => when))
    const any = fc.constantFrom<string>(...OPTIONS[selector])
    return chosen(known.length > 0, known.length > 0 ? seldom(any, fc.constantFrom(...known)) : any)
  }
  const days = subsidy?.entitlements.map((each) => each.billing_days) ?? [...DAYS]
  const readsMonth = fppasMonth !== null || (subsidy?.applies_to.includes(code) ?? false)
  return fc.record({
    subcategoryCode: seldom(fc.constantFrom('NONE', ...CODES), fc.constant(code)),
    licenseeCode: seldom<string | null>(
      fc.constantFrom(null, ...LICENSEES),
      category.licensee_code === null ? fc.constantFrom(null, ...LICENSEES) : fc.constant(category.licensee_code),
    ),
    energyUnitsMilli: quantity,
    connectedLoadMilli: whereRead(['connected_load_kw', 'connected_load_hp', 'kW', 'HP'], quantity),
    loadUnit: chosen(true, seldom(fc.constantFrom('kw' as const, 'hp' as const), fc.constant(category.load_unit))),
    contractDemandMilli: whereRead(['contract_demand_kva', 'kVA'], quantity),
    fixedChargeBasisUnitsMilli: whereRead(['fixed_charge_basis_units'], quantity),
    areaType: word('area_type'),
    phase: word('phase'),
    supplyLevel: word('supply_level'),
    billingDays: chosen(subsidy !== null, seldom(fc.constantFrom(31, Number.NaN), fc.constantFrom(...days))),
    billingMonth: chosen(
      readsMonth || periods.length > 0,
      seldom(fc.constant('2026-09'), fc.constantFrom(MONTHS[0], ...MONTHS)),
    ),
    todPeriod: option('tod_period'),
    rtsVoltageMode: option('rts_voltage_mode'),
    applyHtss11kvSurcharge: option('apply_htss_11kv_surcharge').map((when) => (when === null ? null : when === 'true')),
  })
}

const floor: fc.Arbitrary<Grade> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('specimen') },
  { weight: 1, arbitrary: fc.constantFrom(...GRADES) },
)

/** Requests of a record, for any of its categories. */
export const requestsOf = (record: ReleaseRecord): fc.Arbitrary<Request> =>
  fc.constantFrom(...record.categories).chain((category) => fc.record({ inputs: requestsFor(record, category), floor }))

/** What is on hold at the moment, beside what the record itself holds. */
export const holdsOf = (record: ReleaseRecord): fc.Arbitrary<string[]> => someOf(holdPaths(record))
