import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { formula } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'
import { chargeOf, findingsOf } from './support/sample.ts'

/** The unit of a rate is that of the quantity or the input by which it is multiplied. */

const nothing: Edit = () => {}

describe('a figure of a sentence', () => {
  it('for each kVA of what is counted in kW is refused', async () => {
    const counted: Edit = (record) => {
      record.quantities.push({ ...record.quantities[0]!, quantity_id: 'excess', unit: 'kW' })
      Object.assign(record.rules.adjustments[0]!.cases[0]!.values[0]!, { kind: 'per_unit', per: 'excess' })
    }
    const { sentence } = await judged('A penalty of Rs. 20 per kVA is due.', 'penalty of Rs. 20 per kVA', [
      said('20', 'Rs/kVA', '20', 'Rs/kVA'),
      counted,
    ])
    expect(sentence.join('\n')).toContain('per kW')
  })

  const per =
    (name: string, printed_unit: 'Rs/kVA' | 'Rs/kW' | 'Rs/kWh' | 'Rs/kVAh', edit: Edit = nothing): Edit =>
    (record, figure) => {
      said('20', printed_unit, '20', printed_unit)(record, figure)
      Object.assign(record.rules.adjustments[0]!.cases[0]!.values[0]!, { kind: 'per_unit', per: name })
      edit(record, figure)
    }
  const inUnit =
    (unit: string): Edit =>
    (record) =>
      Object.assign(chargeOf(record, 'R-SL', 'energy'), { unit })

  const counting =
    (quantity_id: string, unit: string, ...cases: readonly string[]): Edit =>
    (record) => {
      const more = cases.map((text) => ({ ...record.quantities[0]!.cases[0]!, formula: formula(text) }))
      record.quantities.push({
        ...record.quantities[0]!,
        quantity_id,
        unit,
        ...(more.length > 0 && { cases: more, figures: [] }),
      })
    }
  const tens = counting('tens', 'part', 'max(1, ceil(connected_load / 10, 1))')
  const whole = counting('whole', 'part', 'max(1, ceil(connected_load, 1))')

  it.each([
    ['kVA of the units', 'kVA', per('energy_units', 'Rs/kVA'), 'per kWh'],
    ['kVA of the load', 'kVA', per('connected_load', 'Rs/kVA'), 'per kW'],
    ['kVA of a demand in kW', 'kVA', per('recorded_demand_kw', 'Rs/kVA'), 'per kW'],
    ['kVA of the units of a zone', 'kVA', per('energy_by_zone.peak', 'Rs/kVA'), 'per kWh'],
    ['kWh of parts of the load', 'kWh', per('parts', 'Rs/kWh', counting('parts', 'part')), 'per part'],
    ['kW of parts of 10', 'kW', per('tens', 'Rs/kW', tens), 'per part of 10'],
    ['kVA of the voltage', 'kVA', per('supply_voltage_kv', 'Rs/kVA'), 'per kV'],
    ['kWh of units in kVAh', 'kWh', per('energy_units', 'Rs/kWh', inUnit('kVAh')), 'per kVAh'],
  ] as const)('a rule for each %s is refused', async (_, unit, edit, finding) => {
    const { sentence } = await judged(`A penalty of Rs. 20 per ${unit} is due.`, `Rs. 20 per ${unit}`, [edit])
    expect(sentence.join('\n')).toContain(`a printed_unit ${finding}, by which it is multiplied`)
  })

  it.each([
    ['kVA of a demand in kVA', 'kVA', per('excess_demand_kva', 'Rs/kVA')],
    ['kW of whole parts', 'kW', per('whole', 'Rs/kW', whole)],
    ['kWh of the units', 'kWh', per('energy_units', 'Rs/kWh')],
    ['kVAh of units in kVAh', 'kVAh', per('energy_units', 'Rs/kVAh', inUnit('kVAh'))],
    ['kVAh of the units of a bracket', 'kVAh', per('fixed_charge_basis_units', 'Rs/kVAh')],
  ] as const)('a rule for each %s passes', async (_, unit, edit) => {
    const { sentence } = await judged(`A penalty of Rs. 20 per ${unit} is due.`, `Rs. 20 per ${unit}`, [edit])
    expect(sentence).toEqual([])
  })
})

it('a rate of a row for each kWh is refused if it is multiplied by nothing', async () => {
  const findings = await findingsOf(evidenceFigureInQuote, (record) => {
    chargeOf(record, 'R-SL', 'energy').per = null
  })
  expect(findings.join('\n')).toMatch(/a quantity in kWh, as in printed_unit (?:Rs|P)\/kWh \| per: nothing/u)
})

describe('the steps of a charge', () => {
  const steps = async (name: string): Promise<string[]> => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      const charge = chargeOf(record, 'R-DS', 'fixed')
      charge.steps_by = name
      const column = ['Fixed Charge (Rs/connection)']
      Object.assign(charge.steps[0]!.figure, { cell: { ...CELL, row: ['DS', 'up to 2 kW'], column, printed: '45.00' } })
    })
    return findings.filter((each) => each.includes('in which its steps are counted'))
  }
  it('are counted by an input in the unit of the printed edges', async () => {
    expect(await steps('connected_load')).toEqual([])
    expect(await steps('energy_units')).toEqual([
      expect.stringContaining('edges in kWh, in which its steps are counted'),
    ])
    expect(await steps('contract_demand_kva')).toEqual([expect.stringContaining('edges in kVA')])
  })
})

describe('a formula whose quote is of a share or of a number for each kVA', () => {
  const SHARE = 'The excess is what is recorded beyond 110 percent of the contract demand.'
  const EACH = 'The excess is the consumption in excess of 300 units per kVA of contract demand.'
  const faults = async (quote: string, text: string): Promise<string> => {
    const of: Edit = ({ quantities: [own] }) => {
      own!.cases[0]!.formula = formula(text)
      own!.evidence = { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: null }, quote }
    }
    return (await judged(`${quote} A surcharge of 20 paise per unit is due.`, '20 paise per unit', [of])).sentence.join(
      '\n',
    )
  }

  it('reads the share', async () => {
    const unread = '"110 percent of the contract demand" in a formula of the quantity'
    expect(await faults(SHARE, 'max(0, recorded_demand_kva - contract_demand_kva)')).toContain(unread)
    expect(await faults(SHARE, 'max(0, recorded_demand_kva - 1.1 * contract_demand_kva)')).not.toContain(unread)
  })

  it('reads an input in kVA', async () => {
    const unread = 'an input in kVA, as in "300 units per kVA"'
    expect(await faults(EACH, 'max(0, energy_units - 300)')).toContain(unread)
    expect(await faults(EACH, 'max(0, energy_units - 300 * contract_demand_kva)')).not.toContain(unread)
  })
})
