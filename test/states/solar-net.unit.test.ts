import { describe, expect, it } from 'vitest'
import { answered, type Body, SERVING } from './ask.ts'
import { BIHAR, compare, compared, MSEDCL, monthsFrom } from './solar-ask.ts'

describe('Bihar, net metering', () => {
  it('bills import less export less credit, and carries what is left', () => {
    // Import 200, 120, 320. April: 200 - 150 = 50 billed. May: 120 - 220 = 100 carried. June: 320 - 20 - 100 = 200.
    const { before, after, saving_paise, closing_credit } = compared(BIHAR)
    const month = (imported: string, exported: string, credit_in: string, used: string, out: string, billed: string) =>
      expect.objectContaining({
        imported_units: imported,
        exported_units: exported,
        credit_in,
        credit_used: used,
        credit_out: out,
        billed_units: billed,
      })
    expect(after.periods).toEqual([
      month('200', '150', '0', '150', '0', '50'),
      month('120', '220', '0', '120', '100', '0'),
      month('320', '20', '100', '120', '0', '200'),
    ])
    // Fixed 3 kW at Rs 80: 24000 a month. Energy at 742.
    const bill = (units: number) => 24000 + 742 * units
    expect(before.periods.map(({ base_tariff_paise }: { base_tariff_paise: number }) => base_tariff_paise)).toEqual(
      [300, 200, 400].map(bill),
    )
    expect(after.periods.map(({ base_tariff_paise }: { base_tariff_paise: number }) => base_tariff_paise)).toEqual(
      [50, 0, 200].map(bill),
    )
    expect(saving_paise).toBe(742 * (900 - 250))
    expect(before.total_paise - after.total_paise).toBe(saving_paise)
    expect(closing_credit).toEqual({ units: '0', treatment: 'carried', amount_paise: null })
  })

  it('closing credit is carried at the end of any month, also of March: where its period ends is held', () => {
    const surplus = { ...BIHAR, periods: monthsFrom('2027-03', [[0, 100, 100]]) }
    expect(compared(surplus).closing_credit).toEqual({ units: '100', treatment: 'carried', amount_paise: null })
  })

  it('fixed charges are never offset', () => {
    const sunny = { ...BIHAR, periods: monthsFrom('2026-04', [[100, 1000, 900]]) }
    expect(compared(sunny).after.periods[0]).toMatchObject({ billed_units: '0', base_tariff_paise: 24000 })
  })

  it('each side is what POST /calculate answers for the billed units', () => {
    const { before, after } = compared(BIHAR)
    for (const { billed_units, base_tariff_paise } of [...before.periods, ...after.periods]) {
      const body = {
        state_code: 'BR',
        subcategory_code: 'DS-II',
        connected_load: 3,
        energy_units: billed_units,
      } as Body
      expect(answered(body).calculation.base_tariff_paise).toBe(base_tariff_paise)
    }
  })

  it('an opening credit is used first', () => {
    const { after } = compared({ ...BIHAR, opening_credit_units: '60.5' })
    expect(after.periods[0]).toMatchObject({ credit_in: '60.5', billed_units: '0', credit_out: '10.5' })
  })

  it('names its rule with citation and evidence, and says what it does not settle', () => {
    const { rule, disclosures, release, production_payable } = compared(BIHAR)
    expect(rule).toEqual({
      name: expect.any(String),
      citation: expect.stringMatching(/2018/),
      evidence: {
        grade: 'transcription',
        source_id: 'BR-SOLAR-2018',
        locator: { page: 1, line: 3, section: null },
        quote: expect.any(String),
      },
    })
    const codes = disclosures.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(expect.arrayContaining(['SETTLEMENT_BLOCKED', 'FIXED_CHARGES_NOT_OFFSET', 'SOLAR_RULE_1']))
    expect(release.release_sha256).toBe(SERVING.BR[0].context.releaseSha256)
    expect(production_payable).toBe(false)
  })
})

describe('Maharashtra, net metering', () => {
  it('of MSEDCL bills the net units by their own slabs', () => {
    // Import 200, export 150: 50 billed. Before 300: 100 x 394 + 200 x 1080, wheeling 300 x 160, fixed 13000.
    const { before, after, closing_credit } = compared(MSEDCL)
    const body = { state_code: 'MH', licensee_code: 'MH_MSEDCL', subcategory_code: 'LT-I-B', phase: 'single' } as const
    expect(before.total_paise).toBe(answered({ ...body, energy_units: 300 }).calculation.base_tariff_paise)
    expect(after.total_paise).toBe(answered({ ...body, energy_units: 50 }).calculation.base_tariff_paise)
    expect(closing_credit).toEqual({ units: '0', treatment: 'carried', amount_paise: null })
  })

  it.each([
    ['2027-02', 'carried'],
    ['2027-03', 'settlement_blocked'],
    ['2026-04', 'carried'],
  ])('a credit left after %s is %s', (month, treatment) => {
    const body = { ...MSEDCL, periods: monthsFrom(month, [[100, 400, 350]]) }
    expect(compared(body).closing_credit).toEqual({ units: '300', treatment, amount_paise: null })
  })

  it.each(['MH_BEST', 'MH_AEML', 'MH_TPCD'])('%s is refused: its fixed charge goes by units', (licensee_code) => {
    expect(compare({ ...MSEDCL, licensee_code })).toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      details: { operation: 'solar_savings', reason: expect.stringMatching(/fixed charge depends on monthly units/) },
    })
  })

  it('energy billed in kVAh is not netted: units are never converted', () => {
    const body = {
      ...MSEDCL,
      subcategory_code: 'HT-I-A',
      phase: undefined,
      supply_level: 'ht',
      contract_demand_kva: 100,
    }
    const { phase: _, ...given } = body
    expect(compare(given)).toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      details: { reason: expect.stringMatching(/kVAh/) },
    })
  })

  it('a category that is never netted is refused before an input of it is asked for', () => {
    const { phase: _, ...connection } = MSEDCL
    const bare = { ...connection, subcategory_code: 'HT-I-A', periods: monthsFrom('2026-04', [[1, 1, 2]]) }
    expect(compare(bare)).toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      details: { reason: expect.stringMatching(/kVAh/) },
    })
  })

  it('gross metering has no verified rule', () => {
    const body = { ...MSEDCL, arrangement: 'gross_metering', periods: monthsFrom('2026-04', [[300, 250]]) }
    expect(compare(body).code).toBe('UNSUPPORTED_OPERATION')
  })
})
