import { sha256 } from '#digest'
import type { RefusalCode } from '../../../releases/proof/format/refusal.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { P256_ORDER, strictDer } from '../authenticator.ts'
import { type ActsRecipe, bakeActs, bakeServing, type LooseEntry, noteOf, servingState } from './acts-world.ts'
import { accepted, refused, type TamperCase } from './case.ts'
import { trustText } from './trust-text.ts'
import { notReduced } from './world.ts'

/** Files of acts and serving states: valid ones, and one for each check that may fail. */

const acts = (recipe: Partial<ActsRecipe> = {}) => ({ bundle: bakeActs(recipe) })

/** Every entry of a type with other values for some of its fields. */
const changed =
  (type: string, fields: (entry: LooseEntry) => object): ActsRecipe['entries'] =>
  (entries) =>
    entries.map((entry) => (entry['type'] === type ? { ...entry, ...fields(entry) } : entry))

const without =
  (type: string): ActsRecipe['entries'] =>
  (entries) =>
    entries.filter((entry) => entry['type'] !== type)

function actsCases(): TamperCase[] {
  const refuse = (name: string, code: RefusalCode, recipe: Partial<ActsRecipe>) =>
    refused(`acts file: ${name}`, code, acts(recipe))
  const entry = (name: string, code: RefusalCode, type: string, fields: object) =>
    refuse(name, code, { entries: changed(type, () => fields) })
  const inside = (part: 'payload' | 'act', name: string, code: RefusalCode, type: string, fields: object) =>
    refuse(name, code, {
      entries: changed(type, (one) => ({ [part]: { ...(one[part] as object), ...fields } })),
    })
  const sound = JSON.parse(Buffer.from(bakeActs()).toString()) as { checkpoint: string }
  return [
    accepted('sound: a file of acts', acts()),
    accepted('sound: a file of acts, two witnesses needed', { ...acts(), witnesses: 2 }),
    accepted('sound: a file of acts against its own checkpoint', { ...acts(), checkpoint: sound.checkpoint }),
    accepted(
      'sound: a file of one act',
      acts({ document: (document) => ({ ...document, entries: document.entries.slice(1, 2) }) }),
    ),
    accepted(
      'sound: a file of acts that are apart',
      acts({ document: (document) => ({ ...document, entries: document.entries.filter((_, at) => at !== 2) }) }),
    ),
    refuse('of version 1', 'ACTS_INVALID', { document: (document) => ({ ...document, acts_version: 1 }) }),
    refuse('without entries', 'ACTS_INVALID', { document: (document) => ({ ...document, entries: [] }) }),
    refuse('in reverse', 'ACTS_INVALID', {
      document: (document) => ({ ...document, entries: document.entries.toReversed() }),
    }),
    refuse('with an entry twice', 'ACTS_INVALID', {
      document: (document) => ({ ...document, entries: [...document.entries, ...document.entries.slice(-1)] }),
    }),
    refuse('with a field too many', 'ACTS_INVALID', { document: (document) => ({ ...document, note: '' }) }),
    refuse('with an entry that is none', 'LOG_ENTRY_INVALID', {
      leaf: (bytes, at) => (at === 2 ? bytes.subarray(1) : bytes),
    }),
    refuse('with an entry that is not canonical', 'LOG_ENTRY_INVALID', {
      leaf: (bytes, at) => (at === 2 ? Uint8Array.of(...bytes, 10) : bytes),
    }),
    inside('payload', 'an approval with a payload of its own', 'LOG_ENTRY_INVALID', 'ReleaseApproved', { by: 'x' }),
    inside('payload', 'a passkey enrolled with a key that is no point’s form', 'LOG_ENTRY_INVALID', 'PersonEnrolled', {
      public_key: 'AAAA',
    }),
    refuse('with a mangled note', 'CHECKPOINT_INVALID', {
      document: (document) => ({ ...document, checkpoint: document.checkpoint.slice(1) }),
    }),
    refuse('with a note of another tree', 'INCLUSION_INVALID', {
      document: (document) => ({
        ...document,
        checkpoint: noteOf(document.entries.length + 9, new Uint8Array(32), sha256('serving')),
      }),
    }),
    refuse('with a path that lacks a hash', 'INCLUSION_INVALID', {
      document: (document) => ({
        ...document,
        entries: document.entries.map((one) => ({ ...one, hashes: one.hashes.slice(1) })),
      }),
    }),
    entry('an act that nobody signed', 'ACT_INVALID', 'ReleaseApproved', { act: null }),
    entry('a lapse that somebody signed', 'ACT_INVALID', 'CheckLapsed', { command_id: 'x', act: actOf('check') }),
    entry('an act without an id', 'ACT_INVALID', 'ReleaseApproved', { command_id: null }),
    entry('an act by another actor', 'ACT_INVALID', 'ReleaseApproved', { actor: 'asha' }),
    entry('an act in another stream', 'ACT_INVALID', 'ReleaseApproved', { stream: 'state-YY' }),
    entry('an act at another place of its stream', 'ACT_INVALID', 'ReleaseApproved', { version: 50 }),
    entry('an act before its signer was enrolled', 'ACT_INVALID', 'ReleaseApproved', { event_position: 2 }),
    inside('payload', 'an act of another release', 'ACT_INVALID', 'ReleaseApproved', { revision: 3 }),
    inside('payload', 'a reason changed', 'ACT_INVALID', 'ReleaseWithdrawn', { reason: 'else' }),
    inside('payload', 'a stage changed', 'ACT_INVALID', 'ReleasePromoted', { stage: 'reference' }),
    entry('a promotion by another actor than its beginning', 'ACT_INVALID', 'ReleasePromoted', { actor: 'asha' }),
    entry('a promotion at another position than after its beginning', 'ACT_INVALID', 'ReleasePromoted', {
      event_position: 150,
    }),
    refuse('a promotion without its end', 'ACT_INVALID', { entries: without('ReleasePromoted') }),
    refuse('a promotion without its beginning', 'ACT_INVALID', { entries: without('ReleaseSuperseded') }),
    refuse('a promotion cut off', 'ACT_INVALID', {
      document: (document) => ({ ...document, entries: document.entries.slice(0, 5) }),
    }),
    inside('act', 'another command', 'ACT_INVALID', 'ReleaseApproved', { command: 'review' }),
    inside('act', 'more events than it gave', 'ACT_INVALID', 'ReleaseWithdrawn', { events: 2 }),
    entry('an enrolment that the log began with', 'ACT_INVALID', 'PersonEnrolled', { act: null }),
    refuse('passkeys asked by another page', 'ACT_INVALID', { asked: { origin: 'http://localhost:1' } }),
    refuse('passkeys without verification', 'ACT_INVALID', { asked: { flags: 1 } }),
    refuse('passkeys with the higher S', 'ACT_INVALID', { asked: { der: (r, s) => strictDer(r, P256_ORDER - s) } }),
    refused('acts file: too few witnesses', 'WITNESSES_MISSING', { ...acts(), witnesses: 3 }),
    refused('acts file: of a log that was larger', 'STALE_CHECKPOINT', {
      ...acts(),
      checkpoint: noteOf(40, new Uint8Array(32), sha256('serving')),
    }),
    refused('acts file: of a log that was another', 'FORKED_HISTORY', {
      ...acts(),
      checkpoint: noteOf(23, new Uint8Array(32), sha256('serving')),
    }),
    refused('acts file: without who signed', 'ACT_INVALID', { ...acts(), trust: trustWithout('devi') }),
  ]
}

