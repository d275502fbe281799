import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  pemFromSeed,
  type SigningKey,
  signingKeyFromPem,
  signingKeyFromSeed,
} from '../../releases/proof/sign/signing-key.ts'
import { makeFolder } from './make-folder.ts'

/**
 * This deployment's signing key, from its PEM file. If there is no file one is created (0600), so that a first start
 * works. Throws if the file exists and has no Ed25519 key.
 */
export async function loadSigningKey(path: string): Promise<SigningKey> {
  let pem: string
  try {
    pem = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await makeFolder(dirname(path), 0o700)
    // wx: if two processes start at once, the second reads the first one's key.
    await writeFile(path, pemFromSeed(randomBytes(32)), { mode: 0o600, flag: 'wx' }).catch(
      (failure: NodeJS.ErrnoException) => {
        if (failure.code !== 'EEXIST') throw failure
      },
    )
    await chmod(path, 0o600)
    pem = await readFile(path, 'utf8')
  }
  const read = signingKeyFromPem(pem)
  if (!read.ok) throw new Error(`${path}: ${read.reason}; give PRAMAAN_SIGNING_KEY the path of an Ed25519 key in PEM`)
  return read.key
}

/** A new key for the log, in a file that must not exist yet (0600). */
export async function makeSigningKey(path: string): Promise<SigningKey> {
  const seed = randomBytes(32)
  await writeFile(path, pemFromSeed(seed), { mode: 0o600, flag: 'wx' })
  await chmod(path, 0o600)
  return signingKeyFromSeed(seed)
}
