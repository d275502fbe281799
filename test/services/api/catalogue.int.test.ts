import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBlob } from '../../../pipeline/store/blobs.ts'
import { canonicalHash } from '../../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import type { Json } from '../../support/api-call.ts'

let api: TestApi
let record: ReleaseRecord
beforeAll(async () => {
  api = await testApi()
  const { release_sha256 } = (await api.call('/v1/health')).data
  record = JSON.parse(Buffer.from((await getBlob(api.pool, release_sha256))!).toString('utf8'))
})
afterAll(() => api.close())

const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
const text = expect.stringMatching(/\S/)
const integer = expect.any(Number)
const DECIMAL = /^(0|[1-9]\d*)(\.\d+)?$/

test('GET /states is Bihar, with the fields of a State record', async () => {
  const { status, data, meta } = await api.call('/v1/states')
  expect([status, meta]).toEqual([200, { count: 1 }])
  expect(data).toEqual([
    {
      state_code: 'BR',
      state_name: 'Bihar',
      financial_year: '2026-27',
      effective_from: '2026-04-01',
      verification_tier: 'verified_strict',
      release_status: 'released',
      supported_subcategories: 32,
      schedule_rows: 34,
      production_payable: false,
    },
  ])
})

describe('GET /categories', () => {
  test('is every category, with the fields of a Category record and no other type', async () => {
    const { status, data, meta } = await api.call('/v1/categories')
    expect([status, meta]).toEqual([200, { state_code: 'BR', count: 32, effective_on: '2026-04-01' }])
    expect(data).toHaveLength(32)
    for (const category of data) {
      expect(category).toMatchObject({
        state_code: 'BR',
        financial_year: '2026-27',
        effective_from: '2026-04-01',
        state_subcategory_code: text,
        raw_category_label: text,
        canonical_category_code: text,
        layer: text,
        supply_type: text,
        slab_type: expect.stringMatching(/^(flat|telescopic|whole)$/),
        schedule_row_count: integer,
        verification_tier: 'verified_strict',
        licensee_code: null,
        category_id: null,
        supported: true,
        specimen: expect.any(Boolean),
        evidence_grade: expect.stringMatching(/^(order|transcription|carried|derived|specimen)$/),
        conditions: expect.any(String),
      })
      for (const inputs of [category.required_calculation_inputs, category.optional_calculation_inputs]) {
        expect(inputs.every((name: unknown) => typeof name === 'string')).toBe(true)
      }
      expect(category.optional_calculation_inputs).toEqual(expect.arrayContaining(['effective_on', 'bill_period']))
      expect(category.specimen).toBe(category.evidence_grade === 'specimen')
    }
    const rows = data.reduce((sum: number, { schedule_row_count }: Json) => sum + schedule_row_count, 0)
    expect(rows).toBe(34)
    expect(new Set(data.map(({ state_subcategory_code }: Json) => state_subcategory_code)).size).toBe(32)
  })

  test('names inputs with which the category really calculates, and without which it does not', async () => {
    const key = await api.key({ evidence_floor: 'specimen' })
    const values: Record<string, unknown> = { energy_units: 10, connected_load: 0.5, contract_demand_kva: 100 }
    const calculate = (body: object) => api.call('/v1/calculate', { method: 'POST', body, key })
    for (const category of (await api.call('/v1/categories')).data) {
      const all = { ...values, state_code: 'BR', subcategory_code: category.state_subcategory_code, area_type: 'rural' }
      const required: string[] = category.required_calculation_inputs
      const body = Object.fromEntries(Object.entries(all).filter(([name]) => required.includes(name)))
      expect(Object.keys(body).sort()).toEqual([...required].sort())
      const answer = await calculate(body)
      expect([category.state_subcategory_code, answer.code]).toEqual([category.state_subcategory_code, null])
      expect(answer.data.evidence_grade).toBe(category.evidence_grade)
      for (const missing of required) {
        const refused = await calculate({ ...body, [missing]: undefined })
        expect([missing, refused.code]).toEqual([missing, 'INVALID_REQUEST_FIELD'])
      }
    }
  })
})

