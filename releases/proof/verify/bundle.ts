import { sha256 } from '#digest'
import { isJsonObject } from '../../record/json-text.ts'
import { type Bundle, parseBundle } from '../format/bundle.ts'
import { type Checkpoint, parseCheckpoint } from '../format/checkpoint.ts'
import { type LogEntry, parseLogEntry } from '../format/log-entry.ts'
import { type Refusal, refuse } from '../format/refusal.ts'
import { parseStatement, type SignedEvent, type Statement } from '../format/statement.ts'
import { parseCanonicalJson } from '../format/strict-json.ts'
import { isValidAt, type Trust } from '../format/trust.ts'
import { leafHash } from '../merkle/tree.ts'
import { actFault } from './act.ts'
import { verifyEnvelope } from './envelope.ts'
import { type Placed, type VerifyOptions, verifyPlaced } from './placed.ts'
import { verifyInclusion } from './tree-proofs.ts'

/** The log entry that a bundle proves. */
type Seal = Extract<LogEntry, { type: 'ReleaseSealed' }>

/** Facts that a bundle proves. Hashes are lowercase hex. */
export type VerifiedBundle = Placed & {
  readonly ok: true
  readonly release_sha256: string
  readonly release_id: string
  readonly revision: number
  readonly leaf_index: number
  readonly statement: Statement
  readonly entry: Seal
  /** The record's exact bytes. */
  readonly record: Uint8Array
}

/**
 * Verifies a sealed release offline (docs/design/release.md#offline-verification; the order of the checks and their
 * codes are in docs/verify/README.md sections 8 and 9). It proves that these record bytes were sealed under that id, by
 * a trusted key, with every gate passed, and that the seal is in the signed log; it does not prove that the release
 * still serves, nor that its figures are correct.
 */
export function verifyBundle(bytes: Uint8Array, options: VerifyOptions): VerifiedBundle | Refusal {
  const parsed = parseBundle(bytes)
  return parsed.ok ? verifyParsedBundle(parsed.bundle, options) : parsed
}

/** The same for a parsed bundle. */
export function verifyParsedBundle(bundle: Bundle, options: VerifyOptions): VerifiedBundle | Refusal {
  const { trust } = options
  const stated = parseStatement(bundle.payload)
  if (!stated.ok) return stated
  const logged = parseLogEntry(bundle.logEntry)
  if (!logged.ok) return logged
  const { entry } = logged
  if (entry.type !== 'ReleaseSealed') return refuse('LOG_ENTRY_INVALID', `a ${entry.type}, not a seal`)
  const noted = parseCheckpoint(bundle.checkpoint)
  if (!noted.ok) return noted
  const { statement } = stated
  const { checkpoint } = noted

  const flaw =
    bindingFlaw(bundle, statement, entry) ??
    sealFlaw(bundle, statement, entry, trust) ??
    actsFlaw(statement, sourcesOf(bundle), trust) ??
    logFlaw(bundle, checkpoint)
  if (flaw !== null) return flaw

  const placed = verifyPlaced(checkpoint, options)
  if (!placed.ok) return placed
  return {
    ...placed,
    release_sha256: entry.payload.release_sha256,
    release_id: entry.payload.release_id,
    revision: entry.payload.revision,
    leaf_index: bundle.inclusion.leafIndex,
    statement,
    entry,
    record: bundle.record,
  }
}

/** Record, statement and log entry have the same hash and name. */
function bindingFlaw(bundle: Bundle, statement: Statement, { payload }: Seal): Refusal | null {
  const hash = sha256(bundle.record)
  if (hash !== statement.releaseSha256 || hash !== payload.release_sha256) {
    return refuse('RECORD_HASH_MISMATCH', `the record hashes to ${hash}, which is not what was sealed`)
  }
  const record = parseCanonicalJson(bundle.record)
  if (!record.ok) return refuse('RECORD_INVALID', record.reason)
  const releaseId = releaseIdOf(record.value)
  if (releaseId === null) return refuse('RECORD_INVALID', 'not an object with a release_id')
  const names = [releaseId, payload.release_id]
  if (names.some((name) => name !== statement.releaseId) || payload.revision !== statement.revision) {
    return refuse('RELEASE_MISMATCH', 'record, statement and log entry name different releases')
  }
  return null
}

