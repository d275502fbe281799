import type { FixedCharge, WheelingCharge } from '../../record/row.ts'
import type { InputField, Inputs } from '../types.ts'

/** A quantity of the request in thousandths, and the input it is read from. kW, HP and kVA are never converted. */
export type Quantity = { readonly input: InputField | null; milli(inputs: Inputs): number }

const LOAD: Quantity = { input: 'connected_load', milli: (inputs) => inputs.connectedLoadMilli ?? 0 }
const DEMAND: Quantity = { input: 'contract_demand_kva', milli: (inputs) => inputs.contractDemandMilli ?? 0 }

/** What a wheeling rate is multiplied by: the energy units, or the load of an unmetered pump set. */
export const WHEELED: Readonly<Record<WheelingCharge['unit'], Quantity>> = {
  kWh: { input: 'energy_units', milli: (inputs) => inputs.energyUnitsMilli },
  kVAh: { input: 'energy_units', milli: (inputs) => inputs.energyUnitsMilli },
  HP: LOAD,
}

const BASES: Readonly<Record<FixedCharge['basis'], Quantity>> = {
  connection: { input: null, milli: () => 1000 },
  kW: LOAD,
  HP: LOAD,
  kVA: DEMAND,
}

/** What the rate is multiplied by. `or_part` rounds it up to the next whole, at least one ("per kW or part"). */
export function fixedBasis(charge: FixedCharge): Quantity {
  const { input, milli } = BASES[charge.basis]
  if (!charge.or_part) return { input, milli }
  return { input, milli: (inputs) => Math.max(1, Math.ceil(milli(inputs) / 1000)) * 1000 }
}

/** What the bands of a charge divide: a load, a demand, the bill's own units, or the basis the caller states. */
export const BANDED_BY: Readonly<Record<NonNullable<FixedCharge['band_by']>, Quantity>> = {
  connected_load_kw: LOAD,
  contract_demand_kva: DEMAND,
  monthly_units: { input: 'energy_units', milli: (inputs) => inputs.energyUnitsMilli },
  fixed_charge_basis_units: {
    input: 'fixed_charge_basis_units',
    milli: (inputs) => inputs.fixedChargeBasisUnitsMilli ?? 0,
  },
}
