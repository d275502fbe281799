import { describe, expect, it } from 'vitest'
import { planOf } from '../support/definitions.ts'
import { answered, ask, type Body, recordOf } from './ask.ts'
import { EXAMPLES } from './examples.ts'

const BODY: Body = { ...EXAMPLES.JH, licensee_code: 'JH_TSUISL', subcategory_code: 'LT-DOM', energy_units: 100 }
const TSUISL = () => answered(BODY, { floor: 'specimen' })

describe('TSUISL, active with its fixed charge held', () => {
  it('the held component and the total are null, and the rest is given', () => {
    expect(TSUISL().calculation).toMatchObject({
      energy_charge_paise: 105300,
      fixed_charge_paise: null,
      base_tariff_paise: null,
      lines: [{ component: 'energy', amount_paise: 105300, specimen: true }],
    })
  })

  it('it is disclosed, and no payable is composed', () => {
    const data = TSUISL()
    const codes = data.disclosures.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(expect.arrayContaining(['COMPONENT_HELD', 'SPECIMEN_FIGURES']))
    expect(data).toMatchObject({
      final_payable: { amount_paise: null, status: 'unavailable' },
      payable_complete: false,
      evidence_grade: 'specimen',
      specimen: true,
    })
  })

  it('is behind the floor like every specimen', () => {
    expect(ask(BODY)).toMatchObject({ code: 'EVIDENCE_BELOW_FLOOR', details: { grade: 'specimen' } })
  })

  it('without the listing of that component the whole is refused', () => {
    const record = { ...recordOf('JH'), component_holds: [] }
    expect(ask(BODY, { floor: 'specimen', serving: [planOf(record)] })).toMatchObject({
      code: 'RATE_NOT_VERIFIED',
      details: { component: 'rows/JH-TSUISL-LT-DOM/fixed' },
    })
  })

  it('is the one component hold of all shipped releases', () => {
    expect(recordOf('JH').component_holds.map(({ path }) => path)).toEqual(['rows/JH-TSUISL-LT-DOM/fixed'])
  })
})

describe('Jharkhand', () => {
  it('holds current FPPAS and duty, by name and with the reason', () => {
    const { fppas, electricity_duty, blocked_components } = answered(EXAMPLES.JH)
    expect(fppas).toEqual({ status: 'blocked', reason: 'current_fppas_not_released' })
    expect(electricity_duty).toEqual({ status: 'blocked', reason: 'levies_not_in_release' })
    expect(blocked_components).toEqual(expect.arrayContaining(['fppas', 'electricity_duty']))
  })

  it('commercial rows keep their printed bounds, and the smaller load is named to the domestic schedule', () => {
    const body: Body = { ...EXAMPLES.JH, subcategory_code: 'CS-URBAN', connected_load: 5.001 }
    expect(ask(body).code).toBeNull()
    expect(ask({ ...body, connected_load: 5 })).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
      details: { bound: 'connected_load_kw>5', covering_category: 'DS-URBAN' },
    })
    const [row] = recordOf('JH').rows.filter(({ row_id }) => row_id === 'JH-JBVNL-CS-URBAN')
    expect(row?.conditions).toEqual([{ field: 'connected_load_kw', op: '>', value: '5' }])
  })
})
