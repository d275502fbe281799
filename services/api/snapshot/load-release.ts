import type { Pool } from 'pg'
import { firstThatHashes } from '../../../pipeline/store/blobs.ts'
import { type Boxes, boxesOf } from '../../../pipeline/store/layouts.ts'
import type { StoredBytes } from '../../../pipeline/store/packing.ts'
import { compileAnswerPlan, planWhenAsked, type ReleaseContext } from '../../../releases/engine/answer/answer-plan.ts'
import { planOnDemand } from '../../../releases/engine/compile/plan.ts'
import { ENGINE_VERSION } from '../../../releases/engine/version.ts'
import { parseStatement } from '../../../releases/proof/format/statement.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { once, onceAmong } from '../../platform/once.ts'
import { buildCatalogue } from './catalogue.ts'
import type { Ingested, Pointer } from './load-pointers.ts'
import { OPEN, readOpen, type ServedRecord } from './read-record.ts'
import type { ServingRelease } from './serving-release.ts'

/** A release that must not be served: its bytes or its statement do not have the hashes in the signed state. */
class ReleaseRefused extends Error {}

/** Stored bytes by hash, the packed form first. */
export type Stored = (hash: string) => readonly StoredBytes[]

/** The bytes of several pointers, by the hashes in the signed state, with one query. */
export async function readStored(pool: Pool, pointers: readonly Pointer[]): Promise<Stored> {
  const { rows } = await pool.query<StoredBytes & { sha256: string }>(
    'SELECT sha256, encoding, size_bytes, bytes FROM blobs WHERE sha256 = ANY($1) ORDER BY encoding DESC',
    [pointers.flatMap(({ release_sha256, statement_sha256 }) => [release_sha256, statement_sha256])],
  )
  const byHash = Map.groupBy(rows, ({ sha256 }) => sha256)
  return (hash) => byHash.get(hash) ?? []
}

/** Statement of a sealed release. The signed state contains its hash, so its content cannot have been changed. */
function checkStatement(
  pointer: Pointer,
  stored: readonly StoredBytes[],
): { gates: ServingRelease['gates']; sameEngine: boolean } {
  const found = firstThatHashes(pointer.statement_sha256, stored)
  if (found === null) throw new ReleaseRefused('its signed statement is not in the store')
  const statement = parseStatement(found.bytes)
  if (!statement.ok) throw new ReleaseRefused(`statement: ${statement.reason}`)
  const { releaseSha256, releaseId, revision, gates, engineVersion } = statement.statement
  if (releaseSha256 !== pointer.release_sha256 || releaseId !== pointer.release_id || revision !== pointer.revision) {
    throw new ReleaseRefused('the signed statement is of another release')
  }
  return {
    gates: { passed: gates.filter(({ passed }) => passed).length, total: gates.length },
    sameEngine: engineVersion === ENGINE_VERSION,
  }
}

/** Facts of all documents, read once for the releases that are loaded together. */
export type Known = {
  /** Registration times of sources. */
  readonly registered: () => Promise<Ingested>
  /** Documents with stored page layouts, by sha256. */
  readonly laidOut: () => Promise<ReadonlySet<string>>
}

/** Facts of a release that do not depend on its pointer. */
type Held = Omit<ServingRelease, 'pointer' | 'key' | 'answer' | 'catalogue'>

/**
 * Loads the release of a pointer from its bytes: checks that they have the hashes in the signed state, and makes its
 * catalogue and plan on first use. A plan that was not tested by gates of this engine version is made immediately,
 * since that may fail. Throws ReleaseRefused for a release that must not be served
 * (docs/design/architecture.md#snapshot).
 */
export async function loadRelease(
  pool: Pool,
  pointer: Pointer,
  stored: Stored,
  { registered, laidOut }: Known,
): Promise<ServingRelease> {
  const found = firstThatHashes(pointer.release_sha256, stored(pointer.release_sha256))
  if (found === null) throw new ReleaseRefused('its record is not in the store, or does not hash to its name')
  const { gates, sameEngine } = checkStatement(pointer, stored(pointer.statement_sha256))
  const { served, sources } = readOpen(found.bytes, found.stored)
  const { effective_from: from, effective_to: to } = served.record
  if (from !== pointer.effective_from || to !== pointer.effective_to) {
    throw new ReleaseRefused('the pointer names another period than the record')
  }
  const ingested = await registered()
  if (sources.some(({ sha256: hash }) => !ingested.has(hash)))
    throw new ReleaseRefused('it is not on record when its sources were registered')
  const boxes = await boxesIn(pool, sources, served, laidOut)
  const release = serving({ ...served, gates, ingested, boxes }, pointer)
  if (!sameEngine) void release.answer.plan.categories
  return release
}

/** Only documents with a stored layout have cell positions; for others no row is read. */
async function boxesIn(
  pool: Pool,
  sources: ReleaseRecord['sources'],
  { record }: ServedRecord,
  laidOut: Known['laidOut'],
): Promise<Boxes> {
  const paged = sources.filter(({ media_type }) => media_type === 'application/pdf')
  if (paged.length === 0) return new Map()
  const known = await laidOut()
  const hasPlaces = paged.some(({ sha256, original }) => known.has(sha256) || known.has(original?.sha256 ?? ''))
  return hasPlaces ? boxesOf(pool, record.rows.flatMap(figuresOfRow)) : new Map()
}

/** The release for a newer pointer to the same record: its stage and holds may differ. */
export function withPointer(release: ServingRelease, pointer: Pointer): ServingRelease {
  const { record, regressionCases, calculableCase, scheduleRows, hasRow, largest, openBytes, gates, ingested, boxes } =
    release
  const served = { record, regressionCases, calculableCase, scheduleRows, hasRow, largest, openBytes }
  return serving({ ...served, gates, ingested, boxes }, pointer)
}

function serving(held: Held, pointer: Pointer): ServingRelease {
  const { record, openBytes } = held
  const context = contextOf(pointer)
  const compiled = onceAmong(OPEN, openBytes, () =>
    compileAnswerPlan(record, context, planOnDemand(record, pointer.holds)),
  )
  const answer = once(() => planWhenAsked(record, context, held.largest, compiled))
  const catalogue = onceAmong(OPEN, openBytes, () =>
    buildCatalogue(record, pointer.holds, held.ingested, held.boxes, pointer.unattested),
  )
  return {
    ...held,
    pointer,
    key: keyOf(pointer),
    get catalogue() {
      return catalogue()
    },
    get answer() {
      return answer()
    },
  }
}

/** Two pointers are equal if nothing that an answer shows of them differs. */
export function keyOf(pointer: Pointer): string {
  return JSON.stringify(pointer)
}

function contextOf(pointer: Pointer): ReleaseContext {
  return {
    releaseSha256: pointer.release_sha256,
    revision: pointer.revision,
    stage: pointer.stage,
    logPosition: pointer.log_position,
    holds: pointer.holds,
    scope: pointer.scope,
    unattested: pointer.unattested,
  }
}
