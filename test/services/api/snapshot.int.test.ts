import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyBundle } from '../../../releases/proof/verify/bundle.ts'
import { readDefinitionFolder } from '../../../services/operations/definition-folder.ts'
import { hold, promote, unhold, withdraw } from '../../../services/operations/lifecycle.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { EXAMPLE, type TestApi, type TestInstance, testApi, untilServed } from '../../support/api.ts'
import type { Answer } from '../../support/api-call.ts'
import { BIHAR } from '../../support/api-database.ts'
import { biharRevision, runSigner, sealRelease, serveRelease } from '../../support/api-release.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA, testFoundation } from '../../support/people.ts'
import { signState } from '../../support/signed-state.ts'
import { changesAndPages } from './changes-and-pages.ts'

/**
 * Releases in service follow the log, atomically, on every instance (docs/design/release.md#lifecycle,
 * docs/design/architecture.md#snapshot).
 */

const ID = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
const ENERGY = 'rows/BR-DS-II/energy'
let api: TestApi
let other: TestInstance
let second: ReleaseView
beforeAll(async () => {
  // Content signed only for a test, which does not follow from the log, is not checked.
  api = await testApi({ recomputeEveryMs: 3_600_000 })
  other = await api.start()
  second = await biharRevision(api.pool, 'Urban domestic, one slab', 'Urban domestic, one single slab', [
    '  - source_id: BR-SCHEDULE-2026-27\n',
    '  - source_id: BR-SCHEDULE-2026-27\n    republish: { allowed: pages, reason: the sheet is our own }\n',
  ])
})
afterAll(() => api.close())

const parts = () => ({ pool: api.pool, by: ASHA, now: () => new Date() })
const instances = () => [api, other]
const calculate = (fields: object = {}): Promise<Answer> =>
  api.call('/v1/calculate', { method: 'POST', body: { ...EXAMPLE, ...fields } })

test('a held component is refused where it is needed, named where it is not, and free again when it is freed', async () => {
  const before = (await calculate({ subcategory_code: 'DS-I' })).data
  await hold(parts(), `${ID}@1`, ENERGY, 'a corrigendum is awaited')
  for (const instance of instances()) {
    const refused = await untilServed(instance, ({ code }) => code === 'RATE_NOT_VERIFIED')
    expect([refused.status, refused.details.component]).toEqual([422, ENERGY])
  }
  const { data } = await calculate({ subcategory_code: 'DS-I' })
  expect(data.release.holds).toEqual([ENERGY])
  expect(data.calculation).toEqual(before.calculation)
  expect(data.calculation_sha256).not.toBe(before.calculation_sha256)

  await unhold(parts(), `${ID}@1`, ENERGY, 'the corrigendum confirms it')
  for (const instance of instances()) {
    const answer = await untilServed(instance, ({ code }) => code === null)
    expect(answer.data.calculation.base_tariff_paise).toBe(164_400)
  }
  const after = (await calculate({ subcategory_code: 'DS-I' })).data
  expect([after.release.holds, after.calculation_sha256]).toEqual([[], before.calculation_sha256])
})

