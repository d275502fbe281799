import { beforeAll, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { parseLogEntry } from '../../../releases/proof/format/log-entry.ts'
import { leafHash } from '../../../releases/proof/merkle/tree.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import type { TestApi, TestInstance } from '../../support/api.ts'
import type { Json } from '../../support/api-call.ts'
import { entriesOf } from '../../support/entries-of.ts'
import { ASHA } from '../../support/people.ts'

const ID = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
const ENERGY = 'rows/BR-DS-II/energy'

type Served = { readonly api: TestApi; readonly other: TestInstance; readonly second: ReleaseView }

/**
 * The tests of GET /changes, pages of documents and log entries, with the first release withdrawn and its `second`
 * revision in service (docs/design/contract.md#changes).
 */
export function changesAndPages(served: () => Served): void {
  const api = (): TestApi => served().api
  const other = (): TestInstance => served().other
  const second = (): ReleaseView => served().second
  let first: string
  let changes: Json[]
  beforeAll(async () => {
    const all = await api().call('/v1/changes?state_code=BR&limit=100')
    changes = all.data.changes
    first = changes.find(({ kind }) => kind === 'withdrawn').release.release_sha256
  })

  test('GET /v1/changes lists events in the order of the log, with their signers', async () => {
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

  test('paging gives the same list, and marks its end', async () => {
    const paged: Json[] = []
    let since = 0
    for (let more = true; more; ) {
      const { data, meta } = await api().call(`/v1/changes?state_code=BR&limit=7&since=${since}`)
      expect(meta.next_since).toBeGreaterThan(since)
      paged.push(...data.changes)
      since = meta.next_since
      more = meta.more
    }
    // Another checkpoint may have been signed in the meantime.
    expect(paged.slice(0, changes.length)).toEqual(changes)
    const { data, meta } = await api().call(`/v1/changes?since=${since + 1_000_000}`)
    expect([data, meta]).toEqual([
      { changes: [], difference: null },
      { count: 0, next_since: since + 1_000_000, more: false },
    ])
  })

  test('a key of another state sees only checkpoints', async () => {
    const key = await api().key({ states: ['MH'] })
    const { data } = await api().call('/v1/changes', { key })
    expect(new Set(data.changes.map(({ kind }: Json) => kind))).toEqual(new Set(['checkpoint']))
    const query = `before=${first}&after=${second().release_sha256}`
    expect((await api().call(`/v1/changes?${query}`, { key })).code).toBe('API_SCOPE_DENIED')
    expect((await api().call('/v1/changes?state_code=BR', { key })).code).toBe('API_SCOPE_DENIED')
  })

  test('two releases are compared row by row, in service or not', async () => {
    const { data } = await api().call(`/v1/changes?before=${first}&after=${second().release_sha256}`)
    expect(data.difference).toMatchObject({
      before: { release_id: ID, revision: 1, release_sha256: first },
      after: { release_id: ID, revision: 2, release_sha256: second().release_sha256 },
      rows: [{ change: 'changed', after_row_id: 'BR-DS-II', figures: [], fields: ['note'] }],
    })
    const alone = await api().call(`/v1/changes?before=${first}`)
    expect(alone.details).toEqual({ parameter: 'after', rule: 'required_together' })
    expect(alone.text).toContain('Send before and after together')
    const none = '0'.repeat(64)
    const unknown = await api().call(`/v1/changes?before=${first}&after=${none}`)
    expect([unknown.status, unknown.code, unknown.details]).toEqual([
      404,
      'RELEASE_NOT_FOUND',
      { release_sha256: none },
    ])
  })

  test('its row leads to the page, and its withdrawal to the entry that the tree proves', async () => {
    const withdrawal = changes.find(({ kind }) => kind === 'withdrawn')
    const { origin } = other()
    const size = Number((await (await fetch(`${origin}/log/checkpoint`)).text()).split('\n')[1])
    const bytes = async (path: string) =>
      new Uint8Array(await (await fetch(`${origin}/log/tile/${path}`)).arrayBuffer())
    const entries = entriesOf(await bytes(`entries/000.p/${size}`))
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
  const page = (query = '') => api().call(`/v1/documents/${SHEET}/pages/1${query}`)

  test('a page shows the lines that the withdrawn release takes from it, and no more: its source does not allow it', async () => {
    const { data, meta, headers } = await page(`?release_sha256=${first}`)
    expect(meta.release_sha256).toBe(first)
    expect(data).toMatchObject({ text: null, republish: { allowed: 'quotes', reason: null }, page: 1 })
    expect(data.document).toMatchObject({ source_id: 'BR-SCHEDULE-2026-27', sha256: SHEET })
    const cited = data.cited.find(({ path }: Json) => path === 'rows/BR-DS-II/energy/0')
    expect(cited).toMatchObject({ value: '7.42', unit: 'Rs/kWh', line: 6, quote: 'DS-II-ENERGY,DS-II(D),7.42' })
    expect((await api().call(`/v1/rows/${cited.row_sha256}`)).data.releases).toMatchObject([{ standing: 'withdrawn' }])
    expect(data.releases.map(({ standing }: Json) => standing)).toEqual(['serving', 'withdrawn'])
    const again = { 'if-none-match': String(headers.etag) }
    expect(
      (await api().call(`/v1/documents/${SHEET}/pages/1?release_sha256=${first}`, { headers: again })).status,
    ).toBe(304)
  })

  test('the whole text of a page is given where the source says so, as the release commits to it', async () => {
    const { data, meta } = await page()
    expect([meta.release_sha256, data.republish]).toEqual([
      second().release_sha256,
      { allowed: 'pages', reason: 'the sheet is our own' },
    ])
    expect(sha256(data.text)).toBe(data.text_sha256)
    expect(data.text.split('\n')[5]).toMatch(/^DS-II-ENERGY,DS-II\(D\),7.42,/)
  })

  test('an unknown page or document is refused', async () => {
    const [missing, unknown, spelled] = [
      await api().call(`/v1/documents/${SHEET}/pages/2`),
      await api().call(`/v1/documents/${'0'.repeat(64)}/pages/1`),
      await api().call(`/v1/documents/${SHEET}/pages/01`),
    ]
    for (const { status, code } of [missing, unknown, spelled])
      expect([status, code]).toEqual([404, 'SOURCE_NOT_FOUND'])
    for (const { text } of [missing, spelled]) expect(text).toContain('The document has 1 page.')
    const other = await api().call(`/v1/documents/${SHEET}/pages/1?release_sha256=${'0'.repeat(64)}`)
    expect([other.code, other.text]).toEqual([
      'SOURCE_NOT_FOUND',
      expect.stringContaining('No sealed release of this hash'),
    ])
    const elsewhere = await api().key({ states: ['MH'] })
    expect((await api().call(`/v1/documents/${SHEET}/pages/1`, { key: elsewhere })).code).toBe('API_SCOPE_DENIED')
    expect((await api().call(`/v1/documents/${SHEET}/pages/1/image`)).code).toBe('ROUTE_NOT_FOUND')
  })

  test('/changes.atom is public', async () => {
    const answer = await fetch(`${other().origin}/changes.atom`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const feed = await answer.text()
    const titles = [...feed.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)
    expect(titles.slice(1, 3)).toEqual([`${ID}, revision 2: promoted`, `${ID}, revision 1: withdrawn`])
    expect(feed).toContain('<summary>withdrawn: withdrawn by the commission</summary>')
    expect(feed).toContain(`<link href="/releases/${first}"/>`)
  })

  const seen = async (path: string): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${other().origin}${path}`)
    return { status: answer.status, text: (await answer.text()).replaceAll(/<!--.*?-->/g, '') }
  }

  test('a release out of service also has its pages and its bundle without a key', async () => {
    const { data } = await page(`?release_sha256=${first}`)
    const { row_sha256: row } = data.cited.find(({ path }: Json) => path === 'rows/BR-DS-II/energy/0')
    const evidence = await seen(`/evidence/${row}`)
    expect(evidence.status).toBe(200)
    expect(evidence.text).toContain('This release was withdrawn.')
    expect(evidence.text).toContain(`href="/releases/${first}"`)
    expect(evidence.text).toContain('<dd>DS-II-ENERGY › DS-II(D)</dd>')
    const withdrawn = await seen(`/releases/${first}`)
    expect(withdrawn.status).toBe(200)
    expect(withdrawn.text).toContain('This release was withdrawn.')
    expect(withdrawn.text).toContain('withdrawn: withdrawn by the commission')
    const bundle = await seen(`/public/releases/${first}`)
    expect([bundle.status, bundle.text]).toEqual([200, (await api().call(`/v1/releases/${first}`)).text])
  })

  test('the page of a release shows its gates, its history, and its changes', async () => {
    const { status, text } = await seen(`/releases/${second().release_sha256}`)
    expect(status).toBe(200)
    expect(text.match(/<td>passed<\/td>/g)).toHaveLength(29)
    expect(text).not.toContain('<td>failed</td>')
    expect(text).toContain(`by ${ASHA.name}`)
    expect(text).toMatch(/Difference from <a href="\/releases\/[0-9a-f]{64}">revision 1<\/a>/)
    expect(text).toMatch(/<b>BR-DS-II<\/b> changed<span class="faint"> \(note\)<\/span>/)
  })

  test('/changes shows it to people, and releases that were never sealed are not found', async () => {
    const { status, text } = await seen('/changes')
    expect(status).toBe(200)
    expect(text).toContain('withdrawn: withdrawn by the commission')
    expect(text).toContain(`<a href="/releases/${first}">${ID}, revision 1</a>`)
    const none = '0'.repeat(64)
    for (const path of [`/releases/${none}`, `/evidence/${none}`, '/releases/x', `/public/releases/${none}`])
      expect([path, (await seen(path)).status]).toEqual([path, 404])
    expect((await seen(`/evidence/${none}`)).text).toContain('<h1>Not found</h1>')
  })

  test('if nothing is public, only contract and keys are available without a key', async () => {
    const closed = await api().start({ isPublic: false })
    for (const path of [
      '/',
      '/releases',
      '/changes',
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
}
