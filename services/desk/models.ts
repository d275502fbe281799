import type { Grade } from '../../releases/record/grade.ts'
import type { Assets } from '../api/site/models.ts'

/** Page models of the desk: plain values, computed by the server and rendered as HTML by pages/. */

/** Label of the box that lets a promotion leave a gap. */
export const GAP_IS_MEANT = 'Even if days or categories lose their answer'

/** Who is signed in, and the log position at which the page was made. */
export type Frame = {
  readonly assets: Assets
  readonly person: string | null
  readonly position: number
  /** Proposals waiting for this person. */
  readonly waiting: number
}

type ReleaseLine = Pick<ReleaseModel, 'name' | 'openedBy' | 'scope' | 'stage' | 'status'> & {
  readonly openedAt: string
  readonly holds: number
}
export type ReleasesModel = { readonly releases: readonly ReleaseLine[]; readonly folders: readonly string[] }

export type GateState = {
  readonly gate: string
  /** Null: no verdict yet. */
  readonly passed: boolean | null
  readonly checked: number
  readonly findings: number
  /** Time from the start of the run to the verdict. */
  readonly afterMs: number | null
}

export type FindingModel = {
  readonly gate: string
  readonly where: string
  readonly expected: string
  readonly found: string
  /** Address of a picture of the page with the figure's cell marked; null: it does not concern a single figure. */
  readonly picture: string | null
}
export type CauseModel = {
  readonly subject: string
  readonly findings: readonly FindingModel[]
  readonly follow: readonly FindingModel[]
}

export type RunModel = {
  readonly gates: readonly GateState[]
  readonly done: number
  readonly failed: number
  /** Time from the start to the last verdict so far. */
  readonly elapsedMs: number
  readonly causes: readonly CauseModel[]
}

export type Signed = { readonly person: string; readonly at: string; readonly said: readonly string[] }

export type DocumentModel = {
  readonly sha256: string
  readonly title: string
  readonly fileName: string
  readonly pages: number
  readonly kind: string
  readonly addedBy: string
  readonly attested: readonly Signed[]
}

/** A decision of the reader that no figure shows: words or a number without effect, or a misprint. */
export type DeclaredModel = {
  readonly what: string
  readonly place: string
  readonly says: string
  readonly because: string
}

export type ReleaseModel = {
  readonly name: string
  readonly status: string
  readonly stage: string | null
  readonly scope: string | null
  readonly scopes: readonly string[]
  readonly from: string
  readonly to: string
  readonly releaseSha256: string | null
  readonly openedBy: string
  readonly approvedBy: string | null
  /** Null: not in service. */
  readonly promotedBy: string | null
  readonly reviews: readonly string[]
  readonly reason: string | null
  readonly holds: readonly { readonly component: string; readonly reason: string }[]
  readonly components: readonly string[]
  readonly figures: number
  readonly obstacles: readonly string[]
  /** Why this person is not offered a review or an approval; null: they are. */
  readonly noReview: string | null
  readonly noApproval: string | null
  /** Why they cannot promote it to stage production, besides its figures. */
  readonly noProduction: readonly string[]
  readonly documents: readonly DocumentModel[]
  readonly declared: readonly DeclaredModel[]
  readonly run: RunModel | null
}

export type FigureModel = {
  readonly path: string
  /** How the release uses it, in words; null: its path says so. */
  readonly use: string | null
  readonly hash: string
  readonly value: string
  readonly grade: Grade
  readonly printed: string
  readonly place: string
  readonly quote: string
  readonly picture: string
  readonly tickedAt: string | null
}
export type ReviewModel = {
  readonly name: string
  readonly figures: readonly FigureModel[]
  readonly ticked: number
  /** Why this person is not offered the review; null: they are. */
  readonly noReview: string | null
}

export type PersonModel = {
  readonly name: string
  readonly kind: string
  readonly keyId: string
  readonly by: 'key file' | 'passkey' | 'machine'
  readonly standing: string
  readonly isEnrolled: boolean
}
type ProposalModel = {
  readonly id: string
  readonly by: string
  readonly what: string
  /** Of the person to enrol; null: another act. */
  readonly keyId: string | null
}
export type PeopleModel = {
  readonly people: readonly PersonModel[]
  readonly proposals: readonly ProposalModel[]
  readonly requests: readonly { readonly keyId: string; readonly person: string }[]
}

/** `lines`: of its details; empty: none. */
export type RefusedModel = { readonly code: string; readonly message: string; readonly lines: string }

/** Every page: a whole HTML document. */
export type Pages = {
  signIn(frame: Frame): string
  enrol(frame: Frame): string
  releases(frame: Frame, model: ReleasesModel): string
  release(frame: Frame, model: ReleaseModel): string
  review(frame: Frame, model: ReviewModel): string
  people(frame: Frame, model: PeopleModel): string
  refused(frame: Frame, model: RefusedModel): string
}
