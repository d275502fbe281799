import { type Act, type ActContent, actBytes } from '../../releases/proof/format/act.ts'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import type { KeyHolder } from '../../releases/proof/sign/act.ts'

/** An act in the event log's form, signed by key files immediately, whatever its content. */
export function signAct(content: ActContent, holders: readonly KeyHolder[]): Act {
  const { command, events, logHead } = content
  const signatures = holders.map(({ name, key }) => ({
    ...{ algorithm: 'ed25519' as const, person: name, key_id: key.keyId },
    signature: encodeBase64(key.sign(actBytes(content, name, key.keyId))),
  }))
  return { act_version: 2, command, events: events.length, log_head: logHead, signatures }
}
