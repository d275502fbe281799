import { describe, expect, it } from 'vitest'
import { numberTokens, readPrinted, standsAsToken, valueStands } from '../../../../pipeline/gates/text/tokens.ts'

describe('a printed figure is in a text as a whole number', () => {
  it.each([
    ['7.42', 'energy 7.42 Rs/kWh', true],
    ['7.42', 'energy 7.42.', true],
    ['290.00', 'Rs.290.00 per kW', true],
    ['7.42', '17.42', false],
    ['7.42', '7.425', false],
    ['7.42', '7.420', false],
    ['42', '7.42', false],
    ['4.3', 'clause 4.3.2', false],
    ['50', 'slab 0-50', true],
    ['5', '.5 kW', false],
    ['0.5', 'up to 0.5 kW', true],
    ['500.00', 'Rs 1,500.00', false],
    ['1,500.00', 'Rs 1,500.00', true],
    ['500', 'Rs 1,500, and more', false],
    ['1,200', 'Rs.1,200/-', true],
    ['200', 'Rs.1,200/-', false],
    ['1,200', 'clause 7.1,200', false],
    ['1,00,000', 'up to 1,00,000 units', true],
    ['30', 'bills of 25, 30 and 40 days', true],
    ['-0.25', 'a rebate of -0.25', true],
    ['-0.25', 'a rebate of 0.25', false],
    ['0.25', 'a rebate of -0.25', false],
    ['0.25', 'a rebate of \u22120.25', false],
    ['0.25', '-0.25 in winter, 0.25 in summer', true],
    ['-50', 'slab 0-50', false],
    ['700.00', 'Rs-700.00', false],
    ['700.00', 'less -Rs 700.00', false],
    ['-700.00', 'less -Rs.700.00', true],
    ['Nil', 'wheeling: nil', true],
    ['Nil', 'vanillin', false],
    ['7+42', '7.42', false],
  ])('%s in "%s": %s', (printed, text, stands) => {
    expect(standsAsToken(text, printed, true)).toBe(stands)
  })

  it.each([
    ['twice', 'billed at twice the fixed charge', true],
    ['Thrice', 'Thrice the normal rate is payable', true],
    ['double', 'double the rate', true],
    ['twice', 'paid twice the month before the charge', false],
    ['twice', 'read twice a month', false],
    ['half', 'half of the fixed charge', true],
    ['half', 'half a percent', true],
    ['half', 'the first half of the tariff year', false],
    ['half', 'two and a half percent', false],
    ['half', 'one-half percent', false],
    ['one', 'a rebate of one percent', true],
    ['one', 'one per cent of the bill', true],
    ['one', 'one consumer pays 5 percent', false],
    ['one', 'twenty-one percent', false],
    ['one', 'one hundred percent', false],
    ['one', 'one and a half times the charge', false],
    ['ten', 'Ten percent surcharge', true],
    ['ten', 'the nearest ten paise', true],
    ['ten', 'a hundred and ten percent', false],
    ['ten', 'ten lakh rupees', false],
    ['ten', 'within ten days, 5 percent', false],
    ['five', 'twenty five percent', false],
    ['two', 'one to two percent', false],
    ['two', 'one percent or two percent', true],
    ['five', 'one point five percent', false],
    ['rupee', 'rounded to the nearest rupee', true],
    ['rupee', 'rounded up to the next rupee', true],
    ['rupee', 'rounded up to the next higher rupee', true],
    ['rupee', 'next to a rupee', false],
    ['rupee', 'the nearest whole rupee', true],
    ['rupee', 'the nearest ten rupees', false],
    ['rupee', 'one rupee per unit', false],
  ])('%s, in words, in "%s": %s', (printed, text, stands) => {
    expect(standsAsToken(text, printed, true)).toBe(stands)
  })

  it('commas divide the fields of a CSV and do not group digits there', () => {
    expect(standsAsToken('DS,50,100,4.70', '100', false)).toBe(true)
    expect(numberTokens('0,100,200', false)).toEqual(['0', '100', '200'])
  })

  it('by value, zeros at the end do not count', () => {
    expect(valueStands('petitioned 9.20', '9.2', true)).toBe(true)
    expect(valueStands('petitioned 9.25', '9.2', true)).toBe(false)
    expect(valueStands('petitioned 9.20', 'nine', true)).toBe(false)
  })
})

describe('a printed figure reads as', () => {
  it.each([
    ['290.00', '290'],
    ['1,500.00', '1500'],
    ['1,00,000', '100000'],
    ['nil', '0'],
    ['Zero', '0'],
    ['Twice', '2'],
    ['half', '0.5'],
    ['one', '1'],
    ['rupee', '1'],
    ['-0.250', '-0.25'],
    ['15,00', null],
    ['1.5e3', null],
    ['', null],
    ['free', '0'],
    ['No charge', '0'],
    ['free units', null],
  ])('%s: %s', (printed, value) => {
    expect(readPrinted(printed)).toBe(value)
  })
})
