import { expect, test } from 'vitest'
import { unitFits, unitsNamed } from '../../../../pipeline/gates/text/printed-units.ts'

test.each([
  ['Energy Rate (Rs./kVAh or kWh)', ['Rs/kvah', 'Rs/kwh']],
  ['Energy Rate (Rs./kVAh/kWh)', ['Rs/kvah', 'Rs/kwh']],
  ['Fixed Charges (Rs./kW or part)', ['Rs/kw']],
  ['Fixed Charges (Rs./kW or fraction of a kW)', ['Rs/kw']],
  ['(₹/kVA/month)', ['Rs/kva']],
  ['Rs. per kilo watt, or Re./kilo volt ampere', ['Rs/kw', 'Rs/kva']],
  ['p/u', ['P/unit']],
  ['Ps. per Kwh', ['P/kwh']],
  ['Rs/H.P./month', ['Rs/hp']],
  ['Rs per kVA or Rs per HP', ['Rs/kva', 'Rs/hp']],
])('the units of %s', (header, units) => {
  expect(unitsNamed(header)).toEqual(units)
})

test('a rate per kVAh or kWh is one for each of them, and none per kW or in paise', () => {
  const fits = (printed: string): boolean => unitsNamed('(Rs./kVAh or kWh)').some((unit) => unitFits(unit, printed))
  expect(['Rs/kWh', 'Rs/kVAh', 'Rs/kW', 'Rs/kVA', 'P/kWh'].map(fits)).toEqual([true, true, false, false, false])
})

test('a percentage is no number of times: 150% is 1.5 times, and not 150', () => {
  expect(unitFits('percent', 'percent')).toBe(true)
  expect(unitFits('percent', 'times')).toBe(false)
})
