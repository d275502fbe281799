import { describe, expect, it } from 'vitest'
import { recordOf } from './ask.ts'
import { compare, compared, monthsFrom, ODISHA } from './solar-ask.ts'

describe('Odisha, gross metering', () => {
  it('bills all consumption, counts all generation, settles none of it', () => {
    const { before, after, saving_paise, closing_credit } = compared(ODISHA)
    const units = (line: Record<string, string>) => [line.imported_units, line.exported_units, line.billed_units]
    expect(after.periods.map(units)).toEqual([
      ['250', '300', '250'],
      ['250', '12.5', '250'],
    ])
    expect([before.total_paise, after.total_paise, saving_paise]).toEqual([239000, 239000, 0])
    expect(closing_credit).toEqual({ units: '312.5', treatment: 'settlement_blocked', amount_paise: null })
  })

  it('units are conserved: what is exported waits, and is never used', () => {
    const { after, closing_credit } = compared(ODISHA)
    for (const { credit_in, exported_units, credit_used, credit_out } of after.periods) {
      expect(Number(credit_in) + Number(exported_units)).toBe(Number(credit_used) + Number(credit_out))
      expect(credit_used).toBe('0')
    }
    expect(after.periods.at(-1).credit_out).toBe(closing_credit.units)
  })

  it('takes neither export nor an opening credit', () => {
    const body = { ...ODISHA, opening_credit_units: 5, periods: monthsFrom('2026-04', [[250, 300, 300]]) }
    expect(compare(body)).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: {
        fields: [
          { field: '/opening_credit_units', rule: 'not_applicable' },
          { field: '/periods/0/export_units', rule: 'not_applicable' },
        ],
      },
    })
  })

  it('net metering has no verified rule', () => {
    const body = { ...ODISHA, arrangement: 'net_metering', periods: monthsFrom('2026-04', [[250, 300, 300]]) }
    expect(compare(body).code).toBe('UNSUPPORTED_OPERATION')
  })
})

describe('states without a verified rule', () => {
  it.each(['RJ', 'GJ', 'TS', 'JH'] as const)('%s is refused, before anything else is asked', (state_code) => {
    expect(recordOf(state_code).rules.solar).toEqual([])
    for (const arrangement of ['net_metering', 'gross_metering']) {
      const body = { state_code, subcategory_code: 'ANY', arrangement, periods: monthsFrom('2020-01', [[1, 2, 3]]) }
      expect(compare(body)).toMatchObject({
        code: 'UNSUPPORTED_OPERATION',
        details: { operation: 'solar_savings', reason: expect.stringContaining(state_code) },
      })
    }
  })
})
