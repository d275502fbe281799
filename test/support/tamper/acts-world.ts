import { sha256 } from '#digest'
import type { Act, ActCommand, ActContent } from '../../../releases/proof/format/act.ts'
import type { ActsDocument } from '../../../releases/proof/format/acts-file.ts'
import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import { utf8Bytes } from '../../../releases/proof/format/bytes.ts'
import type { ServingState } from '../../../releases/proof/format/serving.ts'
import { inclusionProof, leafHash, merkleRoot } from '../../../releases/proof/merkle/tree.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { type Asked, passkeyEnrolment, passkeySignature, testAuthenticator } from '../authenticator.ts'
import { signAct } from '../sign-act.ts'
import { trustText } from './trust-text.ts'
import { devi, eventHash, keys, noteBy, ORIGIN, people, witnesses } from './world.ts'

/** Acts after a seal, in a log of their own, and the resulting serving state. */

const RELEASE = { release_id: 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1', revision: 2 }
const SEALED = { ...RELEASE, release_sha256: sha256('record') }
const STATE = 'state-ZZ'
/** Position of the first entry in the event log: all of these people act then. */
const FROM = 100

type Signer = 'asha' | 'bashir' | 'devi'
type Event = { readonly type: string; readonly payload: object }
type Done = {
  readonly command: ActCommand | null
  readonly by: readonly Signer[]
  readonly stream: string
  readonly events: readonly Event[]
}

const component = { ...SEALED, component: 'rows/ZZ-DS-I/energy' }
const one = (command: ActCommand, by: readonly Signer[], event: Event, stream = STATE): Done => {
  return { command, by, stream, events: [event] }
}
const source = sha256('order')

/** Each kind of act, by key files, by a passkey, and by both. */
const DONE: readonly Done[] = [
  one(
    'attest',
    ['devi'],
    { type: 'SourceAttested', payload: { sha256: source, obtained_from: 'the regulator', compared: 'all' } },
    `source-${source}`,
  ),
  one('review', ['bashir'], {
    type: 'ReleaseReviewed',
    payload: { ...SEALED, cells: 3, ticks_sha256: sha256('ticks') },
  }),
  one('approve', ['bashir'], { type: 'ReleaseApproved', payload: SEALED }),
  {
    command: 'promote',
    by: ['devi'],
    stream: STATE,
    events: [
      { type: 'ReleaseSuperseded', payload: { ...SEALED, revision: 1, scope: 'ZZ', by: RELEASE } },
      { type: 'ComponentHeld', payload: { ...component, reason: 'in doubt, as before' } },
      {
        type: 'ReleasePromoted',
        payload: {
          ...SEALED,
          scope: 'ZZ',
          effective_from: '2026-04-01',
          effective_to: '2027-03-31',
          stage: 'production',
        },
      },
    ],
  },
  one('unhold', ['asha', 'devi'], { type: 'ComponentFreed', payload: { ...component, reason: 'looked up' } }),
  one('check', ['asha'], {
    type: 'ComponentChecked',
    payload: { ...component, checked_on: '2026-04-02', check_by: '2026-05-02' },
  }),
  {
    command: null,
    by: [],
    stream: STATE,
    events: [{ type: 'CheckLapsed', payload: { ...component, check_by: '2026-05-02' } }],
  },
  one(
    'enrol',
    ['devi', 'bashir'],
    { type: 'PersonEnrolled', payload: passkeyEnrolment(testAuthenticator('esha'), ORIGIN) },
    'trust',
  ),
  one(
    'revoke',
    ['asha'],
    {
      type: 'PersonRevoked',
      payload: { person: 'esha', key_id: testAuthenticator('esha').keyId, reason: 'left', compromised_since: null },
    },
    'trust',
  ),
  one(
    'rotate_signing_key',
    ['asha'],
    {
      type: 'SigningKeyAdded',
      payload: {
        origin: ORIGIN,
        key_id: keys.stranger.keyId,
        public_key: encodeBase64(keys.stranger.publicKey),
        replaces: keys.current.keyId,
      },
    },
    'trust',
  ),
  one('hold', ['devi'], { type: 'ComponentHeld', payload: { ...component, reason: 'in doubt' } }),
  one('withdraw', ['bashir'], {
    type: 'ReleaseWithdrawn',
    payload: { ...SEALED, scope: null, reason: 'printed wrong' },
  }),
]

export type LooseEntry = Record<string, unknown>
export type ActsRecipe = {
  /** Options for an authenticator. */
  readonly asked: Partial<Asked>
  /** Entries after they were signed. */
  readonly entries: (entries: LooseEntry[]) => unknown[]
  /** Bytes of an entry. */
  readonly leaf: (bytes: Uint8Array, at: number) => Uint8Array
  /** The final document. */
  readonly document: (document: ActsDocument) => unknown
}

function signed(
  done: Done,
  command: ActCommand,
  at: { position: number; version: number },
  asked: Partial<Asked>,
): Act {
  const content: ActContent = {
    origin: ORIGIN,
    stream: done.stream,
    streamVersion: at.version - 1,
    commandId: `${command}-${at.position}`,
    command,
    events: done.events,
    logHead: { position: 20, hash: eventHash(20) },
  }
  const files = done.by.flatMap((name) => (name === 'devi' ? [] : [{ name, key: people[name] }]))
  const byFile = signAct(content, files)
  const signatures = done.by.map((name) => {
    if (name === 'devi') return passkeySignature(devi, content, asked)
    return byFile.signatures.find(({ person }) => person === name)!
  })
  return { ...byFile, signatures }
}

function entriesOf(asked: Partial<Asked>): LooseEntry[] {
  const versions = new Map<string, number>()
  const entries: LooseEntry[] = []
  for (const done of DONE) {
    const version = (versions.get(done.stream) ?? 3) + 1
    const position = FROM + entries.length
    const act = done.command === null ? null : signed(done, done.command, { position, version }, asked)
    for (const [at, { type, payload }] of done.events.entries()) {
      entries.push({
        entry_version: 2,
        type,
        stream: done.stream,
        version: version + at,
        event_position: position + at,
        event_hash: eventHash(position + at),
        command_id: at === 0 && done.command !== null ? `${done.command}-${position}` : null,
        actor: done.by[0] ?? 'pipeline',
        act: at === 0 ? act : null,
        payload,
        recorded_at: '2026-04-03T05:30:00.000Z',
      })
    }
    versions.set(done.stream, version + done.events.length - 1)
  }
  return entries
}

/** Leaves before the acts, so that they are not at the beginning. */
const BEFORE = 9

/** A file of acts, correct except for the recipe's changes; the tree and its checkpoint match the result. */
export function bakeActs(recipe: Partial<ActsRecipe> = {}): Uint8Array {
  const entries = (recipe.entries ?? ((all) => all))(entriesOf(recipe.asked ?? {}))
  const leaves = entries.map((entry, at) => (recipe.leaf ?? ((bytes) => bytes))(canonicalBytes(entry), at))
  const before = Array.from({ length: BEFORE }, (_, at) => leafHash(utf8Bytes(`leaf ${at}`)))
  const tree = [...before, ...leaves.map(leafHash)]
  const document: ActsDocument = {
    acts_version: 2,
    entries: leaves.map((leaf, at) => ({
      log_entry: encodeBase64(leaf),
      leaf_index: BEFORE + at,
      hashes: inclusionProof(tree, BEFORE + at).map(encodeBase64),
    })),
    checkpoint: noteOf(tree.length, merkleRoot(tree), sha256('serving')),
  }
  return canonicalBytes((recipe.document ?? ((same) => same))(document))
}

/** A note by the log's key with two cosignatures. */
export function noteOf(size: number, root: Uint8Array, servingSha256: string, position = 190): string {
  const logHead = { position, hash: eventHash(position) }
  return noteBy(keys.current, { origin: ORIGIN, size, root, logHead, servingSha256 }, witnesses.slice(0, 2))
}

/** A serving state with something in every field. */
export function servingState(): ServingState {
  const trust = JSON.parse(trustText()) as Pick<ServingState, 'people' | 'keys'>
  const served = (scope: string, from: string, to: string): ServingState['serving'][number] => ({
    scope,
    effective_from: from,
    effective_to: to,
    ...SEALED,
    statement_sha256: sha256('statement'),
    stage: 'production',
    four_eyes: true,
    unattested: [source],
    checks: [{ component: 'rows/ZZ-DS-I/energy', checked_on: '2026-04-02', check_by: '2026-05-02' }],
    log_position: 104,
    since: '2026-04-03T05:30:00.000Z',
    holds: [
      { component: 'rows/ZZ-DS-I/energy', kind: 'hold', reason: 'in doubt', since: '2026-04-03T05:30:00.000Z' },
      {
        component: 'rows/ZZ-DS-I/fixed',
        kind: 'check_lapsed',
        reason: 'nobody looked',
        since: '2026-05-03T00:00:00.000Z',
      },
    ],
  })
  return {
    serving_version: 2,
    position: 190,
    size: 21,
    serving: [served('ZZ', '2025-04-01', '2026-03-31'), served('ZZ', '2026-04-01', '2027-03-31')],
    withdrawn: [sha256('withdrawn')],
    people: trust.people,
    keys: trust.keys,
  }
}

/** The bytes of a serving state, and the checkpoint that names them. */
export function bakeServing(state: unknown = servingState()): {
  readonly bytes: Uint8Array
  readonly checkpoint: string
} {
  const bytes = canonicalBytes(state)
  return { bytes, checkpoint: noteOf(21, leafHash(utf8Bytes('root')), sha256(bytes)) }
}
