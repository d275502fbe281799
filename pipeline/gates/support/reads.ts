import { CONDITION_INPUT } from '../../../releases/record/condition.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { FixedCharge, Row } from '../../../releases/record/row.ts'
import { isBlank } from './blank.ts'
import type { Group } from './groups.ts'

/** Request fields that a group of rows reads (contract 2.7); `energy_units` is always given and not listed. */
export type Reads = {
  /** Read by every row. */
  readonly always: ReadonlySet<string>
  /** Read by some rows only, or by a rule the request chooses. */
  readonly sometimes: ReadonlySet<string>
  /** Read to judge the categories' bounds. */
  readonly bounds: ReadonlySet<string>
}

const BASIS_INPUT: Readonly<Record<FixedCharge['basis'], string | null>> = {
  connection: null,
  kW: 'connected_load',
  HP: 'connected_load',
  kVA: 'contract_demand_kva',
}

/** A condition field or `fixed_charge_basis_units` as the request field it reads. */
function inputOf(field: keyof typeof CONDITION_INPUT | 'fixed_charge_basis_units'): string | null {
  return field === 'fixed_charge_basis_units' ? field : CONDITION_INPUT[field]
}

function asked(inputs: readonly (string | null)[]): Set<string> {
  return new Set(inputs.filter((input) => input !== null && !isBlank(input) && input !== 'energy_units') as string[])
}

function readsOfRow({ conditions, fixed }: Row): Set<string> {
  return asked([
    ...conditions.map(({ field }) => inputOf(field)),
    fixed === null ? null : BASIS_INPUT[fixed.basis],
    fixed?.band_by ? inputOf(fixed.band_by) : null,
  ])
}

/** Selectors of the rules that apply to a subcategory: all optional, for without them the base tariff stands. */
function selectorsOf({ rules }: ReleaseRecord, subcategoryCode: string): string[] {
  const adjustments = rules.adjustments.filter((rule) => rule.applies_to.includes(subcategoryCode))
  const isSubsidised = rules.subsidy?.applies_to.includes(subcategoryCode) ?? false
  return [...adjustments.map((rule) => rule.selector), ...(isSubsidised ? ['billing_days'] : [])]
}

export function readsOf(record: ReleaseRecord, { rows, categories, subcategoryCode }: Group): Reads {
  const perRow = rows.map(readsOfRow)
  const all = new Set(perRow.flatMap((inputs) => [...inputs]))
  const always = new Set([...all].filter((input) => perRow.every((inputs) => inputs.has(input))))
  const sometimes = new Set([...all, ...selectorsOf(record, subcategoryCode)].filter((input) => !always.has(input)))
  const bounds = asked(categories.flatMap((category) => category.bounds.map(({ field }) => inputOf(field))))
  return { always, sometimes, bounds }
}

/** The unit each row takes `connected_load` in, by what it reads; kW and HP are never converted. */
export function loadUnitsOf({ conditions, fixed }: Row): ReadonlySet<'kw' | 'hp'> {
  const units = new Set<'kw' | 'hp'>()
  const fields: readonly string[] = [...conditions.map(({ field }) => field), fixed?.band_by ?? '']
  if (fixed?.basis === 'kW' || fields.includes('connected_load_kw')) units.add('kw')
  if (fixed?.basis === 'HP' || fields.includes('connected_load_hp')) units.add('hp')
  return units
}
