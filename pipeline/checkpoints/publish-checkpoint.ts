import type { Pool } from 'pg'
import { sha256 } from '#digest'
import type { Checkpoint } from '../../releases/proof/format/checkpoint.ts'
import { isValidAt, type Trust } from '../../releases/proof/format/trust.ts'
import { rangeRoot } from '../../releases/proof/merkle/tree.ts'
import { signCheckpoint, signTime } from '../../releases/proof/sign/checkpoint.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import { SERVING_CHANNEL } from '../event-log/event.ts'
import type { StateReleases } from '../lifecycle/state.ts'
import { currentKey } from '../lifecycle/trust.ts'
import { LogFold } from '../log-fold/log-fold.ts'
import type { LogFault } from '../log-fold/log-state.ts'
import { newestCheckpoint } from '../signed-state/signed-state.ts'
import { SnapshotKeeper } from '../state-snapshots/keep-snapshots.ts'
import { getBlob } from '../store/blobs.ts'

/** The key of this process signs no longer, because another key has taken over. */
const REPLACED = 'signing_key_not_current'

/** Faults that mean that this is not the log that was signed so far; the signer stops completely. */
const ANOTHER_LOG: ReadonlySet<string> = new Set([
  'log_replaced',
  'log_of_another_deployment',
  'checkpoint_mismatch',
  'anchor_mismatch',
  'tail_missing',
  REPLACED,
])

/** The log must not be signed beyond a position: the reason, and whether this is a different log. */
export class LogRefused extends Error {
  readonly fault: LogFault
  readonly isAnotherLog: boolean
  constructor(fault: LogFault) {
    super(
      fault.reason === REPLACED
        ? `the signing key of this process was replaced (${REPLACED}), which is no fault of the log: start again with PRAMAAN_SIGNING_KEY set to the file of the new key`
        : `LOG_NOT_INTACT: the event log cannot be signed from position ${fault.position} on: ${fault.reason}. ` +
            'From there on only holds, withdrawals and API keys have an effect. Run `log verify`, then see docs/recovery.md',
    )
    this.name = 'LogRefused'
    this.fault = fault
    this.isAnotherLog = ANOTHER_LOG.has(fault.reason)
  }
}

export type PublisherParts = {
  readonly pool: Pool
  readonly signer: SigningKey
  /** Required first events of the log. */
  readonly foundation: Trust
  /** The checkpoint kept outside the database, which the log must still agree with. */
  readonly anchor?: Checkpoint | null
  readonly now?: () => Date
}

/**
 * Events that do not change what is in service are covered within this time, so that readers can tell an outdated state
 * from an idle log.
 */
const QUIET_MS = 60_000

type Signed = { readonly note: string; readonly size: number; readonly position: number; readonly atMs: number }

/**
 * Signs checkpoints of the log: at once for new entries, otherwise within a minute. It checks everything it signs
 * against the event log itself, and keeps the folded state. Source: docs/design/trust.md#the-signer; C2SP
 * tlog-checkpoint.
 */
export class CheckpointPublisher {
  readonly #parts: PublisherParts
  readonly #fold: LogFold
  readonly #snapshots: SnapshotKeeper
  readonly #now: () => Date
  #last: Signed | null = null
  #toldAtMs = Number.NEGATIVE_INFINITY

  constructor(parts: PublisherParts) {
    this.#parts = parts
    this.#now = parts.now ?? (() => new Date())
    const blob = (hash: string): Promise<Uint8Array | null> => getBlob(parts.pool, hash)
    this.#snapshots = new SnapshotKeeper(parts.pool)
    this.#fold = new LogFold(parts.foundation, { blob, now: this.#now }, parts.anchor ?? null)
  }

  /** The releases of each stream, up to the position followed. */
  get states(): ReadonlyMap<string, StateReleases> {
    return this.#fold.state.states
  }

  /**
   * Whether a checkpoint is due: events wait that are not entries, another key has taken over, or the time note must be
   * renewed.
   */
  isDue(): boolean {
    const last = this.#last
    if (last !== null && (this.#isHandedOver() || this.#isTimeToTell())) return true
    const waiting = last !== null && last.position < this.#fold.state.head.position
    return waiting && this.#isOver(last)
  }

  /**
   * The newest note, signed now if one is due; null for an empty log. Throws LogRefused for a log that must not be
   * signed.
   */
  async publish(): Promise<string | null> {
    const note = await this.#newestNote()
    if (note !== null && this.#isTimeToTell()) await this.#tellTime()
    await this.#snapshots.keep(this.#fold.state)
    return note
  }

  async #newestNote(): Promise<string | null> {
    const { pool, signer, foundation } = this.#parts
    if (!(await this.#fold.follow(pool)) && this.#fold.fault !== null) throw new LogRefused(this.#fold.fault)
    const { range, head, trust } = this.#fold.state
    if (range.size === 0) return null
    const last = this.#last ?? (await this.#newestSigned({ ...foundation, keys: trust.keys }))
    if (last !== null && last.size === range.size && (last.position === head.position || !this.#isOver(last))) {
      if (this.#isHandedOver()) throw this.#notCurrent()
      this.#last = last
      return last.note
    }
    const own = trust.keys.find(({ keyId }) => keyId === signer.keyId)
    if (own === undefined || !isValidAt(own, range.size - 1)) throw this.#notCurrent()
    const note = await this.#sign()
    this.#last = { note, size: range.size, position: head.position, atMs: this.#now().getTime() }
    return note
  }

  #isTimeToTell(): boolean {
    return this.#isOver({ atMs: this.#toldAtMs })
  }

  /**
   * Signs that the log is intact and up to which position, so that readers can tell an idle log from an unsigned one.
   */
  async #tellTime(): Promise<void> {
    const { pool, signer } = this.#parts
    const now = this.#now()
    const { origin } = this.#fold.state.trust
    const note = signTime({ origin, position: this.#last?.position ?? 0, time: now.toISOString() }, signer)
    await pool.query('UPDATE signed_time SET note = $1', [note])
    this.#toldAtMs = now.getTime()
  }

  #isHandedOver(): boolean {
    return currentKey(this.#fold.state.trust)?.keyId !== this.#parts.signer.keyId
  }

  #notCurrent(): LogRefused {
    return new LogRefused({ position: this.#fold.state.head.position, reason: REPLACED })
  }

  /** Whether the interval has passed. True if the clock was set back, since the elapsed time is then unknown. */
  #isOver({ atMs }: Pick<Signed, 'atMs'>): boolean {
    return Math.abs(this.#now().getTime() - atMs) >= QUIET_MS
  }

  async #newestSigned(trust: Trust): Promise<Signed | null> {
    const newest = await newestCheckpoint(this.#parts.pool, trust)
    if (newest === null) return null
    const { size, logHead } = newest.checkpoint
    return { note: newest.note, size, position: logHead.position, atMs: 0 }
  }

  async #sign(): Promise<string> {
    const { pool, signer } = this.#parts
    const { head, range, trust } = this.#fold.state
    const serving = canonicalText(this.#fold.serving())
    const body = { origin: trust.origin, size: range.size, root: rangeRoot(range), logHead: head }
    const note = signCheckpoint({ ...body, servingSha256: sha256(serving) }, signer)
    await pool.query(
      `INSERT INTO checkpoints (position, note_sha256, tree_size, note, serving) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [head.position, sha256(note), range.size, note, serving],
    )
    await pool.query(`SELECT pg_notify('${SERVING_CHANNEL}', '')`)
    return note
  }
}
