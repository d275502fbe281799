import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { type TestApi, testApi, untilServed } from '../../support/api.ts'
import type { Answer } from '../../support/api-call.ts'
import { everyStateDatabase, revisionOf, serveRelease, shipped } from '../../support/api-release.ts'

/** A release promoted for one licensee, in addition to the state's: each answers for its own scope, on every route. */

const OWN = 'MH_BEST'
const OTHER = 'MH_AEML'
const LABEL = 'The fixed charge goes by the consumption of the whole month, not by slab.'
let api: TestApi
let own: ReleaseView
beforeAll(async () => {
  api = await testApi({}, await everyStateDatabase())
  const row = 'MH-BEST-LT-I-B,MH_BEST,LT-I-B,LT-I-B,LT I(B) Residential,any,phase=single,"'
  own = await revisionOf(api.pool, shipped('MH'), `${row}${LABEL}`, `${row}By the licensee’s own order. ${LABEL}`)
  await serveRelease(api.pool, own, OWN)
  await untilServed(api, ({ data }) => data?.release.release_sha256 === own.release_sha256, billOf(OWN))
})
afterAll(() => api.close())

const billOf = (licensee: string, fields: object = {}) => ({
  ...{ state_code: 'MH', licensee_code: licensee, subcategory_code: 'LT-I-B', energy_units: 100 },
  ...{ connected_load: 2, phase: 'single' },
  ...fields,
})
const calculate = (licensee: string, fields: object = {}, instance: Pick<TestApi, 'call'> = api) =>
  instance.call('/v1/calculate', { method: 'POST', body: billOf(licensee, fields) })
const ON = { effective_on: '2026-06-01' }

describe('in service', () => {
  test('the catalogue shows each licensee the rows its bills are made of', async () => {
    const shown = new Map<string, string>()
    for (const licensee of [OWN, OTHER]) {
      for (const date of ['', `&effective_on=${ON.effective_on}`]) {
        const tariffs = await api.call(`/v1/tariffs?state_code=MH&licensee_code=${licensee}&category_id=LT-I-B${date}`)
        const hashes = tariffs.data.map(({ row_sha256 }: { row_sha256: string }) => row_sha256)
        const [line] = (await calculate(licensee)).data.calculation.lines
        expect(hashes).toContain(line.row_sha256)
        shown.set(licensee, String(tariffs.headers.etag))
      }
    }
    expect((await calculate(OWN)).data.release.release_sha256).toBe(own.release_sha256)
    expect((await calculate(OTHER)).data.release.release_sha256).not.toBe(own.release_sha256)
    expect(shown.get(OWN)).not.toBe(shown.get(OTHER))
  })

  test('the resolver and the categories use the release that serves the licensee', async () => {
    const context = { purpose: 'domestic', supply_level: 'lt', phase: 'single' }
    for (const licensee of [OWN, OTHER, undefined]) {
      const body = { state_code: 'MH', licensee_code: licensee, context }
      const { data } = await api.call('/v1/category-resolver', { method: 'POST', body })
      expect([licensee, data.release.release_sha256 === own.release_sha256]).toEqual([licensee, licensee === OWN])
    }
    const [mine, theirs] = await Promise.all(
      [OWN, OTHER].map((licensee) => api.call(`/v1/categories?state_code=MH&licensee_code=${licensee}`)),
    )
    expect([mine?.status, theirs?.status]).toEqual([200, 200])
  })
})

test('a document that two releases rest on is listed of each, and paging loses none', async () => {
  const all = (await api.call('/v1/sources?state_code=MH')).data
  const ids = all.map(({ source_id }: { source_id: string }) => source_id)
  expect([ids.length, ids]).toEqual([2 * new Set(ids).size, ids.toSorted()])
  for (const limit of [1, 5, 7]) {
    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const asked = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { data, meta }: Answer = await api.call(`/v1/sources?state_code=MH&limit=${limit}${asked}`)
      seen.push(...data)
      cursor = meta.next_cursor
    }
    expect(seen).toEqual(all)
  }
})

