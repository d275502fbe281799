import { type Countersigning, type Proposal, proposalSchema } from '../../pipeline/commands/proposal.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { readGivenJson, writeGiven } from './files.ts'
import type { Result } from './output.ts'

export const PROPOSE = 'sign and write the act to a file, for a second person to countersign'

/** For a command with --propose: stores the proposal and writes it to the file. */
export function handingOut(file: string | undefined): {
  readonly countersigning: Countersigning | undefined
  write(path: string): Promise<Result>
} {
  let kept: Proposal | null = null
  const propose = (proposal: Proposal): void => {
    kept = proposal
  }
  return {
    countersigning: file === undefined ? undefined : { propose },
    write: (path) => (kept === null ? nothingToSign(path) : writeProposal(path, kept)),
  }
}

async function nothingToSign(file: string): Promise<Result> {
  return {
    data: { proposal: null },
    text: `nothing would change: there is nothing to sign, and ${file} was not written`,
  }
}

async function writeProposal(file: string, proposal: Proposal): Promise<Result> {
  await writeGiven(file, `${JSON.stringify(proposal)}\n`)
  return {
    data: { proposal: file, command: proposal.command },
    text: `${file}: signed by ${proposal.signature.person}; a second person runs \`person countersign ${file}\`. Nothing has changed yet`,
  }
}

/** Reads a proposal. Refused with PROPOSAL_ALTERED if it is not one. */
export async function readProposal(file: string): Promise<Proposal> {
  const parsed = proposalSchema.safeParse(await readGivenJson(file))
  if (parsed.success) return parsed.data
  throw new OperationRefusal(
    'PROPOSAL_ALTERED',
    `${file} is not a file that --propose wrote, or it was changed (a file of \`person request\` is signed with \`person enrol\`)`,
  )
}
