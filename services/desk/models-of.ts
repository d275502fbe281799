import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { readStoredDefinition } from '../../pipeline/commands/load-candidate.ts'
import { readOpened } from '../../pipeline/commands/read-opened.ts'
import { readState } from '../../pipeline/commands/run-command.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { layOut } from '../../pipeline/intake/lay-out.ts'
import { DEFINITION_FILES, type Definition } from '../../pipeline/intake/read-definition.ts'
import { parseEvents, streamOf } from '../../pipeline/lifecycle/events.ts'
import { findRevision, type Revision } from '../../pipeline/lifecycle/state.ts'
import { getBlob, getPages } from '../../pipeline/store/blobs.ts'
import { getLayout } from '../../pipeline/store/layouts.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import { holdableComponents, productionObstacles } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { figurePicture } from '../operations/definition/page-picture.ts'
import { readRecord, readUnattested } from '../operations/lifecycle.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { listReleases, nameOf, type ReleaseView, releaseNamed, storedRecord } from '../operations/release-view.ts'
import { cellsOf } from '../operations/review.ts'
import { type Desk, peopleOf, standingProposals } from './desk.ts'
import type {
  DeclaredModel,
  DocumentModel,
  FigureModel,
  PeopleModel,
  PersonModel,
  ReleaseModel,
  ReleasesModel,
  ReviewModel,
  Signed,
} from './models.ts'
import { whyNoApproval, whyNoProduction, whyNoReview } from './permitted.ts'
import { pictureOf, runModel } from './run-model.ts'

export async function releasesModel({ pool, definitionsPath }: Desk): Promise<ReleasesModel> {
  const releases = await listReleases(pool)
  return {
    folders: await foldersBelow(definitionsPath),
    releases: releases
      .map((release) => ({
        name: nameOf(release),
        status: release.status,
        stage: release.stage,
        scope: release.scope,
        openedBy: release.opened_by,
        openedAt: release.opened_at,
        holds: release.holds.length,
      }))
      .sort((a, b) => (a.openedAt < b.openedAt ? 1 : -1)),
  }
}

const DEEPEST = 3
const MOST_FOLDERS = 500

/** Folders of definitions, by their path below `root`. */
async function foldersBelow(root: string, below = '', depth = 0): Promise<string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(() => [])
  if (entries.some((entry) => entry.isFile() && entry.name === DEFINITION_FILES[0])) return [below === '' ? '.' : below]
  if (depth === DEEPEST) return []
  const folders: string[] = []
  for (const entry of entries.filter((each) => each.isDirectory() && !each.name.startsWith('.')).sort(byName))
    if (folders.length < MOST_FOLDERS) folders.push(...(await foldersBelow(root, join(below, entry.name), depth + 1)))
  return folders
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1)

async function revisionOf(
  { pool }: Desk,
  { release_id: releaseId, revision, state_code }: ReleaseView,
): Promise<Revision> {
  const { releases } = await readState(pool, state_code, { releaseId, serving: false })
  const target = findRevision(releases, releaseId, revision)
  if (target === null) throw new Error(`${releaseId}@${revision} is listed but unknown to its state`)
  return target
}

export async function releaseModel(desk: Desk, name: string, person: string): Promise<ReleaseModel> {
  const { pool } = desk
  const release = await releaseNamed(pool, name)
  const target = await revisionOf(desk, release)
  const sealed = await readRecord(pool, release)
  const opened = await storedRecord(pool, target.recordSha256)
  return {
    name: nameOf(release),
    status: release.status,
    stage: release.stage,
    scope: release.scope,
    scopes: opened === null ? [] : [opened.state_code, ...opened.licensees.map(({ code }) => code)],
    from: target.effectiveFrom,
    to: target.effectiveTo,
    releaseSha256: release.release_sha256,
    openedBy: target.openedBy,
    approvedBy: target.approvedBy,
    promotedBy: target.serving?.by ?? null,
    reviews: target.reviews.map(({ person }) => person),
    reason: release.reason,
    holds: release.holds,
    components: sealed === null ? [] : holdableComponents(sealed),
    figures: opened === null ? 0 : figuresOf(opened).length,
    obstacles: sealed === null ? [] : productionObstacles(sealed),
    noReview: whyNoReview(target, person),
    noApproval: whyNoApproval(target, person),
    noProduction: whyNoProduction(target, await readUnattested(pool, nameOf(release)), person),
    documents: await Promise.all(target.sources.map((hash) => documentModel(desk, hash, opened))),
    declared: await declaredBy(desk, release),
    run: await runModel(pool, release),
  }
}

/** By the hashes of the definition's files: reading a large definition takes 0.2 s, and a page follows every event. */
const DECLARED = new LRUCache<string, readonly DeclaredModel[]>({ max: 100 })

async function declaredBy({ pool }: Desk, release: ReleaseView): Promise<readonly DeclaredModel[]> {
  const { opened } = await readOpened(pool, release)
  const files = opened.definition.map(({ sha256 }) => sha256).join(' ')
  const known = DECLARED.get(files)
  if (known !== undefined) return known
  const declared = declaredIn(await readStoredDefinition(pool, opened))
  DECLARED.set(files, declared)
  return declared
}

