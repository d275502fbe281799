import type { Pool } from 'pg'
import { type AnswerPlan, compileAnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { ENGINE_VERSION } from '../../../releases/engine/version.ts'
import { envelopeSchema } from '../../../releases/proof/format/dsse.ts'
import { parseStatement } from '../../../releases/proof/format/statement.ts'
import { fitShape, parseCanonicalJson } from '../../../releases/proof/format/strict-json.ts'
import { isValidAt, type TrustedKey } from '../../../releases/proof/format/trust.ts'
import { verifyEnvelope } from '../../../releases/proof/verify/envelope.ts'
import { sha256 } from '../../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildCatalogue } from './catalogue.ts'
import { once } from './once.ts'
import { readRecord } from './read-record.ts'
import type { Pointer, ServingRelease } from './serving-release.ts'

/** A release that must not be served: its bytes, signature or statement do not hold together. */
export class ReleaseRefused extends Error {}

type Stored = { record: Buffer | null; envelope: Buffer | null; leaf_index: number | null }

/**
 * Bytes come as base64 without its line breaks: as the driver asks for them they come in hex, which takes twice as long to
 * send and to read.
 */
async function readStored(pool: Pool, pointer: Pointer): Promise<Stored> {
  const found = await pool.query<{ record: string | null; envelope: string | null; leaf_index: number | null }>(
    `SELECT (SELECT replace(encode(bytes, 'base64'), E'\\n', '') FROM blobs WHERE sha256 = $3) AS record,
            (SELECT replace(encode(bytes, 'base64'), E'\\n', '') FROM blobs WHERE sha256 = r.envelope_sha256) AS envelope,
            r.leaf_index
     FROM read.releases r WHERE r.release_id = $1 AND r.revision = $2`,
    [pointer.release_id, pointer.revision, pointer.release_sha256],
  )
  const [row] = found.rows
  if (row === undefined) return { record: null, envelope: null, leaf_index: null }
  return { record: bytesOf(row.record), envelope: bytesOf(row.envelope), leaf_index: row.leaf_index }
}

const bytesOf = (base64: string | null): Buffer | null => (base64 === null ? null : Buffer.from(base64, 'base64'))

/** Verdicts of the signed statement: the number of gates passed is read where nobody can have changed it. */
function checkStatement(
  pointer: Pointer,
  stored: Stored,
  keys: readonly TrustedKey[],
): { gates: ServingRelease['gates']; sameEngine: boolean } {
  const { record, envelope: envelopeBytes, leaf_index: leafIndex } = stored
  if (record === null) throw new ReleaseRefused('its record is not in the store')
  if (sha256(record) !== pointer.release_sha256) throw new ReleaseRefused('the record does not hash to its name')
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
type Held = Omit<ServingRelease, 'pointer' | 'answer'>

/**
 * Loads what a pointer names: checks the record's hash and the signature over its statement, and makes its catalogue and
 * plan when they are first asked for. A plan that this engine's gates have not tried is made at once, since making it may
 * fail. Throws ReleaseRefused for a release that must not be served (architecture 1.6 "Snapshot").
 */
export async function loadRelease(pool: Pool, pointer: Pointer, keys: readonly TrustedKey[]): Promise<ServingRelease> {
  const stored = await readStored(pool, pointer)
  const { gates, sameEngine } = checkStatement(pointer, stored, keys)
  const served = readRecord(stored.record ?? Buffer.alloc(0))
  const { record } = served
  if (record.effective_from !== pointer.effective_from || record.effective_to !== pointer.effective_to) {
    throw new ReleaseRefused('the pointer names another period than the record')
  }
  const release = serving({ ...served, gates, catalogue: buildCatalogue(record) }, pointer)
  if (!sameEngine) void release.answer
  return release
}

/** A release as a newer pointer to the very same record has it: its stage and holds may differ. */
export function withPointer(release: ServingRelease, pointer: Pointer): ServingRelease {
  const { record, regressionCases, scheduleRows, hasRow, gates, catalogue } = release
  return serving({ record, regressionCases, scheduleRows, hasRow, gates, catalogue }, pointer)
}

function serving(held: Held, pointer: Pointer): ServingRelease {
  const answer = once(() => compile(held.record, pointer))
  return {
    ...held,
    pointer,
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
