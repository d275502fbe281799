import { createHash } from 'node:crypto'
import { sha256 } from '#digest'
import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import type { BundleDocument } from '../../../releases/proof/format/bundle.ts'
import { concatBytes, utf8Bytes } from '../../../releases/proof/format/bytes.ts'
import { formatBody, formatSignatureLine } from '../../../releases/proof/format/checkpoint.ts'
import type { LogEntry } from '../../../releases/proof/format/log-entry.ts'
import { LOG_ORIGIN, LOG_SIGNATURE_TYPE, noteKeyHash } from '../../../releases/proof/format/note-key.ts'
import { leafHash } from '../../../releases/proof/merkle/hash.ts'
import { inclusionProof } from '../../../releases/proof/merkle/prove.ts'
import { merkleRoot } from '../../../releases/proof/merkle/tree.ts'
import { cosignCheckpoint, type Witness } from '../../../releases/proof/sign/cosign.ts'
import { signEnvelope } from '../../../releases/proof/sign/envelope.ts'
import { type SigningKey, signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { buildTrust } from '../../../releases/proof/sign/trust.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'

/**
 * A small log with real keys, and bundles made from it by recipe. A recipe may be wrong in ways that the signing code
 * refuses to make, so parts are put together here without its checks.
 */

export function testKey(name: string): SigningKey {
  return signingKeyFromSeed(new Uint8Array(createHash('sha256').update(`test seed ${name}`).digest()))
}

/** The log's keys: `former` speaks for indexes 0 to 5, `current` from 6 on. `stranger` is nobody's. */
export const keys = { former: testKey('former'), current: testKey('current'), stranger: testKey('stranger') }
export const LAST_OF_FORMER = 5

export const witnesses: readonly Witness[] = ['one', 'two', 'three'].map((name) => ({
  name: `witness.example/${name}`,
  key: testKey(`witness ${name}`),
}))
export const COSIGNED_AT = 1_775_000_000

const RELEASE_ID = 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1'

/** A record in miniature: the verifier looks at its bytes, its canonical form and its release_id only. */
export function recordContent(revision: number) {
  const row = (code: string, rate: string) => ({
    row_id: `ZZ-${code}`,
    quote: `${code}: energy charge ₹ ${rate} per unit, उपभोक्ता`,
    value: rate,
  })
  return {
    record_version: 1,
    release_id: RELEASE_ID,
    rows: [row('DS-I', '10.11'), row('DS-II', revision === 1 ? '10.12' : '10.22'), row('DS-III', '10.13')],
    rounding: 'half_up_per_line_to_paise',
  }
}

export function eventHash(position: number): string {
  return sha256(`event ${position}`)
}

/** Position of the event behind the leaf at `index`: other events stand between. */
export function eventPosition(index: number): number {
  return 40 + index * 7
}

export function entryAt(index: number, parts: Partial<LogEntry> = {}): LogEntry {
  return {
    entry_version: 1,
    kind: 'approve',
    release_id: `YY-2026-27-VERIFIED-SHADOW-V${index}`,
    revision: 1,
    release_sha256: sha256(`record ${index}`),
    scope: null,
    stage: null,
    component: null,
    reason: null,
    actor: 'asha',
    event_position: eventPosition(index),
    event_hash: eventHash(eventPosition(index)),
    recorded_at: '2026-04-01T05:30:00.000Z',
    statement_sha256: null,
    ...parts,
  }
}

export type Recipe = {
  revision: number
  record: Uint8Array
  /** The statement's JSON, and what to change in it after it was made. */
  statement: (statement: StatementJson) => unknown
  payload: (payload: Uint8Array) => Uint8Array
  entry: (entry: LogEntry) => unknown
  leafData: (leafData: Uint8Array) => Uint8Array
  leafIndex: number
  size: number
  /** Leaves other than the seal's, so that two histories can differ. */
  filler: (index: number) => LogEntry
  origin: string
  logHead: { position: number; hash: string }
  sealKey: SigningKey
  noteKey: SigningKey
  cosigners: readonly Witness[]
}

export type StatementJson = ReturnType<typeof statementJson>

function statementJson(revision: number, releaseSha256: string) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `${RELEASE_ID}@${revision}`, digest: { sha256: releaseSha256 } }],
    predicateType: 'urn:pramaan:release-statement:v1',
    predicate: {
      gates: ['source.bytes_match', 'evidence.quote_found', 'record.canonical_stable'].map((gate, index) => ({
        gate,
        passed: true,
        checked: 3 + index,
      })),
      engine_version: '1.0.0',
      actors: { opened_by: 'asha', sealed_by: 'pipeline' },
      log_head: { position: 95, hash: eventHash(95) },
    },
  }
}