test('a held component is offered nowhere: the catalogue says so, and caches are invalidated', async () => {
  const paths = [
    'categories',
    'tariffs?subcategory_code=DS-II',
    'capabilities',
    'states',
    'tariffs?subcategory_code=DS-I',
  ]
  const ask = (path: string, tag?: string) =>
    api.call(`/v1/${path}`, tag === undefined ? {} : { headers: { 'if-none-match': tag } })
  const before = await Promise.all(paths.map((path) => ask(path)))
  expect(before[1]!.data[0].energy_charge.slabs[0].held).toBeUndefined()
  await hold(parts(), `${ID}@1`, ENERGY, 'a corrigendum is awaited')
  await untilServed(api, ({ code }) => code === 'RATE_NOT_VERIFIED')

  const [categories, tariffs, capabilities, states, other] = await Promise.all(
    paths.map((path, index) => ask(path, String(before[index]?.headers.etag))),
  )
  const supported = (answer: Answer | undefined) =>
    answer?.data.filter((each: { supported: boolean }) => each.supported).length
  expect([supported(before[0]), supported(categories)]).toEqual([32, 31])
  expect(categories?.data.find((each: { supported: boolean }) => !each.supported).state_subcategory_code).toBe('DS-II')
  const [row] = tariffs?.data ?? []
  const held = { reason: 'a corrigendum is awaited', unblocked_by: 'release of the hold' }
  for (const slab of row.energy_charge.slabs) expect(slab).toMatchObject({ held })
  expect(row.fixed_charge).toEqual(before[1]!.data[0].fixed_charge)
  expect(other?.data, 'another row is as it was').toEqual(before[4]!.data)
  expect(capabilities?.data.capabilities.base_tariff_calculation.supported_subcategories).toBe(31)
  expect(states?.data[0].supported_subcategories).toBe(31)
  expect((await ask('health?state_code=BR')).data.supported_subcategories).toBe(31)

  await unhold(parts(), `${ID}@1`, ENERGY, 'the corrigendum confirms it')
  await untilServed(api, ({ code }) => code === null)
  const after = await Promise.all(paths.map((path) => ask(path)))
  expect(after.map(({ data, headers }) => [data, headers.etag])).toEqual(
    before.map(({ data, headers }) => [data, headers.etag]),
  )
})

test('a held subsidy blocks the subsidy and nothing else', async () => {
  const tag = String((await api.call('/v1/subsidy-entitlement')).headers.etag)
  await hold(parts(), `${ID}@1`, 'rules/subsidy', 'the scheme is under review')
  const { data } = await untilServed(api, (answer) => answer.data?.subsidy.status === 'blocked', {
    ...EXAMPLE,
    billing_days: 30,
  })
  expect(data.calculation.base_tariff_paise).toBe(164_400)
  expect(data.final_payable.amount_paise).toBeNull()
  const entitlement = await api.call('/v1/subsidy-entitlement', { headers: { 'if-none-match': tag } })
  const held = { component: 'rules/subsidy', reason: 'the scheme is under review' }
  expect([entitlement.code, entitlement.details]).toEqual(['RATE_NOT_VERIFIED', expect.objectContaining(held)])
  const { capabilities } = (await api.call('/v1/capabilities')).data
  const blocked = { status: 'blocked', calculate_summary_enabled: false, reason: 'the scheme is under review' }
  expect(capabilities.subsidy_entitlement).toMatchObject(blocked)
  await unhold(parts(), `${ID}@1`, 'rules/subsidy', 'it goes on')
  await untilServed(api, (answer) => answer.data?.subsidy.status === 'applied', { ...EXAMPLE, billing_days: 30 })
  expect((await api.call('/v1/subsidy-entitlement', { headers: { 'if-none-match': tag } })).status).toBe(304)
})

test('a held adjustment or fuel adjustment is marked where it is listed', async () => {
  const paths = ['/v1/tariffs?subcategory_code=HTS-I', '/v1/fppas-periods'] as const
  const before = await Promise.all(paths.map((path) => api.call(path)))
  const [adjustment] = before[0]!.data[0].adjustments
  const [{ period }] = before[1]!.data
  const components = [
    `rules/adjustments/${adjustment.adjustment_id}`,
    `rules/fppas_periods/BR-FPPAS-SPECIMEN-${period}`,
  ]
  for (const component of components) await hold(parts(), `${ID}@1`, component, 'in doubt')
  await untilServed(api, ({ data }) => data.release.holds.length === 2)
  const [tariffs, periods] = await Promise.all(
    paths.map((path, index) => api.call(path, { headers: { 'if-none-match': String(before[index]!.headers.etag) } })),
  )
  const held = { reason: 'in doubt', unblocked_by: 'release of the hold' }
  const marked = (option: object) => ({ ...option, held })
  expect(tariffs!.data[0].adjustments[0]).toEqual({ ...adjustment, options: adjustment.options.map(marked) })
  expect(periods!.data[0]).toMatchObject({ period, held })
  for (const component of components) await unhold(parts(), `${ID}@1`, component, 'confirmed')
  await untilServed(api, ({ data }) => data.release.holds.length === 0)
})

