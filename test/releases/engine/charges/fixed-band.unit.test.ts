import { describe, expect, it } from 'vitest'
import { buildFixed } from '../../../support/record-builder.ts'
import { bill, linesText, milli, priced, recordOfRow, refusal } from '../bill.ts'

/** The band holding the load gives a flat amount (Gujarat: up to and including 2, 4, 6 kW, above). */
describe('fixed by load band: to 2 kW Rs 15, to 4 kW Rs 25, above Rs 70', () => {
  const record = recordOfRow({
    energy: null,
    fixed: buildFixed(
      'band',
      'connection',
      [
        ['2', '15'],
        ['4', '25'],
        [null, '70'],
      ],
      { band_by: 'connected_load_kw' },
    ),
  })

  it.each([
    ['0', 'fixed 1 x 15 = 1500'],
    ['2', 'fixed 1 x 15 = 1500'],
    ['2.001', 'fixed 1 x 25 = 2500'],
    ['4', 'fixed 1 x 25 = 2500'],
    ['4.001', 'fixed 1 x 70 = 7000'],
  ])('%s kW: %s paise', (kw, line) => {
    expect(linesText(priced(record, { energyUnitsMilli: 0, connectedLoadMilli: milli(kw) }))).toEqual([line])
  })

  it('needs the load', () => {
    expect(bill(record)).toMatchObject({ details: { fields: [{ field: '/connected_load', rule: 'required' }] } })
  })
})

/** The band holding the bill's own units gives the rate (Telangana: a rate per kW that steps up above 300 units). */
describe('fixed by consumption band: per kW Rs 60, above 300 units Rs 70', () => {
  const record = recordOfRow({
    energy: null,
    fixed: buildFixed(
      'band',
      'kW',
      [
        ['300', '60'],
        [null, '70'],
      ],
      { band_by: 'monthly_units' },
    ),
  })

  it.each([
    ['0', 'fixed 2.5 x 60 = 15000'],
    ['300', 'fixed 2.5 x 60 = 15000'],
    ['300.001', 'fixed 2.5 x 70 = 17500'],
  ])('%s units, 2.5 kW: %s paise', (units, line) => {
    const inputs = { energyUnitsMilli: milli(units), connectedLoadMilli: 2500 }
    expect(linesText(priced(record, inputs))).toEqual([line])
  })
})

/** The basis is unsettled, so the caller states it (Rajasthan); the bill's own units are then not looked at. */
describe('fixed by the stated basis: to 150 units Rs 100, to 300 Rs 230', () => {
  const record = recordOfRow({
    energy: null,
    fixed: buildFixed(
      'band',
      'connection',
      [
        ['150', '100'],
        ['300', '230'],
      ],
      { band_by: 'fixed_charge_basis_units' },
    ),
  })

  it.each([
    ['150', 'fixed 1 x 100 = 10000'],
    ['150.001', 'fixed 1 x 230 = 23000'],
  ])('%s: %s paise', (basis, line) => {
    const inputs = { energyUnitsMilli: 9_000_000, fixedChargeBasisUnitsMilli: milli(basis) }
    expect(linesText(priced(record, inputs))).toEqual([line])
  })

  it('refuses what lies above the last band', () => {
    expect(refusal(record, { fixedChargeBasisUnitsMilli: 300_001 })).toBe('CATEGORY_NOT_APPLICABLE')
  })

  it('by contract demand reads the demand', () => {
    const fixed = buildFixed('band', 'connection', [[null, '100']], { band_by: 'contract_demand_kva' })
    expect(refusal(recordOfRow({ fixed }))).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(recordOfRow({ fixed }), { contractDemandMilli: 1 })).toBe('priced')
  })
})
