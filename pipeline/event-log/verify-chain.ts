import { eventHash, GENESIS_HASH } from './chain.ts'
import { type EventRow, type Head, type Queryable, unparsed } from './event.ts'
import { findHead, rowsAfter } from './read.ts'

const BATCH = 1_000

export type VerifyOptions = {
  /** Events per query. */
  readonly batch?: number
  /** Called after each batch with the number of events verified. */
  readonly onProgress?: (events: number) => void
  /** A head noted earlier and kept outside the database: an owner can cut a tail and the head together. */
  readonly anchor?: Head
}

/**
 * Recomputes the whole log: the hash of every event over all its columns, positions and stream versions without gaps,
 * each link, and that the head is the last event. Appends may continue; new events are verified too. Source:
 * docs/design/architecture.md#event-log; docs/design/release.md#transparency-log.
 */
export async function verifyChain(db: Queryable, options: VerifyOptions = {}): Promise<ChainVerdict> {
  const chain = new FollowedChain(options.anchor ?? null)
  const after = (row: string): Promise<EventRow[]> => rowsAfter(db, row, options.batch ?? BATCH)
  let headSeenAhead = false
  let asked = after(chain.lastRow)
  for (;;) {
    const rows = await asked
    const last = rows.at(-1)
    if (last !== undefined) {
      // Prefetched while this batch is hashed. A fault does not wait for it.
      asked = after(last.position)
      asked.catch(() => {})
    }
    for (const row of rows) {
      const fault = chain.follow(row)
      if (fault !== null) return chain.badAt(fault)
    }
    options.onProgress?.(chain.last.position)
    if (rows.length > 0) {
      headSeenAhead = false
      continue
    }
    // Read after the events: a correct head may then be ahead by events appended in between, but never behind.
    const head = await findHead(db)
    if (head !== null && head.position > chain.last.position && !headSeenAhead) {
      headSeenAhead = true
      asked = after(chain.lastRow)
      continue
    }
    return chain.endingAt(head)
  }
}

/** Before every bigint position, so that a row inserted before the first is also found. */
const BEFORE_ALL = '-9223372036854775808'

/**
 * What can be wrong with a log:
 * `position_gap`      an event is missing here, or stands where none may;
 * `hash_mismatch`     some column is not what it was when the event was appended;
 * `link_mismatch`     the event does not follow the one before it;
 * `version_gap`       an event of its stream is missing before it, or was never there;
 * `time_reversed`     it is older than the event before it;
 * `tail_missing`      the head or the anchor knows this event, the log no longer does;
 * `beyond_head`       it stands in the log, the head does not know it;
 * `head_mismatch`     the head names another last event;
 * `head_missing`      there is no head;
 * `anchor_mismatch`   the chain holds, but it is not the one that the anchor was taken of.
 */
export type ChainFault =
  | 'position_gap'
  | 'hash_mismatch'
  | 'link_mismatch'
  | 'version_gap'
  | 'time_reversed'
  | 'tail_missing'
  | 'beyond_head'
  | 'head_mismatch'
  | 'head_missing'
  | 'anchor_mismatch'

export type Fault = { readonly position: number; readonly reason: ChainFault }

/** `events` were valid; `first_bad` is the first position that is not proved valid. */
export type ChainVerdict =
  | { readonly ok: true; readonly events: number; readonly head: Head }
  | { readonly ok: false; readonly events: number; readonly first_bad: Fault }

/** The chain as verified so far, event by event from the first. No I/O. */
export class FollowedChain {
  /** The last verified event. */
  last: Head = { position: 0, hash: GENESIS_HASH }
  /** Its position as the database writes it: the next query starts after it. */
  lastRow = BEFORE_ALL
  readonly #anchor: Head | null
  readonly #versions = new Map<string, number>()
  #lastTime = ''

  constructor(anchor: Head | null) {
    this.#anchor = anchor
  }

  follow(row: EventRow): Fault | null {
    const expected = this.last.position + 1
    if (row.position !== String(expected)) {
      return { position: Math.min(expected, Number(row.position)), reason: 'position_gap' }
    }
    const event = unparsed(row)
    const reason = this.#faultOf(event)
    if (reason !== null) return { position: expected, reason }
    this.#versions.set(event.stream, event.version)
    this.#lastTime = event.recordedAt
    this.last = { position: expected, hash: event.hash }
    this.lastRow = row.position
    return null
  }

  #faultOf(event: ReturnType<typeof unparsed>): ChainFault | null {
    if (eventHash(event) !== event.hash) return 'hash_mismatch'
    if (event.prevHash !== this.last.hash) return 'link_mismatch'
    if (event.version !== (this.#versions.get(event.stream) ?? 0) + 1) return 'version_gap'
    if (event.recordedAt < this.#lastTime) return 'time_reversed'
    if (this.#anchor?.position === event.position && this.#anchor.hash !== event.hash) return 'anchor_mismatch'
    return null
  }

  endingAt(head: Head | null): ChainVerdict {
    const { position, hash } = this.last
    const known = Math.max(head?.position ?? 0, this.#anchor?.position ?? 0)
    if (known > position) return this.badAt({ position: position + 1, reason: 'tail_missing' })
    if (head === null) return this.badAt({ position, reason: 'head_missing' })
    if (head.position < position) return this.badAt({ position: head.position + 1, reason: 'beyond_head' })
    if (head.hash !== hash) return this.badAt({ position, reason: 'head_mismatch' })
    if (this.#anchor?.position === 0 && this.#anchor.hash !== GENESIS_HASH) {
      return this.badAt({ position: 0, reason: 'anchor_mismatch' })
    }
    return { ok: true, events: position, head: this.last }
  }

  badAt(fault: Fault): ChainVerdict {
    return { ok: false, events: this.last.position, first_bad: fault }
  }
}
