import { createHash } from 'node:crypto'
import { inject } from 'vitest'
import { type SigningKey, signingKeyFromSeed } from '../../releases/proof/sign/signing-key.ts'

/** The key releases of this run are signed with: one for all files, since the Bihar they share is signed with it. */
export function runSigner(): SigningKey {
  return signingKeyFromSeed(createHash('sha256').update(inject('testRun')).digest())
}
