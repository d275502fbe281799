import { CHARGE_COMPONENTS, type Charge, type Step } from '../../releases/record/charge.ts'
import type { Figure, Unit } from '../../releases/record/figure.ts'
import { buildFigure } from './figure-builder.ts'

/**
 * `[to, rate]` pairs, in order, from 0: `[['50', '2'], [null, '3']]`. A rate may be a complete figure, an edge a name.
 */
export type Slabs = readonly (readonly [to: string | null, rate: string | Figure])[]

export function buildSteps(slabs: Slabs, unit: Unit = 'Rs'): Step[] {
  return slabs.map(([to, rate], index) => ({
    from: index === 0 ? '0' : (slabs[index - 1]?.[0] ?? '0'),
    to,
    figure: typeof rate === 'string' ? buildFigure(rate, unit) : rate,
  }))
}

/** Default quantity of a rate in tests. */
const COUNTED: Readonly<Record<string, string | null>> = {
  kWh: 'energy_units',
  kVAh: 'energy_units',
  kW: 'connected_load',
  HP: 'connected_load',
  kVA: 'contract_demand_kva',
  part: 'connected_load_parts',
  connection: null,
}

/** A charge in rupees per `unit`. Its id is its component if that is possible, otherwise it is an `other` charge. */
export function buildCharge(
  charge_id: string,
  method: Charge['method'],
  unit: string,
  slabs: Slabs,
  parts: Partial<Charge> = {},
): Charge {
  return {
    charge_id,
    component: CHARGE_COMPONENTS.find((component) => component === charge_id) ?? 'other',
    side: 'base',
    label: `${charge_id} per ${unit}`,
    method,
    per: COUNTED[unit] ?? null,
    unit,
    unit_label: null,
    steps_by: null,
    steps_label: null,
    steps: buildSteps(slabs, `Rs/${unit}` as Unit),
    rates_of: null,
    minimum_of: null,
    together_with: [],
    when: [],
    effective_from: null,
    effective_to: null,
    ...parts,
  }
}

export function buildEnergy(method: Charge['method'], slabs: Slabs, parts: Partial<Charge> = {}): Charge {
  const unit = parts.unit ?? 'kWh'
  return buildCharge('energy', method, unit, slabs, { label: 'Energy charge', steps_label: 'slab', ...parts })
}

export function buildWheeling(rate: string | Figure, parts: Partial<Charge> = {}): Charge {
  return buildCharge('wheeling', 'flat', 'kWh', [[null, rate]], { label: 'Wheeling charge', ...parts })
}

export function buildFixed(method: Charge['method'], unit: string, slabs: Slabs, parts: Partial<Charge> = {}): Charge {
  return buildCharge('fixed', method, unit, slabs, { label: `Fixed charge per ${unit}`, ...parts })
}
