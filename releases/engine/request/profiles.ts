import type { CalculateField } from './body.ts'

/**
 * What each state's POST /calculate takes besides state_code, subcategory_code and energy_units (contract 2.7). Data,
 * in one place. Fields that every state accepts (and checks) are in ACCEPTED_EVERYWHERE; any other field is refused
 * with rule `not_applicable`.
 */
export type RequestProfile = {
  readonly required: readonly CalculateField[]
  readonly optional: readonly CalculateField[]
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

export const REQUEST_PROFILES: Readonly<Record<string, RequestProfile>> = {
  BR: {
    required: [],
    optional: [
      'area_type',
      'billing_days',
      'billing_month',
      'tod_period',
      'rts_voltage_mode',
      'apply_htss_11kv_surcharge',
    ],
  },
}

const NO_PROFILE: RequestProfile = { required: [], optional: [] }

export function requestProfile(stateCode: string): RequestProfile {
  return REQUEST_PROFILES[stateCode] ?? NO_PROFILE
}
