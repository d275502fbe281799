import type { Pool } from 'pg'
import { sha256 } from '#digest'
import { type ActCommand, actBytes } from '../../releases/proof/format/act.ts'
import { type Signatory, signAct } from '../../releases/proof/sign/act.ts'
import { readLogTrust } from '../checkpoints/begin-log.ts'
import { type AppendRequest, type AppendResult, append } from '../event-log/append.ts'
import { readHead } from '../event-log/read.ts'
import { streamOf } from '../lifecycle/events.ts'
import { enrolledKey, LOCAL_APPROVER } from '../lifecycle/trust.ts'

export type SignatureRefusal = {
  readonly ok: false
  readonly reason: 'refused'
  readonly code: 'PERSON_KEY_REQUIRED' | 'PERSON_NOT_ENROLLED'
  readonly message: string
  readonly details: Record<string, unknown>
}

export type ActRequest = Omit<AppendRequest, 'expectedVersion' | 'act'> & {
  readonly expectedVersion: number
}

/**
 * Signs the events of an act and appends them. The signature names the place it is for, so it counts there and once. What
 * the signer would refuse is refused here: nobody to sign, a key that is not enrolled now, a machine that acts as a person.
 * Conflicts are values: decide again and sign again. Source: docs/design/trust.md#acts.
 */
export async function appendAct(
  pool: Pool,
  request: ActRequest,
  command: ActCommand,
  signatories: readonly Signatory[],
): Promise<AppendResult | SignatureRefusal> {
  const { trust, version } = await readLogTrust(pool)
  const logHead = await readHead(pool)
  const [first] = signatories
  if (first?.name !== request.actor)
    return refused('PERSON_KEY_REQUIRED', `${request.actor} has to sign this: give PRAMAAN_PERSON_KEY their key file`)
  for (const { name, key } of signatories) {
    if (enrolledKey(trust, name)?.keyId !== key.keyId)
      return refused('PERSON_NOT_ENROLLED', `the key given for ${name} is not enrolled now; see \`person list\``, {
        person: name,
      })
    if (name === LOCAL_APPROVER && command !== 'approve')
      return refused('PERSON_NOT_ENROLLED', `${name} is a machine, which may only approve`, { person: name })
  }
  const content = {
    origin: trust.origin,
    stream: request.stream,
    streamVersion: request.expectedVersion,
    commandId: request.commandId ?? '',
    command,
    events: request.events,
    logHead,
  }
  // An act without an id of its own gets one of what it says and when: a replay of it finds its place taken.
  const commandId =
    request.commandId ?? `${command}.${sha256(actBytes(content, first.name, first.key.keyId)).slice(0, 32)}`
  return append(pool, {
    ...request,
    commandId,
    act: signAct({ ...content, commandId }, signatories),
    // Whoever is revoked meanwhile has not acted.
    unchanged: [...(request.unchanged ?? []), { stream: streamOf.trust(), version }],
  })
}

function refused(
  code: SignatureRefusal['code'],
  message: string,
  details: Record<string, unknown> = {},
): SignatureRefusal {
  return { ok: false, reason: 'refused', code, message, details }
}
