import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'
import type { Json } from '../../support/api-call.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
const text = expect.stringMatching(/\S/)
const orNull = (value: unknown, pattern: RegExp): void => {
  if (value !== null) expect(value).toMatch(pattern)
}

describe('GET /sources', () => {
  test('is every source of the release, with the fields of a Source record', async () => {
    const { status, data, meta } = await api.call('/v1/sources')
    expect([status, meta]).toEqual([200, { count: data.length, next_cursor: null }])
    expect(data.length).toBeGreaterThanOrEqual(5)
    for (const source of data) {
      expect(source).toMatchObject({
        source_id: text,
        title: text,
        issuer: text,
        document_kind: expect.stringMatching(/^(original|transcription|specimen)$/),
        legal_status: text,
        media_type: text,
        size_bytes: expect.any(Number),
        sha256: hash,
        text_sha256: hash,
        page_count: expect.any(Number),
        cited_by: { rows: expect.any(Number), rules: expect.any(Number) },
      })
      orNull(source.case_number, /\S/)
      orNull(source.dated, /^\d{4}-\d{2}-\d{2}$/)
      orNull(source.effective_from, /^\d{4}-\d{2}-\d{2}$/)
      expect(source).toHaveProperty('url')
      expect(source.ingested_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      if (source.document_kind === 'transcription') expect(source.original).toMatchObject({ url: text, held: false })
    }
  })

  test('names the very bytes that are kept', async () => {
    for (const { sha256, size_bytes } of (await api.call('/v1/sources')).data) {
      const kept = await api.pool.query('SELECT size_bytes FROM blobs WHERE sha256 = $1', [sha256])
      expect(kept.rows).toEqual([{ size_bytes }])
    }
  })

  test('finds one by its id, its hash, its release, or several of these together', async () => {
    const { data } = await api.call('/v1/sources')
    const [first] = data
    const release = 'release_id=BR-2026-27-VERIFIED-STRICT-BASE-V1'
    const queries = [`source_id=${first.source_id}`, `sha256=${first.sha256}`, `${release}&sha256=${first.sha256}`]
    for (const query of queries) expect((await api.call(`/v1/sources?${query}`)).data).toEqual([first])
    expect((await api.call(`/v1/sources?${release}&state_code=BR`)).data).toEqual(data)
  })

  test('pages by cursor, without a gap or a repetition', async () => {
    const all = (await api.call('/v1/sources')).data
    for (const limit of [1, 2, 3, 100]) {
      const seen: Json[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { data, meta }: Json = await api.call(
          `/v1/sources?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
        expect(data.length).toBeLessThanOrEqual(limit)
        expect(meta.count).toBe(data.length)
        seen.push(...data)
        cursor = meta.next_cursor
      }
      expect(seen).toEqual(all)
    }
  })

  test.each(['ZZZ', 'BR-SCHEDULE-2026-27', `,${'0'.repeat(64)}`, `ZZZ,${'0'.repeat(63)}`, `ZZZ,${'0'.repeat(64)}x`])(
    'a cursor that no page has given is refused: %s',
    async (cursor) => {
      const { status, code, details, text: sent } = await api.call(`/v1/sources?cursor=${cursor}`)
      expect([status, code, details]).toEqual([
        400,
        'INVALID_QUERY_PARAMETER',
        { parameter: 'cursor', rule: 'malformed' },
      ])
      expect(sent).toContain('meta.next_cursor of the previous page')
    },
  )

  test('a cursor keeps its place where its document is no longer listed', async () => {
    expect((await api.call(`/v1/sources?cursor=ZZZ,${'0'.repeat(64)}`)).data).toEqual([])
  })

  test.each([
    ['source_id=NOPE', 'SOURCE_NOT_FOUND'],
    [`sha256=${'0'.repeat(64)}`, 'SOURCE_NOT_FOUND'],
    [`row_sha256=${'0'.repeat(64)}`, 'SOURCE_NOT_FOUND'],
    ['release_id=BR-2019-20-NOPE', 'RELEASE_NOT_FOUND'],
    ['release_id=BR-2019-20-NOPE&source_id=NOPE', 'RELEASE_NOT_FOUND'],
  ])('%s is 404 %s', async (query, code) => {
    const answer = await api.call(`/v1/sources?${query}`)
    expect([answer.status, answer.code]).toEqual([404, code])
  })

  test('an id that is there, of a source that does not go with it, is not found', async () => {
    const [first, second] = (await api.call('/v1/sources')).data
    const answer = await api.call(`/v1/sources?source_id=${first.source_id}&sha256=${second.sha256}`)
    expect([answer.status, answer.code]).toEqual([404, 'SOURCE_NOT_FOUND'])
  })
})

test('the chain of a row runs from figure to log, and each link can be followed', async () => {
  const { lines } = (
    await api.call('/v1/calculate', {
      method: 'POST',
      body: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 },
    })
  ).data.calculation
  const { data, meta } = await api.call(`/v1/sources?row_sha256=${lines[0].row_sha256}`)
  expect([data.length, meta]).toEqual([1, { count: 1, next_cursor: null }])
  const [chain] = data
  expect(chain.row).toEqual({
    row_id: 'BR-DS-II',
    row_sha256: lines[0].row_sha256,
    fixture_sha256: hash,
    state_subcategory_code: 'DS-II',
  })
  for (const line of lines) {
    const figure = chain.figures.find(({ value }: Json) => value === line.rate)
    const { grade, source_id, locator, quote, citations } = figure
    expect({ grade, source_id, locator, quote, citations }).toEqual(line.evidence)
    const source = chain.sources.find((one: Json) => one.source_id === source_id)
    const page = await api.pool.query<{ text: string }>(
      'SELECT text FROM source_pages WHERE sha256 = $1 AND page = $2',
      [source.sha256, locator.page],
    )
    expect(page.rows[0]!.text).toContain(quote)
    expect(quote).toContain(figure.printed)
  }
  const { release_id, release_sha256 } = (await api.call('/v1/health')).data
  expect(chain.release).toMatchObject({ release_id, release_sha256, revision: 1, release_stage: 'reference' })
  const event = await api.pool.query('SELECT type FROM event_log WHERE position = $1', [chain.release.log_position])
  expect(event.rows).toEqual([{ type: 'ReleasePromoted' }])
})

test('what a release says of its sources is there without the database', async () => {
  const [{ row_sha256: row }] = (await api.call('/v1/tariffs')).data
  const paths = ['/v1/sources?limit=3', `/v1/sources?row_sha256=${row}`]
  const before = await Promise.all(paths.map((path) => api.call(path)))
  await api.owner.query('ALTER TABLE read.sources RENAME TO sources_away')
  try {
    const instance = await api.start()
    const served = await instance.call('/v1/sources')
    expect([served.status, served.code], 'an instance that starts without them serves nothing').toEqual([
      ...[503, 'VERIFIED_RUNTIME_UNAVAILABLE'],
    ])
    await instance.close()
    for (const [index, path] of paths.entries()) {
      const { status, data } = await api.call(path)
      expect([status, data]).toEqual([200, before[index]?.data])
    }
  } finally {
    await api.owner.query('ALTER TABLE read.sources_away RENAME TO sources')
  }
})

test('where nobody could say what serves, no list is given for whole', async () => {
  await api.owner.query('ALTER TABLE checkpoints RENAME TO checkpoints_away')
  const instance = await api.start()
  try {
    for (const path of [
      'sources',
      'sources?state_code=BR',
      'sources?source_id=NOPE',
      'states',
      'categories',
      'health',
    ]) {
      const { status, code } = await instance.call(`/v1/${path}`)
      expect([path, status, code]).toEqual([path, 503, 'VERIFIED_RUNTIME_UNAVAILABLE'])
    }
  } finally {
    await api.owner.query('ALTER TABLE checkpoints_away RENAME TO checkpoints')
    await instance.close()
  }
})
