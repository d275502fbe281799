import { buildTrust, parseTrust, type Trust, type TrustedPerson } from '../../../releases/proof/format/trust.ts'
import type { SigningKey } from '../../../releases/proof/sign/signing-key.ts'
import { trustedPasskey } from '../authenticator.ts'
import { devi, keys, LAST_OF_FORMER, ORIGIN, people, witnesses } from './world.ts'

/** What the reader trusts: both keys in their ranges and all three witnesses. */
export function trustText(checkpoint: string | null = null): string {
  return buildTrust({
    origin: ORIGIN,
    position: 200,
    keys: [
      { publicKey: keys.former.publicKey, fromIndex: 0, toIndex: LAST_OF_FORMER },
      { publicKey: keys.current.publicKey, fromIndex: LAST_OF_FORMER + 1, toIndex: null },
    ],
    people: [
      person('asha', people.asha, 2, null),
      person('bashir', people.bashir, 3, null),
      // She was enrolled late, and removed early.
      person('meena', people.meena, 40, 60),
      trustedPasskey(devi, 4),
    ],
    witnesses: witnesses.map(({ name, key }) => ({ name, publicKey: key.publicKey })),
    checkpoint,
  })
}

/** The same, parsed. */
export function readerTrust(): Trust {
  const parsed = parseTrust(trustText())
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.trust
}

function person(name: string, key: SigningKey, fromPosition: number, toPosition: number | null): TrustedPerson {
  const { keyId, publicKey } = key
  return { name, kind: 'person', keyId, algorithm: 'ed25519', publicKey, fromPosition, toPosition }
}
