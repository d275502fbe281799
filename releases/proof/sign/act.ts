import { type Act, type ActContent, type ActSignature, actBytes } from '../format/act.ts'
import { encodeBase64 } from '../format/base64.ts'
import type { SigningKey } from './signing-key.ts'

/** A signer with a local key: a name and the key enrolled under it. */
export type KeyHolder = { readonly name: string; readonly key: SigningKey }

/** A key elsewhere that signs after its holder has read the text, such as a passkey. Rejects if the holder declines. */
type AskedKey = {
  readonly keyId: string
  ask(content: ActContent, message: Uint8Array): Promise<ActSignature>
}

/** Somebody who signs acts. */
export type Signatory = { readonly name: string; readonly key: SigningKey | AskedKey }

/**
 * The act as stored in the event log, signed by one or two people in order; a signer without a local key is prompted.
 */
export async function askToSign(content: ActContent, signatories: readonly Signatory[]): Promise<Act> {
  const signatures: ActSignature[] = []
  for (const { name, key } of signatories)
    signatures.push(
      'ask' in key ? await key.ask(content, actBytes(content, name, key.keyId)) : signatureOf(content, { name, key }),
    )
  return actOf(content, signatures)
}

function actOf({ command, events, logHead }: ActContent, signatures: ActSignature[]): Act {
  return {
    act_version: 2,
    command,
    events: events.length,
    log_head: { position: logHead.position, hash: logHead.hash },
    signatures,
  }
}

function signatureOf(content: ActContent, { name, key }: KeyHolder): ActSignature {
  return {
    algorithm: 'ed25519',
    person: name,
    key_id: key.keyId,
    signature: encodeBase64(key.sign(actBytes(content, name, key.keyId))),
  }
}