describe('GET /tariffs', () => {
  const FIELDS = ['row_id', 'state_code', 'licensee_code', 'financial_year', 'effective_from', 'effective_to']
    .concat(['category_id', 'state_subcategory_code', 'raw_category_label', 'canonical_category_code', 'layer'])
    .concat(['supply_type', 'area_type', 'slab_type', 'conditions', 'energy_charge', 'wheeling_charge', 'fixed_charge'])
    .concat(['adjustments', 'evidence', 'verification_tier', 'row_sha256', 'fixture_sha256', 'source_sha256'])

  test('without filters is all 34 rows, each with every field', async () => {
    const { status, data, meta } = await api.call('/v1/tariffs')
    expect([status, meta]).toEqual([200, { state_code: 'BR', count: 34, effective_on: '2026-04-01' }])
    expect(data).toHaveLength(34)
    for (const row of data) {
      for (const field of FIELDS) expect(row, row.row_id).toHaveProperty(field)
      expect(row).toMatchObject({ row_sha256: hash, fixture_sha256: hash, source_sha256: hash, state_code: 'BR' })
      checkEnergy(row.energy_charge)
      checkFixed(row.fixed_charge)
      for (const charge of ['energy_charge', 'fixed_charge']) checkEvidence(row.evidence[charge])
      for (const { field, op, value } of row.conditions) {
        expect([typeof field, typeof op]).toEqual(['string', 'string'])
        expect(typeof value === 'string' || Array.isArray(value)).toBe(true)
      }
    }
  })

  function checkEnergy(charge: Json): void {
    expect(charge.unit).toMatch(/^Rs\/(kWh|kVAh)$/)
    for (const slab of charge.slabs) {
      expect(slab.from_units).toMatch(DECIMAL)
      if (slab.to_units !== null) expect(slab.to_units).toMatch(DECIMAL)
      checkRate(slab)
    }
  }

  function checkFixed(charge: Json): void {
    expect(charge).toMatchObject({ basis: text, unit: expect.stringMatching(/^Rs\//) })
    for (const band of charge.bands) checkRate(band)
  }

  function checkRate({ rate, rate_paise, printed, printed_unit, specimen }: Json): void {
    expect(rate).toMatch(DECIMAL)
    expect(rate_paise === null || Number.isSafeInteger(rate_paise)).toBe(true)
    if (rate_paise !== null) expect(Number(rate)).toBeCloseTo(rate_paise / 100, 10)
    expect([printed, printed_unit]).toEqual([text, text])
    expect(typeof specimen).toBe('boolean')
  }

  function checkEvidence(evidence: Json): void {
    expect(evidence).toMatchObject({ grade: text, source_id: text, quote: text, citations: expect.any(Array) })
    expect(evidence.locator).toMatchObject({ page: integer })
  }

  test('carries hashes of the very rows and cases of the sealed record', async () => {
    const { data } = await api.call('/v1/tariffs')
    for (const shown of data) {
      const row = record.rows.find(({ row_id }) => row_id === shown.row_id)!
      const { row_sha256, ...rest } = row
      expect([shown.row_sha256, row_sha256]).toEqual([canonicalHash(rest), canonicalHash(rest)])
      expect(shown.fixture_sha256).toBe(row.fixture_sha256)
      const source = record.sources.find(({ sha256 }) => sha256 === shown.source_sha256)
      const figures = row.charges.find(({ component }) => component === 'energy')?.steps.map(({ figure }) => figure)
      expect(source?.source_id).toBe(figures?.[0]?.source_id)
      expect(shown.energy_charge.slabs.map(({ rate }: Json) => rate)).toEqual(figures?.map(({ value }) => value))
    }
  })

  test('shows what a row’s category may adjust, specimens marked', async () => {
    const [station] = (await api.call('/v1/tariffs?subcategory_code=LT-EV')).data
    const [tod] = station.adjustments
    expect(tod.selector).toBe('tod_period')
    expect(tod.options.map(({ when, value, specimen }: Json) => [when, value, specimen])).toEqual([
      ['off_peak', '97', true],
      ['peak', '103', true],
      ['normal', '101', true],
    ])
  })

  describe('filters match exactly, in any case:', () => {
    const cases: [string, number][] = [
      ['subcategory_code=DS-II', 1],
      ['subcategory_code=ds-ii', 1],
      ['subcategory_code=Ds-Ii', 1],
      ['subcategory_code=NDS-II', 2],
      ['subcategory_code=KJ', 2],
      ['supply_type=LT_METERED&area_type=Urban', 5],
      ['subcategory_code=KJ&area_type=URBAN', 1],
      ['subcategory_code=KJ&area_type=any', 0],
      ['supply_type=ht_33kv&area_type=rural', 0],
    ]
    test.each(cases)('%s', async (query, count) => {
      const { status, data, meta } = await api.call(`/v1/tariffs?${query}`)
      expect([status, meta.count, data.length]).toEqual([200, count, count])
    })

    test.each(['nope', 'DS', 'DS_II', 'DS-%25', 'DS-II%20'])(
      'a code that the release does not have, %s, is refused',
      async (code) => {
        const refused = await api.call(`/v1/tariffs?subcategory_code=${code}`)
        expect([refused.status, refused.details.rule]).toEqual([400, 'enum'])
        expect(refused.details.available).toContain('DS-II')
      },
    )

    test.each([
      ['supply_type=LT', 'enum', 'lt_metered'],
      ['area_type=foo', 'enum', 'urban'],
      ['category_id=anything', 'not_applicable', null],
    ])('so is a value that no row can have: %s', async (query, rule, known) => {
      const { status, details } = await api.call(`/v1/tariffs?${query}`)
      expect([status, details.rule]).toEqual([400, rule])
      if (known === null) expect(details.available).toEqual([])
      else expect(details.available).toContain(known)
    })

    test.each(['supply_type', 'area_type'] as const)('%s splits the rows without losing any', async (filter) => {
      const values = new Set(record.rows.map((row) => row[filter]))
      let total = 0
      for (const value of values) {
        const { data } = await api.call(`/v1/tariffs?${filter}=${value.toUpperCase()}`)
        expect(new Set(data.map((row: Json) => row[filter]))).toEqual(new Set([value]))
        total += data.length
      }
      expect(total).toBe(34)
    })
  })
})
