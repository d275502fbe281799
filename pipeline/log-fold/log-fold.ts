import type { Checkpoint } from '../../releases/proof/format/checkpoint.ts'
import { stateOfStream } from '../../releases/proof/format/log-entry.ts'
import type { ServingState } from '../../releases/proof/format/serving.ts'
import { appendLeaf, emptyRange, leafHash, rangeRoot } from '../../releases/proof/merkle/tree.ts'
import { eventHash, GENESIS_HASH } from '../event-log/chain.ts'
import { type EventRow, type Head, type Queryable, unparsed } from '../event-log/event.ts'
import { rowsAfter } from '../event-log/read.ts'
import { FollowedChain } from '../event-log/verify-chain.ts'
import type { Leaf } from '../lifecycle/entries.ts'
import { servingState } from '../lifecycle/serving.ts'
import { apply, type Done, type Revision } from '../lifecycle/state.ts'
import { evolveTrust, NO_TRUST } from '../lifecycle/trust.ts'
import { batchFault, type Foundation } from './batch-fault.ts'
import { HashList, Verdicts } from './compact.ts'
import {
  type DecisionMeans,
  type FoldMeans,
  factsOf,
  type LogFault,
  type LoggedEvent,
  type LogState,
} from './log-state.ts'
import { commandSize, type LoggedCommand, readCommand } from './read-command.ts'
import { SignaturesAhead } from './signatures-ahead.ts'

const PAGE = 1_000
/** Number of commands whose signatures are verified ahead while earlier ones are decided; few if other work waits. */
const AHEAD = 64
const AHEAD_BESIDE_OTHERS = 2

/** A command, and a promise for the verification of its signatures. */
type Begun = { readonly command: LoggedCommand; readonly verified: Promise<void> }

export type Following = {
  /** The last position to process; null: the end of the log. It must be the end of a command. */
  readonly until?: number | null
  /** Events read at once. */
  readonly page?: number
  /** Awaited after each command, so that other work can run. If it throws, following stops and can be resumed. */
  readonly pause?: () => Promise<void>
}

/**
 * The event log folded from its first event, each command checked before it counts: chain, signatures, and whether it
 * could be decided like this. Nothing is taken from the read model. It stops permanently at the first event that fails.
 * Sources: docs/design/trust.md#the-signer; docs/design/architecture.md#event-log.
 */
export class LogFold {
  /** Null: everything processed so far may be signed. */
  fault: LogFault | null = null
  readonly #foundation: Foundation
  readonly #means: DecisionMeans
  readonly #signatures = new SignaturesAhead()
  readonly #anchor: Checkpoint | null
  readonly #chain: FollowedChain
  /** Hashes of events beyond the head, over which the chain was checked. */
  readonly #followed = new Map<number, string>()
  #trust = NO_TRUST
  readonly #states = new Map<string, Map<string, Revision>>()
  readonly #ends = new Map<string, { version: number; hash: string }>()
  readonly #runs = new Map<string, Verdicts>()
  readonly #sources = new Map<string, string>()
  readonly #attested = new Map<string, Done[]>()
  readonly #hashes = new HashList()
  #range = emptyRange()
  #head: Head = { position: 0, hash: GENESIS_HASH }

  /**
   * `foundation`: the name, first key and first people with which the log must start. `anchor`: a checkpoint stored
   * outside the database, which the log must still agree with.
   */
  constructor(foundation: Foundation, means: FoldMeans, anchor: Checkpoint | null = null) {
    this.#foundation = foundation
    this.#hashes.push(GENESIS_HASH)
    this.#means = { ...means, facts: factsOf(means.blob) }
    this.#anchor = anchor
    this.#chain = new FollowedChain(anchor?.logHead ?? null)
  }

  get state(): LogState {
    return {
      head: this.#head,
      trust: this.#trust,
      states: this.#states,
      ends: this.#ends,
      runs: this.#runs,
      sources: this.#sources,
      attested: this.#attested,
      range: this.#range,
      hashAt: (position) => this.#hashes.at(position),
    }
  }

  /** Releases in service, up to the position read. */
  serving(): ServingState {
    const { head, range, states, ...parts } = this.state
    return servingState({ ...parts, position: head.position, size: range.size, states: states.values() })
  }

