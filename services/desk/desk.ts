import type { Pool } from 'pg'
import { readLogTrust } from '../../pipeline/checkpoints/begin-log.ts'
import type { Proposal } from '../../pipeline/commands/proposal.ts'
import type { EnrolmentRequest } from '../../pipeline/commands/trust-acts.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import type { LogTrust } from '../../pipeline/lifecycle/trust.ts'
import type { Trust, TrustedPerson } from '../../releases/proof/format/trust.ts'
import type { Logger } from '../platform/logger.ts'
import { Feed } from './feed.ts'
import { Sessions, SignInQuestions } from './sessions.ts'
import { Ticks } from './ticks.ts'
import { WaitingActs } from './waiting-acts.ts'

export type DeskParts = {
  readonly pool: Pool
  /** The deployment's trust, updated to the newest key, for verifying checkpoints. */
  readonly trust: () => Promise<Trust>
  readonly sourcesPath: string
  /** Folder below which definitions may be opened. */
  readonly definitionsPath: string
  /** Where unfinished reviews are stored. */
  readonly ticksPath: string
  readonly now: () => Date
  readonly log: Logger
}

/** State shared by all requests of one desk. State kept only in memory is lost on restart; it never includes acts. */
export type Desk = DeskParts & {
  /** As browsers write it; passkeys are enrolled for it. */
  readonly origin: string
  readonly sessions: Sessions
  readonly questions: SignInQuestions
  readonly waiting: WaitingActs
  readonly feed: Feed
  readonly ticks: Ticks
  /** Acts waiting for a second person, by command id. */
  readonly proposals: Map<string, Proposal>
  /** People who request enrolment, by key id. */
  readonly requests: Map<string, EnrolmentRequest>
}

export function newDesk(parts: DeskParts, origin: string): Desk {
  const nowMs = (): number => parts.now().getTime()
  return {
    ...parts,
    origin,
    sessions: new Sessions(nowMs),
    questions: new SignInQuestions(nowMs),
    waiting: new WaitingActs(),
    feed: new Feed(parts.pool),
    ticks: new Ticks(parts.ticksPath, nowMs),
    proposals: new Map(),
    requests: new Map(),
  }
}

export type PasskeyPerson = Extract<TrustedPerson, { algorithm: 'webauthn-es256' }>

/** Whom the log trusts, and who may sign in here: people currently enrolled with a passkey for this address. */
export async function peopleOf(desk: Desk): Promise<{ trust: LogTrust; holders: readonly PasskeyPerson[] }> {
  const { trust } = await readLogTrust(desk.pool)
  const holders = trust.people.filter(
    (one): one is PasskeyPerson =>
      one.algorithm === 'webauthn-es256' &&
      one.kind === 'person' &&
      one.toPosition === null &&
      one.passkey.origin === desk.origin &&
      one.passkey.rp_id === new URL(desk.origin).hostname,
  )
  return { trust, holders }
}

/** Acts that a second person can sign. One whose place in the log is taken is dropped: it must be proposed again. */
export async function standingProposals({ pool, proposals }: Desk): Promise<readonly Proposal[]> {
  for (const [id, { stream, stream_version: version }] of [...proposals])
    if ((await readStream(pool, stream, version)).length > 0) proposals.delete(id)
  return [...proposals.values()]
}
