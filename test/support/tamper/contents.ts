import { sha256 } from '#digest'
import type { RefusalCode } from '../../../releases/proof/format/refusal.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { actCases } from './acts.ts'
import { baked, refused, SIGNATURE, soundWith, type TamperCase, textAt, withValue } from './case.ts'
import {
  bake,
  entryAt,
  eventHash,
  keys,
  openingOf,
  type Recipe,
  recordContent,
  type SealEntry,
  type StatementJson,
  witnesses,
} from './world.ts'

/** Content changed by someone without a key, and content that a key holder should never have signed. */

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')

/** Records replaced under an unchanged seal. */
function recordCases(): TamperCase[] {
  const swapped = (name: string, record: Uint8Array | string) =>
    refused(name, 'RECORD_HASH_MISMATCH', { bundle: soundWith({ record: base64(record) }) })
  const content = recordContent(2)
  const [one, two, three] = content.rows
  const text = JSON.stringify(content)
  return [
    swapped('a changed quote', canonicalBytes({ ...content, rows: [one, { ...two, quote: 'DS-II: ₹ 1.00' }, three] })),
    swapped('a changed figure', canonicalBytes({ ...content, rows: [one, { ...two, value: '10.21' }, three] })),
    swapped('a missing row', canonicalBytes({ ...content, rows: [one, three] })),
    swapped('a row twice', canonicalBytes({ ...content, rows: [one, two, two, three] })),
    swapped('rows in another order', canonicalBytes({ ...content, rows: [two, one, three] })),
    swapped('an added field', canonicalBytes({ ...content, note: 'harmless' })),
    swapped('another release id', canonicalBytes({ ...content, release_id: 'ZZ-2026-27-VERIFIED-STRICT-BASE-V2' })),
    swapped('the record of revision 1', canonicalBytes(recordContent(1))),
    swapped('the record with a newline after it', `${text}\n`),
    swapped('the record pretty-printed', JSON.stringify(content, null, 2)),
    swapped('an empty record', ''),
  ]
}

/** Parts of two valid bundles mixed. */
function mixedCases(): TamperCase[] {
  const [own, other] = [bake(), bake({ revision: 1 })]
  const mixed = (name: string, code: RefusalCode, fields: Partial<typeof own>) =>
    refused(name, code, { bundle: soundWith(fields) })
  const [{ keyid, sig }] = other.envelope.signatures
  const signature = (parts: Partial<(typeof own.envelope.signatures)[0]>): Partial<typeof own> => ({
    envelope: { ...own.envelope, signatures: [{ ...own.envelope.signatures[0], ...parts }] },
  })
  const { record, envelope, log_entry, inclusion } = other
  return [
    mixed('the envelope of revision 1', 'RECORD_HASH_MISMATCH', { envelope }),
    mixed('the log entry of revision 1', 'RECORD_HASH_MISMATCH', { log_entry }),
    mixed('record and envelope of revision 1', 'RECORD_HASH_MISMATCH', { record, envelope }),
    mixed('record, envelope and log entry of revision 1', 'KEY_OUT_OF_RANGE', { record, envelope, log_entry }),
    mixed('the inclusion proof of revision 1', 'INCLUSION_INVALID', {
      inclusion: { ...own.inclusion, hashes: inclusion.hashes },
    }),
    mixed('the signature of revision 1', 'SIGNATURE_INVALID', signature({ keyid, sig })),
    mixed("the other key's signature under this key's id", 'SIGNATURE_INVALID', signature({ sig })),
    mixed("this signature under the other key's id", 'SIGNATURE_INVALID', signature({ keyid })),
  ]
}

