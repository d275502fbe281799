import type { Pool } from 'pg'
import { firstThatHashes } from '../../../pipeline/store/blobs.ts'
import { type Boxes, boxesOf } from '../../../pipeline/store/boxes.ts'
import type { StoredBytes } from '../../../pipeline/store/packing.ts'
import { type AnswerPlan, compileAnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { ENGINE_VERSION } from '../../../releases/engine/version.ts'
import { parseStatement } from '../../../releases/proof/format/statement.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { once } from '../once.ts'
import { buildCatalogue } from './catalogue.ts'
import type { Ingested, Pointer } from './load-pointers.ts'
import { readRecord } from './read-record.ts'
import type { ServingRelease } from './serving-release.ts'

/** A release that must not be served: its bytes or its statement are not those that the signed state names. */
export class ReleaseRefused extends Error {}

/** The bytes that a pointer names, by the hashes that its signed state gives. */
async function readStored(pool: Pool, pointer: Pointer): Promise<(hash: string) => StoredBytes[]> {
  const { rows } = await pool.query<StoredBytes & { sha256: string }>(
    'SELECT sha256, encoding, size_bytes, bytes FROM blobs WHERE sha256 IN ($1, $2) ORDER BY encoding DESC',
    [pointer.release_sha256, pointer.statement_sha256],
  )
  return (hash) => rows.filter(({ sha256 }) => sha256 === hash)
}

/** Statement of a sealed release. The signed state names it by its hash, so its content cannot have been changed. */
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

/** Facts of a release that do not depend on its pointer. */
type Held = Omit<ServingRelease, 'pointer' | 'answer' | 'catalogue'>

/**
 * Loads the release of a pointer: checks that the bytes have the hashes of the signed state, and makes its catalogue
 * and plan on first use. A plan that this engine's gates have not tested is made at once, since making it may fail.
 * `registered` gives the registration times of sources. Throws ReleaseRefused for a release that must not be served
 * (docs/design/architecture.md#snapshot).
 */
export async function loadRelease(
  pool: Pool,
  pointer: Pointer,
  registered: () => Promise<Ingested>,
): Promise<ServingRelease> {
  const stored = await readStored(pool, pointer)
  const found = firstThatHashes(pointer.release_sha256, stored(pointer.release_sha256))
  if (found === null) throw new ReleaseRefused('its record is not in the store, or does not hash to its name')
  const { gates, sameEngine } = checkStatement(pointer, stored(pointer.statement_sha256))
  const served = readRecord(found.bytes, found.stored)
  const { record } = served
  if (record.effective_from !== pointer.effective_from || record.effective_to !== pointer.effective_to) {
    throw new ReleaseRefused('the pointer names another period than the record')
  }
  const ingested = await registered()
  if (record.sources.some(({ sha256: hash }) => !ingested.has(hash)))
    throw new ReleaseRefused('it is not on record when its sources were registered')
  const release = serving({ ...served, gates, ingested, boxes: await boxesIn(pool, record) }, pointer)
  if (!sameEngine) void release.answer
  return release
}

/** Only a document with pages has places to point at: for sheets nothing is asked. */
async function boxesIn(pool: Pool, { sources, rows }: ReleaseRecord): Promise<Boxes> {
  const hasPages = sources.some(({ media_type }) => media_type === 'application/pdf')
  return hasPages ? boxesOf(pool, rows.flatMap(figuresOfRow)) : new Map()
}

/** A release as a newer pointer to the very same record has it: its stage and holds may differ. */
export function withPointer(release: ServingRelease, pointer: Pointer): ServingRelease {
  const { record, regressionCases, scheduleRows, hasRow, gates, ingested, boxes } = release
  return serving({ record, regressionCases, scheduleRows, hasRow, gates, ingested, boxes }, pointer)
}

function serving(held: Held, pointer: Pointer): ServingRelease {
  const answer = once(() => compile(held.record, pointer))
  return {
    ...held,
    pointer,
    catalogue: buildCatalogue(held.record, pointer.holds, held.ingested, held.boxes, pointer.unattested),
    get answer() {
      return answer()
    },
  }
}

function compile(record: ReleaseRecord, pointer: Pointer): AnswerPlan {
  return compileAnswerPlan(record, {
    releaseSha256: pointer.release_sha256,
    revision: pointer.revision,
    stage: pointer.stage,
    logPosition: pointer.log_position,
    holds: pointer.holds,
    scope: pointer.scope,
    unattested: pointer.unattested,
  })
}
