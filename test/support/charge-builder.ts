import type { Figure, Unit } from '../../releases/record/figure.ts'
import type { EnergyCharge, FixedCharge, Row, Step } from '../../releases/record/row.ts'
import { buildFigure } from './figure-builder.ts'

/** `[to, rate]` pairs, in order, from 0: `[['50', '2'], [null, '3']]`. A rate may be a ready figure. */
export type Slabs = readonly (readonly [to: string | null, rate: string | Figure])[]

export function buildSteps(slabs: Slabs, unit: Unit): Step[] {
  return slabs.map(([to, rate], index) => ({
    from: index === 0 ? '0' : (slabs[index - 1]?.[0] ?? '0'),
    to,
    figure: typeof rate === 'string' ? buildFigure(rate, unit) : rate,
  }))
}

export function buildEnergy(method: EnergyCharge['method'], slabs: Slabs): EnergyCharge {
  return { method, unit: 'kWh', slabs: buildSteps(slabs, 'Rs/kWh') }
}

export function buildWheeling(rate: string | Figure): NonNullable<Row['wheeling']> {
  return { unit: 'kWh', figure: typeof rate === 'string' ? buildFigure(rate, 'Rs/kWh') : rate }
}

export function buildFixed(
  method: FixedCharge['method'],
  basis: FixedCharge['basis'],
  bands: Slabs,
  more: Partial<Pick<FixedCharge, 'or_part' | 'part_size' | 'band_by'>> = {},
): FixedCharge {
  const unit = more.part_size == null ? (`Rs/${basis}` as const) : 'Rs/part'
  return { method, basis, or_part: false, part_size: null, band_by: null, bands: buildSteps(bands, unit), ...more }
}
