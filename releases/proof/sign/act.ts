import { type Act, type ActContent, actBytes } from '../format/act.ts'
import { encodeBase64 } from '../format/base64.ts'
import type { SigningKey } from './signing-key.ts'

/** Somebody who signs acts: a name and the key that is enrolled under it. */
export type Signatory = { readonly name: string; readonly key: SigningKey }

/** The act as the event log keeps it, signed by one or two people in their order. */
export function signAct(content: ActContent, signatories: readonly Signatory[]): Act {
  return {
    act_version: 2,
    command: content.command,
    events: content.events.length,
    log_head: { position: content.logHead.position, hash: content.logHead.hash },
    signatures: signatories.map(({ name, key }) => ({
      algorithm: 'ed25519',
      person: name,
      key_id: key.keyId,
      signature: encodeBase64(key.sign(actBytes(content, name, key.keyId))),
    })),
  }
}
