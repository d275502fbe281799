import { join } from 'node:path'
import type { Trust } from '../releases/proof/format/trust.ts'
import type { SigningKey } from '../releases/proof/sign/signing-key.ts'
import { ensureSigningKey } from '../services/platform/signing-key.ts'
import {
  firstOf,
  type LocalPeople,
  localPeople,
  newFoundation,
  readTrustFile,
  writeTrustFile,
} from '../services/platform/trust-file.ts'

/** The people of a deployment on this machine, its signing key and its trust file, as `npm start` creates them. */
export async function peopleOf(
  home: string,
  name = 'bench',
): Promise<LocalPeople & { signer: SigningKey; foundation: Trust }> {
  const signer = await ensureSigningKey(join(home, 'signing-key.pem'))
  const people = await localPeople(home, name)
  const path = join(home, 'trust.json')
  const held = await readTrustFile(path)
  if (held !== null) return { ...people, signer, foundation: held }
  const foundation = newFoundation(signer, firstOf(people))
  await writeTrustFile(path, foundation)
  return { ...people, signer, foundation }
}
