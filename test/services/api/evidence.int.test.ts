import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { parseTrust } from '../../../releases/proof/format/trust.ts'
import { merkleRoot } from '../../../releases/proof/merkle/tree.ts'
import { verifyCheckpoint } from '../../../releases/proof/verify/checkpoint.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import type { Json } from '../../support/api-call.ts'
import { GO_READER_ABSENT, GO_READER_REASON, readLog } from '../../support/outside-log-reader.ts'

/**
 * Capabilities, entitlement, historical FPPAS and files for offline verification (spec: Capability record;
 * docs/design/contract.md#catalogue).
 */

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('GET /capabilities says what is enabled and what is blocked, in the words of the specification', async () => {
  const { status, data, meta } = await api.call('/v1/capabilities')
  expect(status).toBe(200)
  expect(meta).toEqual({ capability_contract: 'state_aware_fail_closed_v1', calculation_scope: 'verified_base_tariff' })
  const { capabilities, ...rest } = data
  expect(rest).toMatchObject({
    state_code: 'BR',
    controller_version: expect.stringContaining('V2.2.8'),
    api_version: 'Pramaan Verified Tariff API V1.2.0',
    release_status: 'released',
    financial_year: '2026-27',
    effective_from: '2026-04-01',
  })
  expect([...data.blocked_components].sort()).toEqual([
    'corrigendum_composition',
    'current_fppas_numeric_regime',
    'exact_current_net_bill',
    'generic_subsidy_proration_rounding',
    'monetary_subsidy_amount',
    'statutory_levies',
  ])
  expect(capabilities.base_tariff_calculation).toMatchObject({
    status: 'enabled',
    route: expect.stringContaining('/calculate'),
    schedule_rows: 34,
    supported_subcategories: 32,
    money_mode: 'integer_paise',
  })
  expect(capabilities.subsidy_entitlement).toMatchObject({
    status: 'enabled_non_monetary',
    route: expect.stringContaining('/subsidy-entitlement'),
    calculate_summary_enabled: true,
    billing_days_input: 'optional',
    supported_billing_days: [25, 30, 40],
    generic_rounding_status: 'not_verified_fail_closed',
    source_evidence_integrity: 'verified',
    source_document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    source_document_size_bytes: expect.any(Number),
    monetary_subsidy_included: false,
    base_tariff_amount_adjusted: false,
  })
  expect(capabilities.fppas).toMatchObject({
    status: 'historical_evidence_available_current_blocked',
    route: expect.stringContaining('/fppas-periods'),
    historical_period_records: 0,
    current_rate_released: false,
    rate_applied_in_calculate: false,
    reason: 'current_numeric_regime_not_verified',
  })
  expect(capabilities.statutory_levies).toEqual({ status: 'blocked', reason: 'verified_rates_not_in_release' })
  expect(capabilities.exact_current_net_bill).toMatchObject({ status: 'blocked' })
})

test('the entitlement’s source is a document of GET /sources, byte for byte', async () => {
  const { subsidy_entitlement } = (await api.call('/v1/capabilities')).data.capabilities
  const found = await api.call(`/v1/sources?sha256=${subsidy_entitlement.source_document_sha256}`)
  expect(found.data[0].size_bytes).toBe(subsidy_entitlement.source_document_size_bytes)
})

describe('GET /subsidy-entitlement', () => {
  test('is units alone, for the days that are published', async () => {
    const { data } = await api.call('/v1/subsidy-entitlement')
    expect(data).toMatchObject({
      unit: 'kWh',
      monthly_units: 125,
      base_days: 30,
      rounding_status: 'not_verified_fail_closed',
      applicable_subcategories: ['KJ', 'DS-I', 'DS-II', 'DS-III'],
      monetary: false,
    })
    expect(data.scheme).toMatch(/\S/)
    expect(data.conditions.every((one: unknown) => typeof one === 'string')).toBe(true)
    expect(data.evidence).toMatchObject({ grade: 'carried', quote: expect.stringContaining('125') })
    const pairs = data.entitlements.map(({ billing_days, entitlement_units }: Json) => [
      billing_days,
      entitlement_units,
    ])
    expect(pairs).toEqual([
      [25, 104],
      [30, 125],
      [40, 167],
    ])
    expect(JSON.stringify(data)).not.toMatch(/paise|amount/)
  })

  test('of one number of days is that one, and of any other refused', async () => {
    const { data } = await api.call('/v1/subsidy-entitlement?billing_days=40')
    expect(data.entitlements.map(({ entitlement_units }: Json) => entitlement_units)).toEqual([167])
    const refused = await api.call('/v1/subsidy-entitlement?billing_days=31')
    expect([refused.status, refused.code]).toEqual([422, 'UNSUPPORTED_BILLING_DAYS'])
    expect(JSON.parse(refused.text).error.message).toContain(
      'Send one of details.supported, or leave billing_days out for all',
    )
    for (const days of ['', '030', '30.0', '-30', 'x', '1e1']) {
      expect((await api.call(`/v1/subsidy-entitlement?billing_days=${days}`)).code).toBe('INVALID_QUERY_PARAMETER')
    }
  })
})

