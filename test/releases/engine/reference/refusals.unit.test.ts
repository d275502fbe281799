import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../../releases/record/expression.ts'
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
import { answer, details, evaluate, problems, refusal } from './support.ts'

const perKw = buildFixed('flat', 'connected_load', [[null, '80']])

describe('SUBCATEGORY_NOT_FOUND', () => {
  it('answers an unknown code with those of the licensee and of the whole state, each once', () => {
    const rows = [
      { row_id: 'A', licensee_code: 'MH_BEST' },
      { row_id: 'B' },
      { row_id: 'C', subcategory_code: 'SHOP', licensee_code: 'MH_AEML' },
    ]
    const record = buildRecord({ rows })
    const available = (body: object) =>
      details(record, 'SUBCATEGORY_NOT_FOUND', { subcategory_code: 'NO', ...body }) as unknown as {
        available: string[]
      }
    expect(available({})).toEqual({ subcategory_code: 'NO', available: ['DOM', 'SHOP'] })
    expect(available({ licensee_code: 'MH_BEST' }).available).toEqual(['DOM'])
    expect(available({ licensee_code: 'MH_AEML' }).available).toEqual(['DOM', 'SHOP'])
  })

  it("keeps one licensee's category from another licensee and from nobody", () => {
    const record = buildRecord({ rows: [{ licensee_code: 'MH_BEST' }] })
    expect(refusal(record, { licensee_code: 'MH_BEST' })).toBeNull()
    expect(refusal(record, { licensee_code: 'MH_AEML' })).toBe('SUBCATEGORY_NOT_FOUND')
    expect(refusal(record, {})).toBe('SUBCATEGORY_NOT_FOUND')
  })

  it("serves the whole state's category to every licensee", () => {
    expect(refusal(buildRecord(), { licensee_code: 'TS_TGSPDCL' })).toBeNull()
  })

  it("prefers the licensee's own category to the whole state's", () => {
    const record = buildRecord({ rows: [{ row_id: 'STATE' }, { row_id: 'OWN', licensee_code: 'MH_BEST' }] })
    expect(answer(record, { licensee_code: 'MH_BEST' }).rowId).toBe('OWN')
    expect(answer(record, { licensee_code: 'MH_AEML' }).rowId).toBe('STATE')
  })
})

