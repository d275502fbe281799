import { describe, expect, it } from 'vitest'
import { answerRequest } from '../../../releases/engine/answer-request.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { planOf } from '../../support/definitions.ts'
import {
  buildAdjustment,
  buildCharge,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildQuantity,
  buildSubsidy,
  conditions,
} from '../../support/record-builder.ts'
import { type Body, licensees, recordOf } from './bill.ts'

/** Disclosures about omitted inputs, and about a billing demand that was not given. */

function answered(record: ReleaseRecord, body: Body) {
  const asked = { state_code: record.state_code, subcategory_code: 'DOM', energy_units: 100, ...body }
  const result = answerRequest([planOf(record)], asked, 'specimen')
  if (!result.ok) throw new Error(`${result.code} ${JSON.stringify(result.details)}`)
  return JSON.parse(result.dataText) as {
    disclosures: { code: string; message: string }[]
    blocked_components: string[]
    fppas: { status: string; reason?: string }
    calculation: { lines: { component: string }[] }
  }
}

describe('an input left out', () => {
  const beside = (id: string, per: string | null, when: string) =>
    buildCharge(id, 'flat', per === null ? 'connection' : 'kW', [[null, '7']], {
      side: 'beside',
      per,
      when: conditions(when),
    })
  const record = recordOf({
    rows: [{ more: [beside('RENT', 'connected_load', 'area_type=rural'), beside('LAMP', null, 'phase=three')] }],
  })
  const said = (body: Body) =>
    answered(record, body)
      .disclosures.map(({ message }) => message)
      .filter((text) => /RENT|LAMP/.test(text))

  it('is said with the charges beside that rest on it, and no others', () => {
    const all = said({})
    const of = (name: string) => all.filter((text) => text.includes(name))
    expect(of('connected_load')).toEqual([expect.stringMatching(/RENT/)])
    expect(of('area_type')).toEqual([expect.stringMatching(/RENT/)])
    expect(of('phase')).toEqual([expect.stringMatching(/LAMP/)])
    for (const text of all) expect(text.match(/RENT|LAMP/g)).toHaveLength(1)
    expect(said({ connected_load: 2, area_type: 'rural', phase: 'three' })).toEqual([])
  })

  it('is said with the adjustments that need it for this request, and no others', () => {
    const adjustments = [
      buildAdjustment('A', 'percent', [['connected_load>5 and phase=three', 'add', '1']], { description: 'First' }),
      buildAdjustment('B', 'percent', [['phase=three', 'add', '1']], { order: 2, description: 'Second' }),
    ]
    const of = recordOf({ rules: { adjustments } })
    const without = (connected_load: number) =>
      answered(of, { connected_load }).disclosures.filter(({ code }) => code === 'PHASE_NOT_GIVEN')
    expect(without(6)).toEqual([expect.objectContaining({ message: expect.stringContaining(': First; Second.') })])
    expect(without(5)).toEqual([expect.objectContaining({ message: expect.stringContaining(': Second.') })])
  })
})

describe('the month of a bill left out', () => {
  const applied = { billing_days: 30 }
  const said = (fppas: Parameters<typeof buildFppas>[1] | null, body: Body, month: 'billing_date' | null = null) => {
    const periods = fppas === null ? [] : [buildFppas('10', fppas)]
    const rules = { subsidy: buildSubsidy({ 30: '125' }), fppas_periods: periods, fppas_month: month }
    const { disclosures, fppas: part } = answered(recordOf({ rules }), body)
    return [part.status, part.reason, disclosures.some(({ code }) => code === 'BILLING_MONTH_NOT_GIVEN')]
  }

  it('is said where a fuel adjustment is approved for some month', () => {
    const missing = ['blocked', 'billing_month_not_given', true]
    expect(said({}, applied)).toEqual(missing)
    expect(said({}, { ...applied, bill_period: { from: '2026-06-01', to: '2026-06-30' } })).toEqual(missing)
    expect(said({}, {}, 'billing_date')).toEqual(missing)
  })

  it('is not where it is given, or where none is approved for such bills or none is looked up', () => {
    expect(said({}, { ...applied, billing_month: '2026-06' })).toEqual(['applied', undefined, false])
    expect(said({}, { billing_date: '2026-06-20' }, 'billing_date')).toEqual(['applied', undefined, false])
    const none = ['blocked', 'not_in_release', false]
    expect(said({}, { ...applied, billing_month: '2026-07' })).toEqual(none)
    expect(said(null, applied)).toEqual(none)
    expect(said({ applies_to: ['OTHER'] }, applied)).toEqual(none)
    expect(said({ status: 'historical_evidence' }, applied)).toEqual(none)
    expect(said({}, {})).toEqual(none)
  })
})