  /** Folds the log to its end, or to the given position. False if there is a fault, now or from before. */
  async follow(db: Queryable, { until = null, page = PAGE, pause }: Following = {}): Promise<boolean> {
    if (this.fault !== null || !(await this.#holdsStill(db))) return false
    const pages = pagesAfter(db, this.#head.position, until, page)
    const ahead = pause === undefined ? AHEAD : AHEAD_BESIDE_OTHERS
    for await (const command of readAhead(this.#commands(pages), ahead)) {
      if ('reason' in command) return this.#fail(command.position, command.reason)
      if (!(await this.#command(command))) return false
      await pause?.()
    }
    const missing = (this.#anchor?.logHead.position ?? 0) > this.#head.position
    if (missing) this.#fail(this.#head.position + 1, 'tail_missing')
    return !missing
  }

  /** A database restored from an older copy no longer has the last processed event. */
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

  /** The commands of the log, with their signatures being verified; they end at the first fault of the chain. */
  async *#commands(pages: AsyncIterable<readonly EventRow[]>): AsyncGenerator<Begun | LogFault> {
    let open: readonly EventRow[] = []
    let follows = this.#head.position + 1
    for await (const rows of pages) {
      open = [...open, ...rows]
      let at = 0
      for (;;) {
        const [first] = open.slice(at, at + 1)
        const size = first === undefined ? 1 : commandSize(first)
        if (at + size > open.length) break
        const command = this.#read(open.slice(at, at + size))
        yield command
        if ('reason' in command) return
        at += size
        follows += size
      }
      open = open.slice(at)
    }
    if (open.length > 0) yield { position: follows, reason: 'command_incomplete' }
  }

  #read(rows: readonly EventRow[]): Begun | LogFault {
    for (const row of rows) {
      const broken = this.#chained(row)
      if (broken !== null) return broken
    }
    const command = readCommand(rows, this.#foundation.origin)
    if (typeof command === 'number') return { position: command, reason: 'event_unreadable' }
    return { command, verified: this.#signatures.begin(command, this.#trust.people) }
  }

  /**
   * A command whose check was interrupted, for example by a store that did not answer, is read again; its chain was
   * already checked.
   */
  #chained(row: EventRow): LogFault | null {
    const position = Number(row.position)
    const before = position > this.#chain.last.position ? undefined : this.#followed.get(position)
    if (before !== undefined)
      return before === row.hash && eventHash(unparsed(row)) === row.hash ? null : { position, reason: 'hash_mismatch' }
    const fault = this.#chain.follow(row)
    if (fault === null) this.#followed.set(position, row.hash)
    return fault
  }

  async #command({ command, verified }: Begun): Promise<boolean> {
    await verified
    const { events, leaves } = command
    const [first] = events
    if (first === undefined) return true
    const fault = await batchFault(command, this.state, this.#foundation, this.#means, this.#signatures.check)
    if (fault !== null) return this.#fail(first.position, fault)
    const long = events[leaves.indexOf('too_long')]
    if (long !== undefined) return this.#fail(long.position, 'entry_too_long')
    return events.every((event, index) => this.#apply(event, leaves[index]))
  }

  #apply(event: LoggedEvent, leaf: Leaf | undefined): boolean {
    const entry = leaf instanceof Uint8Array ? leaf : null
    this.#followed.delete(event.position)
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
      const verdicts = this.#runs.get(event.stream) ?? new Verdicts()
      verdicts.set(event.payload.gate, event.payload.passed)
      this.#runs.set(event.stream, verdicts)
    }
    if (stateOfStream(event.stream) !== null) {
      const releases = this.#states.get(event.stream) ?? new Map<string, Revision>()
      apply(releases, event)
      this.#states.set(event.stream, releases)
      this.#ends.set(event.stream, { version: event.version, hash: event.hash })
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

/** Pages of the log after a position; the next is prefetched while one is processed. */
async function* pagesAfter(
  db: Queryable,
  position: number,
  until: number | null,
  page: number,
): AsyncGenerator<EventRow[]> {
  let asked = rowsAfter(db, position, page, until)
  for (;;) {
    const rows = await asked
    const last = rows.at(-1)
    const isEnd = last === undefined || rows.length < page
    if (!isEnd) {
      asked = rowsAfter(db, last.position, page, until)
      // A consumer that stops early does not wait for the prefetch.
      asked.catch(() => {})
    }
    yield rows
    if (isEnd) return
  }
}

/** The same items, with up to `ahead` of them read in advance. */
async function* readAhead<T>(source: AsyncIterable<T>, ahead: number): AsyncGenerator<T> {
  const waiting: T[] = []
  for await (const item of source) {
    waiting.push(item)
    const [next] = waiting.length > ahead ? waiting.splice(0, 1) : []
    if (next !== undefined) yield next
  }
  yield* waiting
}