describe('an input that is missing', () => {
  it('is one that a condition of any row of the category reads', () => {
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

  it('is the day, where something of the request has dates: a charge, a case of a quantity or of an adjustment', () => {
    const dated = { effective_from: '2026-07-01', effective_to: null }
    const nobody = { date: null }
    const charge = buildRecord({ rows: [{ charges: [buildCharge('extra', dated)] }, { row_id: 'B' }] })
    const adjustment = buildAdjustment('ADJ', [buildCase([buildValue('percent', '1')], dated)])
    const adjusted = buildRecord({ rules: { adjustments: [adjustment] } })
    const quantity = buildQuantity('q', '', { cases: [{ formula: 'energy_units', when: [], ...dated }] })
    const counted = buildRecord({ quantities: [quantity], rows: [{ charges: [buildCharge('extra', { per: 'q' })] }] })
    for (const record of [charge, adjusted, counted]) {
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
    { energy_by_zone: {} },
    { selectors: {} },
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

  it('is an adjustment’s input where the adjustment is another licensee’s', () => {
    const adjustment = buildChosen('factor', 'tod_period', [['peak', 'add', '103']], { licensees: ['BR_NBPDCL'] })
    const record = buildRecord({ rules: { adjustments: [adjustment] } })
    expect(refusal(record, { tod_period: 'peak', licensee_code: 'BR_NBPDCL' })).toBeNull()
    for (const body of [{ licensee_code: 'BR_SBPDCL' }, {}])
      expect(problems(record, { tod_period: 'peak', ...body })).toEqual(['not_applicable /tod_period'])
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
    expect(problems(record, {})).toEqual(['required /energy_by_zone/peak'])
  })
})

describe('UNSUPPORTED_BILLING_DAYS', () => {
  it('answers days without an entitlement, also outside the scheme', () => {
    const inside = buildRecord({ rules: { subsidy: buildSubsidy({ 30: '125', 25: '104' }) } })
    const outside = buildRecord({ rules: { subsidy: buildSubsidy({ 30: '125' }, { applies_to: ['OTHER'] }) } })
    const supported = [25, 30]
    expect(details(inside, 'UNSUPPORTED_BILLING_DAYS', { billing_days: 31 })).toEqual({ billing_days: 31, supported })
    expect(refusal(outside, { billing_days: 31 })).toBe('UNSUPPORTED_BILLING_DAYS')
    expect(refusal(inside, { billing_days: 25 })).toBeNull()
  })
})

describe('UNSUPPORTED_BILLING_PERIOD', () => {
  const period = { bill_period: { from: '2026-06-10', to: '2026-07-09' } }
  const charge = (effective_from: string | null, effective_to: string | null) =>
    buildRecord({ rows: [{ charges: [buildCharge('extra', { effective_from, effective_to })] }] })

  it.each([
    ['2026-06-10', null, null],
    ['2026-06-11', null, 'UNSUPPORTED_BILLING_PERIOD'],
    ['2026-07-09', null, 'UNSUPPORTED_BILLING_PERIOD'],
    ['2026-07-10', null, null],
    [null, '2026-06-09', null],
    [null, '2026-06-10', 'UNSUPPORTED_BILLING_PERIOD'],
    [null, '2026-07-08', 'UNSUPPORTED_BILLING_PERIOD'],
    [null, '2026-07-09', null],
  ])('answers a charge that begins %s or ends %s inside 10 June to 9 July: %s', (from, to, expected) => {
    expect(refusal(charge(from, to), period)).toBe(expected)
  })

  it('answers quantities and adjustments of the category, and rows that are not selected; not other categories', () => {
    const dated = { effective_from: '2026-07-01', effective_to: null }
    const cases = [{ formula: 'energy_units', when: [], ...dated }]
    const read = buildRecord({
      quantities: [buildQuantity('q', '', { cases })],
      rows: [{ energy: buildEnergy('flat', [[null, '5']], { per: 'q' }) }],
    })
    const adjustment = buildAdjustment('ADJ', [buildCase([buildValue('percent', '1')], dated)])
    const adjusted = buildRecord({ rules: { adjustments: [adjustment] } })
    const other = buildRecord({ rows: [{}, { row_id: 'B', charges: [buildCharge('extra', dated)] }] })
    for (const record of [read, adjusted, other]) {
      expect(details(record, 'UNSUPPORTED_BILLING_PERIOD', period)).toEqual({ reason: 'rule_changes' })
      expect(refusal(record, {})).not.toBe('UNSUPPORTED_BILLING_PERIOD')
    }
    const elsewhere = buildAdjustment('ADJ', [buildCase([buildValue('percent', '1')], dated)], { applies_to: ['X'] })
    expect(refusal(buildRecord({ rules: { adjustments: [elsewhere] } }), period)).toBeNull()
  })
})

describe('CATEGORY_NOT_APPLICABLE', () => {
  const bound = (record: Parameters<typeof details>[0], body: object) =>
    (details(record, 'CATEGORY_NOT_APPLICABLE', { ...body }) as { bound: string }).bound

  it('answers what lies outside a bound, the first that does not hold: 50.001 units', () => {
    const categories = [buildCategory({ bounds: [when('energy_units<=50'), when('energy_units<=40')] })]
    const record = buildRecord({ categories })
    expect(refusal(record, { energy_units: 40 })).toBeNull()
    expect(bound(record, { energy_units: 50 })).toBe('energy_units<=40')
    expect(bound(record, { energy_units: 50.001 })).toBe('energy_units<=50')
  })

  it('answers when no row’s conditions hold, with all of them', () => {
    const conditions = [when('area_type=rural'), when('energy_units<=50')]
    const record = buildRecord({ rows: [{ conditions }, { row_id: 'B', conditions: [when('area_type in {urban}')] }] })
    expect(refusal(record, { area_type: 'urban' })).toBeNull()
    expect(bound(record, { area_type: 'rural', energy_units: 51 })).toBe(
      'area_type=rural and energy_units<=50 or area_type in {urban}',
    )
  })

  it('answers when no slab or band covers the request, above it or below', () => {
    const energy = buildEnergy('telescopic', [
      ['50', '2'],
      ['80', '3'],
    ])
    expect(bound(buildRecord({ rows: [{ energy }] }), { energy_units: 80.001 })).toBe('energy_units<=80')
    const above = buildEnergy('whole', [], { steps: energy.steps.slice(1) })
    expect(bound(buildRecord({ rows: [{ energy: above }] }), { energy_units: 50 })).toBe('energy_units>50')
    const fixed = buildFixed('whole', null, [['4', '25']], { steps_by: 'connected_load' })
    expect(bound(buildRecord({ rows: [{ fixed }] }), { connected_load: 4.001 })).toBe('connected_load<=4')
  })

  it('does not ask charges beside, nor charges that do not hold', () => {
    const narrow = buildEnergy('telescopic', [['50', '2']])
    const beside = { ...narrow, charge_id: 'beside', side: 'beside' as const }
    expect(answer(buildRecord({ rows: [{ charges: [beside] }] }), {}).besidePaise).toBeNull()
    const idle = { ...narrow, charge_id: 'idle', when: [when('energy_units<50')] }
    expect(answer(buildRecord({ rows: [{ charges: [idle] }] }), {}).energyChargePaise).toBe(50_000)
  })

  it('answers a quantity of which no case holds, or two', () => {
    const cases = ['energy_units<=100', 'energy_units>=100'].map((text) => ({
      formula: 'energy_units',
      when: [when(text)],
      effective_from: null,
      effective_to: null,
    }))
    const counted = (parts: typeof cases) =>
      buildRecord({
        quantities: [buildQuantity('counted', '', { cases: parts })],
        rows: [{ charges: [buildCharge('extra', { per: 'counted' })] }],
      })
    expect(answer(counted(cases), { energy_units: 99 }).otherChargesPaise).toBe(9_900)
    expect(bound(counted(cases), { energy_units: 100 })).toBe('counted')
    expect(bound(counted(cases.slice(0, 1)), { energy_units: 101 })).toBe('counted')
    const adjustment = buildAdjustment('ADJ', [buildCase([buildValue('per_unit', '1', { per: 'counted' })])])
    const adjusted = { ...counted(cases), rules: buildRecord({ rules: { adjustments: [adjustment] } }).rules }
    expect(bound(adjusted, { energy_units: 100 })).toBe('counted')
  })

  it('names the category that covers the request, following those that exclude it too', () => {
    const limit = when('energy_units<=50')
    const higher = when('energy_units<=80')
    const covered = (bounded: Comparison, covering_category: string | null) => ({
      bounds: [bounded],
      covering: [{ bound: bounded, covering_category, reason: null }],
    })
    const covering = (chain: Record<string, string | null>) => {
      const categories = Object.entries(chain).map(([subcategory_code, next]) =>
        buildCategory({ subcategory_code, ...covered(subcategory_code === 'HIGH' ? higher : limit, next) }),
      )
      return details(
        buildRecord({ categories: [...categories, buildCategory({ subcategory_code: 'OPEN' })] }),
        'CATEGORY_NOT_APPLICABLE',
        { energy_units: 60 },
      )
    }
    const said = (covering_category: string | null) => ({
      subcategory_code: 'DOM',
      bound: 'energy_units<=50',
      covering_category,
    })
    expect(covering({ DOM: 'OPEN' })).toEqual(said('OPEN'))
    expect(covering({ DOM: 'HIGH', HIGH: 'OPEN' })).toEqual(said('HIGH'))
    expect(covering({ DOM: 'NEXT', NEXT: 'OPEN' })).toEqual(said('OPEN'))
    expect(covering({ DOM: 'NEXT', NEXT: 'DOM' })).toEqual(said(null))
    expect(covering({ DOM: null })).toEqual(said(null))
    expect(covering({ DOM: 'GONE' })).toEqual(said(null))
  })
})

describe('the order of refusals', () => {
  const dated = { effective_from: '2026-07-01', effective_to: null }
  const record = buildRecord({
    rows: [{ fixed: perKw, charges: [buildCharge('dated', { ...dated, steps: [] })] }],
    categories: [buildCategory({ bounds: [when('energy_units<=50')] })],
    rules: { subsidy: buildSubsidy({ 30: '125' }) },
  })
  const options = { floor: 'order', holds: ['rows/ROW/energy'] } as const

  it('is the document’s: each repair uncovers the next', () => {
    const wrong = {
      subcategory_code: 'NO',
      phase: 'single',
      billing_days: 31,
      energy_units: 51,
      bill_period: { from: '2026-06-15', to: '2026-07-14' },
    }
    const repairs = [
      [{}, 'SUBCATEGORY_NOT_FOUND'],
      [{ subcategory_code: 'DOM' }, 'UNSUPPORTED_BILLING_PERIOD'],
      [{ bill_period: { from: '2026-06-01', to: '2026-06-30' } }, 'INVALID_REQUEST_FIELD'],
      [{ connected_load: 1 }, 'INVALID_REQUEST_FIELD'],
      [{ phase: undefined }, 'UNSUPPORTED_BILLING_DAYS'],
      [{ billing_days: 30 }, 'CATEGORY_NOT_APPLICABLE'],
      [{ energy_units: 50 }, 'EVIDENCE_BELOW_FLOOR'],
    ] as const
    let body: object = wrong
    for (const [repair, code] of repairs) {
      body = { ...body, ...repair }
      expect(refusal(record, { ...body }, options)).toBe(code)
    }
    expect(refusal(record, { ...body }, { ...options, floor: 'transcription' })).toBe('RATE_NOT_VERIFIED')
    expect(refusal(record, { ...body }, { floor: 'transcription' })).toBeNull()
  })

  it('puts a missing charge input before a bound that is passed', () => {
    expect(refusal(record, { energy_units: 51 })).toBe('INVALID_REQUEST_FIELD')
  })

  it('puts a held adjustment before a held charge', () => {
    const adjustments = [buildAdjustment('ADJ', [buildCase([buildValue('percent', '1')])])]
    const held = evaluate(buildRecord({ rules: { adjustments } }), {}, { holds: ['rows', 'rules'] })
    expect(held).toEqual({ ok: false, code: 'RATE_NOT_VERIFIED', details: { component: 'rules/adjustments/ADJ' } })
  })
})
