import { describe, expect, it } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import { compared } from '../../../support/compared.ts'
import { planOf } from '../../../support/definitions.ts'
import {
  buildAdjustment,
  buildEnergy,
  buildFixed,
  buildValue,
  type RecordParts,
  type Slabs,
} from '../../../support/record-builder.ts'
import { linesOf, priced, recordOf } from '../bill.ts'

const rows = [
  { energy: buildEnergy('flat', [[null, '7.73']]), fixed: buildFixed('flat', 'connection', [[null, '150']]) },
]
const record = (adjustments: Adjustment[], parts: RecordParts = {}) =>
  recordOf({ rows, rules: { adjustments }, ...parts })

/** The named lines become so many percent of themselves; the difference is one line. */
describe('factor: energy at 97, 103 or 101 percent by time of day', () => {
  const tod = buildAdjustment('TOD', 'factor', [
    ['tod_period=off_peak', 'add', '97'],
    ['tod_period=peak', 'add', '103'],
    ['tod_period=normal', 'none', null],
  ])
  const odd = buildAdjustment('TOD', 'factor', [['tod_period=normal', 'add', '101']])

  it.each([
    // energy 92760 paise: 120 x 773
    ['peak', '120', 'TOD 927.6 x 103 = 2783'], // 95542.8 - 92760
    ['off_peak', '120', 'TOD 927.6 x 97 = -2783'], // 89977.2 - 92760
    ['peak', '0', 'TOD 0 x 103 = 0'],
    ['off_peak', '0', 'TOD 0 x 97 = 0'],
  ] as const)('%s, %s units: %s', (tod_period, energy_units, line) => {
    const result = priced(record([tod]), { tod_period, energy_units })
    expect(linesOf(record([tod]), { tod_period, energy_units })[2]).toBe(line)
    expect(Object.is(result.adjustmentsPaise, -0)).toBe(false)
    expect(result.basePaise).toBe((result.energyPaise ?? 0) + 15_000 + (result.adjustmentsPaise ?? 0))
  })

  it('101 percent of 92760 paise adds 928', () => {
    // 93687.6 - 92760
    expect(priced(record([odd]), { tod_period: 'normal', energy_units: 120 }).adjustmentsPaise).toBe(928)
  })

  it.each([{}, { tod_period: 'normal' as const }])('%o leaves the base tariff without a line', (body) => {
    const result = priced(record([tod]), body)
    expect(result.adjustmentsPaise).toBeNull()
    expect(result.lines).toHaveLength(2)
  })

  it('taken off takes what it would add', () => {
    const off = buildAdjustment('TOD', 'factor', [['tod_period=peak', 'subtract', '103']])
    expect(priced(record([off]), { tod_period: 'peak', energy_units: 120 }).adjustmentsPaise).toBe(-2783)
    expect(Object.is(priced(record([off]), { tod_period: 'peak', energy_units: 0 }).adjustmentsPaise, -0)).toBe(false)
  })

  /** Rs 0.01 a unit: 1 paisa becomes 0.5, which goes up to 1; 3 become 1.5, which goes up to 2. */
  it.each([
    ['1', '50', 0],
    ['3', '50', -1],
    ['1', '150', 1], // 1.5 to 2
    ['3', '150', 2], // 4.5 to 5
  ])('rounds the whole new amount: %s paise at %s percent', (energy_units, percent, paise) => {
    const cheap = [{ energy: buildEnergy('flat', [[null, '0.01']]), fixed: null }]
    const half = buildAdjustment('TOD', 'factor', [['', 'add', percent]])
    for (const rounding of ['half_up_per_line_to_paise', 'half_away_from_zero_per_line_to_paise'] as const) {
      const of = record([half], { rows: cheap, rounding })
      expect(priced(of, { energy_units }).adjustmentsPaise).toBe(paise)
    }
  })
})

/** Each base and percentage below makes half a paisa or none; the reference evaluator rounds with rational numbers. */
describe.each(['half_up_per_line_to_paise', 'half_away_from_zero_per_line_to_paise'] as const)(
  'a factor, %s',
  (rounding) => {
    const cheap = [{ energy: buildEnergy('flat', [[null, '0.01']]), fixed: null }]
    const limit = buildValue('per_bill', '1000')
    const steps = buildValue('factor', [[null, '50']], { method: 'whole', steps_by: 'energy_units' })
    const part = { charge_id: 'energy', quantity: 'energy_kwh', by: null, evidence: null }
    const forms: [string, (effect: 'add' | 'subtract', percent: string) => Adjustment][] = [
      ['alone', (effect, percent) => buildAdjustment('A', 'factor', [['', effect, percent]])],
      ['with a cap', (effect, percent) => buildAdjustment('A', 'factor', [['', effect, percent]], { cap: limit })],
      ['by steps', (effect) => buildAdjustment('A', 'factor', [['', effect, [steps]]])],
      ['of a part', (effect, percent) => buildAdjustment('A', 'factor', [['', effect, percent]], { part })],
    ]

    it.each(forms)('%s: halves go as in the reference evaluator, added or taken off', (formName, form) => {
      for (const effect of ['add', 'subtract'] as const) {
        for (const percent of ['50', '100', '150', '200', '250', '350']) {
          const answer = planOf(record([form(effect, percent)], { rows: cheap, rounding }))
          for (const energy_units of [0.5, 1, 1.5, 2, 3, 5]) {
            const inputs = formName === 'of a part' ? { energy_units, energy_kwh: 0.5 } : { energy_units }
            const body = { state_code: 'BR', subcategory_code: 'DOM', ...inputs }
            const both = compared(answer, body, 'specimen')
            expect(both?.engine).toEqual(both?.reference)
            expect(both?.reference.ok).toBe(true)
          }
        }
      }
    })
  },
)

