import { describe, expect, it } from 'vitest'
import { printedPartFaults } from '../../../pipeline/gates/meaning/printed-parts.ts'
import { buildQuantity } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { quoted } from './support/figures.ts'
import { chargeOf, sampleRecord } from './support/sample.ts'

/** A fixed charge of a table, printed for each part of a load. */

const SENTENCE = 'every 15 units or part thereof are 0.1 kW of load'

/** What is found of a charge with this cell, in this unit, for a quantity with this formula and sentence. */
function found(printed: string, printed_unit: string, formula: string, quote = 'the load'): string[] {
  const record = sampleRecord()
  const evidence = { ...quoted('XX-SHEET', 1, 2), quote }
  record.quantities.push(buildQuantity('load_parts', formula, { unit: 'number', evidence }))
  const charge = chargeOf(record, 'R-SL', 'fixed')
  charge.per = 'load_parts'
  Object.assign(charge.steps[0]!.figure, { printed: '28', printed_unit, cell: { ...CELL, printed } })
  return printedPartFaults(record).map(({ path, fault, expected }) => `${path} ${fault}: ${expected}`)
}

describe('an amount for each part of a load', () => {
  const PARTS = 'ceil(connected_load / 0.1, 1)'

  it.each([
    ['by the formula', '28 for each 0.1 kW load', PARTS, 'the load'],
    ['in other words', 'Rs 28/- per 0.10 kW of the sanctioned load', PARTS, 'the load'],
    ['by what the quantity cites', '28 for each 0.1 kW load', 'ceil(energy_units / 15, 1)', SENTENCE],
  ] as const)('is multiplied by these parts: %s', (_, printed, formula, quote) => {
    expect(found(printed, 'Rs/part', formula, quote)).toEqual([])
  })

  it.each([
    ['the load itself', 'connected_load'],
    ['parts of another size', 'ceil(connected_load / 0.5, 1)'],
    ['what these parts are of it', 'ceil(energy_units / 15, 1) * 0.1'],
  ])('is not multiplied by %s', (_, formula) => {
    expect(found('28 for each 0.1 kW load', 'Rs/part', formula).join()).toContain(
      'rows/R-SL/fixed/0 counted_otherwise: per: a quantity that counts parts of 0.1',
    )
  })

  it.each(['Rs/kW', 'Rs/connection'])('is in no other unit: %s', (unit) => {
    expect(found('28 for each 0.1 kW load', unit, PARTS).join()).toContain('other_unit: printed_unit Rs/part')
  })

  it('is no matter of a rate for each kW', () => {
    expect(found('28 per kW', 'Rs/kW', 'connected_load')).toEqual([])
  })
})
