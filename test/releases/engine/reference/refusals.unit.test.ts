import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../../releases/record/expression.ts'
import {
  buildAdjustment,
  buildCase,
  buildCategory,
  buildCharge,
  buildEnergy,
  buildFixed,
  buildQuantity,
  buildRecord,
  buildSubsidy,
  buildValue,
  when,
} from './builder.ts'
import { answer, details, evaluate, refusal } from './support.ts'

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

  it('answers a quantity with no matching case, or two', () => {
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
    expect(held).toEqual({ ok: false, code: 'RATE_NOT_VERIFIED', details: { component: 'rules/adjustments/ADJ/all' } })
  })
})
