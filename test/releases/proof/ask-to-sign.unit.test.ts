import { expect, test } from 'vitest'
import { type ActContent, actBytes } from '../../../releases/proof/format/act.ts'
import type { TrustedPerson } from '../../../releases/proof/format/trust.ts'
import { askToSign, type KeyHolder, type Signatory } from '../../../releases/proof/sign/act.ts'
import { signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { actFault } from '../../../releases/proof/verify/act.ts'
import { passkeySignature, testAuthenticator, trustedPasskey } from '../../support/authenticator.ts'

// An act signed with a key file, and with a passkey whose holder is asked.

const ASHA: KeyHolder = { name: 'asha', key: signingKeyFromSeed(new Uint8Array(32).fill(7)) }
const DEVI = testAuthenticator('devi')
const CONTENT: ActContent = {
  origin: 'pramaan/log/v2/0123456789abcdef',
  stream: 'state-ZZ',
  streamVersion: 4,
  commandId: 'promote.1',
  command: 'promote',
  events: [{ type: 'ReleasePromoted', payload: { release_id: 'ZZ-2026-27-V1', revision: 1 } }],
  logHead: { position: 9, hash: 'a'.repeat(64) },
}
const asha: TrustedPerson = {
  ...{ name: ASHA.name, kind: 'person', algorithm: 'ed25519', fromPosition: 3, toPosition: null },
  keyId: ASHA.key.keyId,
  publicKey: ASHA.key.publicKey,
}

/** Devi, who reads what she is shown and signs it, or declines. */
function devi(shown: Uint8Array[], declines = false): Signatory {
  const ask = async (content: ActContent, message: Uint8Array) => {
    shown.push(message)
    if (declines) throw new Error('declined')
    return passkeySignature(DEVI, content)
  }
  return { name: DEVI.name, key: { keyId: DEVI.keyId, ask } }
}

test('the holder of a passkey is asked, with the bytes to sign; who has a key file is not; the act of both holds', async () => {
  const shown: Uint8Array[] = []
  const act = await askToSign(CONTENT, [ASHA, devi(shown)])
  expect(shown).toEqual([actBytes(CONTENT, DEVI.name, DEVI.keyId)])
  expect(act).toMatchObject({ command: 'promote', events: 1, log_head: CONTENT.logHead })
  expect(act.signatures.map(({ person, algorithm }) => [person, algorithm])).toEqual([
    ['asha', 'ed25519'],
    ['devi', 'webauthn-es256'],
  ])
  expect(actFault(act, CONTENT, 10, [asha, trustedPasskey(DEVI, 4)])).toBeNull()
})

test('where one who is asked declines, there is no act', async () => {
  await expect(askToSign(CONTENT, [ASHA, devi([], true)])).rejects.toThrow('declined')
})