/** So many percent of the named lines is added or taken off. */
describe('percent: 1.23 percent on demand and energy', () => {
  const of = (effect: 'add' | 'subtract', percent: string) =>
    buildAdjustment('HTSS', 'percent', [['apply_htss_11kv_surcharge=true', effect, percent]], {
      of: ['energy', 'fixed'],
    })
  const body = { apply_htss_11kv_surcharge: true, energy_units: 120 }

  it.each([
    // base 92760 + 15000 = 107760 paise
    ['add', '1.23', 1325], // 1325.448
    ['add', '0.0004', 0], // 0.43104
    ['add', '0.000464', 1], // 0.5000064
    ['subtract', '1.23', -1325],
    ['subtract', '0.000463', 0], // -0.4989: nothing, and not -0
  ] as const)('%s %s percent: %s paise', (effect, percent, paise) => {
    expect(priced(record([of(effect, percent)]), body).adjustmentsPaise).toBe(paise)
  })

  it.each([
    ['half_up_per_line_to_paise', 1, 0],
    ['half_away_from_zero_per_line_to_paise', 1, -1],
  ] as const)('half a paisa, %s: 0.5 to %s, -0.5 to %s', (rounding, added, off) => {
    const half = [{ energy: null, fixed: buildFixed('flat', 'connection', [[null, '1']]) }]
    const paise = (effect: 'add' | 'subtract') =>
      priced(record([of(effect, '0.5')], { rows: half, rounding }), body).adjustmentsPaise
    expect([paise('add'), paise('subtract')]).toEqual([added, off])
  })

  it('of a base without lines is a line of 0', () => {
    const wheeling = buildAdjustment('W', 'percent', [['', 'add', '10']], { of: ['wheeling'] })
    expect(linesOf(record([wheeling])).at(-1)).toBe('W 0 x 10 = 0')
  })

  it('beyond 2^53 is exact: 103.25 percent of 7,425,099,999,257 paise', () => {
    const large = [{ energy: buildEnergy('flat', [[null, '742.5099999257']]), fixed: null }]
    const tod = buildAdjustment('TOD', 'percent', [['', 'add', '103.2512345678']])
    const result = priced(record([tod], { rows: large }), { energy_units: 10_000_000 })
    expect(result.energyPaise).toBe(742_509_999_926) // ...925.7
    // 742509999926 x 103.2512345678 / 100
    expect(result.adjustmentsPaise).toBe(766_650_741_713)
  })
})

/** A power factor below 0.9 costs 1 percent for each whole hundredth below; above 0.95 a rebate. */
describe('a percentage by steps', () => {
  const steps = (method: 'whole' | 'telescopic', by: string, slabs: Slabs) =>
    buildAdjustment('PF', 'percent', [['', 'add', [buildValue('percent', slabs, { method, steps_by: by })]]])

  it.each([
    ['0', 9276],
    ['0.85', 9276],
    ['0.851', 4638],
    ['0.95', 4638],
    ['0.951', -1855], // 92760 x -2 / 100 = -1855.2
  ])('whole: the step that holds %s gives %s paise', (power_factor, paise) => {
    const slabs: Slabs = [
      ['0.85', '10'],
      ['0.95', '5'],
      [null, '-2'],
    ]
    const of = record([steps('whole', 'power_factor', slabs)])
    expect(priced(of, { power_factor, energy_units: 120 }).adjustmentsPaise).toBe(paise)
  })

  it.each([
    ['0', 0],
    ['3', 2783], // 3 x 1 percent: 2782.8
    ['7.5', 9276], // 5 x 1 and 2.5 x 2 percent
  ])('telescopic: the sum of share times percent, %s points: %s paise', (load_factor_percent, paise) => {
    const slabs: Slabs = [
      ['5', '1'],
      [null, '2'],
    ]
    const of = record([steps('telescopic', 'load_factor_percent', slabs)])
    expect(priced(of, { load_factor_percent, energy_units: 120 }).adjustmentsPaise).toBe(paise)
  })

  it('without the quantity that divides it adds nothing, and the answer says so', () => {
    const of = record([steps('whole', 'power_factor', [[null, '10']])])
    expect(priced(of)).toMatchObject({ adjustmentsPaise: null, notGiven: [{ name: 'power_factor' }] })
    expect(priced(of, { power_factor: 1 }).notGiven).toEqual([])
  })
})
