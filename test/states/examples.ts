import type { ShippedState } from '../support/definitions.ts'
import type { Body } from './ask.ts'

/** A request of each state that is answered at the default floor: the example of its specification, if there is one. */
export const EXAMPLES = {
  BR: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 },
  MH: {
    state_code: 'MH',
    licensee_code: 'MH_MSEDCL',
    subcategory_code: 'LT-I-B',
    energy_units: 150,
    phase: 'single',
  },
  GJ: {
    state_code: 'GJ',
    licensee_code: 'GJ_DGVCL',
    subcategory_code: 'DOMESTIC_URBAN',
    energy_units: 300,
    connected_load: 3,
    load_unit: 'kw',
    billing_date: '2026-06-15',
    meter_mode: 'postpaid',
  },
  RJ: {
    state_code: 'RJ',
    licensee_code: 'RJ_JVVNL',
    district: 'Jaipur',
    subcategory_code: 'GENERAL_DOMESTIC',
    energy_units: 200,
    fixed_charge_basis_units: 200,
  },
  OD: {
    state_code: 'OD',
    licensee_code: 'OD_TPCODL',
    subcategory_code: 'DOMESTIC_OTHERS',
    energy_units: 250,
    connected_load: 2.3,
  },
  TS: { state_code: 'TS', subcategory_code: 'LT-II-B', energy_units: 150, connected_load: 2 },
  JH: { state_code: 'JH', licensee_code: 'JH_JBVNL', subcategory_code: 'DS-URBAN', energy_units: 150 },
} as const satisfies Readonly<Record<ShippedState, Body>>
