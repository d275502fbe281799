import { describe, expect, it } from 'vitest'
import { STATE_CODES } from '../support/definitions.ts'
import { answered, ask, type Body, recordOf, SERVING } from './ask.ts'
import { EXAMPLES } from './examples.ts'
import { TIERS } from './tiers.ts'

/** Amounts calculated by hand from the printed figures, to the paisa. */
const AMOUNTS = {
  BR: { energy_charge_paise: 148400, fixed_charge_paise: 16000, base_tariff_paise: 164400 },
  MH: {
    energy_charge_paise: 93600,
    wheeling_charge_paise: 24000,
    fixed_charge_paise: 13000,
    base_tariff_paise: 130600,
  },
  GJ: { energy_charge_paise: 121000, fixed_charge_paise: 2500, base_tariff_paise: 123500 },
  RJ: { energy_charge_paise: 118750, fixed_charge_paise: 30000, base_tariff_paise: 148750 },
  OD: { energy_charge_paise: 113500, fixed_charge_paise: 6000, base_tariff_paise: 119500 },
  TS: { energy_charge_paise: 134500, fixed_charge_paise: 14000, base_tariff_paise: 148500 },
  JH: { energy_charge_paise: 111000, fixed_charge_paise: 10000, base_tariff_paise: 121000 },
}

describe("each state's example", () => {
  it.each(STATE_CODES)('%s: is answered with exactly its paise', (state) => {
    const { calculation, ...data } = answered(EXAMPLES[state])
    expect(calculation).toMatchObject(AMOUNTS[state])
    expect(calculation.lines.reduce((sum: number, line: { amount_paise: number }) => sum + line.amount_paise, 0)).toBe(
      calculation.base_tariff_paise,
    )
    expect(data).toMatchObject({
      state_code: state,
      subcategory_code: EXAMPLES[state].subcategory_code,
      financial_year: '2026-27',
      verification_tier: TIERS[state],
      payable_complete: false,
      production_payable: false,
      specimen: false,
      evidence_grade: 'transcription',
    })
  })

  it.each(STATE_CODES)('%s: comes to the same where the days of the bill are said', (state) => {
    const bill_period = { from: '2026-06-01', to: '2026-06-30' }
    const { calculation, effective_on, inputs } = answered({ ...EXAMPLES[state], bill_period })
    expect(calculation).toEqual(answered(EXAMPLES[state]).calculation)
    expect({ effective_on, bill_period: inputs.bill_period }).toEqual({ effective_on: '2026-06-30', bill_period })
  })

  it.each(STATE_CODES)('%s: no payable is composed, and the reason is given', (state) => {
    const { final_payable, blocked_components, disclosures, fppas } = answered(EXAMPLES[state])
    expect(final_payable).toMatchObject({ amount_paise: null, status: 'unavailable', reason: expect.any(String) })
    expect(fppas).toMatchObject({ status: 'blocked', reason: expect.any(String) })
    expect(blocked_components.length).toBeGreaterThan(0)
    expect(blocked_components).toEqual(recordOf(state).blocked_components.map(({ component }) => component))
    expect(disclosures.map(({ code }: { code: string }) => code)).toContain('NOT_AN_OFFICIAL_BILL')
  })

  it.each(STATE_CODES)('%s: the same request gives the same bytes, and another request another hash', (state) => {
    const once = answered(EXAMPLES[state])
    expect(answered(EXAMPLES[state])).toEqual(once)
    const other = answered({ ...EXAMPLES[state], energy_units: EXAMPLES[state].energy_units + 1 })
    expect(other.calculation_sha256).not.toBe(once.calculation_sha256)
  })
})

describe('Gujarat', () => {
  it('repeats five fields at the top level of the envelope, and no other state repeats any', () => {
    const asked = ask(EXAMPLES.GJ)
    expect(asked).toMatchObject({
      envelope: {
        state_code: 'GJ',
        licensee_code: 'GJ_DGVCL',
        subcategory_code: 'DOMESTIC_URBAN',
        verification_tier: 'verified_guarded',
        payable_complete: false,
      },
    })
    expect(Object.keys((asked as { envelope: object }).envelope)).toHaveLength(5)
    for (const state of STATE_CODES.filter((each) => each !== 'GJ')) {
      expect(ask(EXAMPLES[state])).toMatchObject({ envelope: {} })
      expect(Object.keys((ask(EXAMPLES[state]) as { envelope: object }).envelope)).toEqual([])
    }
  })

  it.each(['GJ_DGVCL', 'GJ_MGVCL', 'GJ_PGVCL', 'GJ_UGVCL'])('%s: both subcategories are answered', (licensee_code) => {
    const urban = answered({ ...EXAMPLES.GJ, licensee_code })
    const rural = answered({ ...EXAMPLES.GJ, licensee_code, subcategory_code: 'DOMESTIC_RURAL' })
    expect([urban.licensee_code, urban.calculation.base_tariff_paise]).toEqual([licensee_code, 123500])
    // 50 x 265 + 50 x 310 + 150 x 375 + 50 x 490 = 109500, and 2500 for 2 to 4 kW.
    expect([rural.licensee_code, rural.calculation.base_tariff_paise]).toEqual([licensee_code, 112000])
  })

  it.each([
    [2, 1500],
    [2.001, 2500],
    [4, 2500],
    [4.001, 4500],
    [6, 4500],
    [6.001, 7000],
  ])('the fixed charge of %s kW is %s paise: a band includes its upper edge', (connected_load, fixed) => {
    expect(answered({ ...EXAMPLES.GJ, connected_load }).calculation.fixed_charge_paise).toBe(fixed)
  })
})

