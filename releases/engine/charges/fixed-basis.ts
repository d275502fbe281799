import type { FixedCharge } from '../../record/row.ts'
import type { InputField, Inputs } from '../types.ts'

/** What a fixed charge is multiplied by, in thousandths. kW, HP and kVA are taken as given, never converted. */
export type Basis = { readonly reads: readonly InputField[]; quantityMilli(inputs: Inputs): number }

const ONE: Basis = { reads: [], quantityMilli: () => 1000 }

const BASES: Readonly<Record<FixedCharge['basis'], Basis>> = {
  connection: ONE,
  kW: { reads: ['connected_load'], quantityMilli: (inputs) => inputs.connectedLoadMilli ?? 0 },
  HP: { reads: ['connected_load'], quantityMilli: (inputs) => inputs.connectedLoadMilli ?? 0 },
  kVA: { reads: ['contract_demand_kva'], quantityMilli: (inputs) => inputs.contractDemandMilli ?? 0 },
}

/** `or_part` rounds the quantity up to the next whole, at least one ("per kW or part"). */
export function fixedBasis(charge: FixedCharge): Basis {
  const basis = BASES[charge.basis]
  if (!charge.or_part) return basis
  return {
    reads: basis.reads,
    quantityMilli: (inputs) => Math.max(1, Math.ceil(basis.quantityMilli(inputs) / 1000)) * 1000,
  }
}
