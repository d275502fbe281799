import { describe, expect, it } from 'vitest'
import { buildFixed } from '../../../support/record-builder.ts'
import { linesText, milli, priced, recordOfRow } from '../bill.ts'

/** "per kW or part": the first kW or part, then each further kW or part; at least one (Odisha). */
describe('fixed, telescopic, or part: first kW Rs 20, each further Rs 25', () => {
  const record = recordOfRow({
    energy: null,
    fixed: buildFixed(
      'telescopic',
      'kW',
      [
        ['1', '20'],
        [null, '25'],
      ],
      { or_part: true },
    ),
  })

  it.each([
    ['0', ['fixed 1 x 20 = 2000']],
    ['0.001', ['fixed 1 x 20 = 2000']],
    ['1', ['fixed 1 x 20 = 2000']],
    ['1.001', ['fixed 1 x 20 = 2000', 'fixed 1 x 25 = 2500']],
    ['2.3', ['fixed 1 x 20 = 2000', 'fixed 2 x 25 = 5000']],
    ['3', ['fixed 1 x 20 = 2000', 'fixed 2 x 25 = 5000']],
  ])('%s kW: %s', (kw, lines) => {
    const result = priced(record, { energyUnitsMilli: 0, connectedLoadMilli: milli(kw) })
    expect(linesText(result)).toEqual(lines)
  })
})

describe('fixed, telescopic, of the load as given', () => {
  it.each([
    ['0', ['fixed 0 x 20 = 0']],
    ['1.5', ['fixed 1 x 20 = 2000', 'fixed 0.5 x 25 = 1250']],
  ])('%s kW: %s', (kw, lines) => {
    const fixed = buildFixed('telescopic', 'kW', [
      ['1', '20'],
      [null, '25'],
    ])
    const result = priced(recordOfRow({ energy: null, fixed }), { energyUnitsMilli: 0, connectedLoadMilli: milli(kw) })
    expect(linesText(result)).toEqual(lines)
  })
})

describe('fixed, flat, per kVA or part', () => {
  it.each([
    ['0', 'fixed 1 x 300 = 30000'],
    ['2.001', 'fixed 3 x 300 = 90000'],
  ])('%s kVA: %s paise', (kva, line) => {
    const fixed = buildFixed('flat', 'kVA', [[null, '300']], { or_part: true })
    const result = priced(recordOfRow({ energy: null, fixed }), { contractDemandMilli: milli(kva) })
    expect(linesText(result)).toEqual([line])
  })
})
