import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { loadCandidate } from '../../../pipeline/commands/load-candidate.ts'
import { openCandidate } from '../../../pipeline/commands/open-candidate.ts'
import { readOpened } from '../../../pipeline/commands/read-opened.ts'
import { readHead, readStream } from '../../../pipeline/event-log/read.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { getBlob } from '../../../pipeline/store/blobs.ts'
import { readDefinitionFolder } from '../../../services/operations/definition-folder.ts'
import { type Edit, fixtureCandidate, replaceIn } from '../../support/fixture-definition.ts'
import { ASHA } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

async function open(edit?: Edit, options?: { keepHashes?: boolean }) {
  const input = await readDefinitionFolder(pipeline.pool, await pipeline.folder(edit, options), pipeline.home)
  return openCandidate(pipeline.pool, input, ASHA, () => new Date(), true)
}

const named = (revision: number) => ({ release_id: FIXTURE_ID, revision, state_code: 'XX' })
const last = async (stream: string) => (await readStream(pipeline.pool, stream)).at(-1)

test('an opened definition keeps its files, sources and record, each under the hash of its bytes', async () => {
  expect(await open()).toMatchObject({ ok: true, releaseId: FIXTURE_ID, revision: 1, findings: [] })
  const { opened, openedBy } = await readOpened(pipeline.pool, named(1))
  const hashes = [...opened.definition, ...opened.sources, { sha256: opened.record_sha256 }].map((each) => each.sha256)
  const { bytes } = await fixtureCandidate()

  expect(openedBy).toBe('asha')
  expect(opened.definition.map(({ path }) => path).sort()).toEqual([
    'cases.csv',
    'categories.yaml',
    'release.yaml',
    'rows.csv',
    'rules.yaml',
    'sources.yaml',
  ])
  expect(opened.sources).toHaveLength(4)
  expect(opened.record_sha256).toBe(sha256(bytes))
  for (const hash of hashes) expect(sha256((await getBlob(pipeline.pool, hash)) ?? '')).toBe(hash)
})

test('the candidate rebuilt from the log and the store alone has the same bytes', async () => {
  const loaded = await loadCandidate(pipeline.pool, named(1))
  const { opened } = await readOpened(pipeline.pool, named(1))
  const rebuilt = loaded.rebuilt()

  expect(Buffer.from(rebuilt.bytes).equals(loaded.bytes)).toBe(true)
  expect(sha256(rebuilt.bytes)).toBe(opened.record_sha256)
})

