import type { InputField, Inputs } from '../../../releases/engine/types.ts'
import { formatMilli } from '../../../releases/record/decimal.ts'

/** Quantities of a calculation, in thousandths, and the request field each is given in (contract 2.7). */
export const QUANTITY_FIELDS = {
  energyUnitsMilli: 'energy_units',
  connectedLoadMilli: 'connected_load',
  contractDemandMilli: 'contract_demand_kva',
  fixedChargeBasisUnitsMilli: 'fixed_charge_basis_units',
} as const
export type QuantityKey = keyof typeof QUANTITY_FIELDS
export const QUANTITY_KEYS = Object.keys(QUANTITY_FIELDS) as QuantityKey[]

/** Words that choose a row. */
export const WORD_FIELDS = { areaType: 'area_type', phase: 'phase', supplyLevel: 'supply_level' } as const
export type WordKey = keyof typeof WORD_FIELDS
export const WORD_KEYS = Object.keys(WORD_FIELDS) as WordKey[]

/** The rest of a request. */
const OTHER_FIELDS = {
  subcategoryCode: 'subcategory_code',
  licenseeCode: 'licensee_code',
  loadUnit: 'load_unit',
  billingDays: 'billing_days',
  billingMonth: 'billing_month',
  todPeriod: 'tod_period',
  rtsVoltageMode: 'rts_voltage_mode',
  applyHtss11kvSurcharge: 'apply_htss_11kv_surcharge',
} as const

/** Where the engine's inputs keep what conditions and charges read. */
export const KEY_OF_INPUT: Readonly<Record<InputField, QuantityKey | WordKey>> = {
  energy_units: 'energyUnitsMilli',
  connected_load: 'connectedLoadMilli',
  contract_demand_kva: 'contractDemandMilli',
  fixed_charge_basis_units: 'fixedChargeBasisUnitsMilli',
  area_type: 'areaType',
  phase: 'phase',
  supply_level: 'supplyLevel',
}

/** Inputs that can be changed one by one. */
export type Draft = { -readonly [Key in keyof Inputs]: Inputs[Key] }

/** Nothing given but the category and no units. */
export function blankInputs(subcategoryCode: string, licenseeCode: string | null): Draft {
  return {
    subcategoryCode,
    licenseeCode,
    energyUnitsMilli: 0,
    connectedLoadMilli: null,
    loadUnit: null,
    contractDemandMilli: null,
    fixedChargeBasisUnitsMilli: null,
    areaType: null,
    phase: null,
    supplyLevel: null,
    billingDays: null,
    billingMonth: null,
    todPeriod: null,
    rtsVoltageMode: null,
    applyHtss11kvSurcharge: null,
  }
}

/** Inputs as a request gives them: `subcategory_code=DS-II; energy_units=200; connected_load=2`. */
export function inputsText(inputs: Inputs): string {
  const quantities = QUANTITY_KEYS.map((key) => [QUANTITY_FIELDS[key], milliText(inputs[key])] as const)
  const names = { ...OTHER_FIELDS, ...WORD_FIELDS }
  const rest = (Object.keys(names) as (keyof typeof names)[]).map((key) => [names[key], inputs[key]] as const)
  const [category, ...others] = rest
  return [category, ...quantities, ...others]
    .flatMap((pair) => (pair === undefined || pair[1] === null ? [] : [`${pair[0]}=${String(pair[1])}`]))
    .join('; ')
}

function milliText(milli: number | null): string | null {
  if (milli === null) return null
  return Number.isSafeInteger(milli) && milli >= 0 ? formatMilli(milli) : String(milli / 1000)
}