/** Statements that are signed and logged, but wrong. */
function statementCases(): TamperCase[] {
  const invalid = (name: string, statement: Recipe['statement']) =>
    refused(name, 'STATEMENT_INVALID', { bundle: baked({ statement }) })
  const named = (name: string) => (json: StatementJson) => ({
    ...json,
    subject: [{ ...json.subject[0]!, name }],
  })
  const predicate = (parts: object) => (json: StatementJson) => ({
    ...json,
    predicate: { ...json.predicate, ...parts },
  })
  const gate = { gate: 'source.cited', passed: true, checked: 1 }
  return [
    invalid('a statement of another type', (json) => ({ ...json, _type: 'https://in-toto.io/Statement/v0.1' })),
    invalid('a predicate of another type', (json) => ({ ...json, predicateType: 'urn:pramaan:release-statement:v1' })),
    invalid('a statement with a field too many', (json) => ({ ...json, note: '' })),
    invalid('a statement without subject', (json) => ({ ...json, subject: [] })),
    invalid('a statement of two subjects', (json) => ({ ...json, subject: [...json.subject, ...json.subject] })),
    invalid('a subject without revision', named('ZZ-2026-27-VERIFIED-STRICT-BASE-V1')),
    invalid('a subject of revision 0', named('ZZ-2026-27-VERIFIED-STRICT-BASE-V1@0')),
    invalid('a subject of revision 02', named('ZZ-2026-27-VERIFIED-STRICT-BASE-V1@02')),
    invalid('a subject of two revisions', named('ZZ-2026-27-VERIFIED-STRICT-BASE-V1@2@2')),
    invalid('a subject with a newline', named('ZZ-2026-27-VERIFIED-STRICT-BASE-V1@2\n')),
    invalid('a subject in lower case', named('zz-2026-27-verified-strict-base-v1@2')),
    invalid('an upper-case digest', (json) => ({
      ...json,
      subject: [{ ...json.subject[0]!, digest: { sha256: json.subject[0]!.digest.sha256.toUpperCase() } }],
    })),
    invalid('no gate', predicate({ gates: [] })),
    invalid('a gate named twice', predicate({ gates: [gate, gate] })),
    invalid('a gate that passed as text', predicate({ gates: [{ ...gate, passed: 'true' }] })),
    invalid('a gate that checked minus one', predicate({ gates: [{ ...gate, checked: -1 }] })),
    invalid('a negative log head', predicate({ log_head: { position: -1, hash: eventHash(1) } })),
    invalid('an actor without name', predicate({ actors: { opened_by: '', sealed_by: 'pipeline' } })),
    refused('a statement that is not canonical', 'STATEMENT_INVALID', {
      bundle: baked({ payload: (payload) => Uint8Array.from([...payload, 0x0a]) }),
    }),
    refused('a gate that did not pass', 'GATE_NOT_PASSED', {
      bundle: baked({ statement: predicate({ gates: [gate, { ...gate, gate: 'source.in_force', passed: false }] }) }),
    }),
    refused('a statement of another revision', 'RELEASE_MISMATCH', {
      bundle: baked({ statement: named('ZZ-2026-27-VERIFIED-STRICT-BASE-V1@3') }),
    }),
    refused('a statement of another release', 'RELEASE_MISMATCH', {
      bundle: baked({ statement: named('ZZ-2025-26-VERIFIED-STRICT-BASE-V1@2') }),
    }),
    refused('a statement of another record', 'RECORD_HASH_MISMATCH', {
      bundle: baked({
        statement: (json) => ({ ...json, subject: [{ ...json.subject[0]!, digest: { sha256: sha256('other') } }] }),
      }),
    }),
  ]
}

/** Log entries that are in the log, but wrong. */
function entryCases(): TamperCase[] {
  const invalid = (name: string, parts: object) =>
    refused(name, 'LOG_ENTRY_INVALID', { bundle: baked({ entry: (entry) => ({ ...entry, ...parts }) }) })
  const payload = (parts: object) => (entry: SealEntry) => ({ ...entry, payload: { ...entry.payload, ...parts } })
  const invalidPayload = (name: string, parts: object) =>
    refused(name, 'LOG_ENTRY_INVALID', { bundle: baked({ entry: payload(parts) }) })
  const approval = entryAt(8).payload
  return [
    invalid('an entry of version 1', { entry_version: 1 }),
    invalid('an entry with a field too many', { note: null }),
    invalid('an entry of an unknown type', { type: 'ReleaseErased' }),
    invalidPayload('a seal without statement', { statement_sha256: null }),
    invalidPayload('a seal with a field too many', { note: '' }),
    invalid('an approval with the payload of a seal', { type: 'ReleaseApproved' }),
    invalid('an approval in place of the seal', { type: 'ReleaseApproved', payload: approval }),
    invalid('a payload that is a list', { payload: [] }),
    invalid('a payload that is null', { payload: null }),
    invalidPayload('an entry of revision 0', { revision: 0 }),
    invalid('an entry of version 0 of its stream', { version: 0 }),
    invalid('an entry of a stream without name', { stream: '' }),
    invalid('an act of one word', { act: 'open' }),
    invalid('an act without signatures', { act: { ...openingOf(2, sha256('record')).act, signatures: [] } }),
    invalid('an act of an unknown command', { act: { ...openingOf(2, sha256('record')).act, command: 'erase' } }),
    invalid('an entry of more than 16 KiB', { stream: 'x'.repeat(17_000) }),
    invalid('an entry at a negative position', { event_position: -1 }),
    invalid('an entry with an upper-case hash', { event_hash: eventHash(1).toUpperCase() }),
    invalid('an entry with a time in seconds', { recorded_at: '2026-04-01T05:30:00Z' }),
    refused('an entry that is not canonical', 'LOG_ENTRY_INVALID', {
      bundle: baked({ leafData: (data) => Uint8Array.from([0x20, ...data]) }),
    }),
    refused('an entry for another statement', 'STATEMENT_HASH_MISMATCH', {
      bundle: baked({ entry: payload({ statement_sha256: sha256('other') }) }),
    }),
    refused('an entry for another revision', 'RELEASE_MISMATCH', {
      bundle: baked({ entry: payload({ revision: 1 }) }),
    }),
    refused('an entry for another release', 'RELEASE_MISMATCH', {
      bundle: baked({ entry: payload({ release_id: 'ZZ-2025-26-VERIFIED-STRICT-BASE-V1' }) }),
    }),
    refused('an entry for another record', 'RECORD_HASH_MISMATCH', {
      bundle: baked({ entry: payload({ release_sha256: sha256('other') }) }),
    }),
  ]
}