/** Decisions of readings.yaml that the record does not contain (docs/release-definition.md#readingsyaml). */
export function declaredIn({ readings, sentences, dismissed }: Definition): DeclaredModel[] {
  const at =
    (what: string) =>
    (source: string, page: number, says: string, because: string): DeclaredModel => ({
      what,
      place: `${source}, page ${page}`,
      says,
      because,
    })
  const [words, misprint, number] = [
    at('Words without effect on a figure beside them'),
    at('A misprint'),
    at('A number that is not read'),
  ]
  return [
    ...sentences.map(({ source_id, page, says, because }) => words(source_id, page, says, because)),
    ...readings.flatMap(({ source_id, misprints }) =>
      misprints.map(({ printed, meant, page, because }) =>
        misprint(source_id, page, `${printed}, read as ${meant}`, because),
      ),
    ),
    ...dismissed.map((each) => number(each.source_id, each.page, `${each.number} in “${each.quote}”`, each.because)),
  ]
}

async function documentModel({ pool }: Desk, hash: string, record: ReleaseRecord | null): Promise<DocumentModel> {
  const source = record?.sources.find(({ sha256 }) => sha256 === hash)
  let [fileName, addedBy] = ['', '']
  const attested: Signed[] = []
  for (const event of parseEvents(await readStream(pool, streamOf.source(hash)))) {
    if (event.type === 'SourceRegistered') [fileName, addedBy] = [event.payload.file_name, event.actor]
    if (event.type !== 'SourceAttested') continue
    const { obtained_from: from, compared } = event.payload
    attested.push({ person: event.actor, at: event.recordedAt, said: [from, compared] })
  }
  return {
    sha256: hash,
    title: source?.title ?? fileName,
    fileName,
    pages: source?.page_count ?? 0,
    kind: source?.document_kind ?? '',
    addedBy,
    attested,
  }
}

/** The figures of a sealed release, for one reviewer. Refused with RELEASE_NOT_SEALED. */
export async function reviewModel(desk: Desk, name: string, person: string): Promise<ReviewModel> {
  const release = await releaseNamed(desk.pool, name)
  const record = await readRecord(desk.pool, release)
  if (record === null || release.release_sha256 === null)
    throw new OperationRefusal('RELEASE_NOT_SEALED', `${name} is not sealed: there is nothing to review yet`)
  const ticks = new Map((await desk.ticks.read(person, release.release_sha256)).map((tick) => [tick.cell, tick]))
  const figures = cellsOf(record).map(({ cell: path, figure, use, hash }): FigureModel => {
    const tick = ticks.get(path)
    return {
      path,
      use,
      hash,
      value: figure.value === null ? 'no usable figure' : `${figure.value} ${figure.unit}`,
      grade: figure.grade,
      printed: figure.printed === null ? 'nothing' : `${figure.printed} ${figure.printed_unit ?? ''}`,
      place: `${figure.source_id}, page ${figure.locator.page}`,
      quote: figure.quote,
      picture: pictureOf(nameOf(release), path),
      tickedAt: tick?.hash === hash ? tick.at : null,
    }
  })
  const ticked = figures.filter(({ tickedAt }) => tickedAt !== null).length
  const noReview = whyNoReview(await revisionOf(desk, release), person)
  return { name: nameOf(release), figures, ticked, noReview }
}

/** Part of the page above and below the cell: rows of its table, large enough to read. */
const STRIP_POINTS = 90

/** The page of a figure of a release, or a strip of it, as SVG, also before the release is sealed. */
export async function pictureAt(desk: Desk, name: string, path: string, isWhole: boolean): Promise<string> {
  const { pool } = desk
  const release = await releaseNamed(pool, name)
  const record = await storedRecord(pool, (await revisionOf(desk, release)).recordSha256)
  const figure = record === null ? undefined : figuresOf(record).find((each) => each.path === path)?.figure
  const source = record?.sources.find(({ source_id }) => source_id === figure?.source_id)
  if (figure === undefined || source === undefined)
    throw new OperationRefusal('COMPONENT_NOT_FOUND', `${name} has no figure at ${path}`)
  const bytes = source.media_type === 'application/pdf' ? null : await getBlob(pool, source.sha256)
  const { page } = figure.locator
  const layout = bytes === null ? await getLayout(pool, source.sha256, [page]) : await layOut(bytes, source.media_type)
  const pages = await getPages(pool, source.sha256)
  return figurePicture(figure, path, layout, pages?.[page - 1] ?? '', isWhole ? null : STRIP_POINTS).svg
}

export async function peopleModel(desk: Desk, person: string): Promise<PeopleModel> {
  const { trust } = await peopleOf(desk)
  const proposals = await standingProposals(desk)
  const proposed = new Set(proposals.map(({ events }) => events[0]?.payload['key_id']))
  return {
    people: trust.people.map((one): PersonModel => {
      const { name, kind, keyId, algorithm, toPosition } = one
      return {
        name,
        kind,
        keyId,
        by: kind === 'machine' ? 'machine' : algorithm === 'webauthn-es256' ? 'passkey' : 'key file',
        standing: toPosition === null ? `since position ${one.fromPosition}` : `revoked at position ${toPosition}`,
        isEnrolled: toPosition === null,
      }
    }),
    proposals: proposals.map(({ command_id: id, command, signature, events }) => {
      const said = events[0]?.payload ?? {}
      const enrols = command === 'enrol'
      const what = enrols
        ? `enrol ${said['person']}`
        : `free ${said['component']} of ${said['release_id']}@${said['revision']}`
      return {
        id,
        by: signature.person,
        keyId: enrols ? String(said['key_id']) : null,
        what: signature.person === person ? `${what} (signed by you)` : what,
      }
    }),
    requests: [...desk.requests.values()]
      .filter(({ key_id }) => !proposed.has(key_id) && trust.people.every(({ keyId }) => keyId !== key_id))
      .map(({ key_id, person: name }) => ({ keyId: key_id, person: name })),
  }
}