test('a promotion swaps whole: no request fails, and every answer is of one release or the other', async () => {
  const [firstRow] = (await api.call('/v1/tariffs?subcategory_code=DS-II')).data
  const tag = (await api.call('/v1/categories')).headers.etag
  let asking = true
  const seen: Answer[] = []
  const askers = instances().map(async (instance) => {
    while (asking) seen.push(await instance.call('/v1/calculate', { method: 'POST', body: EXAMPLE }))
  })
  await serveRelease(api.pool, second)
  for (const instance of instances()) await untilServed(instance, ({ data }) => data.release.revision === 2)
  asking = false
  await Promise.all(askers)

  const [secondRow] = (await api.call('/v1/tariffs?subcategory_code=DS-II')).data
  expect(secondRow.row_sha256).not.toBe(firstRow.row_sha256)
  const rows = new Map([
    [1, firstRow.row_sha256],
    [2, secondRow.row_sha256],
  ])
  for (const { status, data } of seen) {
    expect(status).toBe(200)
    const { revision } = data.release
    expect(data.calculation.lines.map(({ row_sha256 }: { row_sha256: string }) => row_sha256)).toEqual([
      rows.get(revision),
      rows.get(revision),
    ])
  }
  const health = (await api.call('/v1/health')).data
  expect([health.service_status, health.release_sha256]).toEqual(['healthy', second.release_sha256])
  const changed = await api.call('/v1/categories', { headers: { 'if-none-match': String(tag) } })
  expect(changed.status, 'what a caller had is not the new one').toBe(200)
})

test('rolling back is promoting the earlier one again', async () => {
  await promote(parts(), `${ID}@1`, null, 'reference')
  for (const instance of instances()) await untilServed(instance, ({ data }) => data.release.revision === 1)
  const { release } = (await calculate()).data
  const position = await api.pool.query('SELECT max(position) AS position FROM event_log WHERE type = $1', [
    'ReleasePromoted',
  ])
  expect(release.log_position).toBe(position.rows[0].position)
})

test('a row’s chain is another answer when its release serves from another place of the log', async () => {
  const [{ row_sha256: row }] = (await api.call('/v1/tariffs?subcategory_code=DS-II')).data
  const before = await api.call(`/v1/sources?row_sha256=${row}`)
  const place = before.data[0].release.log_position
  await promote(parts(), `${ID}@2`, null, 'reference')
  await untilServed(api, ({ data }) => data.release.revision === 2)
  await promote(parts(), `${ID}@1`, null, 'reference')
  await untilServed(api, ({ data }) => data.release.revision === 1)
  const headers = { 'if-none-match': String(before.headers.etag) }
  const after = await api.call(`/v1/sources?row_sha256=${row}`, { headers })
  expect([after.status, after.data[0].release.release_sha256]).toEqual([200, before.data[0].release.release_sha256])
  expect(after.data[0].release.log_position).toBeGreaterThan(place)
  const staged = (stage: 'reference' | 'production') =>
    signState(api.pool, runSigner(), (state) => ({
      ...state,
      serving: state.serving.map((only) => ({ ...only, stage })),
    }))
  await staged('production')
  await untilServed(api, ({ data }) => data.release.release_stage === 'production')
  const again = { 'if-none-match': String(after.headers.etag) }
  expect((await api.call(`/v1/sources?row_sha256=${row}`, { headers: again })).status).toBe(200)
  await staged('reference')
  await untilServed(api, ({ data }) => data.release.release_stage === 'reference')
})