describe('whose record is damaged', () => {
  let instance: Awaited<ReturnType<TestApi['start']>>
  let restore: () => Promise<void>
  beforeAll(async () => {
    await api.owner.query('ALTER TABLE blobs DISABLE TRIGGER ALL')
    await api.owner.query('ALTER TABLE blobs DROP CONSTRAINT blobs_sha256_is_theirs')
    const found = await api.owner.query('SELECT bytes FROM blobs WHERE sha256 = $1', [own.release_sha256])
    const bytes: Buffer = found.rows[0].bytes
    const altered = Buffer.from(bytes)
    altered[bytes.length >> 1]! ^= 1
    const write = (content: Buffer) =>
      api.owner.query('UPDATE blobs SET bytes = $2 WHERE sha256 = $1', [own.release_sha256, content])
    await write(altered)
    restore = async () => void (await write(bytes))
    instance = await api.start()
  })
  afterAll(async () => {
    await restore()
    await instance.close()
  })

  test('its licensee is answered 503, with a day and without, and nobody else is', async () => {
    for (const fields of [{}, ON]) {
      const refused = await calculate(OWN, fields, instance)
      expect([refused.status, refused.code]).toEqual([503, 'VERIFIED_RUNTIME_UNAVAILABLE'])
      expect((await calculate(OTHER, fields, instance)).status).toBe(200)
    }
    const unnamed = await instance.call('/v1/calculate', {
      method: 'POST',
      body: billOf(OWN, { licensee_code: undefined }),
    })
    expect(unnamed.code, 'nor is it taken for a request that does not say whose it is').toBe('LICENSEE_REQUIRED')
  })

  test('no other route answers for it in its place', async () => {
    const context = { purpose: 'domestic', supply_level: 'lt', phase: 'single' }
    for (const [licensee, status] of [
      [OWN, 503],
      [OTHER, 200],
    ] as const) {
      const named = `state_code=MH&licensee_code=${licensee}`
      for (const path of [
        `categories?${named}`,
        `categories?${named}&effective_on=${ON.effective_on}`,
        `tariffs?${named}&category_id=LT-I-B`,
        `fppas-periods?${named}`,
      ]) {
        expect([path, (await instance.call(`/v1/${path}`)).status]).toEqual([path, status])
      }
      const body = { state_code: 'MH', licensee_code: licensee, context }
      const resolved = await instance.call('/v1/category-resolver', { method: 'POST', body })
      expect([licensee, resolved.status]).toEqual([licensee, status])
    }
  })

  test('a list that lacks it says so, to a key that may see it, and under a tag of its own', async () => {
    for (const path of ['/v1/states', '/v1/sources', '/v1/sources?state_code=MH']) {
      const whole = await api.call(path)
      const partial = await instance.call(path)
      expect([path, partial.status, partial.meta.unavailable_states]).toEqual([path, 200, ['MH']])
      expect(whole.meta.unavailable_states).toBeUndefined()
      expect(partial.headers.etag).not.toBe(whole.headers.etag)
    }
    const bihar = await api.key({ states: ['BR'] })
    for (const path of ['/v1/states', '/v1/sources', '/v1/sources?state_code=BR']) {
      expect((await instance.call(path, { key: bihar })).meta.unavailable_states).toBeUndefined()
    }
  })

  test('health says so, of its state and of the service, to a key that may see it', async () => {
    for (const path of ['/v1/health', '/v1/health?state_code=MH']) {
      const { data } = await instance.call(path)
      expect([data.service_status, data.problems]).toEqual([
        'degraded',
        [expect.stringMatching(/^MH_BEST: its record/)],
      ])
    }
    const bihar = await instance.call('/v1/health?state_code=BR')
    expect([bihar.data.service_status, bihar.data.problems]).toEqual(['healthy', undefined])
    const elsewhere = await instance.call('/v1/health', { key: await api.key({ states: ['BR'] }) })
    expect(elsewhere.data.problems).toBeUndefined()
  })
})
