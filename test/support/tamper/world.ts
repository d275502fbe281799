import { createHash } from 'node:crypto'
import { sha256 } from '#digest'
import type { ActContent } from '../../../releases/proof/format/act.ts'
import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import type { BundleDocument } from '../../../releases/proof/format/bundle.ts'
import { concatBytes, utf8Bytes } from '../../../releases/proof/format/bytes.ts'
import { type CheckpointBody, formatBody, formatSignatureLine } from '../../../releases/proof/format/checkpoint.ts'
import type { LogEntry } from '../../../releases/proof/format/log-entry.ts'
import { LOG_SIGNATURE_TYPE, logOrigin, noteKeyHash } from '../../../releases/proof/format/note-key.ts'
import type { SignedEvent } from '../../../releases/proof/format/statement.ts'
import { inclusionProof, leafHash, merkleRoot } from '../../../releases/proof/merkle/tree.ts'
import { cosignCheckpoint, type Witness } from '../../../releases/proof/sign/checkpoint.ts'
import { type SigningKey, signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { signEnvelope } from '../../../releases/proof/sign/statement.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { type Asked, passkeyAct, testAuthenticator } from '../authenticator.ts'
import { signAct } from '../sign-act.ts'

/**
 * A small log with real keys, and bundles made from it by recipe. A recipe may be wrong in ways that the signing code
 * would refuse, so parts are assembled here without its checks.
 */

export function testKey(name: string): SigningKey {
  return signingKeyFromSeed(new Uint8Array(createHash('sha256').update(`test seed ${name}`).digest()))
}

/** The log's keys: `former` is valid for indexes 0 to 5, `current` from 6 on. `stranger` is trusted by nobody. */
export const keys = { former: testKey('former'), current: testKey('current'), stranger: testKey('stranger') }

/** A public key whose coordinate is the field's prime plus one: another way to write 1. */
export const notReduced = Buffer.from([0xee, ...Array(30).fill(0xff), 0x7f]).toString('base64')
export const LAST_OF_FORMER = 5

export const witnesses: readonly Witness[] = ['one', 'two', 'three'].map((name) => ({
  name: `witness.example/${name}`,
  key: testKey(`witness ${name}`),
}))
/** Name of the log. */
export const ORIGIN = logOrigin('0123456789abcdef')
/** Who opened the sealed releases, and who attested a source. */
export const people = { asha: testKey('person asha'), bashir: testKey('person bashir'), meena: testKey('person meena') }
/** The person whose key is a passkey. */
export const devi = testAuthenticator('devi')
const COSIGNED_AT = 1_775_000_000

const RELEASE_ID = 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1'

/** A minimal record: the verifier only checks its bytes, its canonical form and its release_id. */
export function recordContent(revision: number) {
  const row = (code: string, rate: string) => ({
    row_id: `ZZ-${code}`,
    quote: `${code}: energy charge ₹ ${rate} per unit, उपभोक्ता`,
    value: rate,
  })
  return {
    record_version: 1,
    release_id: RELEASE_ID,
    sources: [{ source_id: 'order', sha256: sha256('order') }],
    rows: [row('DS-I', '10.11'), row('DS-II', revision === 1 ? '10.12' : '10.22'), row('DS-III', '10.13')],
    rounding: 'half_up_per_line_to_paise',
  }
}

export function eventHash(position: number): string {
  return sha256(`event ${position}`)
}

/** Position of the event behind the leaf at `index`: other events stand between. */
function eventPosition(index: number): number {
  return 40 + index * 7
}

/** By default an approval: only the signatures of the statement's acts are checked. */
export function entryAt(index: number, parts: object = {}): LogEntry {
  return {
    entry_version: 2,
    type: 'ReleaseApproved',
    stream: 'state-YY',
    version: index + 2,
    command_id: null,
    actor: 'asha',
    act: null,
    payload: {
      release_id: `YY-2026-27-VERIFIED-SHADOW-V${index}`,
      revision: 1,
      release_sha256: sha256(`record ${index}`),
    },
    event_position: eventPosition(index),
    event_hash: eventHash(eventPosition(index)),
    recorded_at: '2026-04-01T05:30:00.000Z',
    ...parts,
  } as LogEntry
}

/** The seal's entry, before a recipe changes it. */
export type SealEntry = Extract<LogEntry, { type: 'ReleaseSealed' }>

function sealAt(index: number, revision: number, releaseSha256: string, statementSha256: string): SealEntry {
  const payload: SealEntry['payload'] = {
    release_id: RELEASE_ID,
    revision,
    release_sha256: releaseSha256,
    run_id: 'run-1',
    size_bytes: 1_000,
    envelope_sha256: sha256('envelope'),
    statement_sha256: statementSha256,
    key_id: keys.current.keyId,
    engine_version: '1.0.0',
    log_head: { position: 95, hash: eventHash(95) },
  }
  return entryAt(index, { type: 'ReleaseSealed', stream: 'state-ZZ', actor: 'pipeline', payload }) as SealEntry
}

/** How an act of the statement is signed, for tests to change. */
type ActRecipe = {
  readonly name: string
  readonly key: SigningKey
  readonly origin: string
  readonly position: number
  /** If different from the event's. */
  readonly command?: ActContent['command']
}

/** A signed event in the form of a statement. */
function signedEvent(
  type: SignedEvent['type'],
  stream: string,
  payload: Record<string, unknown>,
  { name, key, ...place }: ActRecipe,
): SignedEvent {
  const { position } = place
  const content = contentOf(type, stream, payload, place)
  const act = signAct(content, [{ name, key }])
  return { type, stream, version: 3, event_position: position, command_id: content.commandId, payload, act }
}

function contentOf(
  type: SignedEvent['type'],
  stream: string,
  payload: Record<string, unknown>,
  { origin, position, command }: Pick<ActRecipe, 'origin' | 'position' | 'command'>,
): ActContent {
  return {
    origin,
    stream,
    streamVersion: 2,
    commandId: `${type}-${position}`,
    command: command ?? (type === 'CandidateOpened' ? 'open' : 'attest'),
    events: [{ type, payload }],
    logHead: { position: 20, hash: eventHash(20) },
  }
}

export function openingOf(revision: number, recordSha256: string, how: Partial<ActRecipe> = {}): SignedEvent {
  const payload = { release_id: RELEASE_ID, revision, record_sha256: recordSha256, findings: [] }
  return signedEvent('CandidateOpened', 'state-ZZ', payload, {
    ...{ name: 'asha', key: people.asha, origin: ORIGIN, position: 30 },
    ...how,
  })
}

export function attestation(
  how: Partial<ActRecipe> = {},
  { hash = sha256('order'), stream = `source-${hash}` }: { hash?: string; stream?: string } = {},
): SignedEvent {
  const payload = { sha256: hash, obtained_from: 'the regulator', compared: 'every page' }
  return signedEvent('SourceAttested', stream, payload, {
    ...{ name: 'bashir', key: people.bashir, origin: ORIGIN, position: 31 },
    ...how,
  })
}

/** The attestation by the person with a passkey; `how`: options for the authenticator. */
export function passkeyAttestation(how: Partial<Asked> = {}): SignedEvent {
  const given = attestation({ position: 32 })
  const content = contentOf(given.type, given.stream, given.payload, { origin: ORIGIN, position: 32 })
  return { ...given, act: passkeyAct(devi, content, how) }
}

export type Recipe = {
  revision: number
  record: Uint8Array
  /** The statement's JSON, and changes made to it afterwards. */
  statement: (statement: StatementJson) => unknown
  payload: (payload: Uint8Array) => Uint8Array
  entry: (entry: SealEntry) => unknown
  /** The acts of the statement, given the correct ones. */
  acts: (acts: SignedEvent[], opening: (how: Partial<ActRecipe>) => SignedEvent) => unknown[]
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

function statementJson(revision: number, releaseSha256: string, acts: unknown[]) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `${RELEASE_ID}@${revision}`, digest: { sha256: releaseSha256 } }],
    predicateType: 'urn:pramaan:release-statement:v2',
    predicate: {
      gates: ['source.bytes_match', 'evidence.quote_found', 'record.canonical_stable'].map((gate, index) => ({
        gate,
        passed: true,
        checked: 3 + index,
      })),
      engine_version: '1.0.0',
      actors: { opened_by: 'asha', sealed_by: 'pipeline' },
      log_head: { position: 95, hash: eventHash(95) },
      acts,
    },
  }
}

