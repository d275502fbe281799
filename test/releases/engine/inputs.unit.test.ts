import { describe, expect, it } from 'vitest'
import { buildAdjustment, buildCategory, buildEnergy, buildFixed, conditions } from '../../support/record-builder.ts'
import { type Body, problems, recordOf, recordOfRow, TAKES_ALL } from './bill.ts'

describe('inputs that do not belong', () => {
  it.each<[Body, string]>([
    [{ area_type: 'rural' }, 'not_applicable /area_type'],
    [{ payment: {} }, 'not_applicable /payment'],
    [{ phase: 'three' }, 'not_applicable /phase'],
    [{ supply_level: 'ht' }, 'not_applicable /supply_level'],
    [{ fixed_charge_basis_units: 0 }, 'not_applicable /fixed_charge_basis_units'],
    [{ tod_period: 'peak' }, 'not_applicable /tod_period'],
    [{ rts_voltage_mode: 'at_base' }, 'not_applicable /rts_voltage_mode'],
    [{ apply_htss_11kv_surcharge: false }, 'not_applicable /apply_htss_11kv_surcharge'],
    [{ billing_month: '2026-06' }, 'not_applicable /billing_month'],
    [{ billing_days: 30 }, 'not_applicable /billing_days'],
    [{ recorded_demand_kva: 5 }, 'not_applicable /recorded_demand_kva'],
    [{ connection: 'temporary' }, 'not_applicable /connection'],
    [{ load_unit: 'hp' }, 'enum /load_unit'],
  ])('%o is refused where the category does not read it', (body, problem) => {
    expect(problems(recordOf(), body)).toEqual([problem])
  })

  it('an input without any of its parts is none: it is accepted where the category reads one of them', () => {
    const rebate = buildAdjustment('E_BILL', 'per_bill', [['payment.e_bill=true', 'subtract', '10']])
    const record = recordOf({ rules: { adjustments: [rebate] } })
    expect(problems(record, { payment: {} })).toEqual([])
  })

  it('all that are wrong are named at once, in the order of the table, the unit of the load last', () => {
    const body: Body = { load_unit: 'hp', tod_period: 'peak', area_type: 'rural' }
    expect(problems(recordOf(), body)).toEqual([
      'not_applicable /area_type',
      'not_applicable /tod_period',
      'enum /load_unit',
    ])
  })

  it('what the release does not take comes first, in the order of the body', () => {
    const takes = { ...TAKES_ALL, optional: ['area_type'] }
    const body: Body = { tod_period: 'peak', area_type: 'rural', phase: 'three' }
    expect(problems(recordOf({ request: takes }), body)).toEqual([
      'not_applicable /tod_period',
      'not_applicable /phase',
      'not_applicable /area_type',
    ])
  })

  it('an input that a category of the release lists is taken by the release', () => {
    const categories = [buildCategory({ optional_inputs: [{ field: 'phase', when: 'never' }] })]
    const record = recordOf({
      request: { ...TAKES_ALL, optional: [] },
      categories,
      rows: [{ conditions: conditions('phase=three') }],
    })
    expect(problems(record, { phase: 'three' })).toEqual([])
  })

  it('what every request needs is missing first', () => {
    const record = recordOfRow(
      { conditions: conditions('connected_load<=10'), fixed: buildFixed('flat', 'kVA', [[null, '1']]) },
      { request: { ...TAKES_ALL, required: ['meter_mode', 'load_unit'] } },
    )
    expect(problems(record)).toEqual(['required /meter_mode', 'required /load_unit', 'required /connected_load'])
    expect(problems(record, { load_unit: 'kw', meter_mode: 'postpaid', connected_load: 1 })).toEqual([
      'required /contract_demand_kva',
    ])
  })
})

describe('selectors', () => {
  const scheme = buildAdjustment('SCHEME', 'percent', [['selectors.scheme=new', 'add', '1']])
  const record = recordOf({
    selectors: [{ selector: 'scheme', words: ['old', 'new'], description: 'The scheme' }],
    rules: { adjustments: [scheme] },
  })

  it.each<[Record<string, string>, string[]]>([
    [{ scheme: 'new' }, []],
    [{ scheme: 'older' }, ['enum /selectors/scheme']],
    [{ colour: 'red' }, ['not_applicable /selectors/colour']],
  ])('%o: %s', (selectors, expected) => {
    expect(problems(record, { selectors })).toEqual(expected)
  })
})

describe('energy by zone', () => {
  const record = recordOfRow(
    { energy: buildEnergy('flat', [[null, '5']], { per: 'energy_by_zone.peak' }) },
    { zones: ['peak', 'night', 'rest'] },
  )

  it.each<[string, Record<string, number | string>, string[]]>([
    ['all zones, summing to the units', { peak: '33.3', night: '33.3', rest: '33.4' }, []],
    ['a thousandth too much', { peak: '33.3', night: '33.3', rest: '33.401' }, ['sum /energy_by_zone']],
    ['a zone left out', { peak: 50, rest: 50 }, ['required /energy_by_zone/night']],
    ['a zone unknown', { peak: 50, night: 25, rest: 25, noon: 0 }, ['not_applicable /energy_by_zone/noon']],
  ])('%s', (_what, energy_by_zone, expected) => {
    expect(problems(record, { energy_by_zone })).toEqual(expected)
  })

  it('that nothing of the category reads is refused as a whole, and no zone of it is asked for', () => {
    const phased = recordOfRow({ conditions: conditions('phase=three') }, { zones: ['peak', 'night', 'rest'] })
    expect(problems(phased, { energy_by_zone: { peak: 100 } })).toEqual(['required /phase'])
    expect(problems(phased, { phase: 'three', energy_by_zone: { peak: 100 } })).toEqual([
      'not_applicable /energy_by_zone',
    ])
  })

  it('is asked for with every zone of the release, also if only one is read', () => {
    const zones = ['peak', 'night', 'rest'].map((zone) => `required /energy_by_zone/${zone}`)
    expect(problems(record)).toEqual(zones)
  })
})
