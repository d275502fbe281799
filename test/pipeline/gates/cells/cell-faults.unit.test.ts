import { describe, expect, it } from 'vitest'
import { cellFaults } from '../../../../pipeline/gates/cells/cell-faults.ts'
import { contextsOf, type FigureContext } from '../../../../pipeline/gates/cells/figure-context.ts'
import type { Cell } from '../../../../releases/record/cell.ts'
import { CELL } from '../faults/cell.ts'
import { sampleRecord } from '../support/sample.ts'

const SERVED = { year: '2026-27', from: '2026-04-01', to: '2027-03-31' }
const sample = contextsOf(sampleRecord()).find(({ path }) => path === 'rows/R-DS/energy/0')

/** What is found between a charge of one rate and a cell. */
const faults = (own: Partial<FigureContext>, cell: Partial<Cell>, labelled: readonly string[] = []): string[] => {
  const context = { ...sample!, from: '0', to: null, stepped: false, category: null, levels: [], ...own }
  return cellFaults(context, { ...CELL, ...cell }, SERVED, [], { follows: false, labelled }).map(
    ([fault, expected]) => `${fault}: ${expected}`,
  )
}

describe('a cell that is printed once for several rows', () => {
  const upTo2 = { bounds: [{ op: '<=', value: '2', field: 'connected_load' }] }
  const above2 = {
    bounds: [
      { op: '>', value: '2', field: 'connected_load' },
      { op: '<=', value: '7', field: 'connected_load' },
    ],
  }
  const cell = (...load: string[]): Partial<Cell> => ({
    row: [...load, 'For the first 100 units'],
    through: [...load, 'Above 300 units'],
  })

  it('is of the load that its rows share, and of no step of the units in their labels', () => {
    expect(faults(upTo2, cell('Upto 2 kW'))).toEqual([])
    expect(faults(above2, cell('Above 2 kW upto 7 kW'))).toEqual([])
    expect(faults({}, cell())).toEqual([])
  })

  it('is refused for another load than its rows share', () => {
    expect(faults(upTo2, cell('Above 2 kW upto 7 kW')).join()).toContain('other_edge: edges or a bound above 2')
    expect(faults(above2, cell('Upto 2 kW')).join()).toContain('other_edge: edges or a bound up to 2')
    expect(faults({}, cell('Upto 2 kW')).join()).toContain('other_edge: edges or a bound up to 2')
  })

  it('is refused for a number of their shared label that is no bound', () => {
    expect(faults({}, cell('Sheds of 5 rooms')).join()).toContain('stray_number: 5 of the label')
  })

  it('of one row alone that is the first of several steps is refused as one rate for all', () => {
    expect(faults({ component: 'energy' }, { row: ['For the first 100 units'] }).join()).toContain('not_stepped')
  })
})

describe('a row with columns for several voltages', () => {
  const at = (value: string) => ({ op: '=', value, field: 'supply_voltage_kv' })
  // Both charges are read from the same row, so the bounds of both are known of either.
  const of33 = { exact: [at('33')], bounds: [at('11'), at('33')] }
  const column = (...header: string[]): Partial<Cell> => ({
    row: ['DS'],
    column: ['Energy Charge (Rs/kWh)', ...header],
  })

  it.each(['33 kV', '11 kV and 33 kV'])('is read at 33 kV under %s', (header) => {
    expect(faults(of33, column(header))).toEqual([])
  })

  it('is read at any voltage where the header names none', () => {
    expect(faults(of33, column())).toEqual([])
  })

  it('is refused at 33 kV under 11 kV', () => {
    const found = faults(of33, column('11 kV'))
    expect(found).toEqual(['edge_not_said: 33 of supply_voltage_kv among the values of the printed label'])
  })

  it('is refused at 33 kV in the row of 11 kV, also where this says how its rate is derived', () => {
    const derived = { ...of33, numbers: new Set(['6.55', '1.241', '2', '0.15']) }
    const row = (voltage: string): Partial<Cell> => ({
      row: [`DS at ${voltage}: 6.55 times 1.241 to 2 places less 0.15`],
    })
    expect(faults(derived, row('33 kV'))).toEqual([])
    expect(faults(derived, row('11 kV')).join()).toContain('33 of supply_voltage_kv among the values')
  })
})

it.each([
  ['7.1 Energy charges of Rate RGP', true],
  ['7.1. Energy charges of Rate RGP', true],
  ['Energy charges of 7.1 homes', false],
  ['7.1 per cent of the energy charges', false],
])('a heading may begin with the number of its clause: %s', (heading, passes) => {
  const found = faults({}, { row: ['DS'], column: [heading, 'Energy Charge (Rs/kWh)'] })
  expect(found.every((each) => !each.startsWith('number_in_header'))).toBe(passes)
})

describe('a charge that only the header of its labels names', () => {
  const fixed = { component: 'fixed', figure: { ...sample!.figure, printed_unit: 'Rs/kW', unit: 'Rs/kW' } } as const
  const cell = { row: ['All installations'], column: ['Rs per kW'] }

  it('is that charge', () => {
    expect(faults(fixed, cell, ['Fixed charges per month'])).toEqual([])
    expect(faults(fixed, cell).join()).toContain('other_component: a header or label that names the fixed charge')
  })

  it.each([
    ['another charge', 'Energy charges'],
    ['what is deducted', 'Rebate on fixed charges'],
    ['what is not approved', 'Proposed fixed charges'],
  ])('is refused below the name of %s', (_, header) => {
    expect(faults(fixed, cell, [header]).join()).toContain('other_component')
  })
})

describe('a charge that its bill has once, where a rule prorates others by months', () => {
  const lasting = { days: null, slabDays: null, once: true }
  const fixed = { component: 'fixed', figure: { ...sample!.figure, printed_unit: 'Rs/kW', unit: 'Rs/kW' } } as const
  const cell = (header: string) => ({ row: ['All installations'], column: [header] })

  it('is refused where it is printed for a month', () => {
    const [monthly, plain] = ['Fixed charge (Rs per kW per month)', 'Fixed charge (Rs per kW)'].map(cell)
    expect(faults({ ...fixed, lasting }, monthly!).join()).toContain('other_period: the charge in `monthly`')
    expect(faults(fixed, monthly!)).toEqual([])
    expect(faults({ ...fixed, lasting }, plain!)).toEqual([])
  })
})
