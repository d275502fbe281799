import fc from 'fast-check'
import { type Inputs, MAX_QUANTITY_MILLI } from '../../../../releases/engine/types.ts'
import { GRADES, type Grade } from '../../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { EDGES } from './figures.ts'
import { holdPaths, someOf } from './records.ts'
import { WORDS } from './rows.ts'
import { CODES, DAYS, LICENSEES, MONTHS, OPTIONS } from './rules.ts'

/** A request of a record: inputs, and what is decided outside the record. */
export type Request = { readonly inputs: Inputs; readonly floor: Grade }

const EDGES_MILLI = EDGES.map((text) => Math.round(Number(text) * 1000))

/** In thousandths: at an edge or next to it, of a usual size, nought, or as large as is accepted. */
const milli = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...EDGES_MILLI), fc.integer({ min: -1, max: 1 }))
      .map(([edge, by]) => edge + by),
  },
  { weight: 4, arbitrary: fc.nat({ max: 1_500_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, MAX_QUANTITY_MILLI - 1, MAX_QUANTITY_MILLI) },
)
/** What is no quantity at all: refused before anything else. */
const broken = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, MAX_QUANTITY_MILLI + 1)

type Fields = ReadonlySet<string>

/** The fields that the conditions and charges of the record read, so that most requests give what is asked for. */
function fieldsOf({ categories, rows }: ReleaseRecord): Fields {
  const conditions = [...categories.flatMap(({ bounds }) => bounds), ...rows.flatMap((row) => row.conditions)]
  const charges = rows.flatMap(({ fixed, wheeling }) => [fixed?.basis, fixed?.band_by, wheeling?.unit])
  return new Set([...conditions.map(({ field }) => field), ...charges.filter((each) => typeof each === 'string')])
}

/** Given where some row reads it, but for one time in thirty; elsewhere given one time in thirty. */
function whereRead<T>(isRead: boolean, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  const [given, not] = isRead ? [29, 1] : [1, 29]
  return fc.oneof({ weight: given, arbitrary }, { weight: not, arbitrary: fc.constant(null) })
}

const seldom = <T>(arbitrary: fc.Arbitrary<T>, usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary })

/** Requests of a record: mostly such as it answers, with every selector and something wrong now and then. */
export function requestsOf(record: ReleaseRecord): fc.Arbitrary<Request> {
  const read = fieldsOf(record)
  const reads = (...names: string[]) => names.some((name) => read.has(name))
  const { adjustments, subsidy, fppas_periods: periods, fppas_month: fppasMonth } = record.rules
  const selects = (selector: keyof typeof OPTIONS) => adjustments.some((each) => each.selector === selector)
  const chosen = <T>(isRead: boolean, arbitrary: fc.Arbitrary<T>) =>
    isRead ? fc.option(arbitrary, { freq: 2 }) : whereRead(false, arbitrary)
  const word = (field: keyof typeof WORDS) => whereRead(reads(field), fc.constantFrom(...WORDS[field], 'elsewhere'))
  const load = reads('connected_load_kw', 'connected_load_hp', 'kW', 'HP')
  const quantity = seldom(broken, milli)
  const inputs: fc.Arbitrary<Inputs> = fc.record({
    subcategoryCode: seldom(
      fc.constant('NONE'),
      fc.constantFrom(...record.categories.map((each) => each.subcategory_code), CODES[0]),
    ),
    licenseeCode: fc.constantFrom(null, ...LICENSEES, LICENSEES[0]),
    energyUnitsMilli: quantity,
    connectedLoadMilli: whereRead(load, quantity),
    loadUnit: seldom(fc.constantFrom('kw' as const, 'hp' as const), fc.constant(null)),
    contractDemandMilli: whereRead(reads('contract_demand_kva', 'kVA'), quantity),
    fixedChargeBasisUnitsMilli: whereRead(reads('fixed_charge_basis_units'), quantity),
    areaType: word('area_type'),
    phase: word('phase'),
    supplyLevel: word('supply_level'),
    billingDays: chosen(subsidy !== null, seldom(fc.constantFrom(31, Number.NaN), fc.constantFrom(...DAYS))),
    billingMonth: chosen(fppasMonth !== null || periods.length > 0, fc.constantFrom(...MONTHS, '2026-09')),
    todPeriod: chosen(selects('tod_period'), seldom(fc.constant('noon'), fc.constantFrom(...OPTIONS.tod_period))),
    rtsVoltageMode: chosen(selects('rts_voltage_mode'), fc.constantFrom(...OPTIONS.rts_voltage_mode)),
    applyHtss11kvSurcharge: chosen(selects('apply_htss_11kv_surcharge'), fc.boolean()),
  })
  const floor = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Grade>('specimen') },
    { weight: 1, arbitrary: fc.constantFrom(...GRADES) },
  )
  return fc.record({ inputs, floor })
}

/** What is on hold at the moment, beside what the record itself holds. */
export const holdsOf = (record: ReleaseRecord): fc.Arbitrary<string[]> => someOf(holdPaths(record))