test('opened again unchanged, it opens nothing', async () => {
  const head = await readHead(pipeline.pool)

  expect(await open()).toMatchObject({ ok: true, revision: 1 })
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('a change in any of its files, and in the bytes of a source, is another revision', async () => {
  const edits: Edit[] = [
    (files) => replaceIn(files, 'cases.csv', 'W-1', 'W-0'),
    (files) => replaceIn(files, 'sources/schedule.md', 'Rebate', 'Rebates'),
  ]
  for (const [index, edit] of edits.entries()) {
    expect(await open(edit)).toMatchObject({ ok: true, revision: index + 2 })
    expect(await last(streamOf.state('XX'))).toMatchObject({
      type: 'CandidateOpened',
      payload: { revision: index + 2 },
    })
  }
})

test('problems found while reading are stored with the candidate', async () => {
  const opened = await open((files) =>
    replaceIn(files, 'release.yaml', 'controller_version: V1', 'controler_version: V1'),
  )
  const event = await last(streamOf.state('XX'))

  expect(opened).toMatchObject({ ok: true, findings: [{ where: 'release.yaml:8:1' }, { where: 'release.yaml:1:1' }] })
  expect(event?.payload).toMatchObject({ findings: [{ where: 'release.yaml:8:1' }, { where: 'release.yaml:1:1' }] })
})

test('text that a log cannot contain is reported and logged with a replacement character', async () => {
  const opened = await open((files) => files.set('release.yaml', `${files.get('release.yaml')}"\\uD800": 1\n`))
  const event = await last(streamOf.state('XX'))

  expect(opened).toMatchObject({ ok: true })
  expect(JSON.stringify(event?.payload)).toContain('\uFFFD')
})

test.each([
  ['of another state', 'YY-2026-27-FIXTURE-V1'],
  ['that is none', 'fixture 1'],
])('a release id %s refuses the definition, by file and line', async (_what, id) => {
  const opened = await open((files) => replaceIn(files, 'release.yaml', FIXTURE_ID, id))

  expect(opened).toMatchObject({
    ok: false,
    code: 'DEFINITION_REFUSED',
    findings: [{ where: expect.stringMatching(/^release\.yaml:1/), found: expect.stringContaining(id) }],
  })
  const event = await last(streamOf.state(id.startsWith('YY') ? 'YY' : '--'))
  expect(event).toMatchObject({ type: 'DefinitionRefused', payload: { release_id: id } })
})

test('a source file that was not found is named, and nothing is opened', async () => {
  const folder = await pipeline.folder((files) =>
    replaceIn(files, 'sources.yaml', /file: sources\/specimen.csv\n +sha256: "\w+"/, `sha256: "${'5'.repeat(64)}"`),
  )
  const head = await readHead(pipeline.pool)
  const input = await readDefinitionFolder(pipeline.pool, folder, pipeline.home)
  const opened = await openCandidate(pipeline.pool, input, ASHA, () => new Date(), true)

  expect(opened).toMatchObject({
    ok: false,
    code: 'SOURCE_FILE_NOT_FOUND',
    wanted: [{ source_id: 'XX-SPECIMEN', file: null, sha256: '5'.repeat(64) }],
    findings: [{ where: expect.stringMatching(/^sources\.yaml:\d+/), found: 'no such source is registered' }],
  })
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('a start of the product says only which source file was not found; a person gets all other findings too', async () => {
  const folder = await pipeline.folder((files) => {
    replaceIn(files, 'sources.yaml', /file: sources\/specimen.csv\n +sha256: "\w+"/, `sha256: "${'5'.repeat(64)}"`)
    files.set('release.yaml', `${files.get('release.yaml')}\nno_such_key: 1\n`)
  })
  const input = await readDefinitionFolder(pipeline.pool, folder, pipeline.home)
  const missing = expect.objectContaining({ found: 'no such source is registered' })
  const other = expect.objectContaining({ where: expect.stringMatching(/^release\.yaml:/) })
  const findings = async (reopen: boolean) => {
    const opened = await openCandidate(pipeline.pool, input, ASHA, () => new Date(), reopen)
    return opened.ok || !('findings' in opened) ? null : opened.findings
  }

  expect(await findings(false)).toEqual([missing])
  expect(await findings(true)).toEqual(expect.arrayContaining([missing, other]))
})

test('a source without a file is found by its hash, among registered sources and in the sources folder', async () => {
  const folder = await pipeline.folder((files) =>
    replaceIn(files, 'sources.yaml', /file: sources\/specimen.csv\n +/, ''),
  )
  const specimen = await readFile(join(folder, 'sources', 'specimen.csv'))
  const input = await readDefinitionFolder(pipeline.pool, folder, join(pipeline.home, 'no-such-folder'))
  const wanted = {
    source_id: 'XX-SPECIMEN',
    file: null,
    sha256: sha256(specimen),
    size_bytes: specimen.byteLength,
    media_type: 'text/csv' as const,
  }

  expect(await input.sourceBytes(wanted)).toEqual(specimen)
  const fresh = await readDefinitionFolder(pipeline.pool, folder, join(folder, 'sources'))
  const other = await readFile(join(folder, 'sources', 'no-change.md'))
  expect(await fresh.sourceBytes({ ...wanted, sha256: sha256(other), size_bytes: other.byteLength })).toEqual(other)
  expect(await fresh.sourceBytes({ ...wanted, sha256: '7'.repeat(64) })).toBeNull()
})

test('content in service is not opened again; with other bytes of a source it is another revision', async () => {
  const edit: Edit = (files) => replaceIn(files, 'cases.csv', 'W-1', 'W-9')
  const worker = await pipeline.work()
  const { status, revision } = await pipeline.run(await pipeline.folder(edit)).finally(worker.close)
  const head = await readHead(pipeline.pool)

  expect(status).toBe('released')
  expect(await open(edit)).toMatchObject({ ok: true, revision, findings: [] })
  expect(await readHead(pipeline.pool)).toEqual(head)
  const changed: Edit = (files) => {
    edit(files)
    replaceIn(files, 'sources/schedule.md', 'Rebate', 'Rebates')
  }
  expect(await open(changed, { keepHashes: true })).toMatchObject({ ok: true, revision: revision + 1 })
})
