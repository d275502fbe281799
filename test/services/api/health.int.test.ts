import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/**
 * Names, types and literals of the Health record (spec: Health record) with what docs/design/contract.md#health adds.
 */
const RECORD = {
  service_status: 'healthy',
  release_status: 'released',
  production_serving_enabled: false,
  release_stage: 'reference',
  four_eyes: true,
  release_id: 'BR-2026-27-VERIFIED-STRICT-BASE-V1',
  state_code: 'BR',
  financial_year: '2026-27',
  effective_from: '2026-04-01',
  verification_tier: 'verified_strict',
  schedule_rows: 34,
  supported_subcategories: 32,
  regression_cases: expect.any(Number),
  runtime_gate_checks: { passed: 29, total: 29 },
  release_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  code_version: 'test',
}
const META = { calculation_scope: 'verified_base_tariff', exact_current_net_bill: false }

describe('GET /health', () => {
  test('is the service’s, with every release in service', async () => {
    const { status, data, meta, headers } = await api.call('/v1/health')
    expect([status, meta]).toEqual([200, META])
    expect(data).toMatchObject(RECORD)
    expect(Number.isInteger(data.regression_cases)).toBe(true)
    expect(data.regression_cases).toBeGreaterThanOrEqual(102)
    expect(data.releases).toEqual([
      {
        state_code: 'BR',
        release_id: RECORD.release_id,
        release_sha256: data.release_sha256,
        release_status: 'released',
        release_stage: 'reference',
        four_eyes: true,
        verification_tier: 'verified_strict',
        calculable: true,
        production_payable: false,
      },
    ])
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store'])
  })

  test('of a state has the same record, without the list of others', async () => {
    const { data, meta } = await api.call('/v1/health?state_code=BR')
    expect(meta).toEqual(META)
    expect(data).toMatchObject(RECORD)
    expect(data.releases).toBeUndefined()
  })

  test('counts figures by grade, all six, and leaves none out', async () => {
    const { evidence } = (await api.call('/v1/health')).data
    expect(Object.keys(evidence).sort()).toEqual(['carried', 'derived', 'held', 'order', 'specimen', 'transcription'])
    for (const count of Object.values(evidence)) expect(count).toEqual(expect.any(Number))
    expect(evidence.order).toBe(0)
    expect(evidence.specimen).toBeGreaterThan(0)
    // 34 rows, each with an energy and a fixed figure, and the figures of rules.
    const total = Object.values(evidence).reduce((sum: number, count) => sum + Number(count), 0)
    expect(total).toBeGreaterThan(68)
  })

  test('shows a key the releases of its states alone', async () => {
    const both = await api.call('/v1/health', { key: await api.key({ states: ['BR', 'MH'] }) })
    expect(both.data.releases.map(({ state_code }: { state_code: string }) => state_code)).toEqual(['BR'])
  })

  test('is never answered from a cache', async () => {
    const again = await api.call('/v1/health', { headers: { 'if-none-match': '*' } })
    expect(again.status).toBe(200)
  })
})

test('liveness and readiness need no key and say ok', async () => {
  for (const path of ['/livez', '/readyz']) {
    const { status, text, headers } = await api.call(path, { key: null })
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'ok' }])
    expect(headers['cache-control']).toBe('no-store')
  }
})
