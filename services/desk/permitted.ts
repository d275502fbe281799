import { LOCAL_APPROVER } from '../../pipeline/lifecycle/trust.ts'
import { counted } from '../../releases/record/counted.ts'

/** Which acts a person is not offered, and why, in sentences. pipeline/lifecycle decides; pages only tell before. */

type Acted = {
  readonly status: string
  readonly openedBy: string
  readonly approvedBy: string | null
  readonly reviews: readonly { readonly person: string }[]
}

/** Null: this person can review it. */
export function whyNoReview({ status, openedBy, reviews }: Acted, me: string): string | null {
  if (status === 'withdrawn') return 'It was withdrawn, so nobody can review it.'
  if (openedBy === me) return 'You opened this release, so others must review it.'
  return reviews.some(({ person }) => person === me) ? 'You have reviewed it.' : null
}

/** Null: this person can approve it, or somebody has. */
export function whyNoApproval({ openedBy, approvedBy }: Acted, me: string): string | null {
  return openedBy === me && approvedBy === null ? 'You opened this release, so others must approve it.' : null
}

/** Besides figures. Empty: this person can promote it to stage production. */
export function whyNoProduction(it: Acted, unattested: readonly string[], me: string): string[] {
  const { openedBy, approvedBy, reviews } = it
  const reasons: string[] = []
  for (const [by, did] of [
    [openedBy, 'opened'],
    [approvedBy, 'approved'],
  ] as const)
    if (by === me) reasons.push(`you ${did} it: another person must promote it`)
    else if (by === LOCAL_APPROVER) reasons.push(`a machine ${did} it: people must open and approve it`)
  if (unattested.length > 0)
    reasons.push(
      `${counted(unattested.length, 'document is', 'documents are')} not attested by two people who neither opened it nor added the document`,
    )
  if (reviews.every(({ person }) => person === openedBy)) reasons.push('nobody who did not open it has reviewed it')
  return reasons
}
