import { describe, expect, it } from 'vitest'
import { parseConditions } from '../../../pipeline/intake/definition/conditions.ts'
import { conditionText } from '../../../releases/record/condition.ts'

describe('conditions in words', () => {
  it.each([
    ['', []],
    ['connected_load_kw<=0.5', [{ field: 'connected_load_kw', op: '<=', value: '0.5' }]],
    [
      'connected_load_kw>0.50 and connected_load_kw <= 70.0',
      [
        { field: 'connected_load_kw', op: '>', value: '0.5' },
        { field: 'connected_load_kw', op: '<=', value: '70' },
      ],
    ],
    ['area_type=rural', [{ field: 'area_type', op: '=', value: 'rural' }]],
    [
      'monthly_units>=1 and phase=three',
      [
        { field: 'monthly_units', op: '>=', value: '1' },
        { field: 'phase', op: '=', value: 'three' },
      ],
    ],
    ['supply_voltage_kv in {11, 33}', [{ field: 'supply_voltage_kv', op: 'in', value: ['11', '33'] }]],
    ['contract_demand_kva<5', [{ field: 'contract_demand_kva', op: '<', value: '5' }]],
  ])('%j are read', (text, expected) => {
    expect(parseConditions(text)).toEqual({ conditions: expected, problems: [] })
  })

  it.each([
    ['connected_load_kw>0.5 and <=70', 'conditions such as', '`<=70`'],
    ['connected_load_kv<=5', 'perhaps `connected_load_kw`', '`connected_load_kv<=5`'],
    ['colour=red', 'a condition on one of connected_load_kw', '`colour=red`'],
    ['connected_load_kw<=5kW', 'decimals for connected_load_kw', '`connected_load_kw<=5kW`'],
    ['connected_load_kw<=1e3', 'decimals for connected_load_kw', '`connected_load_kw<=1e3`'],
    ['connected_load_kw<=', 'conditions such as', '`connected_load_kw<=`'],
    ['phase>single', 'phase with `=` or `in {…}`', '`phase>single`'],
    ['area_type in {rural,}', 'a value for area_type', '`area_type in {rural,}`'],
    ['area_type in {}', 'a value for area_type', '`area_type in {}`'],
    ['area_type=rural or area_type=urban', 'conditions such as', '`area_type=rural or area_type=urban`'],
  ])('%j is a problem that says what was expected', (text, expected, found) => {
    const { problems } = parseConditions(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]!.expected).toContain(expected)
    expect(problems[0]!.found).toBe(found)
  })

  it('that can be read are read beside those that cannot', () => {
    const { conditions, problems } = parseConditions('connected_load_kw<=x and phase=three and what')
    expect(conditions.map(conditionText)).toEqual(['phase=three'])
    expect(problems).toHaveLength(2)
  })
})
