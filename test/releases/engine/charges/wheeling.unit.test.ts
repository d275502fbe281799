import { describe, expect, it } from 'vitest'
import { buildEnergy, buildWheeling } from '../../../support/record-builder.ts'
import { linesText, milli, priced, recordOfRow } from '../bill.ts'

/** A rate per energy unit, one line for all units, whatever the slabs. */
describe('wheeling: Rs 1.605 a unit beside slabs', () => {
  const energy = buildEnergy('telescopic', [
    ['100', '4'],
    [null, '6'],
  ])
  const record = recordOfRow({ energy, wheeling: buildWheeling('1.605'), fixed: null })

  it.each([
    ['0', ['energy 0 x 4 = 0', 'wheeling 0 x 1.605 = 0']],
    ['1', ['energy 1 x 4 = 400', 'wheeling 1 x 1.605 = 161']],
    ['150', ['energy 100 x 4 = 40000', 'energy 50 x 6 = 30000', 'wheeling 150 x 1.605 = 24075']],
  ])('%s units: %s', (units, lines) => {
    const result = priced(record, { energyUnitsMilli: milli(units) })
    expect(linesText(result)).toEqual(lines)
    expect(result.basePaise).toBe((result.energyPaise ?? 0) + (result.wheelingPaise ?? 0))
  })

  it('is null, not 0, for a row that has none', () => {
    expect(priced(recordOfRow({ energy })).wheelingPaise).toBeNull()
  })
})
