import { randomBytes } from 'node:crypto'
import {
  pemFromSeed,
  type SigningKey,
  signingKeyFromPem,
  signingKeyFromSeed,
} from '../../releases/proof/sign/signing-key.ts'
import { readIfThere, writeSecret } from './files.ts'
import { StartRefusal } from './start.ts'

const LOST =
  'but the event log is not empty: check PRAMAAN_SIGNING_KEY, or put a copy of the key there. If it is lost, stop all workers and run `npm run -s pramaan -- log adopt NEW_KEY_FILE`, which continues the log under a new key, then start with PRAMAAN_SIGNING_KEY=NEW_KEY_FILE: docs/recovery.md, "The signing key is lost"'
const NOT_MADE =
  'which PRAMAAN_SIGNING_KEY names: check it. To start a log under a new key, make the file with `openssl genpkey -algorithm ed25519 -out FILE`, or unset PRAMAAN_SIGNING_KEY: the key is then created in PRAMAAN_HOME'

/**
 * The signing key in a PEM file. Throws StartRefusal SIGNING_KEY_MISSING if there is none, or SETTINGS_WRONG if the
 * file has no Ed25519 key. `hasBegun`: the log has entries, so only its own key can sign.
 */
export async function loadSigningKey(path: string, hasBegun = true): Promise<SigningKey> {
  const pem = await readIfThere(path)
  if (pem === null)
    throw new StartRefusal(
      'SIGNING_KEY_MISSING',
      `SIGNING_KEY_MISSING: signing key ${path} not found, ${hasBegun ? LOST : NOT_MADE}`,
    )
  const read = signingKeyFromPem(pem)
  if (!read.ok)
    throw new StartRefusal(
      'SETTINGS_WRONG',
      `${path}: ${read.reason}; give PRAMAAN_SIGNING_KEY the path of an Ed25519 key in PEM`,
    )
  return read.key
}

/**
 * The same; a missing file is created (0600) with a new key. Only for a log that has not begun and whose key no setting
 * names, or that is adopted.
 */
export async function ensureSigningKey(path: string): Promise<SigningKey> {
  if ((await readIfThere(path)) === null) {
    await makeSigningKey(path).catch((failure: NodeJS.ErrnoException) => {
      // If two processes start at once, the second reads the key of the first.
      if (failure.code !== 'EEXIST') throw failure
    })
  }
  return loadSigningKey(path)
}

/** A new key for the log, in a file that must not exist yet (0600). */
export async function makeSigningKey(path: string): Promise<SigningKey> {
  const seed = randomBytes(32)
  await writeSecret(path, pemFromSeed(seed))
  return signingKeyFromSeed(seed)
}
