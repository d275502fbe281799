import type { Pool } from 'pg'
import { sha256 } from '#digest'
import { type StoredBytes, unpack } from '../../../pipeline/store/packing.ts'
import { type AnswerPlan, compileAnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { ENGINE_VERSION } from '../../../releases/engine/version.ts'
import { envelopeSchema } from '../../../releases/proof/format/dsse.ts'
import { parseStatement } from '../../../releases/proof/format/statement.ts'
import { fitShape, parseCanonicalJson } from '../../../releases/proof/format/strict-json.ts'
import { isValidAt, type TrustedKey } from '../../../releases/proof/format/trust.ts'
import { verifyEnvelope } from '../../../releases/proof/verify/envelope.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { once } from '../once.ts'
import { buildCatalogue } from './catalogue.ts'
import type { Ingested, Pointer } from './load-pointers.ts'
import { readRecord } from './read-record.ts'
import type { ServingRelease } from './serving-release.ts'

/** A release that must not be served: its bytes, signature or statement do not hold together. */
export class ReleaseRefused extends Error {}

type Stored = {
  readonly record: StoredBytes | null
  readonly envelope: StoredBytes | null
  readonly leafIndex: number | null
}

async function readStored(pool: Pool, pointer: Pointer): Promise<Stored> {
  const found = await pool.query<StoredBytes & { is_record: boolean; leaf_index: number | null }>(
    `SELECT b.sha256 = $3 AS is_record, b.encoding, b.size_bytes, b.bytes, r.leaf_index
     FROM read.releases r JOIN blobs b ON b.sha256 IN ($3, r.envelope_sha256)
     WHERE r.release_id = $1 AND r.revision = $2`,
    [pointer.release_id, pointer.revision, pointer.release_sha256],
  )
  const { rows } = found
  return {
    record: rows.find(({ is_record }) => is_record) ?? null,
    envelope: rows.find(({ is_record }) => !is_record) ?? null,
    leafIndex: rows[0]?.leaf_index ?? null,
  }
}

/** The record's bytes, which hash to the release's name. */
function checkedRecord({ release_sha256: name }: Pointer, stored: StoredBytes): Buffer {
  const bytes = unpack(stored)
  if (bytes === null) throw new ReleaseRefused('the record is damaged in the store')
  if (sha256(bytes) !== name) throw new ReleaseRefused('the record does not hash to its name')
  return bytes
}

/** Verdicts of the signed statement: the number of gates passed is read where nobody can have changed it. */
function checkStatement(
  pointer: Pointer,
  { envelope: stored, leafIndex }: Stored,
  keys: readonly TrustedKey[],
): { gates: ServingRelease['gates']; sameEngine: boolean } {
  const envelopeBytes = stored === null ? null : unpack(stored)
  if (envelopeBytes === null || leafIndex === null) throw new ReleaseRefused('its signed statement is not in the store')
  const json = parseCanonicalJson(envelopeBytes)
  const envelope = json.ok ? fitShape(envelopeSchema, json.value) : json
  if (!envelope.ok) throw new ReleaseRefused(`envelope: ${envelope.reason}`)
  const verified = verifyEnvelope(envelope.value, keys)
  if (!verified.ok) throw new ReleaseRefused(`signature: ${verified.reason}`)
  if (!isValidAt(verified.key, leafIndex))
    throw new ReleaseRefused('the signing key was not valid at this place of the log')
  const statement = parseStatement(verified.payload)
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

/** What holds of a release wherever a pointer puts it. */
type Held = Omit<ServingRelease, 'pointer' | 'answer' | 'catalogue'>

/**
 * Loads what a pointer names: checks the record's hash and the signature over its statement, and makes its catalogue
 * and plan when they are first asked for. A plan that this engine's gates have not tried is made at once, since making
 * it may fail. `registered` tells when sources were. Throws ReleaseRefused for a release that must not be served
 * (docs/design/architecture.md#snapshot).
 *
 */
export async function loadRelease(
  pool: Pool,
  pointer: Pointer,
  keys: readonly TrustedKey[],
  registered: () => Promise<Ingested>,
): Promise<ServingRelease> {
  const stored = await readStored(pool, pointer)
  if (stored.record === null) throw new ReleaseRefused('its record is not in the store')
  const bytes = checkedRecord(pointer, stored.record)
  const { gates, sameEngine } = checkStatement(pointer, stored, keys)
  const served = readRecord(bytes, stored.record)
  const { record } = served
  if (record.effective_from !== pointer.effective_from || record.effective_to !== pointer.effective_to) {
    throw new ReleaseRefused('the pointer names another period than the record')
  }
  const ingested = await registered()
  if (record.sources.some(({ sha256: hash }) => !ingested.has(hash)))
    throw new ReleaseRefused('it is not on record when its sources were registered')
  const release = serving({ ...served, gates, ingested }, pointer)
  if (!sameEngine) void release.answer
  return release
}

/** A release as a newer pointer to the very same record has it: its stage and holds may differ. */
export function withPointer(release: ServingRelease, pointer: Pointer): ServingRelease {
  const { record, regressionCases, scheduleRows, hasRow, gates, ingested } = release
  return serving({ record, regressionCases, scheduleRows, hasRow, gates, ingested }, pointer)
}

function serving(held: Held, pointer: Pointer): ServingRelease {
  const answer = once(() => compile(held.record, pointer))
  return {
    ...held,
    pointer,
    catalogue: buildCatalogue(held.record, pointer.holds, held.ingested),
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
  })
}
