import { actSchema } from '../../releases/proof/format/act.ts'
import type { Checkpoint } from '../../releases/proof/format/checkpoint.ts'
import type { ServingState } from '../../releases/proof/format/serving.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { appendLeaf, emptyRange, rangeRoot } from '../../releases/proof/merkle/compact-range.ts'
import { leafHash } from '../../releases/proof/merkle/hash.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import { eventHash, GENESIS_HASH } from '../event-log/chain.ts'
import {
  EVENT_COLUMNS,
  type EventRow,
  type Head,
  type Queryable,
  toRecordedEvent,
  unparsed,
} from '../event-log/event.ts'
import { FollowedChain } from '../event-log/verify-chain.ts'
import { entryOf, isTooLong } from '../lifecycle/entries.ts'
import { parseEvent } from '../lifecycle/events.ts'
import { servingState } from '../lifecycle/serving.ts'
import { apply, type Done, type Revision } from '../lifecycle/state.ts'
import { evolveTrust, NO_TRUST } from '../lifecycle/trust.ts'
import { batchFault } from './batch-fault.ts'
import type { FoldMeans, LogFault, LoggedEvent, LogState } from './log-state.ts'

const PAGE = 1_000

export type Following = {
  /** The last position to follow; null: the end of the log. It must be the end of a command. */
  readonly until?: number | null
  /** Events that are read at once. */
  readonly page?: number
  /** Awaited after each command, so that others have their turn. What it throws ends the following; it may be taken up again. */
  readonly pause?: () => Promise<void>
}

/**
 * The event log folded from its first event, each command checked before it counts: chain, signatures, and that the command
 * could be decided so. Nothing is taken from the read model. It stops for good at the first event that fails. Sources:
 * docs/design/trust.md#the-signer; docs/design/architecture.md#event-log.
 */
export class LogFold {
  /** Null: everything followed so far may be signed for. */
  fault: LogFault | null = null
  readonly #foundation: Pick<Trust, 'origin' | 'keys' | 'people'>
  readonly #means: FoldMeans
  readonly #anchor: Checkpoint | null
  readonly #chain: FollowedChain
  /** Hashes of events beyond the head that the chain was followed over. */
  readonly #followed = new Map<number, string>()
  #trust = NO_TRUST
  readonly #states = new Map<string, Map<string, Revision>>()
  readonly #runs = new Map<string, Map<string, boolean>>()
  readonly #sources = new Map<string, string>()
  readonly #attested = new Map<string, Done[]>()
  readonly #hashes: string[] = [GENESIS_HASH]
  #range = emptyRange()
  #head: Head = { position: 0, hash: GENESIS_HASH }

  /**
   * `foundation`: the name, first key and first people that the log must begin with. `anchor`: a checkpoint kept outside the
   * database, which the log must still agree with.
   */
  constructor(
    foundation: Pick<Trust, 'origin' | 'keys' | 'people'>,
    means: FoldMeans,
    anchor: Checkpoint | null = null,
  ) {
    this.#foundation = foundation
    this.#means = means
    this.#anchor = anchor
    this.#chain = new FollowedChain(anchor?.logHead ?? null)
  }

  get state(): LogState {
    return {
      head: this.#head,
      trust: this.#trust,
      states: this.#states,
      runs: this.#runs,
      sources: this.#sources,
      attested: this.#attested,
      range: this.#range,
      hashAt: (position) => this.#hashes[position],
    }
  }

  /** What serves, as far as the log was followed. */
  serving(): ServingState {
    const { head, range, states, ...parts } = this.state
    return servingState({ ...parts, position: head.position, size: range.size, states: states.values() })
  }

