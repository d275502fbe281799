import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import * as z from 'zod'
import { LOCAL_APPROVER } from '../../pipeline/lifecycle/trust.ts'
import { personName } from '../../releases/proof/format/act.ts'
import { decodeBase64 } from '../../releases/proof/format/base64.ts'
import { logOrigin } from '../../releases/proof/format/note-key.ts'
import { keyIdOf, publicKeyText } from '../../releases/proof/format/public-key.ts'
import { buildTrust, parseTrust, type Trust, type TrustedPerson } from '../../releases/proof/format/trust.ts'
import type { KeyHolder } from '../../releases/proof/sign/act.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { parsedJson } from '../../releases/record/json-text.ts'
import type { Config } from './config.ts'
import { readFault } from './file-fault.ts'
import { readIfThere, writeWhole } from './files.ts'
import { loadPersonKey, makePersonKey } from './person-key.ts'
import { randomHex } from './random.ts'
import { StartRefusal } from './start.ts'

/**
 * The trust file of a deployment (PRAMAAN_TRUST): the log's name, its keys and its first people. An API trusts only
 * what follows from it (docs/design/trust.md#trust-file).
 */

/** Reads the trust file. Throws StartRefusal TRUST_MISSING or TRUST_INVALID, with what to do. */
export async function loadTrustFile(path: string): Promise<Trust> {
  const trust = await readTrustFile(path)
  if (trust !== null) return trust
  throw new StartRefusal(
    'TRUST_MISSING',
    `TRUST_MISSING: trust file ${path} not found. The first worker of a log writes it in its home: copy it from there, or set PRAMAAN_TRUST to its path`,
  )
}

/** The same; null if there is none. */
export async function readTrustFile(path: string): Promise<Trust | null> {
  const text = await readIfThere(path)
  if (text === null) return null
  const parsed = parseTrust(text)
  if (parsed.ok) return parsed.trust
  throw new StartRefusal(
    'TRUST_INVALID',
    `TRUST_INVALID: the trust file ${path} cannot be used (${parsed.reason}): copy it again from the home of a worker`,
  )
}

export async function writeTrustFile(path: string, trust: Trust): Promise<void> {
  await writeWhole(path, `${buildTrust({ ...trust, checkpoint: null })}\n`)
}

type FirstPerson = Pick<TrustedPerson, 'name' | 'kind' | 'publicKey'>

/** First content of a log: a random name, the signing key, and the first people. */
export function newFoundation(signer: SigningKey, people: readonly FirstPerson[]): Trust {
  return {
    origin: logOrigin(randomHex(8)),
    position: 0,
    keys: [{ keyId: signer.keyId, publicKey: signer.publicKey, fromIndex: 0, toIndex: null }],
    people: people.map(({ name, kind, publicKey }, index) => ({
      name,
      kind,
      keyId: keyIdOf(publicKey),
      algorithm: 'ed25519',
      publicKey,
      // The first event is the key; the people follow.
      fromPosition: index + 2,
      toPosition: null,
    })),
    witnesses: [],
    checkpoint: null,
  }
}

const firstPeopleSchema = z.array(z.strictObject({ name: personName, public_key: publicKeyText })).min(1)

/** The people of PRAMAAN_FIRST_PEOPLE: a JSON list of `{name, public_key}`. */
async function readFirstPeople(path: string): Promise<FirstPerson[]> {
  const refused = (why: string): StartRefusal => new StartRefusal('SETTINGS_WRONG', `PRAMAAN_FIRST_PEOPLE: ${why}`)
  const text = await readFile(path, 'utf8').catch((error) => {
    throw refused(`${path}: ${readFault(error)}`)
  })
  const people = firstPeopleSchema.safeParse(parsedJson(text))
  if (!people.success)
    throw refused(`${path} is not a list of what \`person new\` prints, [{"name":"…","public_key":"…"}, …]`)
  if (new Set(people.data.map(({ public_key }) => public_key)).size < people.data.length)
    throw refused(`${path} has one public key for two people: each needs their own`)
  // Four eyes compares names, and an enrolment needs two people as soon as two keys are enrolled.
  if (new Set(people.data.map(({ name }) => name.toLowerCase())).size < people.data.length)
    throw refused(
      `${path} has two keys for one person, who could neither approve nor enrol: name each person once, also if in other capitals`,
    )
  if (people.data.length < 2)
    throw refused(`${path} names one person, but another must approve what they open: name at least two`)
  return people.data.map(({ name, public_key }) => {
    if (name === LOCAL_APPROVER) throw refused(`${name} is the name of a machine`)
    return { name, kind: 'person', publicKey: decodeBase64(public_key) ?? new Uint8Array() }
  })
}

export async function logHasBegun(pool: Pool): Promise<boolean> {
  return (await pool.query('SELECT FROM event_log LIMIT 1')).rowCount === 1
}

/**
 * The foundation on which a worker signs: its trust file or, before the log has started, one made from `firstPeople`.
 * An existing log without the file is not taken over: that requires a command.
 */
export async function workerFoundation(
  config: Pick<Config, 'trustPath' | 'firstPeoplePath'>,
  pool: Pool,
  signer: SigningKey,
  firstPeople: () => Promise<readonly FirstPerson[]>,
): Promise<Trust> {
  const held = await readTrustFile(config.trustPath)
  if (held !== null) return held
  if (await logHasBegun(pool))
    throw new StartRefusal(
      'TRUST_MISSING',
      `TRUST_MISSING: the event log is not empty, but trust file ${config.trustPath} was not found: copy it from the home of the worker that started the log, or continue the log under a new key with \`log adopt\``,
    )
  const people = config.firstPeoplePath === null ? await firstPeople() : await readFirstPeople(config.firstPeoplePath)
  const made = newFoundation(signer, people)
  await writeTrustFile(config.trustPath, made)
  return made
}

/** `npm run worker` starts a log only with named people. */
export async function noFirstPeople(): Promise<never> {
  throw new StartRefusal(
    'SETTINGS_WRONG',
    'the event log is empty and its first people are not set: set PRAMAAN_FIRST_PEOPLE to a JSON file of names and public keys (`person new` makes them)',
  )
}

export type LocalPeople = { readonly person: KeyHolder; readonly approver: KeyHolder; readonly personPath: string }

/**
 * The people of a local stack: the person who started it, and the machine that approves. Their keys are created in the
 * home.
 */
export async function localPeople(home: string, name: string): Promise<LocalPeople> {
  const personPath = localPersonPath(home)
  const person = await keyIn(
    personPath,
    personName.safeParse(name).success && name !== LOCAL_APPROVER ? name : 'operator',
  )
  return { person, personPath, approver: await keyIn(localApproverPath(home), LOCAL_APPROVER) }
}

export const firstOf = ({ person, approver }: LocalPeople): FirstPerson[] => [
  { name: person.name, kind: 'person', publicKey: person.key.publicKey },
  { name: approver.name, kind: 'machine', publicKey: approver.key.publicKey },
]

export const localPersonPath = (home: string): string => join(home, 'person-key.json')

export function localApproverPath(home: string): string {
  return join(home, `${LOCAL_APPROVER}.json`)
}

const noPassphrase = async (): Promise<string> => ''

async function keyIn(path: string, name: string): Promise<KeyHolder> {
  return makePersonKey(path, name, null).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    return loadPersonKey(path, noPassphrase)
  })
}
