import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { parseLogEntry } from '../../../releases/proof/format/log-entry.ts'
import { leafHash } from '../../../releases/proof/merkle/hash.ts'
import { entriesOf } from '../../../releases/proof/merkle/tiles.ts'
import { hold, promote, unhold, withdraw } from '../../../services/operations/lifecycle.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { EXAMPLE, type TestApi, type TestInstance, testApi, untilServed } from '../../support/api.ts'
import type { Answer, Json } from '../../support/api-call.ts'
import { biharRevision, runSigner, serveRelease } from '../../support/api-release.ts'
import { ASHA } from '../../support/people.ts'
import { signState } from '../../support/signed-state.ts'

/**
 * What is served follows the log, atomically, on every instance (docs/design/release.md#lifecycle,
 * docs/design/architecture.md#snapshot).
 */

const ID = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
const ENERGY = 'rows/BR-DS-II/energy'
let api: TestApi
let other: TestInstance
let second: ReleaseView
beforeAll(async () => {
  // What is signed here for a test and does not follow from the log is not looked into.
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

test('what is on hold is offered nowhere: the catalogue says so, and no cache goes on with what it has', async () => {
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
  await hold(parts(), `${ID}@1`, 'rules/subsidy', 'the scheme is under review')
  const { data } = await untilServed(api, (answer) => answer.data?.subsidy.status === 'blocked', {
    ...EXAMPLE,
    billing_days: 30,
  })
  expect(data.calculation.base_tariff_paise).toBe(164_400)
  expect(data.final_payable.amount_paise).toBeNull()
  await unhold(parts(), `${ID}@1`, 'rules/subsidy', 'it goes on')
  await untilServed(api, (answer) => answer.data?.subsidy.status === 'applied', { ...EXAMPLE, billing_days: 30 })
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
    expect([status, headers.etag]).toEqual([200, `W/"${hash}"`])
    expect(headers['cache-control']).toMatch(/immutable/)
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

describe('when a release is withdrawn and a revision of it serves', () => {
  let first: string
  let changes: Json[]
  beforeAll(async () => {
    const all = await api.call('/v1/changes?state_code=BR&limit=100')
    changes = all.data.changes
    first = changes.find(({ kind }) => kind === 'withdrawn').release.release_sha256
  })

  test('GET /v1/changes tells what happened, in the order of the log, and who signed it', async () => {
    const told = changes.map(({ kind, release }) => `${kind} ${release?.revision ?? ''}`.trim())
    const inOrder = ['sealed 1', 'promoted 1', 'sealed 2', 'held 1', 'freed 1', 'withdrawn 1', 'promoted 2']
    const places = inOrder.map((each, index) => told.indexOf(each, index === 6 ? told.indexOf('withdrawn 1') : 0))
    expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true)
    expect(changes.find(({ kind }) => kind === 'withdrawn')).toMatchObject({
      by: ASHA.name,
      scope: 'BR',
      reason: 'withdrawn by the commission',
      release: { release_id: ID, revision: 1 },
    })
    expect(changes.find(({ kind }) => kind === 'held')).toMatchObject({ component: ENERGY, state_code: 'BR' })
    const positions = changes.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(changes.find(({ kind }) => kind === 'checkpoint')?.checkpoint.note).toMatch(/^pramaan\/log\/v2\//)
  })

  test('page by page it tells the same, and then that there is no more', async () => {
    const paged: Json[] = []
    let since = 0
    for (let more = true; more; ) {
      const { data, meta } = await api.call(`/v1/changes?state_code=BR&limit=7&since=${since}`)
      expect(meta.next_since).toBeGreaterThan(since)
      paged.push(...data.changes)
      since = meta.next_since
      more = meta.more
    }
    // Another checkpoint may have been signed meanwhile.
    expect(paged.slice(0, changes.length)).toEqual(changes)
    const { data, meta } = await api.call(`/v1/changes?since=${since + 1_000_000}`)
    expect([data, meta]).toEqual([
      { changes: [], difference: null },
      { count: 0, next_since: since + 1_000_000, more: false },
    ])
  })

  test('a key of another state sees checkpoints alone', async () => {
    const key = await api.key({ states: ['MH'] })
    const { data } = await api.call('/v1/changes', { key })
    expect(new Set(data.changes.map(({ kind }: Json) => kind))).toEqual(new Set(['checkpoint']))
    const query = `before=${first}&after=${second.release_sha256}`
    expect((await api.call(`/v1/changes?${query}`, { key })).code).toBe('API_SCOPE_DENIED')
    expect((await api.call('/v1/changes?state_code=BR', { key })).code).toBe('API_SCOPE_DENIED')
  })

  test('two releases are compared row by row, in service or not', async () => {
    const { data } = await api.call(`/v1/changes?before=${first}&after=${second.release_sha256}`)
    expect(data.difference).toMatchObject({
      before: { release_id: ID, revision: 1, release_sha256: first },
      after: { release_id: ID, revision: 2, release_sha256: second.release_sha256 },
      rows: [{ change: 'changed', after_row_id: 'BR-DS-II', figures: [], fields: ['note'] }],
    })
    expect((await api.call(`/v1/changes?before=${first}`)).details).toEqual({
      parameter: 'after',
      rule: 'required_together',
    })
    const none = '0'.repeat(64)
    const unknown = await api.call(`/v1/changes?before=${first}&after=${none}`)
    expect([unknown.status, unknown.code, unknown.details]).toEqual([
      404,
      'RELEASE_NOT_FOUND',
      { release_sha256: none },
    ])
  })

  test('its row leads to the page, and its withdrawal to the entry that the tree proves', async () => {
    const withdrawal = changes.find(({ kind }) => kind === 'withdrawn')
    const { origin } = other
    const size = Number((await (await fetch(`${origin}/log/checkpoint`)).text()).split('\n')[1])
    const bytes = async (path: string) =>
      new Uint8Array(await (await fetch(`${origin}/log/tile/${path}`)).arrayBuffer())
    const entries = entriesOf(await bytes(`entries/000.p/${size}`)) ?? []
    const hashes = await bytes(`0/000.p/${size}`)
    expect(entries).toHaveLength(size)
    expect(Buffer.concat(entries.map(leafHash))).toEqual(Buffer.from(hashes))
    const parsed = parseLogEntry(entries[withdrawal.leaf_index]!)
    expect(parsed).toMatchObject({
      entry: { type: 'ReleaseWithdrawn', event_hash: withdrawal.event_sha256, payload: { release_sha256: first } },
    })
    const beyond = [`entries/000.p/${size + 1}`, 'entries/001', 'entries/0', 'entries/']
    for (const path of beyond) expect([path, (await fetch(`${origin}/log/tile/${path}`)).status]).toEqual([path, 404])
  })

  const SHEET = '4b5cbdd98be20a153ed0d5fa8395e6e33008fc07be02ce2d54d0ffe02f6269a2'
  const page = (query = '') => api.call(`/v1/documents/${SHEET}/pages/1${query}`)

  test('a page shows the lines that the withdrawn release takes from it, and no more: its source does not allow it', async () => {
    const { data, meta, headers } = await page(`?release_sha256=${first}`)
    expect(meta.release_sha256).toBe(first)
    expect(data).toMatchObject({ text: null, republish: { allowed: 'quotes', reason: null }, page: 1 })
    expect(data.document).toMatchObject({ source_id: 'BR-SCHEDULE-2026-27', sha256: SHEET })
    const cited = data.cited.find(({ path }: Json) => path === 'rows/BR-DS-II/energy/0')
    expect(cited).toMatchObject({ value: '7.42', unit: 'Rs/kWh', line: 6, quote: 'DS-II-ENERGY,DS-II(D),7.42' })
    expect((await api.call(`/v1/rows/${cited.row_sha256}`)).data.releases).toMatchObject([{ standing: 'withdrawn' }])
    expect(data.releases.map(({ standing }: Json) => standing)).toEqual(['serving', 'withdrawn'])
    const again = { 'if-none-match': String(headers.etag) }
    expect((await api.call(`/v1/documents/${SHEET}/pages/1?release_sha256=${first}`, { headers: again })).status).toBe(
      304,
    )
  })

  test('the whole text of a page is given where the source says so, as the release commits to it', async () => {
    const { data, meta } = await page()
    expect([meta.release_sha256, data.republish]).toEqual([
      second.release_sha256,
      { allowed: 'pages', reason: 'the sheet is our own' },
    ])
    expect(sha256(data.text)).toBe(data.text_sha256)
    expect(data.text.split('\n')[5]).toMatch(/^DS-II-ENERGY,DS-II\(D\),7.42,/)
  })

  test('a page or document that there is not is refused', async () => {
    const [missing, unknown, spelled] = [
      await api.call(`/v1/documents/${SHEET}/pages/2`),
      await api.call(`/v1/documents/${'0'.repeat(64)}/pages/1`),
      await api.call(`/v1/documents/${SHEET}/pages/01`),
    ]
    for (const { status, code } of [missing, unknown, spelled])
      expect([status, code]).toEqual([404, 'SOURCE_NOT_FOUND'])
    expect(missing.text).toContain('The document has 1 pages')
    const elsewhere = await api.key({ states: ['MH'] })
    expect((await api.call(`/v1/documents/${SHEET}/pages/1`, { key: elsewhere })).code).toBe('API_SCOPE_DENIED')
    expect((await api.call(`/v1/documents/${SHEET}/pages/1/image`)).code).toBe('ROUTE_NOT_FOUND')
  })

  test('/changes.atom tells it to whoever asks', async () => {
    const answer = await fetch(`${other.origin}/changes.atom`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const feed = await answer.text()
    const titles = [...feed.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)
    expect(titles.slice(1, 3)).toEqual([`${ID}, revision 2: promoted`, `${ID}, revision 1: withdrawn`])
    expect(feed).toContain('<summary>withdrawn: withdrawn by the commission</summary>')
    expect(feed).toContain(`<link href="/releases/${first}"/>`)
  })

  test('where nothing is public, nothing is given without a key but contract and keys', async () => {
    const closed = await api.start({ isPublic: false })
    for (const path of [
      '/',
      '/releases',
      '/public/serving.json',
      '/log/checkpoint',
      '/changes.atom',
      '/log/tile/0/000',
    ]) {
      expect([path, (await closed.call(path, { key: null })).code]).toEqual([path, 'ROUTE_NOT_FOUND'])
    }
    for (const path of ['/v1/trust.json', '/v1/openapi.json', '/openapi.json', '/livez'])
      expect([path, (await closed.call(path, { key: null })).status]).toEqual([path, 200])
    expect((await closed.call('/v1/changes')).status).toBe(200)
    await closed.close()
  })
})
