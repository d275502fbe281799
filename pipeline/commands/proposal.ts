import * as z from 'zod'
import {
  type Act,
  type ActCommand,
  type ActContent,
  actSignatureSchema,
  logHeadSchema,
} from '../../releases/proof/format/act.ts'
import type { TrustedPerson } from '../../releases/proof/format/trust.ts'
import { askToSign, type Signatory } from '../../releases/proof/sign/act.ts'
import { actFault } from '../../releases/proof/verify/act.ts'

/**
 * An act signed by one person that needs a second: `--propose` writes it and `person countersign` reads it. It is for
 * one position of one log; once the stream has moved on it is useless (docs/design/trust.md#two-signatures).
 */
export const proposalSchema = z.strictObject({
  proposal_version: z.literal(1),
  origin: z.string(),
  stream: z.string(),
  stream_version: z.int().min(0),
  command_id: z.string(),
  command: z.enum(['enrol', 'unhold']),
  events: z.array(z.strictObject({ type: z.string(), payload: z.record(z.string(), z.json()) })).length(1),
  log_head: logHeadSchema,
  signature: actSignatureSchema,
})
export type Proposal = z.infer<typeof proposalSchema>

/** `propose`: sign and output the act instead of appending it. `proposal`: add the second signature and append. */
export type Countersigning = { readonly propose: (proposal: Proposal) => void } | { readonly proposal: Proposal }

/** The first person to sign. */
export function actorOf(by: string, countersigning: Countersigning | undefined): string {
  return countersigning !== undefined && 'proposal' in countersigning ? countersigning.proposal.signature.person : by
}

export type ProposalFault = 'PROPOSAL_STALE' | 'PROPOSAL_ALTERED'

export function isProposable(command: ActCommand): command is Proposal['command'] {
  return command === 'enrol' || command === 'unhold'
}

export async function makeProposal(
  content: ActContent,
  command: Proposal['command'],
  first: Signatory,
): Promise<Proposal> {
  const { log_head, signatures } = await askToSign(content, [first])
  const [signature] = signatures
  if (signature === undefined) throw new Error('an act was signed by nobody')
  return {
    proposal_version: 1,
    origin: content.origin,
    stream: content.stream,
    stream_version: content.streamVersion,
    command_id: content.commandId,
    command,
    events: content.events.map(({ type, payload }) => proposalSchema.shape.events.element.parse({ type, payload })),
    log_head,
    signature,
  }
}

/**
 * The act with both signatures. `content`: the present decision, which must equal what the first person signed;
 * `position`: its future position in the log.
 */
export async function countersign(
  proposal: Proposal,
  decided: ActContent,
  second: Signatory,
  { position, people }: { readonly position: number; readonly people: readonly TrustedPerson[] },
): Promise<
  | { readonly ok: true; readonly act: Act; readonly commandId: string }
  | { readonly ok: false; readonly fault: ProposalFault }
> {
  if (proposal.stream !== decided.stream || proposal.stream_version !== decided.streamVersion)
    return { ok: false, fault: 'PROPOSAL_STALE' }
  const content = { ...decided, commandId: proposal.command_id, logHead: proposal.log_head }
  const signed = await askToSign(content, [second])
  const act: Act = { ...signed, signatures: [proposal.signature, ...signed.signatures] }
  if (proposal.origin !== decided.origin || actFault(act, content, position, people) !== null)
    return { ok: false, fault: 'PROPOSAL_ALTERED' }
  return { ok: true, act, commandId: proposal.command_id }
}
