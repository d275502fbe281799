import { describe, expect, it } from 'vitest'
import { schemaMoneyExact } from '../../../pipeline/gates/12-schema-money-exact.ts'
import { energyOf, findingsOf, findingText, rowOf, sampleCandidate, sampleMeans } from './support/sample.ts'

const BOUND = 'a rate that times 10,000,000.000 stays a safe integer'

describe('schema.money_exact fails when', () => {
  it('a floating-point number stands anywhere in the bytes', async () => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        record.sources[1]!.size_bytes = 10.5
        Object.assign(record.cases[0]!, { expected: { base_tariff_paise: 2 ** 53 } })
      }),
    ).toEqual([
      'cases/C-1/expected/base_tariff_paise | a safe integer, or decimal text | /cases/0/expected/base_tariff_paise is 9007199254740992',
      'sources/XX-ORDER/size_bytes | a safe integer, or decimal text | /sources/1/size_bytes is 10.5',
    ])
  })

  it.each(['7.1e0', '07.1', '7.', '6.1234567', 'seven'])('a value reads %s', async (value) => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        energyOf(record, 'R-DS').value = value
      }),
    ).toEqual([`rows/R-DS/energy/0 | decimal text with at most 6 decimals | value "${value}"`])
  })

  it('a rate could leave the safe integers: Rs 9,007.20 does, Rs 9,007.19 does not', async () => {
    const withRate = (value: string) =>
      findingsOf(schemaMoneyExact, (record) => {
        energyOf(record, 'R-DS').value = value
      })
    expect(await withRate('9007.2')).toEqual([`rows/R-DS/energy/0 | ${BOUND} | value 9007.2 Rs/kWh`])
    expect(await withRate('9007.19')).toEqual([])
  })

  it('its decimals make a small rate too fine for the largest quantity', async () => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        energyOf(record, 'R-DS').value = '97.123456'
      }),
    ).toEqual([`rows/R-DS/energy/0 | ${BOUND} | value 97.123456 Rs/kWh`])
  })

  it('a percentage of the largest amount could leave the safe integers', async () => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        energyOf(record, 'R-SL').value = '9007.19'
        record.rules.adjustments[0]!.options[0]!.figure!.value = '103.01'
      }),
    ).toEqual([
      'rules/adjustments/TOD/peak | a percentage that stays a safe integer on the largest amount | 103.01 percent of R-SL',
    ])
  })

  it.each([
    ['the largest that fits', '20', '450359', []],
    ['one more', '20', '450360', ['450360 percent of R-SL']],
    ['one that fits only without the half that rounding adds', '32.25', '2.79293', ['2.79293 percent of R-SL']],
  ])('a percentage is at the very bound: %s', async (_, rate, percentage, found) => {
    const findings = await findingsOf(schemaMoneyExact, (record) => {
      energyOf(record, 'R-SL').value = rate
      record.rules.adjustments[0]!.options[0]!.figure!.value = percentage
    })
    const expected = 'rules/adjustments/TOD/peak | a percentage that stays a safe integer on the largest amount'
    expect(findings).toEqual(found.map((each) => `${expected} | ${each}`))
  })

  it('a percentage of FPPAS does, on any row when it applies to all', async () => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        rowOf(record, 'R-NDS-LARGE').fixed!.bands[0]!.figure.value = '9007.19'
        record.rules.fppas_periods[0]!.basis = ['fixed']
        record.rules.fppas_periods[0]!.figure.value = '1.0001'
      }),
    ).toEqual([
      'rules/fppas_periods/FPPAS-2026-04 | a percentage that stays a safe integer on the largest amount | 1.0001 percent of R-NDS-LARGE',
    ])
  })

  it('the bytes are no JSON', async () => {
    const { findings } = await schemaMoneyExact.check(
      sampleCandidate(() => {}, { bytes: new Uint8Array([0xff]) }),
      sampleMeans(),
    )
    expect(findings.map(findingText)).toEqual([expect.stringContaining('release | a record in JSON |')])
  })
})
