import { MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import type { Category } from '../../../releases/record/category.ts'
import { CONDITION_INPUT, type Condition } from '../../../releases/record/condition.ts'
import { toScaled } from '../../../releases/record/decimal.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { FixedCharge, Row, Step } from '../../../releases/record/row.ts'
import { isQuantity, namedValues } from './conditions.ts'
import { KEY_OF_INPUT, type QuantityKey, type WordKey } from './fields.ts'

/** What the requests for one category can differ in, read from the record alone. */
export type Domain = {
  readonly category: Category
  readonly rows: readonly Row[]
  /** Where an amount or the row may change, in thousandths; empty for a quantity the category does not read. */
  readonly edges: Readonly<Record<QuantityKey, readonly number[]>>
  /** Quantities and words that the conditions of the category read, whichever row it is. */
  readonly asked: ReadonlySet<QuantityKey | WordKey>
  /** Words that its conditions name. */
  readonly words: Readonly<Record<WordKey, readonly string[]>>
  /** Options by the request field that selects them. */
  readonly options: ReadonlyMap<string, readonly string[]>
  /** Billing days the state's scheme knows, and whether it applies to this category. */
  readonly days: readonly number[]
  readonly subsidised: boolean
  /** Months that some FPPAS period of this category is recovered in. */
  readonly months: readonly string[]
  /** True where a month finds periods without an entitlement, so that every category reads it. */
  readonly monthIsRead: boolean
}

const milli = (text: string): number[] => {
  const scaled = toScaled(text, 3)
  return scaled === null ? [] : [Number(scaled)]
}

function conditionKey({ field }: Condition): QuantityKey | WordKey | null {
  const input = CONDITION_INPUT[field]
  return input === null ? null : KEY_OF_INPUT[input]
}

/** The quantity that a fixed charge is multiplied by; null for a connection. */
export function basisKey({ basis }: FixedCharge): QuantityKey | null {
  if (basis === 'connection') return null
  return basis === 'kVA' ? 'contractDemandMilli' : 'connectedLoadMilli'
}

const BANDED_BY: Readonly<Record<NonNullable<FixedCharge['band_by']>, QuantityKey>> = {
  connected_load_kw: 'connectedLoadMilli',
  contract_demand_kva: 'contractDemandMilli',
  monthly_units: 'energyUnitsMilli',
  fixed_charge_basis_units: 'fixedChargeBasisUnitsMilli',
}

/** The quantity that the bands of a fixed charge divide; null where they divide none. */
export function steppedKey(fixed: FixedCharge): QuantityKey | null {
  return fixed.method === 'band' && fixed.band_by !== null ? BANDED_BY[fixed.band_by] : basisKey(fixed)
}

/** The quantities that a row's charges read. */
export function chargeKeys({ fixed }: Row): QuantityKey[] {
  const keys = fixed === null ? [] : [basisKey(fixed), steppedKey(fixed)]
  return [...new Set(keys.filter((key) => key !== null))]
}

function edgesOf(key: QuantityKey, conditions: readonly Condition[], rows: readonly Row[], more: readonly number[]) {
  const named = conditions.filter((each) => conditionKey(each) === key && isQuantity(each.field)).flatMap(namedValues)
  const steps = rows.flatMap(({ energy, fixed }): Step[] => [
    ...(key === 'energyUnitsMilli' ? (energy?.slabs ?? []) : []),
    ...(fixed !== null && steppedKey(fixed) === key ? fixed.bands : []),
  ])
  const edges = [...named, ...steps.flatMap(({ from, to }) => [from, ...(to === null ? [] : [to])])].flatMap(milli)
  const isRead = edges.length > 0 || rows.some((row) => chargeKeys(row).includes(key)) || key === 'energyUnitsMilli'
  return isRead ? [...new Set([0, ...edges, ...more, MAX_QUANTITY_MILLI])].sort((a, b) => a - b) : []
}

/** The options that each request field can name for a category. */
function optionsOf({ rules }: ReleaseRecord, code: string): ReadonlyMap<string, readonly string[]> {
  const options = new Map<string, string[]>()
  for (const { selector, applies_to: codes, options: all } of rules.adjustments) {
    if (!codes.includes(code)) continue
    options.set(selector, [...new Set([...(options.get(selector) ?? []), ...all.map(({ when }) => when)])])
  }
  return options
}

function domainOf(record: ReleaseRecord, category: Category): Domain {
  const { subcategory_code: code, licensee_code: licensee } = category
  const rows = record.rows.filter((row) => row.subcategory_code === code && row.licensee_code === licensee)
  const conditions = [...category.bounds, ...rows.flatMap((row) => row.conditions)]
  const { subsidy, fppas_periods: periods } = record.rules
  const subsidised = subsidy?.applies_to.includes(code) ?? false
  const entitled = subsidised ? (subsidy?.entitlements ?? []).flatMap(({ units }) => milli(units.value ?? '')) : []
  const edges = (key: QuantityKey) => edgesOf(key, conditions, rows, key === 'energyUnitsMilli' ? entitled : [])
  const words = (key: WordKey) => [
    ...new Set(conditions.filter((each) => conditionKey(each) === key).flatMap(namedValues)),
  ]
  const served = periods.filter(({ applies_to: codes }) => codes.length === 0 || codes.includes(code))
  return {
    category,
    rows,
    edges: {
      energyUnitsMilli: edges('energyUnitsMilli'),
      connectedLoadMilli: edges('connectedLoadMilli'),
      contractDemandMilli: edges('contractDemandMilli'),
      fixedChargeBasisUnitsMilli: edges('fixedChargeBasisUnitsMilli'),
    },
    asked: new Set(conditions.map(conditionKey).filter((key) => key !== null)),
    words: { areaType: words('areaType'), phase: words('phase'), supplyLevel: words('supplyLevel') },
    options: optionsOf(record, code),
    days: subsidy?.entitlements.map(({ billing_days: days }) => days) ?? [],
    subsidised,
    monthIsRead: record.rules.fppas_month !== null,
    months: [...new Set(served.map(({ recovery_month: month }) => month))],
  }
}

/** What the requests for each category of a record can differ in. */
export function domainsOf(record: ReleaseRecord): Domain[] {
  return record.categories.map((category) => domainOf(record, category))
}