/**
 * The seal: signed by a key that is valid at its position in the log, logged with this statement's hash, and every gate
 * passed.
 */
function sealFlaw(bundle: Bundle, statement: Statement, { payload }: Seal, trust: Trust): Refusal | null {
  const signed = verifyEnvelope(bundle.envelope, trust.keys)
  if (!signed.ok) return signed
  if (!isValidAt(signed.key, bundle.inclusion.leafIndex)) {
    return refuse('KEY_OUT_OF_RANGE', `the key does not speak for index ${bundle.inclusion.leafIndex} of the log`)
  }
  if (payload.statement_sha256 !== sha256(bundle.payload)) {
    return refuse('STATEMENT_HASH_MISMATCH', 'the log entry is not the seal of this statement')
  }
  const failed = statement.gates.find(({ passed }) => !passed)
  return failed === undefined ? null : refuse('GATE_NOT_PASSED', `the gate ${failed.gate} did not pass`)
}

/** Sha256 of the documents that a record lists as its sources; other values there are ignored. */
function sourcesOf({ record }: Bundle): ReadonlySet<unknown> {
  const read = parseCanonicalJson(record)
  const listed: unknown = read.ok && isJsonObject(read.value) ? read.value['sources'] : null
  return new Set(
    Array.isArray(listed) ? listed.flatMap((source) => (isJsonObject(source) ? [source['sha256']] : [])) : [],
  )
}

/**
 * Whether an act is the expected one: the opening, or the attestation of a document of the record, in that document's
 * stream.
 */
function isOfRecord({ type, stream, payload, act }: SignedEvent, sources: ReadonlySet<unknown>): boolean {
  if (type === 'CandidateOpened') return act.command === 'open'
  const { sha256: document } = payload
  return (
    act.command === 'attest' && typeof document === 'string' && sources.has(document) && stream === `source-${document}`
  )
}

/** Whoever opened the release, or attested its sources, signed with a key that was enrolled for them at that time. */
function actsFlaw(statement: Statement, sources: ReadonlySet<unknown>, trust: Trust): Refusal | null {
  const { acts, actors, releaseId, revision, releaseSha256 } = statement
  const [opening, ...others] = acts
  if (opening?.type !== 'CandidateOpened' || others.some(({ type }) => type === 'CandidateOpened'))
    return refuse('OPENING_MISMATCH', 'the statement does not begin with the one act that opened the release')
  const { release_id, revision: opened, record_sha256 } = opening.payload
  if (release_id !== releaseId || opened !== revision || record_sha256 !== releaseSha256)
    return refuse('OPENING_MISMATCH', 'what was opened is not what was sealed')
  if (opening.act.signatures[0]?.person !== actors.opened_by)
    return refuse('OPENING_MISMATCH', `${actors.opened_by} did not sign the opening`)
  for (const event of acts) {
    const { type, stream, version, command_id: commandId, event_position: position, payload, act } = event
    if (!isOfRecord(event, sources))
      return refuse(
        'ACT_INVALID',
        `${type} at position ${position}: not of a document of the record, or of another command`,
      )
    const content = {
      origin: trust.origin,
      stream,
      streamVersion: version - 1,
      commandId,
      command: act.command,
      events: [{ type, payload }],
      logHead: act.log_head,
    }
    const fault = act.events === 1 ? actFault(act, content, position, trust.people) : 'signature_invalid'
    if (fault !== null) return refuse('ACT_INVALID', `${type} at position ${position}: ${fault}`)
  }
  return null
}

/** The seal's leaf is in the tree of the checkpoint. */
function logFlaw({ logEntry, inclusion }: Bundle, checkpoint: Checkpoint): Refusal | null {
  if (inclusion.treeSize !== checkpoint.size) {
    return refuse('INCLUSION_INVALID', 'the proof and the checkpoint are of different tree sizes')
  }
  const claim = {
    leafHash: leafHash(logEntry),
    leafIndex: inclusion.leafIndex,
    treeSize: inclusion.treeSize,
    root: checkpoint.root,
  }
  return verifyInclusion(claim, inclusion.hashes)
    ? null
    : refuse('INCLUSION_INVALID', 'the path does not lead from the log entry to the root')
}

function releaseIdOf(record: unknown): string | null {
  const releaseId = isJsonObject(record) ? record['release_id'] : null
  return typeof releaseId === 'string' ? releaseId : null
}
