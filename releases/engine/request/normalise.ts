import { formatMilli, toScaled } from '../../record/decimal.ts'
import type { FieldProblem } from '../refuse.ts'
import { type Inputs, MAX_QUANTITY_MILLI } from '../types.ts'
import type { CalculateBody } from './body.ts'

/** A request as the engine reads it, and as an answer repeats it (decimals as text, only what was given). */
export type NormalisedRequest = {
  readonly inputs: Inputs
  readonly shown: Readonly<Record<string, unknown>>
  /** A bill to compare with, and the profile of a complete payable, where given. */
  readonly bill: NonNullable<CalculateBody['actual_bill']> | null
  readonly profile: CalculateBody['profile']
}

const QUANTITIES = [
  'energy_units',
  'connected_load',
  'contract_demand_kva',
  'fixed_charge_basis_units',
  'generation_units',
] as const

/**
 * Thousandths of a quantity. A JSON number is read through its shortest decimal text, so that 104.1 is exactly 104.1.
 * Null: more than three decimals, negative, or over the bound. Nothing is rounded (contract 2.7).
 */
export function quantityMilli(value: number | string): number | null {
  if (typeof value === 'number' && !(value >= 0)) return null
  const scaled = toScaled(typeof value === 'number' ? String(Math.abs(value)) : value, 3)
  if (scaled === null || scaled < 0n || scaled > BigInt(MAX_QUANTITY_MILLI)) return null
  return Number(scaled)
}

/** Small whole numbers, the common case, without arbitrary-precision arithmetic. */
function fastMilli(value: number | string): number | null {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000_000) return value * 1000
  return quantityMilli(value)
}

export function quantityProblem(field: string, pointer = `/${field}`): FieldProblem {
  const message = `${field} takes at most 3 decimals, from 0 to 10,000,000; it is refused rather than rounded`
  return { field: pointer, rule: 'decimals', message }
}

/** Reads a body that has passed its schema. All quantities that cannot be exact are reported at once. */
export function normaliseRequest(
  body: CalculateBody,
): { ok: true; request: NormalisedRequest } | { ok: false; fields: FieldProblem[] } {
  const milli: Partial<Record<(typeof QUANTITIES)[number], number>> = {}
  const shown: Record<string, unknown> = { ...body }
  const fields: FieldProblem[] = []
  for (const field of QUANTITIES) {
    const value = body[field]
    if (value === undefined) continue
    const exact = fastMilli(value)
    if (exact === null) {
      fields.push(quantityProblem(field))
      continue
    }
    milli[field] = exact
    shown[field] = formatMilli(exact)
  }
  if (fields.length > 0) return { ok: false, fields }
  const inputs: Inputs = {
    subcategoryCode: body.subcategory_code,
    licenseeCode: body.licensee_code ?? null,
    energyUnitsMilli: milli.energy_units ?? 0,
    connectedLoadMilli: milli.connected_load ?? null,
    loadUnit: body.load_unit ?? null,
    contractDemandMilli: milli.contract_demand_kva ?? null,
    fixedChargeBasisUnitsMilli: milli.fixed_charge_basis_units ?? null,
    areaType: body.area_type ?? null,
    phase: body.phase ?? null,
    supplyLevel: body.supply_level ?? null,
    billingDays: body.billing_days ?? null,
    billingMonth: body.billing_month ?? null,
    todPeriod: body.tod_period ?? null,
    rtsVoltageMode: body.rts_voltage_mode ?? null,
    applyHtss11kvSurcharge: body.apply_htss_11kv_surcharge ?? null,
  }
  return { ok: true, request: { inputs, shown, bill: body.actual_bill ?? null, profile: body.profile } }
}