test('every sealed release can be fetched by its hash, in service or not', async () => {
  const { release_sha256: first } = (await api.call('/v1/health')).data
  for (const hash of [first, second.release_sha256]) {
    const { status, headers } = await api.call(`/v1/releases/${hash}`)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const again = await api.call(`/v1/releases/${hash}`, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
  }
})

test('a row of yesterday’s answer is found after a revision, with what became of its release', async () => {
  const [served] = (await api.call('/v1/tariffs?subcategory_code=DS-II')).data
  const { data: found } = await api.call(`/v1/rows/${served.row_sha256}`)
  expect(found).toMatchObject({ state_code: 'BR', row: { row_id: 'BR-DS-II', row_sha256: served.row_sha256 } })
  expect(found.releases).toContainEqual(expect.objectContaining({ release_id: ID, revision: 1, standing: 'serving' }))
  expect(found.figures.length).toBeGreaterThan(0)
  await promote(parts(), `${ID}@2`, null, 'reference')
  await untilServed(api, ({ data }) => data.release.revision === 2)
  const [other] = (await api.call('/v1/tariffs?subcategory_code=DS-II')).data
  expect(other.row_sha256).not.toBe(served.row_sha256)
  const { status, data, headers } = await api.call(`/v1/sources?row_sha256=${served.row_sha256}`)
  expect([status, data.length, data[0].release.revision, data[0].release.release_stage]).toEqual([200, 1, 1, null])
  expect(data[0].figures).toEqual(found.figures)
  expect(data[0].sources).toEqual(found.sources)
  expect(headers.etag).toMatch(/^W\//)
  const after = (await api.call(`/v1/rows/${served.row_sha256}`)).data
  expect(after.releases).toContainEqual(expect.objectContaining({ revision: 1, standing: 'superseded' }))
  const none = '0'.repeat(64)
  for (const path of [`/v1/rows/${none}`, `/v1/sources?row_sha256=${none}`]) {
    expect((await api.call(path)).code).toBe('SOURCE_NOT_FOUND')
  }
  expect((await api.call('/v1/rows/BR-DS-II')).code).toBe('SOURCE_NOT_FOUND')
  const elsewhere = await api.key({ states: ['MH'] })
  for (const path of [`/v1/rows/${served.row_sha256}`, `/v1/sources?row_sha256=${served.row_sha256}`]) {
    expect((await api.call(path, { key: elsewhere })).code).toBe('API_SCOPE_DENIED')
  }
  await promote(parts(), `${ID}@1`, null, 'reference')
  await untilServed(api, ({ data: now }) => now.release.revision === 1)
})

test('a withdrawn release is gone at once, and the state answers as one that is not released', async () => {
  const withdrawn = (await api.call('/v1/health')).data.release_sha256
  await withdraw(parts(), `${ID}@1`, 'withdrawn by the commission')
  for (const instance of instances()) await untilServed(instance, ({ code }) => code === 'STATE_NOT_RELEASED')
  for (const path of ['health?state_code=BR', 'capabilities', 'categories', 'tariffs', 'sources?state_code=BR']) {
    const answer = await api.call(`/v1/${path}`)
    expect([path, answer.status, answer.code]).toEqual([path, 404, 'STATE_NOT_RELEASED'])
  }
  expect((await api.call('/v1/states')).data).toEqual([])
  expect((await api.call('/v1/sources')).data).toEqual([])
  const health = await api.call('/v1/health')
  expect([health.status, health.code]).toEqual([503, 'VERIFIED_RUNTIME_UNAVAILABLE'])
  expect((await api.call('/readyz', { key: null })).status).toBe(503)
  expect((await api.call('/livez', { key: null })).status).toBe(200)
  expect((await api.call(`/v1/releases/${withdrawn}`)).status, 'what was sealed stays to be checked').toBe(200)

  await promote(parts(), `${ID}@2`, null, 'reference')
  await untilServed(api, ({ data }) => data?.release.revision === 2)
  expect((await api.call('/readyz', { key: null })).status).toBe(200)
})

describe('when a release is withdrawn and a revision of it serves', () =>
  changesAndPages(() => ({ api, other, second })))

test('a record that is sealed again after a withdrawal is given with its new seal', async () => {
  const input = await readDefinitionFolder(api.pool, BIHAR, BIHAR)
  const again = await sealRelease(api.pool, input)
  const hash = again.release_sha256 ?? ''
  const revisions = async (): Promise<number[]> => {
    const texts = await Promise.all([
      api.call(`/v1/releases/${hash}`).then(({ text }) => text),
      fetch(`${other.origin}/public/releases/${hash}`).then((answer) => answer.text()),
    ])
    return texts.map((text) => {
      const verified = verifyBundle(Buffer.from(text), { trust: testFoundation(runSigner()) })
      return verified.ok ? verified.revision : 0
    })
  }
  await vi.waitUntil(async () => isDeepStrictEqual(await revisions(), [3, 3]), PATIENCE)
  await serveRelease(api.pool, again)
  await untilServed(other, ({ data }) => data?.release.revision === 3)
  expect(await revisions()).toEqual([3, 3])
})