/** Records that were sealed properly although they should not have been. */
function sealedRecordCases(): TamperCase[] {
  const sealed = (name: string, code: 'RECORD_INVALID' | 'RELEASE_MISMATCH', text: string) =>
    refused(name, code, { bundle: baked({ record: new TextEncoder().encode(text) }) })
  return [
    sealed('a sealed record that is not canonical', 'RECORD_INVALID', JSON.stringify(recordContent(2), null, 1)),
    sealed(
      'a sealed record with a fraction',
      'RECORD_INVALID',
      '{"release_id":"ZZ-2026-27-VERIFIED-STRICT-BASE-V1","x":0.1}',
    ),
    sealed('a sealed record that is a list', 'RECORD_INVALID', '[]'),
    sealed('a sealed record that is null', 'RECORD_INVALID', 'null'),
    sealed('a sealed record that is no JSON', 'RECORD_INVALID', 'record'),
    refused('a sealed record that is not UTF-8', 'RECORD_INVALID', {
      bundle: baked({ record: Uint8Array.from(Buffer.from('{"release_id":"ZZ\xff"}', 'latin1')) }),
    }),
    sealed('a sealed record without release_id', 'RECORD_INVALID', '{"record_version":1}'),
    sealed('a sealed record whose release_id is a number', 'RECORD_INVALID', '{"release_id":1}'),
    sealed('a sealed record of another release', 'RELEASE_MISMATCH', '{"release_id":"ZZ-2026-27-OTHER"}'),
  ]
}

/** Keys that are not valid here. */
function keyCases(): TamperCase[] {
  const signed = (name: string, sig: string) =>
    refused(name, 'SIGNATURE_INVALID', { bundle: withValue(SIGNATURE, sig) })
  const payload = Buffer.from(bake().envelope.payload, 'base64')
  return [
    refused('sealed by a stranger', 'KEY_UNKNOWN', { bundle: baked({ sealKey: keys.stranger }) }),
    refused('sealed by a witness', 'KEY_UNKNOWN', { bundle: baked({ sealKey: witnesses[0]!.key }) }),
    refused('sealed by the former key after its range', 'KEY_OUT_OF_RANGE', {
      bundle: baked({ sealKey: keys.former }),
    }),
    refused('sealed by the current key before its range', 'KEY_OUT_OF_RANGE', {
      bundle: baked({ revision: 1, sealKey: keys.current }),
    }),
    refused('sealed one index after the range', 'KEY_OUT_OF_RANGE', {
      bundle: baked({ leafIndex: 6, sealKey: keys.former }),
    }),
    refused('sealed one index before the range', 'KEY_OUT_OF_RANGE', {
      bundle: baked({ leafIndex: 5, sealKey: keys.current }),
    }),
    signed('a signature with the group order added to S', plusGroupOrder(textAt(SIGNATURE))),
    signed('a signature of zeros', base64(new Uint8Array(64))),
    signed('a signature over the bare payload', base64(keys.current.sign(payload))),
  ]
}

/** (R, S) as (R, S + L): the same equation, refused by RFC 8032 5.1.7 step 1. */
function plusGroupOrder(sig: string): string {
  const bytes = Buffer.from(sig, 'base64')
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order
  const raised = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
  return base64(Buffer.concat([bytes.subarray(0, 32), raised]))
}

/** Wrong content, in the order of the verifier's checks. */
export function contentCases(): TamperCase[] {
  return [
    ...recordCases(),
    ...mixedCases(),
    ...statementCases(),
    ...entryCases(),
    ...actCases(),
    ...sealedRecordCases(),
    ...keyCases(),
  ]
}
