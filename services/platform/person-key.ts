import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import * as z from 'zod'
import { personName } from '../../releases/proof/format/act.ts'
import { decodeBase64, encodeBase64 } from '../../releases/proof/format/base64.ts'
import { publicKeyText } from '../../releases/proof/format/public-key.ts'
import { base64Of } from '../../releases/proof/format/text.ts'
import type { KeyHolder } from '../../releases/proof/sign/act.ts'
import { signingKeyFromSeed } from '../../releases/proof/sign/signing-key.ts'
import { parsedJson } from '../../releases/record/json-text.ts'
import { readFault } from './file-fault.ts'
import { writeSecret } from './files.ts'

/**
 * A person's key file: the seed of an Ed25519 key (RFC 8032), encrypted with a passphrase by scrypt (RFC 7914) and
 * AES-256-GCM, or unencrypted without a passphrase (docs/design/trust.md#people).
 */

const SEED_BYTES = 32
/** About a tenth of a second and 64 MiB per attempt. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const

const fileSchema = z.strictObject({
  person_key_version: z.literal(1),
  person: personName,
  public_key: publicKeyText,
  /** Null: the seed is not encrypted. */
  sealed: z.strictObject({ salt: base64Of(16), nonce: base64Of(12), tag: base64Of(16) }).nullable(),
  seed: base64Of(SEED_BYTES),
})

export class PersonKeyRefused extends Error {
  readonly code: 'PERSON_KEY_UNREADABLE' | 'PERSON_KEY_OPEN' | 'PASSPHRASE_WRONG'
  constructor(code: PersonKeyRefused['code'], message: string) {
    super(message)
    this.name = 'PersonKeyRefused'
    this.code = code
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(decodeBase64(text) ?? [])
}

function keyFor(passphrase: string, salt: Uint8Array): Buffer {
  return scryptSync(passphrase.normalize('NFC'), salt, 32, SCRYPT)
}

/**
 * Writes a new key for `person`, 0600; an existing file is never overwritten. `passphrase` null: the seed is not
 * encrypted.
 */
export async function makePersonKey(path: string, person: string, passphrase: string | null): Promise<KeyHolder> {
  const seed = randomBytes(SEED_BYTES)
  const key = signingKeyFromSeed(seed)
  const { sealed, secret } = passphrase === null ? { sealed: null, secret: seed } : seal(seed, passphrase)
  const file: z.infer<typeof fileSchema> = {
    person_key_version: 1,
    person: personName.parse(person),
    public_key: encodeBase64(key.publicKey),
    sealed,
    seed: encodeBase64(secret),
  }
  await writeSecret(path, `${JSON.stringify(file, null, 2)}\n`)
  return { name: person, key }
}

function seal(seed: Uint8Array, passphrase: string) {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(passphrase, salt), nonce)
  const secret = Buffer.concat([cipher.update(seed), cipher.final()])
  const sealed = { salt: encodeBase64(salt), nonce: encodeBase64(nonce), tag: encodeBase64(cipher.getAuthTag()) }
  return { sealed, secret }
}

/** The content of a key file. Throws PersonKeyRefused for a file that others may read, or that is not a key file. */
async function readKeyFile(path: string): Promise<z.infer<typeof fileSchema>> {
  const { mode } = await stat(path).catch((error: unknown) => {
    throw new PersonKeyRefused('PERSON_KEY_UNREADABLE', `${path}: ${readFault(error)}`)
  })
  if ((mode & 0o077) !== 0)
    throw new PersonKeyRefused(
      'PERSON_KEY_OPEN',
      `${path} can be read by others: run chmod 600 on it, and assume that the key was copied`,
    )
  const parsed = fileSchema.safeParse(parsedJson(await readFile(path, 'utf8').catch(() => '')))
  if (!parsed.success)
    throw new PersonKeyRefused('PERSON_KEY_UNREADABLE', `${path} is not a key file that \`person new\` wrote`)
  return parsed.data
}

/** Whose key a file holds; needs no passphrase. Throws PersonKeyRefused. */
export async function ownerOfPersonKey(path: string): Promise<string> {
  return (await readKeyFile(path)).person
}

/**
 * Reads a key file. `passphrase` is only called if the file is encrypted. Throws PersonKeyRefused for a file that
 * others may read, that is not a key file, or that the passphrase does not decrypt.
 */
export async function loadPersonKey(path: string, passphrase: () => Promise<string>): Promise<KeyHolder> {
  const { person, public_key, sealed, seed } = await readKeyFile(path)
  const opened = sealed === null ? bytesOf(seed) : unseal(bytesOf(seed), sealed, await passphrase())
  if (opened === null) throw new PersonKeyRefused('PASSPHRASE_WRONG', `the passphrase does not open ${path}`)
  const key = signingKeyFromSeed(opened)
  if (encodeBase64(key.publicKey) !== public_key)
    throw new PersonKeyRefused('PERSON_KEY_UNREADABLE', `${path} is damaged: its private and public keys do not match`)
  return { name: person, key }
}

function unseal(
  secret: Buffer,
  sealed: { salt: string; nonce: string; tag: string },
  passphrase: string,
): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(passphrase, bytesOf(sealed.salt)), bytesOf(sealed.nonce))
  decipher.setAuthTag(bytesOf(sealed.tag))
  try {
    return Buffer.concat([decipher.update(secret), decipher.final()])
  } catch {
    return null
  }
}
