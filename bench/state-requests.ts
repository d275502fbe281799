import type { CalculateBody } from '../releases/engine/request/body.ts'

type Ask = Omit<CalculateBody, 'state_code' | 'energy_units'>

/** A connection that many customers of a state have, by state code: what there is of domestic, else of shops. */
const ASKS: Readonly<Record<string, Ask>> = {
  BR: { subcategory_code: 'DS-II', connected_load: 2 },
  GJ: {
    licensee_code: 'GJ_DGVCL',
    subcategory_code: 'DOMESTIC_URBAN',
    connected_load: 3,
    load_unit: 'kw',
    billing_date: '2026-07-15',
    meter_mode: 'postpaid',
  },
  JH: { licensee_code: 'JH_JBVNL', subcategory_code: 'DS-URBAN' },
  MH: { licensee_code: 'MH_MSEDCL', subcategory_code: 'LT-I-B', phase: 'single' },
  OD: { licensee_code: 'OD_TPCODL', subcategory_code: 'DOMESTIC_OTHERS', connected_load: 2.3 },
  RJ: {
    licensee_code: 'RJ_JVVNL',
    district: 'Jaipur',
    subcategory_code: 'GENERAL_DOMESTIC',
    fixed_charge_basis_units: 200,
  },
  TS: { subcategory_code: 'LT-II-B', connected_load: 2 },
}

/** More than the fifty that a category may be bounded by. */
const LEAST_UNITS = 51

/** The nth request of a state, of other units than the next; null where nobody has written down what to ask of it. */
export function stateRequest(stateCode: string, index: number): CalculateBody | null {
  const ask = ASKS[stateCode]
  return ask === undefined
    ? null
    : { state_code: stateCode, energy_units: (LEAST_UNITS * 1000 + index * 317) / 1000, ...ask }
}
