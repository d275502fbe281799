import type { ConditionField } from '../../record/condition.ts'
import type { BAND_FIELDS } from '../../record/row.ts'
import { type Inputs, MAX_QUANTITY_MILLI } from '../types.ts'
import { fromMilli, type Rational } from './rational.ts'

/** The inputs that rows read, in conditions or in charges. */
export type ReadInput =
  | 'energyUnitsMilli'
  | 'connectedLoadMilli'
  | 'contractDemandMilli'
  | 'fixedChargeBasisUnitsMilli'
  | 'areaType'
  | 'phase'
  | 'supplyLevel'

type BandField = (typeof BAND_FIELDS)[number]

/** Fields of conditions that are quantities. */
export type NumericField = 'connected_load_kw' | 'connected_load_hp' | 'contract_demand_kva' | 'monthly_units'

/**
 * Which input each field of a record reads. A load is read in the category's own unit and never converted; a voltage
 * only describes the category, so it reads nothing (contract 2.7, release design 3.5).
 */
export const INPUT_OF_FIELD: Readonly<Record<ConditionField | BandField, ReadInput | null>> = {
  connected_load_kw: 'connectedLoadMilli',
  connected_load_hp: 'connectedLoadMilli',
  contract_demand_kva: 'contractDemandMilli',
  monthly_units: 'energyUnitsMilli',
  fixed_charge_basis_units: 'fixedChargeBasisUnitsMilli',
  area_type: 'areaType',
  phase: 'phase',
  supply_level: 'supplyLevel',
  supply_voltage_kv: null,
  local_body: null,
  ownership: null,
  metered: null,
  zone: null,
  premises_in_gram_panchayat: null,
}

/** The quantity a numeric field reads, exact; null when the request does not give it. */
export function quantityOf(field: NumericField | BandField, inputs: Inputs): Rational | null {
  const name = INPUT_OF_FIELD[field]
  const value = name === null ? null : inputs[name]
  return typeof value === 'number' ? fromMilli(value) : null
}

/** True when every quantity given is a whole number of thousandths from 0 to the largest accepted one. */
export function quantitiesInRange(inputs: Inputs): boolean {
  const given = [
    inputs.energyUnitsMilli,
    inputs.connectedLoadMilli,
    inputs.contractDemandMilli,
    inputs.fixedChargeBasisUnitsMilli,
  ]
  return given.every(
    (milli) => milli === null || (Number.isInteger(milli) && milli >= 0 && milli <= MAX_QUANTITY_MILLI),
  )
}
