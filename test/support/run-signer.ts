import { createHash } from 'node:crypto'
import { inject } from 'vitest'
import { type SigningKey, signingKeyFromSeed } from '../../releases/proof/sign/signing-key.ts'

/** The key that signs releases of this run: one for all files, since it signed the Bihar release that they share. */
export function runSigner(): SigningKey {
  return signingKeyFromSeed(createHash('sha256').update(inject('testRun')).digest())
}