const same = <T>(value: T): T => value

/** Revision 2 sealed at index 8 of a log of 11, by the key valid then, cosigned by two witnesses. */
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
    acts: same,
    leafData: same,
    leafIndex: revision === 1 ? 3 : 8,
    size,
    filler: entryAt,
    origin: ORIGIN,
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
  const { origin, size, logHead } = made
  const recordHash = sha256(made.record)
  const opening = (how: Partial<ActRecipe>): SignedEvent => openingOf(made.revision, recordHash, how)
  const acts = made.acts([opening({}), attestation()], opening)
  const payload = made.payload(canonicalBytes(made.statement(statementJson(made.revision, recordHash, acts))))
  const seal = sealAt(made.leafIndex, made.revision, recordHash, sha256(payload))
  const leafData = made.leafData(canonicalBytes(made.entry(seal)))
  const leaves = Array.from({ length: size }, (_, index) =>
    leafHash(index === made.leafIndex ? leafData : canonicalBytes(made.filler(index))),
  )
  const body = { origin, size, root: merkleRoot(leaves), logHead, servingSha256: sha256(`serving ${size}`) }
  return {
    bundle_version: 2,
    record: encodeBase64(made.record),
    envelope: signEnvelope(payload, made.sealKey),
    log_entry: encodeBase64(leafData),
    inclusion: {
      leaf_index: made.leafIndex,
      tree_size: size,
      hashes: inclusionProof(leaves, made.leafIndex).map(encodeBase64),
    },
    checkpoint: noteBy(made.noteKey, body, made.cosigners),
  }
}

/** A checkpoint signed by a key in the log's name, with cosignatures. */
export function noteBy(key: SigningKey, content: CheckpointBody, cosigners: readonly Witness[]): string {
  const body = formatBody(content)
  const keyHash = noteKeyHash(content.origin, LOG_SIGNATURE_TYPE, key.publicKey)
  const own = `${body}\n${formatSignatureLine(content.origin, concatBytes(keyHash, key.sign(utf8Bytes(body))))}\n`
  return cosigners.reduce((text, witness) => cosigned(text, witness), own)
}

/** A note of exactly these lines, signed by the current key in the name on the first line. */
export function signedNote(body: string): string {
  const origin = body.split('\n')[0] ?? ''
  const keyHash = noteKeyHash(ORIGIN, LOG_SIGNATURE_TYPE, keys.current.publicKey)
  const bytes = concatBytes(keyHash, keys.current.sign(utf8Bytes(body)))
  return `${body}\n${formatSignatureLine(origin, bytes)}\n`
}

/** The note with one more cosignature; throws if that is impossible. */
export function cosigned(text: string, witness: Witness, timestampSeconds = COSIGNED_AT): string {
  const result = cosignCheckpoint(text, witness, timestampSeconds)
  if (!result.ok) throw new Error(result.reason)
  return result.note
}
