import { describe, expect, it } from 'vitest'
import type { Inputs } from '../../../../releases/engine/types.ts'
import { buildAdjustment, buildEnergy, buildFixed, buildRecord } from '../../../support/record-builder.ts'
import { linesText, milli, priced } from '../bill.ts'

const rows = [
  { energy: buildEnergy('flat', [[null, '7.73']]), fixed: buildFixed('flat', 'connection', [[null, '150']]) },
]

/** The named lines become so many percent of themselves; the difference is one line. */
describe('factor: energy at 97, 103 or 101 percent by time of day', () => {
  const tod = buildAdjustment('factor', 'tod_period', [
    ['off_peak', 'add', '97'],
    ['peak', 'add', '103'],
    ['normal', 'add', '101'],
    ['flat', 'none', null],
  ])
  const record = buildRecord({ rows, rules: { adjustments: [tod] } })

  it.each([
    // energy 92760 paise: 120 x 773
    ['peak', '120', 'adjustment 927.6 x 103 = 2783'], // 95542.8 - 92760
    ['off_peak', '120', 'adjustment 927.6 x 97 = -2783'], // 89977.2 - 92760
    ['normal', '120', 'adjustment 927.6 x 101 = 928'], // 93687.6 - 92760
    ['peak', '0', 'adjustment 0 x 103 = 0'],
    ['off_peak', '0', 'adjustment 0 x 97 = 0'],
  ])('%s, %s units: %s paise', (todPeriod, units, line) => {
    const result = priced(record, { todPeriod, energyUnitsMilli: milli(units) })
    expect(linesText(result)[2]).toBe(line)
    expect(Object.is(result.adjustmentsPaise, -0)).toBe(false)
    expect(result.basePaise).toBe((result.energyPaise ?? 0) + 15_000 + (result.adjustmentsPaise ?? 0))
  })

  it.each([null, 'flat'])('%s leaves the base tariff without a line', (todPeriod) => {
    const result = priced(record, { todPeriod })
    expect(result.adjustmentsPaise).toBeNull()
    expect(linesText(result)).toHaveLength(2)
  })
})

/** So many percent of the named lines is added or taken off. */
describe('surcharge: 1.23 percent on demand and energy', () => {
  const of = (effect: 'add' | 'subtract', percent: string) =>
    buildAdjustment('surcharge', 'apply_htss_11kv_surcharge', [['true', effect, percent]], {
      base: ['energy', 'fixed'],
    })
  const inputs: Partial<Inputs> = { applyHtss11kvSurcharge: true, energyUnitsMilli: 120_000 }

  it.each([
    // base 92760 + 15000 = 107760 paise
    ['add', '1.23', 1325], // 1325.448
    ['add', '0.0004', 0], // 0.43104
    ['add', '0.000464', 1], // 0.5000064
    ['subtract', '1.23', -1325],
    ['subtract', '0.000463', 0], // -0.4989: nothing, and not -0
  ] as const)('%s %s percent: %s paise', (effect, percent, paise) => {
    const result = priced(buildRecord({ rows, rules: { adjustments: [of(effect, percent)] } }), inputs)
    expect(result.adjustmentsPaise).toBe(paise)
  })

  it('half a paisa goes up, on the line that it is: 0.5 to 1, and -0.5 to 0', () => {
    const half = [{ energy: null, fixed: buildFixed('flat', 'connection', [[null, '1']]) }]
    const paise = (effect: 'add' | 'subtract') =>
      priced(buildRecord({ rows: half, rules: { adjustments: [of(effect, '0.5')] } }), inputs).adjustmentsPaise
    expect(paise('add')).toBe(1)
    expect(paise('subtract')).toBe(0)
  })

  it('two adjustments are each taken of the charges, never of one another', () => {
    const tod = buildAdjustment('factor', 'tod_period', [['peak', 'add', '200']])
    const record = buildRecord({ rows, rules: { adjustments: [tod, of('add', '10')] } })
    const result = priced(record, { ...inputs, todPeriod: 'peak' })
    expect(linesText(result).slice(2)).toEqual(['adjustment 927.6 x 200 = 92760', 'adjustment 1077.6 x 10 = 10776'])
  })
})