describe('GET /fppas-periods', () => {
  test('counts specimens apart, and calls nothing a current rate', async () => {
    const { data, meta } = await api.call('/v1/fppas-periods')
    expect(meta).toMatchObject({
      historical_period_records: 0,
      specimen_period_records: 2,
      current_rate_released: false,
    })
    expect(data).toHaveLength(2)
    for (const period of data) {
      expect(period).toMatchObject({ status: 'specimen', licensee_code: null, evidence: { grade: 'specimen' } })
      expect([period.period, period.recovery_month]).toEqual([
        expect.stringMatching(/^\d{4}-\d{2}$/),
        expect.stringMatching(/^\d{4}-\d{2}$/),
      ])
      expect(period.value).toMatch(/^-?\d+(\.\d+)?$/)
      expect(period.value_unit).toMatch(/^(percent|paise_per_unit)$/)
      expect(period.basis.length).toBeGreaterThan(0)
    }
  })

  test('can be narrowed to months, both ends included', async () => {
    const months = (await api.call('/v1/fppas-periods')).data.map(({ period }: Json) => period).sort()
    const within = async (query: string) =>
      (await api.call(`/v1/fppas-periods?${query}`)).data.map(({ period }: Json) => period).sort()
    expect(await within(`from=${months[0]}&to=${months.at(-1)}`)).toEqual(months)
    expect(await within(`from=${months[0]}&to=${months[0]}`)).toEqual(months.slice(0, 1))
    expect(await within('to=1999-12')).toEqual([])
    const backwards = await api.call('/v1/fppas-periods?from=2026-05&to=2026-04')
    expect([backwards.status, backwards.code]).toEqual([400, 'INVALID_QUERY_PARAMETER'])
  })
})

test('a bundle and the trust document match, and support conditional requests', async () => {
  const { release_sha256 } = (await api.call('/v1/health')).data
  const bundle = await api.call(`/v1/releases/${release_sha256}`)
  const record = Buffer.from(JSON.parse(bundle.text).record, 'base64').toString('utf8')
  expect(JSON.parse(record).release_id).toBe('BR-2026-27-VERIFIED-STRICT-BASE-V1')
  const again = await api.call(`/v1/releases/${release_sha256}`, {
    headers: { 'if-none-match': String(bundle.headers.etag) },
  })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await api.call(`/v1/releases/${release_sha256}?bogus=1`)).code).toBe('INVALID_QUERY_PARAMETER')
  for (const hash of ['0'.repeat(64), release_sha256.toUpperCase(), release_sha256.slice(1), 'x']) {
    const missing = await api.call(`/v1/releases/${hash}`)
    expect([missing.status, missing.code]).toEqual([404, 'RELEASE_NOT_FOUND'])
  }
  const trust = await api.call('/v1/trust.json', { key: null })
  expect(trust.status).toBe(200)
  expect(JSON.parse(trust.text).keys).toHaveLength(1)
})

