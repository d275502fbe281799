import { describe, expect, it } from 'vitest'
import { parseConditions, parseFormula } from '../../../pipeline/intake/definition/expression.ts'
import { conditionText, formulaText } from '../../../releases/record/expression.ts'

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
    [
      'describes supply_voltage_kv in {11, 33}',
      [{ field: 'supply_voltage_kv', op: 'in', value: ['11', '33'], describes: true }],
    ],
    ['contract_demand_kva<5', [{ field: 'contract_demand_kva', op: '<', value: '5' }]],
    ['energy_by_zone.peak>0', [{ field: 'energy_by_zone.peak', op: '>', value: '0' }]],
    ['amount.XX-TOD>=12.50', [{ field: 'amount.XX-TOD', op: '>=', value: '12.5' }]],
    ['recorded_demand_kva>allowed_demand', [{ field: 'recorded_demand_kva', op: '>', value: 'allowed_demand' }]],
    [
      'connection=temporary and (phase=single or phase=three) and not meter_type=none',
      [
        { field: 'connection', op: '=', value: 'temporary' },
        {
          any: [
            { field: 'phase', op: '=', value: 'single' },
            { field: 'phase', op: '=', value: 'three' },
          ],
        },
        { not: { field: 'meter_type', op: '=', value: 'none' } },
      ],
    ],
    [
      'phase=single and connection=regular or phase=three',
      [
        {
          any: [
            {
              all: [
                { field: 'phase', op: '=', value: 'single' },
                { field: 'connection', op: '=', value: 'regular' },
              ],
            },
            { field: 'phase', op: '=', value: 'three' },
          ],
        },
      ],
    ],
    [
      'not (a<1 and (b<2 and c<3))',
      [
        {
          not: {
            all: [
              { field: 'a', op: '<', value: '1' },
              { field: 'b', op: '<', value: '2' },
              { field: 'c', op: '<', value: '3' },
            ],
          },
        },
      ],
    ],
  ])('%j are read', (text, expected) => {
    expect(parseConditions(text)).toEqual({ conditions: expected, mistakes: [] })
  })

  it.each([
    ['connected_load_kw>0.5 and <=70', 'a comparison such as', '`<=` at character 27'],
    ['connected_load_kw<=', 'a value for connected_load_kw', 'the end of the text'],
    ['connected_load_kw 5', '`<=`', '`5` at character 19'],
    ['Connected<=5', 'a comparison such as', '`Connected` at character 1'],
    ['area_type in {rural,}', 'a value for area_type', '`}` at character 21'],
    ['area_type in {}', 'a value for area_type', '`}` at character 15'],
    ['area_type in rural', '`{`', '`rural` at character 14'],
    ['area_type in {rural urban}', '`}`', '`urban` at character 21'],
    ['(phase=three or phase=single', '`)`', 'the end of the text'],
    ['phase=three phase=single', '`and`, `or` or the end', '`phase` at character 13'],
    ['phase=three)', '`and`, `or` or the end', '`)` at character 12'],
    ['not', 'a comparison such as', 'the end of the text'],
    ['phase=}', 'a value for phase', '`}` at character 7'],
  ])('%j is a mistake that says what was expected where', (text, expected, found) => {
    const { mistakes } = parseConditions(text)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]!.expected).toContain(expected)
    expect(mistakes[0]!.found).toBe(found)
  })

  it('that can be read are read beside those that cannot', () => {
    const { conditions, mistakes } = parseConditions('connected_load_kw<={ and phase=three and what')
    expect(conditions.map(conditionText)).toEqual(['phase=three'])
    expect(mistakes).toHaveLength(2)
  })
})

describe('formulas in words', () => {
  it.each([
    ['energy_units', 'energy_units'],
    ['0.80', { value: '0.8' }],
    ['a - 0', { op: '-', of: ['a', { value: '0' }] }],
    ['-5', { value: '-5' }],
    ['a - b - c', { op: '-', of: ['a', 'b', 'c'] }],
    ['a - b + c', { op: '+', of: [{ op: '-', of: ['a', 'b'] }, 'c'] }],
    ['a + b * c / d', { op: '+', of: ['a', { op: '/', of: [{ op: '*', of: ['b', 'c'] }, 'd'] }] }],
    ['(a + b) * c', { op: '*', of: [{ op: '+', of: ['a', 'b'] }, 'c'] }],
    ['a - (b - c)', { op: '-', of: ['a', { op: '-', of: ['b', 'c'] }] }],
    ['energy_by_zone.peak/2', { op: '/', of: ['energy_by_zone.peak', { value: '2' }] }],
    ['min(a, b, max(c, 1))', { op: 'min', of: ['a', 'b', { op: 'max', of: ['c', { value: '1' }] }] }],
    [
      'max(1, ceil(connected_load / 10, 1))',
      {
        op: 'max',
        of: [{ value: '1' }, { op: 'ceil', of: { op: '/', of: ['connected_load', { value: '10' }] }, step: '1' }],
      },
    ],
    ['half_up(a, 0.50)', { op: 'half_up', of: 'a', step: '0.5' }],
    ['min', 'min'],
  ])('%j is read, and is the same when it is written and read again', (text, expected) => {
    expect(parseFormula(text)).toEqual({ formula: expected, mistakes: [] })
    expect(parseFormula(formulaText(parseFormula(text).formula!)).formula).toEqual(expected)
  })

  it.each([
    ['', 'a name, a number or `(`', 'the end of the text'],
    ['a +', 'a name, a number or `(`', 'the end of the text'],
    ['a b', 'the end of the formula', '`b` at character 3'],
    ['(a + b', '`)`', 'the end of the text'],
    ['a + 1e3', 'a decimal such as `0.8`', '`1e3` at character 5'],
    ['-a', 'a number after `-`', '`a` at character 2'],
    ['A + 1', 'a name, a number or `(`', '`A` at character 1'],
    ['cail(a, 1)', 'perhaps `ceil`', '`cail(`'],
    ['round(a, 1)', 'one of min, max, floor, ceil, half_up', '`round(`'],
    ['min(a)', 'min takes two parts', '`)` at character 6'],
    ['ceil(a)', 'ceil takes two parts', '`)` at character 7'],
    ['ceil(a, 0)', 'a step above 0', '`ceil`'],
    ['ceil(a, -1)', 'a step above 0', '`ceil`'],
    ['ceil(a, b)', 'a step above 0', '`ceil`'],
    ['ceil(a, 1, 2)', 'a step above 0', '`ceil`'],
  ])('%j is a mistake that says what was expected where', (text, expected, found) => {
    const { formula, mistakes } = parseFormula(text)
    expect(formula).toBeNull()
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]!.expected).toContain(expected)
    expect(mistakes[0]!.found).toBe(found)
  })
})