  /** Follows the log on to its end, or as far as it is told to. False: it came to a fault, now or before. */
  async follow(db: Queryable, { until = null, page = PAGE, pause }: Following = {}): Promise<boolean> {
    if (this.fault !== null || !(await this.#holdsStill(db))) return false
    let open: EventRow[] = []
    for (;;) {
      const rows = await this.#rowsAfter(db, open.at(-1)?.position ?? this.#head.position, until, page)
      open = await this.#take([...open, ...rows], rows.length < page, pause)
      if (this.fault !== null) return false
      if (rows.length < page) break
    }
    const missing = (this.#anchor?.logHead.position ?? 0) > this.#head.position
    if (missing) this.#fail(this.#head.position + 1, 'tail_missing')
    return !missing
  }

  /** A database that was restored from an older copy no longer has the event that was last followed. */
  async #holdsStill(db: Queryable): Promise<boolean> {
    const { position, hash } = this.#head
    if (position === 0) return true
    const found = await db.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM event_log WHERE position = $1`,
      [position],
    )
    if (found.rows[0]?.hash === hash) return true
    return this.#fail(position, 'log_replaced')
  }

  async #rowsAfter(db: Queryable, position: number | string, until: number | null, page: number): Promise<EventRow[]> {
    const found = await db.query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM event_log WHERE position > $1 AND ($2::bigint IS NULL OR position <= $2)
       ORDER BY event_log.position LIMIT $3`,
      [position, until, page],
    )
    return found.rows
  }

  /** Takes whole commands from rows; gives those of a command whose rest is still to be read. */
  async #take(rows: readonly EventRow[], isEnd: boolean, pause: Following['pause']): Promise<EventRow[]> {
    for (let at = 0; at < rows.length; ) {
      const size = commandSize(rows[at])
      if (at + size > rows.length) {
        if (isEnd) this.#fail(this.#head.position + 1, 'command_incomplete')
        return rows.slice(at)
      }
      if (!(await this.#command(rows.slice(at, at + size)))) return []
      at += size
      await pause?.()
    }
    return []
  }

  /** A command whose check was cut short, as by a store that did not answer, is read again: its chain was followed already. */
  #chained(row: EventRow): LogFault | null {
    const position = Number(row.position)
    const before = position > this.#chain.last.position ? undefined : this.#followed.get(position)
    if (before !== undefined)
      return before === row.hash && eventHash(unparsed(row)) === row.hash ? null : { position, reason: 'hash_mismatch' }
    const fault = this.#chain.follow(row)
    if (fault === null) this.#followed.set(position, row.hash)
    return fault
  }

  async #command(rows: readonly EventRow[]): Promise<boolean> {
    const events: LoggedEvent[] = []
    for (const row of rows) {
      const broken = this.#chained(row)
      if (broken !== null) return this.#fail(broken.position, broken.reason)
      const event = readable(row)
      if (event === null) return this.#fail(Number(row.position), 'event_unreadable')
      events.push(event)
    }
    const [first] = events
    if (first === undefined) return true
    const fault = await batchFault(events, this.state, this.#foundation, this.#means)
    if (fault !== null) return this.#fail(first.position, fault)
    const long = events.find((event) => isTooLong(event, event))
    if (long !== undefined) return this.#fail(long.position, 'entry_too_long')
    this.#followed.clear()
    for (const event of events) if (!this.#apply(event)) return false
    return true
  }

  #apply(event: LoggedEvent): boolean {
    const entry = entryOf(event, event)
    this.#trust = evolveTrust(this.#trust, event, this.#range.size)
    if (entry !== null) this.#range = appendLeaf(this.#range, leafHash(entry))
    this.#hashes.push(event.hash)
    this.#head = { position: event.position, hash: event.hash }
    if (event.type === 'SourceRegistered') this.#sources.set(event.payload.sha256, event.actor)
    if (event.type === 'SourceAttested') {
      const { sha256 } = event.payload
      this.#attested.set(sha256, [
        ...(this.#attested.get(sha256) ?? []),
        { person: event.actor, position: event.position },
      ])
    }
    if (event.type === 'GateChecked') {
      const verdicts = this.#runs.get(event.stream) ?? new Map<string, boolean>()
      verdicts.set(event.payload.gate, event.payload.passed && verdicts.get(event.payload.gate) !== false)
      this.#runs.set(event.stream, verdicts)
    }
    if (event.stream.startsWith('state-')) {
      const releases = this.#states.get(event.stream) ?? new Map<string, Revision>()
      apply(releases, event)
      this.#states.set(event.stream, releases)
    }
    const anchor = this.#anchor
    if (entry === null || anchor === null || this.#range.size !== anchor.size) return true
    return Buffer.from(rangeRoot(this.#range)).equals(anchor.root) || this.#fail(event.position, 'checkpoint_mismatch')
  }

  #fail(position: number, reason: string): false {
    this.fault = { position, reason }
    return false
  }
}

/** How many events the command has that a row begins: its act says so, and a run ends in two events. */
function commandSize(row: EventRow | undefined): number {
  if (row?.type === 'GateRunCompleted') return 2
  const act = row?.act == null ? null : actOf(row.act)
  return act?.events ?? 1
}

function actOf(text: string): LoggedEvent['act'] {
  try {
    const act = actSchema.parse(JSON.parse(text))
    return canonicalText(act) === text ? act : null
  } catch {
    return null
  }
}

/** The event with payload and act parsed; null: no such event was ever appended by this code. */
function readable(row: EventRow): LoggedEvent | null {
  try {
    const recorded = toRecordedEvent(row)
    if (row.act !== null && actOf(row.act) === null) return null
    return { ...recorded, ...parseEvent(recorded.type, recorded.payload) } as LoggedEvent
  } catch {
    return null
  }
}