test('GET /log/checkpoint needs no key, and is the note of what is served, signed by a key of the trust document', async () => {
  const trust = parseTrust((await api.call('/v1/trust.json', { key: null })).text)
  const instance = await api.start()
  const answer = await fetch(`${instance.origin}/log/checkpoint`)
  const text = await answer.text()
  await instance.close()
  const headers = ['content-type', 'cache-control'].map((name) => answer.headers.get(name))
  expect([answer.status, ...headers]).toEqual([200, 'text/plain; charset=utf-8', 'no-cache'])
  expect(text).toMatch(/^pramaan\/log\/v2\/[0-9a-f]{16}\n\d+\n/)
  const note = parseCheckpoint(text)
  if (!trust.ok || !note.ok) throw new Error('unreadable')
  expect(verifyCheckpoint(note.checkpoint, trust.trust).ok).toBe(true)
  const altered = parseCheckpoint(text.replace(/\n\d+\n/, '\n1\n'))
  if (!altered.ok) throw new Error(altered.reason)
  expect(verifyCheckpoint(altered.checkpoint, trust.trust).ok).toBe(false)
})

test('an unreadable proof is refused as unavailable, and available again later', async () => {
  const { release_sha256: hash } = (await api.call('/v1/health')).data
  const tables = { [`/v1/releases/${hash}`]: 'read.log_leaves', '/v1/trust.json': 'public.checkpoints' }
  for (const [path, place] of Object.entries(tables)) {
    const [schema, table] = place.split('.')
    await api.owner.query(`ALTER TABLE ${place} RENAME TO ${table}_away`)
    const { status, code, details, headers } = await api.call(path)
    await api.owner.query(`ALTER TABLE ${schema}.${table}_away RENAME TO ${table}`)
    expect([path, status, code, details]).toEqual([
      ...[path, 503, 'VERIFIED_RUNTIME_UNAVAILABLE'],
      { component: 'evidence' },
    ])
    expect(headers['retry-after']).toBeDefined()
    expect((await api.call(path)).status).toBe(200)
  }
})

test('GET /log/tile/… gives the hashes of the tree that the checkpoint signs, and nothing beyond it', async () => {
  const instance = await api.start()
  const note = parseCheckpoint(await (await fetch(`${instance.origin}/log/checkpoint`)).text())
  if (!note.ok) throw new Error(note.reason)
  const { size, root } = note.checkpoint
  const answer = await fetch(`${instance.origin}/log/tile/0/000.p/${size}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const headers = ['content-type', 'cache-control'].map((name) => answer.headers.get(name))
  const beyond = [
    `0/000.p/${size + 1}`,
    '0/000',
    '0/001.p/1',
    '1/000.p/1',
    '0/0',
    '0/000.p/0',
    '9/000',
    '0/x000/000',
    '',
  ]
  const others = await Promise.all(
    beyond.map(async (path) => (await fetch(`${instance.origin}/log/tile/${path}`)).status),
  )
  await instance.close()
  expect([answer.status, ...headers]).toEqual([200, 'application/octet-stream', 'public, max-age=31536000, immutable'])
  const leaves = Array.from({ length: size }, (_, at) => bytes.subarray(at * 32, (at + 1) * 32))
  expect(bytes.length).toBe(size * 32)
  expect(Buffer.from(merkleRoot(leaves))).toEqual(Buffer.from(root))
  expect(others).toEqual(beyond.map(() => 404))
})

test("an independent implementation (Go's checksum database) reads checkpoint, tiles and entries, and proves each of them", async (context) => {
  context.skip(GO_READER_ABSENT, GO_READER_REASON)
  const instance = await api.start()
  const trust = parseTrust(await (await fetch(`${instance.origin}/v1/trust.json`)).text())
  const note = parseCheckpoint(await (await fetch(`${instance.origin}/log/checkpoint`)).text())
  if (!trust.ok || !note.ok) throw new Error('the log cannot be read')
  const { origin, keys } = trust.trust
  const { size, root } = note.checkpoint
  const [key] = keys
  const read = await readLog(`${instance.origin}/log`, origin, key!.publicKey)
  const forged = Uint8Array.from(key!.publicKey, (byte, at) => (at === 5 ? byte ^ 1 : byte))
  const refused = await readLog(`${instance.origin}/log`, origin, forged).catch((error: Error) => error.message)
  await instance.close()
  expect(size).toBeGreaterThan(2)
  expect(read).toEqual({ signer: origin, size, root: Buffer.from(root).toString('base64'), entries: size })
  expect(refused).toMatch(/note has no verifiable signatures/)
})
