import { describe, expect, it } from 'vitest'
import { conditionText } from '../../../../releases/record/expression.ts'
import { buildQuantity, conditions } from '../../../support/record-builder.ts'
import { type Body, bill, priced, recordOf, recordOfRow, TAKES_ALL } from '../bill.ts'

/** A record whose second row applies if the conditions are met; the first takes the rest. */
const QUANTITIES = [buildQuantity('demand', 'max(connected_load, 0.8 * contract_demand_kva)')]
const SELECTORS = [{ selector: 'scheme', words: ['old', 'new'], description: 'The scheme' }]

function holds(text: string, body: object): boolean {
  const when = conditions(text)
  const row = { row_id: 'HOLDS', conditions: when }
  const rest = { row_id: 'REST', conditions: [{ not: { all: when } }] }
  const record = recordOf({ rows: [row, rest], quantities: QUANTITIES, selectors: SELECTORS, zones: ['peak', 'rest'] })
  return priced(record, body as Body).row.rowId === 'HOLDS'
}

describe('a comparison of quantities is exact', () => {
  it.each([
    ['connected_load<=0.5', ['0.5'], ['0.501']],
    ['connected_load<0.5', ['0.499'], ['0.5']],
    ['connected_load>0.5', ['0.501'], ['0.5']],
    ['connected_load>=0.5', ['0.5'], ['0.499']],
    ['connected_load=0.5', ['0.5', '0.500'], ['0.499', '0.501']],
    // Finer than any quantity: never equal, and still in order.
    ['connected_load>0.4995', ['0.5'], ['0.499']],
    ['connected_load=0.4995', [], ['0.499', '0.5']],
  ])('%s', (text, inside, outside) => {
    for (const connected_load of inside) expect(holds(text, { connected_load })).toBe(true)
    for (const connected_load of outside) expect(holds(text, { connected_load })).toBe(false)
  })

  it.each([
    ['connected_load<=energy_units', '100', true],
    ['connected_load<energy_units', '100', false],
    ['connected_load>energy_units', '100.001', true],
  ])('%s of two quantities, %s of 100: %s', (text, connected_load, expected) => {
    expect(holds(text, { connected_load })).toBe(expected)
  })

  it('of a quantity of the release is of its value', () => {
    const body = { connected_load: 10 }
    expect(holds('demand>10', { ...body, contract_demand_kva: '12.5' })).toBe(false)
    expect(holds('demand>10', { ...body, contract_demand_kva: '12.501' })).toBe(true)
  })
})

describe('words and flags', () => {
  it.each<[string, object, boolean]>([
    ['area_type=rural', { area_type: 'rural' }, true],
    ['area_type=rural', { area_type: 'urban' }, false],
    ['phase in {single,three}', { phase: 'three' }, true],
    ['payment.digital=true', { payment: { digital: true } }, true],
    ['payment.digital=true', { payment: { digital: false } }, false],
    ['apply_htss_11kv_surcharge=false', { apply_htss_11kv_surcharge: false }, true],
    ['selectors.scheme=new', { selectors: { scheme: 'new' } }, true],
    ['selectors.scheme=new', { selectors: { scheme: 'old' } }, false],
  ])('%s for %o: %s', (text, body, expected) => {
    expect(holds(text, body)).toBe(expected)
  })
})

describe('all, any and not', () => {
  it.each<[string, Body, boolean]>([
    ['connection=temporary and connected_load>5', { connection: 'temporary', connected_load: 6 }, true],
    ['connection=temporary and connected_load>5', { connection: 'temporary', connected_load: 5 }, false],
    ['connection=temporary and connected_load>5', { connection: 'regular', connected_load: 6 }, false],
    ['(connection=temporary or connected_load>5)', { connection: 'regular', connected_load: 6 }, true],
    ['(connection=temporary or connected_load>5)', { connection: 'temporary', connected_load: 5 }, true],
    ['(connection=temporary or connected_load>5)', { connection: 'regular', connected_load: 5 }, false],
    ['not connection=temporary', { connection: 'regular' }, true],
    ['not connection=temporary', { connection: 'temporary' }, false],
  ])('%s for %o: %s', (text, body, expected) => {
    expect(holds(text, body)).toBe(expected)
  })
})

describe('what is not given', () => {
  it('makes a comparison that does not hold: the request is refused for what lacks', () => {
    const record = recordOfRow({ conditions: conditions('connected_load<=5') })
    expect(bill(record)).toMatchObject({ details: { fields: [{ field: '/connected_load', rule: 'required' }] } })
  })

  it('of what only describes a category is never asked, and it always holds', () => {
    const record = recordOfRow({ conditions: conditions('describes supply_voltage_kv=11') })
    expect(priced(record).row.rowId).toBe('ROW')
  })

  it('is not applicable where only a description names it', () => {
    const record = recordOf({
      rows: [{ conditions: conditions('describes supply_voltage_kv=11') }],
      request: TAKES_ALL,
    })
    expect(bill(record, { supply_voltage_kv: 11 })).toMatchObject({
      details: { fields: [{ field: '/supply_voltage_kv', rule: 'not_applicable' }] },
    })
  })
})

describe('as text', () => {
  it.each([
    'connected_load<=0.5',
    'phase in {single,three}',
    '(area_type=rural or phase=single)',
    'not area_type=rural',
  ])('%s is written as it is read', (text) => {
    expect(conditions(text).map(conditionText)).toEqual([text])
  })
})