describe('Odisha', () => {
  it.each([
    [0, 2000],
    [0.5, 2000],
    [1, 2000],
    [1.001, 4000],
    [2, 4000],
    [2.3, 6000],
    [3, 6000],
  ])('the fixed charge of %s kW is %s paise: by the kW or part, at least one', (connected_load, fixed) => {
    expect(answered({ ...EXAMPLES.OD, connected_load }).calculation.fixed_charge_paise).toBe(fixed)
  })

  it('Kutir Jyoti pays one amount up to and including 30 units', () => {
    const body: Body = { ...EXAMPLES.OD, subcategory_code: 'KUTIR_JYOTI', energy_units: 30, connected_load: 1 }
    expect(answered(body).calculation).toMatchObject({ energy_charge_paise: 0, fixed_charge_paise: 7000 })
  })

  it('gross metering repeats the generated units and settles nothing', () => {
    const body: Body = { ...EXAMPLES.OD, metering: 'gross', generation_units: '310.5' }
    const { gross_metering, calculation } = answered(body)
    expect(gross_metering).toEqual({
      generation_units: '310.5',
      settlement: { status: 'blocked', reason: expect.any(String) },
    })
    expect(calculation).toEqual(answered(EXAMPLES.OD).calculation)
    expect(answered(EXAMPLES.OD)).not.toHaveProperty('gross_metering')
  })

  it('generated units without metering have no effect, and are refused', () => {
    expect(ask({ ...EXAMPLES.OD, generation_units: 310 })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: '/generation_units', message: expect.stringContaining('add metering') }] },
    })
  })

  it('discloses that the whole bill is rounded to the rupee by the order of the year before, and is not here', () => {
    const texts = answered(EXAMPLES.OD).disclosures.map(({ message }: { message: string }) => message)
    expect(texts.join(' ')).toMatch(/nearest rupee/)
  })
})

describe('Maharashtra', () => {
  const BEST: Body = { ...EXAMPLES.MH, licensee_code: 'MH_BEST' }

  it('has four licensees and 57 rows', () => {
    const { licensees, rows } = recordOf('MH')
    expect(licensees.map(({ code, status }) => [code, status])).toEqual(
      expect.arrayContaining([
        ['MH_MSEDCL', 'active'],
        ['MH_TPCD', 'active'],
        ['MH_AEML', 'active'],
        ['MH_BEST', 'active'],
      ]),
    )
    expect([licensees.length, rows.length]).toEqual([4, 57])
  })

  it('a three-phase connection of MSEDCL has another fixed charge and the same energy', () => {
    const single = answered(EXAMPLES.MH).calculation
    const three = answered({ ...EXAMPLES.MH, phase: 'three' }).calculation
    expect([single.energy_charge_paise, single.fixed_charge_paise]).toEqual([93600, 13000])
    expect([three.energy_charge_paise, three.fixed_charge_paise]).toEqual([93600, 43500])
  })

  it("in Mumbai the fixed charge goes by the bill's own units", () => {
    const fixedOf = (energy_units: number) => answered({ ...BEST, energy_units }).calculation.fixed_charge_paise
    expect(fixedOf(100)).toBeLessThan(fixedOf(100.001))
    expect(fixedOf(100.001)).toBe(fixedOf(300))
  })

  it.each([
    [10, 16000],
    [10.001, 41000],
    [20, 41000],
    [20.001, 66000],
  ])('three-phase in Mumbai: %s kW pay %s paise, 250 more for each further 10 kW or part', (connected_load, fixed) => {
    for (const licensee_code of ['MH_AEML', 'MH_TPCD']) {
      const body: Body = { ...EXAMPLES.MH, licensee_code, phase: 'three', connected_load }
      expect(answered(body).calculation.fixed_charge_paise).toBe(fixed)
    }
  })

  it('HT goes by supply level: wheeling is nil at EHV', () => {
    const body: Body = {
      state_code: 'MH',
      licensee_code: 'MH_MSEDCL',
      subcategory_code: 'HT-I-A',
      energy_units: 1000,
      contract_demand_kva: 100,
    }
    const ehv = answered({ ...body, supply_level: 'ehv' }).calculation
    const ht = answered({ ...body, supply_level: 'ht' }).calculation
    expect(ehv).toMatchObject({ energy_charge_paise: 844000, wheeling_charge_paise: 0, fixed_charge_paise: 6500000 })
    expect(ht.wheeling_charge_paise).toBeGreaterThan(0)
  })

  it('a load is in kW and a demand in kVA, each where the row reads it', () => {
    const body: Body = {
      state_code: 'MH',
      licensee_code: 'MH_MSEDCL',
      subcategory_code: 'LT-II-B',
      energy_units: 100,
      connected_load: 30,
      contract_demand_kva: 40,
    }
    // 100 x 1240 + 100 x 152 + 40 x 55000
    expect(answered(body).calculation).toMatchObject({
      energy_charge_paise: 124000,
      wheeling_charge_paise: 15200,
      fixed_charge_paise: 2200000,
    })
  })
})