function actOf(command: string): unknown {
  const entries = JSON.parse(Buffer.from(bakeActs()).toString()).entries as { log_entry: string }[]
  const all = entries.map(
    ({ log_entry }) => JSON.parse(Buffer.from(log_entry, 'base64').toString()) as { act: { command: string } | null },
  )
  return all.find(({ act }) => act?.command === command)?.act
}

function trustWithout(name: string): string {
  const trust = JSON.parse(trustText()) as { people: { name: string }[] }
  return JSON.stringify({ ...trust, people: trust.people.filter((one) => one.name !== name) })
}

function servingCases(): TamperCase[] {
  const { bytes, checkpoint } = bakeServing()
  const given = (state: unknown) => {
    const baked = bakeServing(state)
    return { bundle: baked.bytes, checkpoint: baked.checkpoint }
  }
  const state = servingState()
  const [first] = state.serving
  const invalid = (name: string, parts: object) =>
    refused(`serving: ${name}`, 'SERVING_INVALID', given({ ...state, ...parts }))
  const served = (name: string, parts: object) => invalid(name, { serving: [{ ...first, ...parts }] })
  const person = (parts: object) => ({ people: [{ ...state.people[0], ...parts }] })
  const stranger = JSON.parse(trustText())
  return [
    accepted('sound: a serving state', { bundle: bytes, checkpoint }),
    accepted('sound: a serving state, two witnesses needed', { bundle: bytes, checkpoint, witnesses: 2 }),
    accepted('sound: a serving state in which nothing serves', given({ ...state, serving: [], withdrawn: [] })),
    refused('serving: no checkpoint', 'REFERENCE_INVALID', { bundle: bytes }),
    refused('serving: a checkpoint that is none', 'REFERENCE_INVALID', {
      bundle: bytes,
      checkpoint: checkpoint.slice(1),
    }),
    refused('serving: a checkpoint of another key', 'REFERENCE_INVALID', {
      bundle: bytes,
      checkpoint,
      trust: JSON.stringify({ ...stranger, keys: stranger.keys.slice(0, 1) }),
    }),
    refused('serving: too few witnesses', 'WITNESSES_MISSING', { bundle: bytes, checkpoint, witnesses: 3 }),
    refused('serving: another state', 'SERVING_MISMATCH', {
      bundle: canonicalBytes({ ...state, withdrawn: [] }),
      checkpoint,
    }),
    refused('serving: another stage', 'SERVING_MISMATCH', {
      bundle: Buffer.from(Buffer.from(bytes).toString().replace('"production"', '"reference"')),
      checkpoint,
    }),
    refused('serving: signed for another position', 'SERVING_MISMATCH', given({ ...state, position: 189 })),
    refused('serving: signed for another size', 'SERVING_MISMATCH', given({ ...state, size: 20 })),
    refused('serving: not canonical', 'BUNDLE_NOT_CANONICAL', { bundle: Uint8Array.of(...bytes, 10), checkpoint }),
    invalid('version 1', { serving_version: 1 }),
    invalid('nobody enrolled', { people: [] }),
    invalid('no key', { keys: [] }),
    invalid('a field too many', { note: '' }),
    invalid('somebody revoked before being enrolled', person({ to_position: 1 })),
    invalid('a key whose range ends before it begins', { keys: [{ ...state.keys[0], from_index: 9 }] }),
    invalid(
      'a key that is not reduced',
      person({ public_key: notReduced, key_id: sha256(Buffer.from(notReduced, 'base64')) }),
    ),
    served('an unknown stage', { stage: 'draft' }),
    served('an upper-case hash', { release_sha256: SEALED_UPPER }),
    served('a hold of an unknown kind', { holds: [{ ...first!.holds[0], kind: 'doubt' }] }),
    served('a hold without reason', { holds: [{ ...first!.holds[0], reason: '' }] }),
    served('a time in seconds', { since: '2026-04-03T05:30:00Z' }),
    served('a date with a time', { effective_from: '2026-04-01T00:00' }),
    served('a document by name', { unattested: ['order'] }),
    served('four eyes as text', { four_eyes: 'yes' }),
    served('revision 0', { revision: 0 }),
  ]
}

const SEALED_UPPER = sha256('record').toUpperCase()

export function fileCases(): TamperCase[] {
  return [...actsCases(), ...servingCases()]
}
