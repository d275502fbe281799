import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { CheckpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { LOCAL_APPROVER } from '../../pipeline/lifecycle/trust.ts'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import type { KeyHolder } from '../../releases/proof/sign/act.ts'
import { type SigningKey, signingKeyFromSeed } from '../../releases/proof/sign/signing-key.ts'
import { newFoundation, writeTrustFile } from '../../services/platform/trust-file.ts'
import { startLoop } from '../../services/worker/loop.ts'

/** Throw-away people for tests: their keys are derived from their names. They are never enrolled anywhere else. */
export function testPerson(name: string): KeyHolder {
  return { name, key: signingKeyFromSeed(seedOf(name)) }
}

function seedOf(name: string): Uint8Array {
  return createHash('sha256').update(`test person ${name}`).digest()
}

export const ASHA = testPerson('asha')
export const BASHIR = testPerson('bashir')
export const MACHINE = testPerson(LOCAL_APPROVER)
const FIRST = [
  { ...ASHA, kind: 'person' },
  { ...BASHIR, kind: 'person' },
  { ...MACHINE, kind: 'machine' },
] as const

/** First content of a test's log: a name derived from the signing key, and the people above. */
export function testFoundation(signer: SigningKey): Trust {
  const made = newFoundation(
    signer,
    FIRST.map(({ name, kind, key }) => ({ name, kind, publicKey: key.publicKey })),
  )
  return { ...made, origin: `pramaan/log/v2/${signer.keyId.slice(0, 16)}` }
}

/** Path of a person's key file in a home; for the machine, where the command line looks for it. */
export function keyFileOf(home: string, { name }: KeyHolder): string {
  return join(home, `${name}.json`)
}

/** The key file of a test person, without a passphrase. */
export async function writeKeyFile(home: string, { name, key }: KeyHolder): Promise<void> {
  const file = {
    person_key_version: 1,
    person: name,
    public_key: encodeBase64(key.publicKey),
    sealed: null,
    seed: encodeBase64(seedOf(name)),
  }
  await writeFile(join(home, `${name}.json`), JSON.stringify(file), { mode: 0o600 })
}

/** A separate trust file for one API, and the folder for the state that it has seen. */
export async function trustFiles(signer: SigningKey): Promise<{ trustPath: string; seenPath: string }> {
  const home = mkdtempSync(join(tmpdir(), `pramaan-test-${process.pid}-trust-`))
  const trustPath = join(home, 'trust.json')
  await writeTrustFile(trustPath, testFoundation(signer))
  return { trustPath, seenPath: join(home, 'api-seen.json') }
}

/**
 * Signs the log whenever it has grown, like a worker, until stopped. If a test breaks something, nothing is signed, and
 * it retries.
 */
export async function signsThroughout(pool: Pool, signer: SigningKey): Promise<{ stop(): Promise<void> }> {
  const publisher = new CheckpointPublisher({ pool, signer, foundation: testFoundation(signer) })
  const work = async (): Promise<void> => void (await publisher.publish())
  // A database copied late in a run was last signed minutes ago, which an API would report.
  await work().catch(() => {})
  return startLoop({ pool, pollMs: 250, work, onError: () => {} })
}