const same = <T>(value: T): T => value

/** Revision 2 sealed at index 8 of a log of 11, by the key of that time, cosigned by two witnesses. */
export function recipe(parts: Partial<Recipe> = {}): Recipe {
  const revision = parts.revision ?? 2
  const size = parts.size ?? 11
  const head = eventPosition(size - 1) + 2
  return {
    revision,
    record: canonicalBytes(recordContent(revision)),
    statement: same,
    payload: same,
    entry: same,
    leafData: same,
    leafIndex: revision === 1 ? 3 : 8,
    size,
    filler: entryAt,
    origin: LOG_ORIGIN,
    logHead: { position: head, hash: eventHash(head) },
    sealKey: revision === 1 ? keys.former : keys.current,
    noteKey: size - 1 > LAST_OF_FORMER ? keys.current : keys.former,
    cosigners: witnesses.slice(0, 2),
    ...parts,
  }
}

/** The bundle of a recipe, as a document that can still be changed. */
export function bake(parts: Partial<Recipe> = {}): BundleDocument {
  const made = recipe(parts)
  const recordHash = sha256(made.record)
  const payload = made.payload(canonicalBytes(made.statement(statementJson(made.revision, recordHash))))
  const seal = entryAt(made.leafIndex, {
    kind: 'seal',
    release_id: RELEASE_ID,
    revision: made.revision,
    release_sha256: recordHash,
    statement_sha256: sha256(payload),
  })
  const leafData = made.leafData(canonicalBytes(made.entry(seal)))
  const leaves = Array.from({ length: made.size }, (_, index) =>
    leafHash(index === made.leafIndex ? leafData : canonicalBytes(made.filler(index))),
  )
  return {
    bundle_version: 1,
    record: encodeBase64(made.record),
    envelope: signEnvelope(payload, made.sealKey),
    log_entry: encodeBase64(leafData),
    inclusion: {
      leaf_index: made.leafIndex,
      tree_size: made.size,
      hashes: inclusionProof(leaves, made.leafIndex).map(encodeBase64),
    },
    checkpoint: note(made, merkleRoot(leaves)),
  }
}

function note({ origin, size, logHead, noteKey, cosigners }: Recipe, root: Uint8Array): string {
  const body = formatBody({ origin, size, root, logHead })
  const keyHash = noteKeyHash(origin, LOG_SIGNATURE_TYPE, noteKey.publicKey)
  const own = `${body}\n${formatSignatureLine(origin, concatBytes(keyHash, noteKey.sign(utf8Bytes(body))))}\n`
  return cosigners.reduce((text, witness) => cosigned(text, witness), own)
}

/** The note with one more cosignature; throws when that cannot be. */
export function cosigned(text: string, witness: Witness, timestampSeconds = COSIGNED_AT): string {
  const result = cosignCheckpoint(text, witness, timestampSeconds)
  if (!result.ok) throw new Error(result.reason)
  return result.note
}

/** What the reader trusts: both keys in their ranges and all three witnesses. */
export function trustText(checkpoint: string | null = null): string {
  return buildTrust({
    origin: LOG_ORIGIN,
    keys: [
      { publicKey: keys.former.publicKey, fromIndex: 0, toIndex: LAST_OF_FORMER },
      { publicKey: keys.current.publicKey, fromIndex: LAST_OF_FORMER + 1, toIndex: null },
    ],
    witnesses: witnesses.map(({ name, key }) => ({ name, publicKey: key.publicKey })),
    checkpoint,
  })
}
