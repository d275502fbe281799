import { describe, expect, it } from 'vitest'
import {
  buildAdjustment,
  buildCase,
  buildCategory,
  buildCharge,
  buildChosen,
  buildEnergy,
  buildFixed,
  buildFppas,
  buildQuantity,
  buildRecord,
  buildSubsidy,
  buildValue,
  when,
} from './builder.ts'
import { answer, problems, refusal } from './support.ts'

const perKw = buildFixed('flat', 'connected_load', [[null, '80']])

describe('an input that is missing', () => {
  it('includes inputs read by a condition of any row of the category', () => {
    const record = buildRecord({
      rows: [
        { row_id: 'A', conditions: [when('energy_units<=500')] },
        { row_id: 'B', conditions: [when('energy_units>500'), when('phase=three')] },
      ],
    })
    expect(problems(record, {})).toEqual(['required /phase'])
    expect(answer(record, { phase: 'single' }).rowId).toBe('A')
  })

  it('is one that a bound of the category reads', () => {
    const record = buildRecord({ categories: [buildCategory({ bounds: [when('connected_load<=70')] })] })
    expect(problems(record, {})).toEqual(['required /connected_load'])
  })

  it.each([
    ['the load', buildFixed('flat', 'connected_load', [[null, '80']]), { connected_load: 1 }],
    ['the contract demand', buildFixed('flat', 'contract_demand_kva', [[null, '80']]), { contract_demand_kva: 1 }],
    [
      'the load of a band',
      buildFixed('whole', null, [[null, '80']], { steps_by: 'connected_load' }),
      { connected_load: '1' },
    ],
    [
      'the stated consumption of a band',
      buildFixed('whole', null, [[null, '80']], { steps_by: 'fixed_charge_basis_units' }),
      { fixed_charge_basis_units: '1.5' },
    ],
    ['what a condition of it reads', { ...perKw, per: null, when: [when('phase=single')] }, { phase: 'three' }],
  ])('is one that the fixed charge of the selected row reads: %s', (_, fixed, given) => {
    const record = buildRecord({ rows: [{ fixed }] })
    expect(problems(record, {})).toEqual([`required /${Object.keys(given)[0]}`])
    expect(refusal(record, given)).toBeNull()
  })

  it('is none that only a row charges by which is not selected', () => {
    const record = buildRecord({
      rows: [
        { row_id: 'SMALL', conditions: [when('connected_load<=0.5')] },
        {
          row_id: 'LARGE',
          conditions: [when('connected_load>0.5')],
          fixed: buildFixed('flat', 'contract_demand_kva', [[null, '300']]),
        },
      ],
    })
    expect(answer(record, { connected_load: 0.5 }).rowId).toBe('SMALL')
    expect(refusal(record, { connected_load: 0.501 })).toBe('INVALID_REQUEST_FIELD')
    expect(answer(record, { connected_load: 0.501, contract_demand_kva: 1 }).rowId).toBe('LARGE')
  })

  it('is said with all others, in order: the release’s, bounds, conditions, base charges, the category’s own', () => {
    const discount = buildChosen('percent', 'payment.digital', [['true', 'subtract', '1']])
    const record = buildRecord({
      request: { required: ['meter_mode'], optional: ['payment', 'selectors'], licensee_from_district: false },
      selectors: [{ selector: 'scheme', words: ['a'], description: 'a scheme' }],
      quantities: [buildQuantity('demand', { op: 'max', of: ['recorded_demand_kva', 'contract_demand_kva'] })],
      rows: [
        {
          conditions: [when('selectors.scheme=a')],
          fixed: buildFixed('whole', 'demand', [[null, '1']], {
            steps_by: 'connected_load',
            when: [when('phase=three')],
          }),
        },
        { row_id: 'ELSE' },
      ],
      categories: [buildCategory({ bounds: [when('supply_voltage_kv<=33')], required_inputs: ['payment'] })],
      rules: { adjustments: [discount] },
    })
    expect(problems(record, {})).toEqual([
      'required /meter_mode',
      'required /supply_voltage_kv',
      'required /selectors/scheme',
      'required /payment/digital',
    ])
    expect(problems(record, { selectors: { scheme: 'a' }, meter_mode: 'prepaid' })).toEqual([
      'required /supply_voltage_kv',
      'required /recorded_demand_kva',
      'required /contract_demand_kva',
      'required /connected_load',
      'required /phase',
      'required /payment/digital',
    ])
  })

  it('is none behind a quantity that the bill states', () => {
    const demand = buildQuantity('demand', 'recorded_demand_kva', { instead: 'billed_demand_kva' })
    const record = buildRecord({
      quantities: [demand],
      rows: [{ fixed: buildFixed('flat', 'demand', [[null, '100']]) }],
    })
    expect(problems(record, {})).toEqual(['required /recorded_demand_kva'])
    expect(answer(record, { recorded_demand_kva: 2 }).fixedChargePaise).toBe(20_000)
    expect(answer(record, { billed_demand_kva: 3 }).fixedChargePaise).toBe(30_000)
    expect(problems(record, { billed_demand_kva: 3, recorded_demand_kva: 2 })).toEqual(['one_of /billed_demand_kva'])
  })

  it('is the day, where something of the category has dates: a charge, a case of a quantity or of an adjustment', () => {
    const dated = { effective_from: '2026-07-01', effective_to: null }
    const nobody = { date: null }
    const charge = buildRecord({ rows: [{ charges: [buildCharge('extra', dated)] }, { row_id: 'B' }] })
    const [small, large] = [when('energy_units<=1000'), when('energy_units>1000')]
    const elsewhere = buildRecord({
      rows: [{ conditions: [small] }, { row_id: 'B', conditions: [large], charges: [buildCharge('extra', dated)] }],
    })
    const adjustment = buildAdjustment('ADJ', [buildCase([buildValue('percent', '1')], dated)])
    const adjusted = buildRecord({ rules: { adjustments: [adjustment] } })
    const quantity = buildQuantity('q', '', { cases: [{ formula: 'energy_units', when: [], ...dated }] })
    const counted = buildRecord({ quantities: [quantity], rows: [{ charges: [buildCharge('extra', { per: 'q' })] }] })
    for (const record of [charge, elsewhere, adjusted, counted]) {
      expect(problems(record, {}, nobody)).toEqual(['required /effective_on'])
      expect(refusal(record, {}, { date: '2026-07-01' })).toBeNull()
      expect(refusal(record, { bill_period: { from: '2026-07-01', to: '2026-07-31' } }, nobody)).toBeNull()
    }
    expect(refusal(buildRecord(), {}, nobody)).toBeNull()
  })
})

