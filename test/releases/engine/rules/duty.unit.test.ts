import { describe, expect, it } from 'vitest'
import type { Duty } from '../../../../releases/record/rules.ts'
import { buildEnergy, buildFigure, buildHeldFigure } from '../../../support/record-builder.ts'
import { type BillOptions, priced, recordOfRow } from '../bill.ts'

/** A duty of 6 paise a kWh by statute, shown beside an answer and in no sum of it. */
const DUTY: Duty = { description: 'Electricity duty', energy_unit: 'kWh', figure: buildFigure('0.06', 'Rs/kWh') }
const billed = (
  duty: Duty,
  unit: 'kWh' | 'kVAh' = 'kWh',
  energy_units: string | number = 150,
  options: BillOptions = {},
) =>
  priced(
    recordOfRow({ energy: buildEnergy('flat', [[null, '5']], { unit }) }, { rules: { duty } }),
    { energy_units },
    options,
  )

describe('a statutory duty', () => {
  it.each([
    ['150', 900],
    ['0', 0],
    ['0.083', 0], // 0.498
    ['0.084', 1], // 0.504
  ])('%s units: %s paise, not included in an amount', (units, paise) => {
    const result = billed(DUTY, 'kWh', units)
    expect(result.duty?.amountPaise).toBe(paise)
    expect(result.basePaise).toBe(Math.round(Number(units) * 500) + 5000)
  })

  it('is not shown for supply billed in another unit: units are never converted', () => {
    expect(billed(DUTY, 'kVAh').duty).toBeNull()
    const inKvah = { ...DUTY, energy_unit: 'kVAh' as const, figure: buildFigure('0.06', 'Rs/kVAh') }
    expect(billed(inKvah, 'kVAh').duty?.amountPaise).toBe(900)
  })

  it('is not shown for supply without an energy charge', () => {
    expect(priced(recordOfRow({ energy: null }, { rules: { duty: DUTY } })).duty).toBeNull()
  })

  it('is not shown if its figure is below the caller’s floor, without a refusal', () => {
    const specimen = { ...DUTY, figure: buildFigure('0.06', 'Rs/kWh', 'specimen') }
    expect(billed(specimen).duty?.amountPaise).toBe(900)
    expect(billed(specimen, 'kWh', 150, { floor: 'derived' })).toMatchObject({ duty: null, grade: 'transcription' })
  })

  it('is not shown if it is held', () => {
    expect(billed({ ...DUTY, figure: buildHeldFigure('Rs/kWh') }).duty).toBeNull()
    expect(billed(DUTY, 'kWh', 150, { holds: ['rules/duty'] }).duty).toBeNull()
  })
})
