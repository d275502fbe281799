import { describe, expect, it } from 'vitest'
import type { Condition } from '../../../../releases/record/expression.ts'
import { buildAdjustment, buildCase, buildQuantity, buildRecord, buildValue, when } from './builder.ts'
import { answer, refusal } from './support.ts'

const taking = (condition: Condition) =>
  buildRecord({
    rows: [{ conditions: [condition] }],
    quantities: [buildQuantity('double', { op: '*', of: ['energy_units', { value: '2' }] })],
  })
const takes = (condition: Condition, body: object) => refusal(taking(condition), { ...body }) === null

describe('a comparison of numbers', () => {
  it.each([
    ['= 5', [false, true, false]],
    ['< 5', [true, false, false]],
    ['<= 5', [true, true, false]],
    ['> 5', [false, false, true]],
    ['>= 5', [false, true, true]],
    ['in {5,5.001}', [false, true, true]],
  ])('%s is exact to a thousandth either side of 5', (text, expected) => {
    const condition = when(`contract_demand_kva ${text}`)
    const at = (contract_demand_kva: string) => takes(condition, { contract_demand_kva })
    expect(['4.999', '5', '5.001'].map(at)).toEqual(expected)
  })

  it('compares quantities, also with each other: 200 units are twice 100', () => {
    expect(takes(when('double=200'), {})).toBe(true)
    expect(takes(when('double<=contract_demand_kva'), { contract_demand_kva: 199.999 })).toBe(false)
    expect(takes(when('contract_demand_kva=double'), { contract_demand_kva: 200 })).toBe(true)
  })

  it('requires what it compares with', () => {
    expect(refusal(taking(when('double<=contract_demand_kva')), {})).toBe('INVALID_REQUEST_FIELD')
  })
})

describe('a comparison of words', () => {
  it('is by equality, also of flags and of one word in a list', () => {
    expect(takes(when('supply_level in {ht,ehv}'), { supply_level: 'ehv' })).toBe(true)
    expect(takes(when('supply_level in {ht,ehv}'), { supply_level: 'lt' })).toBe(false)
    expect(takes(when('payment.digital=true'), { payment: { digital: true } })).toBe(true)
    expect(takes(when('payment.digital=false'), { payment: { digital: true } })).toBe(false)
  })

  it('has no order', () => {
    expect(() => takes(when('phase<three'), { phase: 'single' })).toThrow(TypeError)
  })
})

describe('conditions joined', () => {
  const [rural, single] = [when('area_type=rural'), when('phase=single')]
  const body = (area_type: string, phase: string) => ({ area_type, phase })

  it('by all, any and not', () => {
    expect(takes({ all: [rural, single] }, body('rural', 'three'))).toBe(false)
    expect(takes({ all: [rural, single] }, body('rural', 'single'))).toBe(true)
    expect(takes({ any: [rural, single] }, body('urban', 'single'))).toBe(true)
    expect(takes({ any: [rural, single] }, body('urban', 'three'))).toBe(false)
    expect(takes({ not: { any: [rural, single] } }, body('urban', 'three'))).toBe(true)
    expect(takes({ not: rural }, { area_type: 'rural' })).toBe(false)
  })

  it('require every input inside', () => {
    expect(refusal(taking({ not: { all: [rural, single] } }), { area_type: 'rural' })).toBe('INVALID_REQUEST_FIELD')
  })
})

describe('what only describes', () => {
  it('is always met and requires nothing', () => {
    expect(takes({ ...when('supply_voltage_kv=132'), describes: true }, {})).toBe(true)
  })
})

describe('an amount in a condition', () => {
  /** 100 units at 5.00 are Rs 500, the connection Rs 50. */
  const percent = buildCase([buildValue('percent', '10')])
  const above = (text: string, before: typeof percent | null = null) =>
    answer(
      buildRecord({
        rules: {
          adjustments: [
            ...(before === null ? [] : [buildAdjustment('before', [before])]),
            buildAdjustment('ADJ', [{ ...percent, when: [when(text)] }], { order: 2 }),
          ],
        },
      }),
      {},
    ).adjustmentsPaise

  it('is that of a component, a charge or an earlier adjustment in rupees', () => {
    expect(above('amount.energy>=500')).toBe(5_000)
    expect(above('amount.energy>500')).toBeNull()
    expect(above('amount.fixed=50')).toBe(5_000)
    expect(above('amount.before=50', percent)).toBe(5_000 + 5_000)
    expect(above('amount.before<50', percent)).toBe(5_000)
  })

  it('is 0 for a name without a line', () => {
    expect(above('amount.wheeling=0')).toBe(5_000)
  })

  it('is not for other names or charges', () => {
    expect(() => above('amount.nothing=0')).toThrow(TypeError)
    expect(() => takes(when('amount.energy=0'), {})).toThrow(TypeError)
  })
})
