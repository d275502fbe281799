import { describe, expect, it } from 'vitest'
import type { FppasPeriod } from '../../releases/record/rules.ts'
import { planOf } from '../support/definitions.ts'
import { answered, ask, recordOf } from './ask.ts'
import { EXAMPLES } from './examples.ts'

/**
 * The shipped release has no period: public readings contradict each other. The effect of a released one is tested with
 * two invented periods: a base adjustment of Rs 1.11 a unit and a periodic one of 10 percent, of one licensee, for one
 * month of recovery.
 */
const JULY = '2026-07-15'
const SHAPE = recordOf('GJ').rows[0]!.charges[0]!.steps[0]!.figure

const period = (parts: Partial<FppasPeriod>): FppasPeriod => ({
  period_id: 'GJ-TEST-BASE',
  kind: 'base',
  period: '2026-05',
  recovery_month: '2026-07',
  licensee_code: 'GJ_DGVCL',
  status: 'approved_exact_month',
  value_unit: 'paise_per_unit',
  figure: { ...SHAPE, value: '1.11', unit: 'Rs/kWh' },
  basis: ['energy'],
  applies_to: [],
  ...parts,
})
const BASE = period({})
const PERIODIC = period({
  period_id: 'GJ-TEST-PERIODIC',
  kind: 'periodic',
  value_unit: 'percent',
  figure: { ...SHAPE, value: '10', unit: 'percent' },
  basis: ['energy', 'fixed'],
})

function serving(periods: readonly FppasPeriod[], holds: readonly string[] = []) {
  const record = structuredClone(recordOf('GJ'))
  record.rules.fppas_periods = [...periods]
  return [planOf(record, { holds: holds.map((component) => ({ component, reason: 'under review' })) })]
}
const july = (periods: readonly FppasPeriod[], more: object = {}, holds: readonly string[] = []) =>
  answered({ ...EXAMPLES.GJ, billing_date: JULY, ...more }, { serving: serving(periods, holds) })

describe('the shipped release', () => {
  it('has no period, applies none, and says why', () => {
    expect(recordOf('GJ').rules.fppas_periods).toEqual([])
    for (const month of ['04', '07', '12']) {
      const { fppas, payable_complete } = answered({ ...EXAMPLES.GJ, billing_date: `2026-${month}-15` })
      expect(fppas).toEqual({ status: 'blocked', reason: 'current_fppas_not_released' })
      expect(payable_complete).toBe(false)
    }
  })
})

describe('a released period', () => {
  it('applies to its licensee and month, each of the two kinds once', () => {
    // 300 x 111 = 33300; 10 percent of 121000 + 2500 = 12350.
    const { fppas, calculation } = july([BASE, PERIODIC])
    expect(fppas).toMatchObject({
      status: 'applied',
      amount_paise: 45650,
      period: '2026-05',
      parts: [
        { kind: 'base', amount_paise: 33300, rate: '111', value_unit: 'paise_per_unit' },
        { kind: 'periodic', amount_paise: 12350, rate: '10', value_unit: 'percent' },
      ],
    })
    expect(calculation.base_tariff_paise).toBe(123500)
  })

  it.each([
    ['the month before', { billing_date: '2026-06-30' }],
    ['the month after', { billing_date: '2026-08-01' }],
    ['another licensee', { licensee_code: 'GJ_MGVCL' }],
  ])('applies in no other place: %s', (_, more) => {
    const { fppas, calculation, calculation_sha256 } = july([BASE, PERIODIC], more)
    expect(fppas).toEqual({ status: 'blocked', reason: 'current_fppas_not_released' })
    expect(calculation.base_tariff_paise).toBe(123500)
    expect(calculation_sha256).toBe(july([], more).calculation_sha256)
  })

  it.each(['2026-07-01', '2026-07-31'])('applies on the edges of its month: %s', (billing_date) => {
    expect(july([BASE], { billing_date }).fppas.amount_paise).toBe(33300)
  })

  it('one kind alone is applied alone', () => {
    expect(july([BASE]).fppas).toMatchObject({ amount_paise: 33300, parts: [{ kind: 'base' }] })
    expect(july([PERIODIC]).fppas).toMatchObject({ amount_paise: 12350, parts: [{ kind: 'periodic' }] })
  })

  it('of a subcategory it does not name applies to none but the named', () => {
    const urban = { ...BASE, applies_to: ['DOMESTIC_URBAN'] }
    expect(july([urban]).fppas.status).toBe('applied')
    expect(july([urban], { subcategory_code: 'DOMESTIC_RURAL' }).fppas.status).toBe('blocked')
  })

  it.each(['historical_evidence', 'specimen'] as const)('%s never reaches an amount', (status) => {
    expect(july([{ ...BASE, status }]).fppas.status).toBe('blocked')
  })

  it('that is held takes the other one with it: a part of an adjustment would be a wrong amount', () => {
    const holds = ['rules/fppas_periods/GJ-TEST-BASE']
    expect(july([BASE, PERIODIC], {}, holds).fppas).toEqual({
      status: 'blocked',
      reason: 'current_fppas_not_released',
    })
  })

  it("weaker than the caller's floor refuses the whole, and names it", () => {
    const weak = { ...PERIODIC, figure: { ...PERIODIC.figure, grade: 'specimen' as const } }
    expect(ask({ ...EXAMPLES.GJ, billing_date: JULY }, { serving: serving([weak]) })).toMatchObject({
      code: 'EVIDENCE_BELOW_FLOOR',
      details: { figures: [{ path: 'rules/fppas_periods/GJ-TEST-PERIODIC', grade: 'specimen' }] },
    })
    expect(answered({ ...EXAMPLES.GJ, billing_date: '2026-08-15' }, { serving: serving([weak]) }).evidence_grade).toBe(
      'transcription',
    )
  })

  it('makes no payable complete on its own', () => {
    expect(july([BASE, PERIODIC])).toMatchObject({
      payable_complete: false,
      final_payable: { amount_paise: null, status: 'unavailable' },
    })
  })
})