describe('Rajasthan', () => {
  it.each([
    ['RJ_JVVNL', 'Jaipur'],
    ['RJ_AVVNL', 'Ajmer'],
    ['RJ_JDVVNL', 'Jodhpur'],
  ])('%s answers for %s', (licensee_code, district) => {
    expect(answered({ ...EXAMPLES.RJ, licensee_code, district }).calculation.base_tariff_paise).toBe(148750)
  })

  it('the bracket of the fixed charge goes by the stated units, not by those of the bill', () => {
    const low = answered({ ...EXAMPLES.RJ, fixed_charge_basis_units: 50 }).calculation
    expect(low.energy_charge_paise).toBe(118750)
    expect(low.fixed_charge_paise).toBe(15000)
  })
})

describe('Telangana', () => {
  it.each([undefined, 'TS_TGSPDCL', 'TS_TGNPDCL'])('one schedule for both companies: %s', (licensee_code) => {
    const data = answered({ ...EXAMPLES.TS, ...(licensee_code === undefined ? {} : { licensee_code }) })
    expect([data.licensee_code, data.calculation.base_tariff_paise]).toEqual([licensee_code ?? null, 148500])
  })

  it('a month up to 50 units is LT-II-A whole, above it LT-II-B whole', () => {
    const a = answered({ ...EXAMPLES.TS, subcategory_code: 'LT-II-A', energy_units: 50 })
    expect(a.calculation).toMatchObject({ energy_charge_paise: 35000, fixed_charge_paise: 6000 })
    const b = answered({ ...EXAMPLES.TS, energy_units: 50.001 })
    // 50.001 x 850 = 42500.85: no unit of such a month is priced at 700.
    expect(b.calculation.energy_charge_paise).toBe(42501)
  })

  it('the fixed charge a kW steps up above 300 units', () => {
    const at = (energy_units: number) => answered({ ...EXAMPLES.TS, energy_units }).calculation.fixed_charge_paise
    expect(at(300.001)).toBeGreaterThan(at(300))
  })
})

describe('Jharkhand', () => {
  it('a district that one licensee alone serves stands for it', () => {
    const { licensee_code: _, ...unnamed } = EXAMPLES.JH
    const data = answered({ ...unnamed, district: 'Ranchi' })
    expect([data.licensee_code, data.calculation.base_tariff_paise]).toEqual(['JH_JBVNL', 121000])
  })

  it.each([
    ['JH_SAIL_BSL', 1051, 15100],
    ['JH_DVC', 1052, 15200],
  ])('%s answers with specimens, behind the floor', (licensee_code, rate, fixed) => {
    const body: Body = { ...EXAMPLES.JH, licensee_code, subcategory_code: 'LT-DOM', energy_units: 100 }
    expect(ask(body)).toMatchObject({ code: 'EVIDENCE_BELOW_FLOOR', details: { grade: 'specimen', floor: 'derived' } })
    const data = answered(body, { floor: 'specimen' })
    expect(data).toMatchObject({ specimen: true, evidence_grade: 'specimen' })
    expect(data.calculation).toMatchObject({ energy_charge_paise: 100 * rate, fixed_charge_paise: fixed })
    expect(data.disclosures.map(({ code }: { code: string }) => code)).toContain('SPECIMEN_FIGURES')
  })

  it('says its mode, and that the composition of paths is its own', () => {
    expect(recordOf('JH')).toMatchObject({ mode: 'VERIFIED_TARIFF_ESTIMATION_V1' })
    expect(recordOf('JH').note).toMatch(/composition/)
    expect(SERVING.JH[0].record.licensees.map(({ status }) => status).sort()).toEqual([
      'active',
      'active',
      'active',
      'active',
      'excluded',
      'held',
    ])
  })
})