describe('what changes beside within the year', () => {
  const fee = buildAdjustment('FEE', 'percent', [['', 'add', '3']], { side: 'beside', stands_for: 'fuel_adjustment' })
  const cases = fee.cases.map((each) => ({ ...each, effective_from: '2026-07-01' }))
  const record = recordOf({ rules: { adjustments: [{ ...fee, cases }] } })
  const about = (body: Body) =>
    answered(record, body)
      .disclosures.filter(({ message }) => message.includes('FEE'))
      .map(({ code }) => code)

  it('is said by the days of a bill, by the day asked for, or as left out where neither is given', () => {
    const left = about({})
    expect(left).toEqual(['BILL_PERIOD_NOT_GIVEN'])
    const outside = about({ effective_on: '2026-06-30' })
    expect(outside).not.toEqual(left)
    expect(outside).toHaveLength(1)
    expect(about({ bill_period: { from: '2026-06-15', to: '2026-07-14' } })).toEqual(outside)
    expect(about({ effective_on: '2026-07-01' })).toEqual([])
    expect(about({ bill_period: { from: '2026-07-01', to: '2026-07-30' } })).toEqual([])
  })
})

describe('a billing demand', () => {
  const quantities = [
    buildQuantity('billed', 'contract_demand_kva', { unit: 'kVA', instead: 'billed_demand_kva' }),
    buildQuantity('with_load', 'max(billed, connected_load)', { unit: 'kVA' }),
  ]
  const of = (per: string) =>
    recordOf({ quantities, rows: [{ fixed: buildFixed('flat', 'kVA', [[null, '100']], { per }) }] })

  it.each(['billed', 'with_load', 'contract_demand_kva'])('is open where no rule says it: %s', (per) => {
    const body = { contract_demand_kva: 9, ...(per === 'with_load' ? { connected_load: 3 } : {}) }
    const { blocked_components: blocked, disclosures } = answered(of(per), body)
    expect(blocked).toContain('billing_demand')
    const [said] = disclosures.filter(({ code }) => code === 'BILLING_DEMAND_NOT_EVALUATED')
    expect(said?.message.includes('Give billed_demand_kva'), 'only where it is accepted').toBe(
      per !== 'contract_demand_kva',
    )
  })

  it('is not where only a minimum is on the contract demand', () => {
    const least = buildCharge('least', 'flat', 'kVA', [[null, '100']], {
      per: 'contract_demand_kva',
      minimum_of: ['energy'],
    })
    const record = recordOf({ rows: [{ fixed: null, more: [{ ...least, component: 'fixed' }] }] })
    expect(answered(record, { contract_demand_kva: 9 }).blocked_components).not.toContain('billing_demand')
  })

  it.each(['billed', 'with_load'])('is not where the request states what the bill bills: %s', (per) => {
    const body = { billed_demand_kva: 7, ...(per === 'with_load' ? { connected_load: 3 } : {}) }
    expect(answered(of(per), body).blocked_components).not.toContain('billing_demand')
  })
})

describe('what is left out beside the base', () => {
  const said = (record: ReleaseRecord, code: string, body: Body = {}) =>
    answered(record, body)
      .disclosures.filter((one) => one.code === code)
      .map(({ message }) => message)

  it('is named by the rules of the licensee that is known', () => {
    const dated = (id: string, licensee: string, order: number) => {
      const duty = buildAdjustment(id, 'percent', [['', 'add', '6']], {
        side: 'beside',
        stands_for: 'electricity_duty',
        licensees: [licensee],
        order,
      })
      return { ...duty, cases: duty.cases.map((each) => ({ ...each, effective_from: '2026-07-01' })) }
    }
    const record = recordOf({
      licensees: licensees('BR_ONE', 'BR_TWO'),
      rules: { adjustments: [dated('FIRST', 'BR_ONE', 1), dated('SECOND', 'BR_TWO', 2)] },
    })
    for (const [licensee_code, own, other] of [
      ['BR_ONE', 'FIRST', 'SECOND'],
      ['BR_TWO', 'SECOND', 'FIRST'],
    ] as const) {
      const [message] = said(record, 'BILL_PERIOD_NOT_GIVEN', { licensee_code })
      expect(message).toContain(own)
      expect(message).not.toContain(other)
    }
  })

  it('takes with it what depends on its amount, also in the base: the case that applies is not known', () => {
    const first = buildAdjustment('FIRST', 'percent', [['power_factor<0.9', 'add', '5']], { order: 1 })
    const second = buildAdjustment('SECOND', 'percent', [['amount.FIRST<1', 'subtract', '2']], { order: 2 })
    const record = recordOf({ rules: { adjustments: [first, second] } })
    expect(said(record, 'POWER_FACTOR_NOT_GIVEN')).toEqual([expect.stringMatching(/FIRST.*SECOND/)])
    const adjusted = (body: Body) =>
      answered(record, body).calculation.lines.filter((line) => line.component === 'adjustment')
    expect([adjusted({}).length, adjusted({ power_factor: 0.95 }).length]).toEqual([0, 1])
  })

  it('is named by what it is for people if it is held, not by its path', () => {
    const rent = { ...buildCharge('rent', 'flat', 'connection', [[null, buildHeldFigure('Rs/connection')]]) }
    const record = recordOf({
      rows: [{ more: [{ ...rent, side: 'beside', label: 'Meter rent' }] }],
      component_holds: [{ path: 'rows/ROW/rent', reason: 'not published' }],
    })
    const [message] = said(record, 'COMPONENT_BESIDE_HELD')
    expect(message).toContain('Meter rent is held')
    expect(message).not.toContain('rows/')
  })
})
