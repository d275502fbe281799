import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { type FigureChange, type FigureView, rowChanges } from '../../../releases/record/row-changes.ts'
import { readStatement } from '../../platform/release-bundle.ts'
import type { Change } from '../contract/responses/changes.ts'
import { findSealedRow, listSealed, readSealedRecord, type SealedRelease } from '../evidence/sealed-releases.ts'
import { readChangesOf, readNewestChanges } from '../log-changes.ts'
import { evidenceCounts } from '../snapshot/catalogue.ts'
import { PAGE_KINDS, saidOf } from './change-words.ts'
import type {
  ChangeModel,
  ChangesModel,
  DifferenceModel,
  EvidenceModel,
  MadeModel,
  ReleasePageModel,
} from './models.ts'
import { evidenceOf, holdsOf, ofRecord, releasePageModel } from './models-of.ts'

/**
 * Page data outside snapshots: releases no longer in service, the history of a release, and its changes. A hash that
 * was never sealed causes no query to Postgres; a sealed one causes one query for each new signed state.
 */

export type Sealed = {
  /** Number of signed log entries. */
  readonly size: number
  readonly releases: readonly SealedRelease[]
  /** Newest first. */
  readonly changes: readonly Change[]
}

export async function readSealed(pool: Pool, size: number): Promise<Sealed> {
  return {
    size,
    releases: await listSealed(pool, size),
    changes: await readNewestChanges(pool, size, PAGE_KINDS),
  }
}

const MADE = new LRUCache<string, MadeModel>({ max: 200 })
const PAGES = new LRUCache<string, ReleasePageModel>({ max: 20 })
const EVIDENCE = new LRUCache<string, EvidenceModel>({ max: 500 })

/** The result of `make`, cached for the same signed state. */
async function kept<V extends object>(
  cache: LRUCache<string, V>,
  key: string,
  make: () => Promise<V | null>,
): Promise<V | null> {
  const made = cache.get(key) ?? (await make())
  if (made !== null) cache.set(key, made)
  return made
}

function changeModel(change: Change): ChangeModel[] {
  const { at, by, release } = change
  const said = saidOf(change)
  if (release === null || said === null) return []
  return [{ at, by, releaseId: release.release_id, revision: release.revision, sha256: release.release_sha256, said }]
}

export const changesModel = ({ changes }: Sealed): ChangesModel => ({ changes: changes.flatMap(changeModel) })

/** History of a release; null: nothing was sealed under that hash. */
export function madeModel(pool: Pool, { size, releases }: Sealed, sha256: string): Promise<MadeModel | null> {
  const release = releases.find(({ release_sha256: hash }) => hash === sha256)
  if (release === undefined) return Promise.resolve(null)
  return kept(MADE, `${size} ${sha256}`, async () => {
    const statement = await readStatement(pool, sha256, release.revision)
    if (statement === null) throw new Error(`the statement of ${sha256} is not in the store`)
    const changes = await readChangesOf(pool, size, release.release_id.slice(0, 2), sha256)
    const before = releases.find(({ release_id: id, log_position: position }) => {
      return id === release.release_id && position < release.log_position
    })
    return {
      gates: statement.gates,
      changes: changes.flatMap(changeModel),
      difference: before === undefined ? null : await differenceModel(pool, before, sha256),
    }
  })
}

const figureText = (figure: FigureView | null): string =>
  figure === null ? 'none' : `${figure.value ?? 'held'} ${figure.unit}, ${figure.grade}`

/** A figure in two releases, in words. A placeholder is not a tariff: beside one, no number is shown. */
export function figureDifference({ part, before, after, amount_changed }: FigureChange) {
  const isSpecimen = [before, after].some((each) => each?.grade === 'specimen')
  const words = (one: FigureView | null): string => (isSpecimen ? (one?.grade ?? 'none') : figureText(one))
  const [old, now] = [words(before), words(after)]
  if (old !== now) return { part, before: old, after: now }
  return { part, before: old, after: amount_changed ? 'another specimen' : 'same amount, different citation' }
}

async function differenceModel(pool: Pool, before: SealedRelease, sha256: string): Promise<DifferenceModel | null> {
  const was = await readSealedRecord(pool, before.release_sha256)
  const is = await readSealedRecord(pool, sha256)
  if (was === null || is === null) return null
  return {
    revision: before.revision,
    sha256: before.release_sha256,
    rows: rowChanges(was.record, is.record).map(({ change, before_row_id, after_row_id, figures, fields }) => ({
      id: after_row_id ?? before_row_id ?? '',
      change,
      fields,
      figures: figures.map(figureDifference),
    })),
  }
}

/** The page of a release that is not in service; null: nothing was sealed under that hash. */
export function sealedPageModel(pool: Pool, sealed: Sealed, sha256: string): Promise<ReleasePageModel | null> {
  const release = sealed.releases.find(({ release_sha256: hash }) => hash === sha256)
  if (release === undefined) return Promise.resolve(null)
  return kept(PAGES, `${sealed.size} ${sha256}`, async () => {
    const found = await readSealedRecord(pool, sha256)
    const made = await madeModel(pool, sealed, sha256)
    if (found === null || made === null) return null
    const { record, regressionCases } = found
    const model = {
      ...ofRecord(record),
      revision: release.revision,
      sha256,
      standing: release.standing,
      stage: null,
      from: record.effective_from,
      to: record.effective_to,
      grades: evidenceCounts(record),
      gates: { passed: made.gates.filter(({ passed }) => passed).length, total: made.gates.length },
      cases: regressionCases,
      holds: holdsOf(record),
    }
    return releasePageModel(record, model, made)
  })
}

/** The evidence of a row of any sealed release; null: none has it. */
export function sealedEvidence(pool: Pool, sealed: Sealed, sha256: string): Promise<EvidenceModel | null> {
  return kept(EVIDENCE, `${sealed.size} ${sha256}`, async () => {
    const found = await findSealedRow(pool, sealed.releases, sha256)
    const [newest] = found?.releases ?? []
    if (found === null || newest === undefined) return null
    const { record, row } = found
    return evidenceOf(record, row, {
      releaseId: newest.release_id,
      revision: newest.revision,
      sha256: newest.release_sha256,
      from: record.effective_from,
      to: record.effective_to,
      standing: newest.standing,
      holds: holdsOf(record),
    })
  })
}
