import { describe, expect, it } from 'vitest'
import { buildFixed } from '../../../support/record-builder.ts'
import { bill, linesText, milli, priced, recordOfRow } from '../bill.ts'

const inputs = { energyUnitsMilli: 0 }

/** A flat amount for the connection. */
describe('fixed per connection: Rs 20', () => {
  it('is the same for every load', () => {
    const record = recordOfRow({ energy: null, fixed: buildFixed('flat', 'connection', [[null, '20']]) })
    for (const connectedLoadMilli of [null, 0, 5000]) {
      expect(linesText(priced(record, { ...inputs, connectedLoadMilli }))).toEqual(['fixed 1 x 20 = 2000'])
    }
  })
})

/** The rate times the load or the demand as given; kW, HP and kVA are never converted into each other. */
describe.each([
  ['kW', 'connectedLoadMilli', '/connected_load'],
  ['HP', 'connectedLoadMilli', '/connected_load'],
  ['kVA', 'contractDemandMilli', '/contract_demand_kva'],
] as const)('fixed per %s: Rs 80', (basis, key, field) => {
  const record = recordOfRow({ energy: null, fixed: buildFixed('flat', basis, [[null, '80']]) })

  it.each([
    ['0', 'fixed 0 x 80 = 0'],
    ['2', 'fixed 2 x 80 = 16000'],
    ['2.5', 'fixed 2.5 x 80 = 20000'],
    ['0.001', 'fixed 0.001 x 80 = 8'],
  ])('%s: %s paise', (given, line) => {
    expect(linesText(priced(record, { ...inputs, [key]: milli(given) }))).toEqual([line])
  })

  it('needs the quantity it reads, and no other will do', () => {
    const other = key === 'connectedLoadMilli' ? 'contractDemandMilli' : 'connectedLoadMilli'
    expect(bill(record, { ...inputs, [other]: 5000 })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field, rule: 'required' }] },
    })
  })
})
