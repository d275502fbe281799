import type { CalculateField } from './body.ts'

/**
 * What each state's POST /calculate takes besides state_code, subcategory_code and energy_units (contract 2.7): the
 * contract's own per-state request schemas, as data, in this one place. `licensee_code` is not listed: routing decides
 * whether it is needed (request/routing.ts). Fields of ACCEPTED_EVERYWHERE are taken and checked in every state; any other
 * field is refused with rule `not_applicable`.
 */
export type RequestProfile = {
  readonly required: readonly CalculateField[]
  readonly optional: readonly CalculateField[]
  /** A district may stand for the licensee it belongs to. */
  readonly licenseeFromDistrict: boolean
}

export const ACCEPTED_EVERYWHERE: readonly CalculateField[] = [
  'state_code',
  'subcategory_code',
  'energy_units',
  'licensee_code',
  'connected_load',
  'load_unit',
  'contract_demand_kva',
  'effective_on',
  'billing_date',
]

const profile = (
  required: readonly CalculateField[],
  optional: readonly CalculateField[],
  licenseeFromDistrict = false,
): RequestProfile => ({ required, optional, licenseeFromDistrict })

export const REQUEST_PROFILES: Readonly<Record<string, RequestProfile>> = {
  BR: profile(
    [],
    ['area_type', 'billing_days', 'billing_month', 'tod_period', 'rts_voltage_mode', 'apply_htss_11kv_surcharge'],
  ),
  MH: profile([], ['phase', 'supply_level', 'profile']),
  GJ: profile(['connected_load', 'load_unit', 'billing_date', 'meter_mode'], []),
  RJ: profile(['district', 'fixed_charge_basis_units'], []),
  OD: profile(['connected_load'], ['district', 'metering', 'generation_units']),
  TS: profile(['connected_load'], ['actual_bill']),
  JH: profile([], ['district'], true),
}

const NO_PROFILE: RequestProfile = profile([], [])

export function requestProfile(stateCode: string): RequestProfile {
  return REQUEST_PROFILES[stateCode] ?? NO_PROFILE
}

/** Whether a state's request takes a field: required, optional, or accepted everywhere. */
export function takesField(stateCode: string, field: CalculateField): boolean {
  const { required, optional } = requestProfile(stateCode)
  return ACCEPTED_EVERYWHERE.includes(field) || required.includes(field) || optional.includes(field)
}