describe('an input that does not belong', () => {
  it.each([
    { area_type: 'rural' },
    { phase: 'single' },
    { supply_level: 'ht' },
    { fixed_charge_basis_units: 100 },
    { tod_period: 'peak' },
    { rts_voltage_mode: 'at_base' },
    { apply_htss_11kv_surcharge: true },
    { apply_htss_11kv_surcharge: false },
    { billing_days: 30 },
    { billing_month: '2026-06' },
    { billed_demand_kva: 1 },
    { payment: { digital: true } },
    { energy_by_zone: { peak: 1 } },
    { selectors: { scheme: 'x' } },
  ])('is one that nothing of the category reads: %j', (given) => {
    expect(problems(buildRecord(), given)).toEqual([`not_applicable /${Object.keys(given)[0]}`])
  })

  it.each([{ connected_load: 1 }, { contract_demand_kva: '1' }, { load_unit: 'kw' }, { meter_mode: 'prepaid' }])(
    'is none of these: %j',
    (given) => {
      expect(refusal(buildRecord(), given)).toBeNull()
    },
  )

  it('is one that the release does not declare, first and in the order of the body', () => {
    const request = { required: [], optional: ['area_type'], licensee_from_district: false }
    const record = buildRecord({ request, rows: [{ conditions: [when('phase=three')] }] })
    const body = { profile: 'P', phase: 'three', district: 'D', load_unit: 'hp', area_type: 'rural' }
    expect(problems(record, body)).toEqual([
      'not_applicable /profile',
      'not_applicable /phase',
      'not_applicable /district',
      'not_applicable /area_type',
      'enum /load_unit',
    ])
    const declared = buildRecord({
      request,
      rows: [{ conditions: [when('phase=three')] }],
      categories: [
        buildCategory({ required_inputs: ['phase'] }),
        buildCategory({ subcategory_code: 'X', optional_inputs: [{ field: 'profile', when: 'always' }] }),
      ],
    })
    expect(refusal(declared, { profile: 'P', phase: 'three' })).toBeNull()
  })

  it('is a word that no case of the adjustments chosen by it has', () => {
    const options = [['peak', 'add', '103']] as const
    const elsewhere = buildChosen('factor', 'tod_period', options, { applies_to: ['HTS'] })
    expect(problems(buildRecord({ rules: { adjustments: [elsewhere] } }), { tod_period: 'peak' })).toEqual([
      'not_applicable /tod_period',
    ])
    const here = buildRecord({ rules: { adjustments: [buildChosen('factor', 'tod_period', options)] } })
    expect(problems(here, { tod_period: 'normal' })).toEqual(['enum /tod_period'])
    expect(refusal(here, { tod_period: 'peak' })).toBeNull()
  })

  it('is each of such words, parts of one input as the request has them', () => {
    const options = [['new', 'add', '103']] as const
    const selectors = ['one', 'two'].map((selector) => ({ selector, words: ['new', 'old'], description: selector }))
    const adjustments = ['one', 'two'].map((name, order) =>
      buildChosen('factor', `selectors.${name}`, options, { adjustment_id: name, order: order + 1 }),
    )
    const record = buildRecord({ selectors, rules: { adjustments } })
    expect(problems(record, { selectors: { one: 'old', two: 'old' } })).toEqual([
      'enum /selectors/one',
      'enum /selectors/two',
    ])
    expect(problems(record, { selectors: { two: 'old', one: 'old' } })).toEqual([
      'enum /selectors/two',
      'enum /selectors/one',
    ])
  })

  it('is not an input of an adjustment of another licensee, which adds nothing', () => {
    const adjustment = buildChosen('factor', 'tod_period', [['peak', 'add', '103']], { licensees: ['BR_NBPDCL'] })
    const record = buildRecord({ rules: { adjustments: [adjustment] } })
    expect(refusal(record, { tod_period: 'peak', licensee_code: 'BR_NBPDCL' })).toBeNull()
    for (const body of [{ licensee_code: 'BR_SBPDCL' }, {}])
      expect(answer(record, { tod_period: 'peak', ...body })).toMatchObject({ adjustmentsPaise: null, notGiven: [] })
  })

  it('is no billing month in the scheme, by a period of the category, or by a period of all', () => {
    const month = { billing_month: '2026-06' }
    const inPeriodOf = (...applies_to: string[]) =>
      buildRecord({ rules: { fppas_periods: [buildFppas('1', { applies_to, status: 'specimen' })] } })
    expect(refusal(buildRecord({ rules: { subsidy: buildSubsidy({ 30: '125' }) } }), month)).toBeNull()
    expect(refusal(inPeriodOf('DOM'), month)).toBeNull()
    expect(refusal(inPeriodOf(), month)).toBeNull()
    expect(refusal(inPeriodOf('OTHER'), month)).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(buildRecord({ rules: { fppas_month: 'billing_date' } }), month)).toBeNull()
  })

  it('is a quantity above the largest, the category’s own where it has one', () => {
    const categories = [buildCategory({ largest_quantity: '20000000' })]
    const fixed = buildFixed('flat', 'energy_kwh', [[null, '0']])
    const large = { energy_units: 10_000_000.001, energy_kwh: '20000000.001' }
    expect(problems(buildRecord({ categories, rows: [{ fixed }] }), large)).toEqual(['decimals /energy_kwh'])
    expect(problems(buildRecord({ rows: [{ fixed }] }), large)).toEqual([
      'decimals /energy_units',
      'decimals /energy_kwh',
    ])
    // 10,000,000 × 5.00 + 50.00
    expect(answer(buildRecord(), { energy_units: 10_000_000 }).baseTariffPaise).toBe(5_000_005_000)
  })

  it('is a selector or a word that the release does not declare', () => {
    const record = buildRecord({
      selectors: [{ selector: 'scheme', words: ['a', 'b'], description: 'a scheme' }],
      rows: [{ conditions: [when('selectors.scheme in {a,b}')] }],
    })
    expect(problems(record, { selectors: { scheme: 'c', 'x/y': 'a' } })).toEqual([
      'enum /selectors/scheme',
      'not_applicable /selectors/x~1y',
    ])
    expect(refusal(record, { selectors: { scheme: 'b' } })).toBeNull()
  })

  it('is selectors as a whole where none is read, though another input with parts is', () => {
    const record = buildRecord({
      selectors: [{ selector: 'scheme', words: ['a', 'b'], description: 'a scheme' }],
      rows: [{ conditions: [when('payment.digital=true')] }],
    })
    expect(problems(record, { payment: { digital: true }, selectors: { scheme: 'c' } })).toEqual([
      'not_applicable /selectors',
    ])
  })

  it('is a zone that the release has not, one left out, or zones that do not sum to the units', () => {
    const record = buildRecord({
      zones: ['day', 'peak'],
      rows: [{ energy: buildEnergy('flat', [[null, '5']], { per: 'energy_by_zone.peak' }) }],
    })
    const zones = (energy_by_zone: object) => problems(record, { energy_units: 10, energy_by_zone })
    expect(zones({ day: 5.5, peak: '4.5' })).toEqual([])
    expect(zones({ day: 5.5, peak: '4.499' })).toEqual(['sum /energy_by_zone'])
    expect(zones({ peak: 10 })).toEqual(['required /energy_by_zone/day'])
    expect(zones({ day: 10 })).toEqual(['required /energy_by_zone/peak'])
    expect(zones({ day: 5, peak: 5, night: 1 })).toEqual([
      'not_applicable /energy_by_zone/night',
      'sum /energy_by_zone',
    ])
    expect(problems(record, {})).toEqual(['required /energy_by_zone/peak', 'required /energy_by_zone/day'])
  })
})
