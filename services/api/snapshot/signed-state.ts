import type { Pool } from 'pg'
import * as z from 'zod'
import { adoptedAt, newestState, type VerifiedState } from '../../../pipeline/signed-state/signed-state.ts'
import type { Checkpoint } from '../../../releases/proof/format/checkpoint.ts'
import type { ServingState } from '../../../releases/proof/format/serving.ts'
import { parseSignedTime } from '../../../releases/proof/format/signed-time.ts'
import type { Trust } from '../../../releases/proof/format/trust.ts'
import { isTimeOf } from '../../../releases/proof/verify/checkpoint.ts'
import { counted } from '../../../releases/record/counted.ts'
import { systemNowMs } from '../../platform/clock.ts'
import { readIfThere, writeWhole } from '../../platform/files.ts'
import { StartRefusal } from '../../platform/start.ts'
import { writeTrustFile } from '../../platform/trust-file.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const seenSchema = z.strictObject({
  origin: z.string(),
  /** Log position of the trust file: states seen under an earlier root do not apply to the next. */
  root_position: z.int().min(0),
  position: z.int().min(0),
  size: z.int().min(0),
  root: hash,
  head: hash,
})
/** The newest state that this API has served from. It never goes back, whatever the database says later. */
type Seen = z.infer<typeof seenSchema>

/**
 * Why no new state is loaded. Behind: the signed state in the database is older than one seen before; it may catch up.
 * Fork: it contradicts one seen before, which only a person can resolve.
 */
export class StateRefused extends Error {
  readonly kind: 'behind' | 'fork'
  constructor(kind: StateRefused['kind'], message: string) {
    super(message)
    this.name = 'StateRefused'
    this.kind = kind
  }
}

/** A signed time, and when it was signed by the clock of this instance at the latest. */
type Told = { readonly time: string; readonly atMs: number }

type SignedStateParts = {
  readonly trust: Trust
  /** Path of the trust file, which is updated when a key has taken over. */
  readonly trustPath: string
  readonly seenPath: string
  /** Clock of this instance, in ms since 1970. */
  readonly nowMs?: () => number
  /** Failing to write the file does not stop anything. */
  readonly onError: (error: Error) => void
}

/**
 * The newest signed state of the log, read repeatedly. It only goes forward (docs/design/trust.md#seen): the newest one
 * is stored outside the database, so that the next process also detects a restored older copy.
 */
export class SignedState {
  readonly #parts: SignedStateParts
  #trust: Trust
  #seen: Seen | null
  #newest: VerifiedState | null = null
  #forked: string | null = null
  #told: Told | null = null

  private constructor(parts: SignedStateParts, seen: Seen | null) {
    this.#parts = parts
    this.#trust = parts.trust
    this.#seen = seen
  }

  /**
   * Reads the stored state. Throws StartRefusal for an invalid file, or one of a newer root or another deployment,
   * which a person must resolve.
   */
  static async open(parts: SignedStateParts): Promise<SignedState> {
    const { trust, trustPath, seenPath } = parts
    const seen = await readSeen(seenPath)
    if (seen === null) return new SignedState(parts, null)
    if (seen.origin !== trust.origin)
      throw new StartRefusal(
        'TRUST_INVALID',
        `TRUST_INVALID: the trust file ${trustPath} belongs to log ${trust.origin}, but ${seenPath} to log ${seen.origin}: set PRAMAAN_TRUST to the trust file of the deployment, or give this instance its own PRAMAAN_HOME`,
      )
    if (seen.root_position > trust.position)
      throw new StartRefusal(
        'TRUST_OUTDATED',
        `TRUST_OUTDATED: the trust file ${trustPath} is from log position ${trust.position}, but one from position ${seen.root_position} was in use here: copy the newer file from the home where \`log adopt\` was run`,
      )
    return new SignedState(parts, seen.root_position === trust.position ? seen : null)
  }

  /** The trust file, updated to the newest key. */
  get trust(): Trust {
    return this.#trust
  }

  get newest(): VerifiedState | null {
    return this.#newest
  }

  /**
   * When the log's key last signed that the log is intact, in ms since 1970; null if never seen. A note of a clock that
   * is ahead counts from when it was read first.
   */
  get toldAtMs(): number | null {
    return this.#told?.atMs ?? null
  }

  /** Called if the signed state does not follow from the log: from then on no newer state is loaded. */
  contradicted(reason: string): void {
    this.#forked = reason
  }

  /** The newest state; null before anything is signed. Throws StateRefused. */
  async read(pool: Pool): Promise<ServingState | null> {
    if (this.#forked !== null)
      throw new StateRefused('fork', `${this.#forked}. Keep the database as it is; see docs/recovery.md`)
    await this.#hearTime(pool)
    const found = await newestState(pool, this.#trust, this.#newest)
    if (found.state === null) {
      if (found.why === 'empty' && this.#seen === null) return null
      const [kind, message] = WHY_NONE[found.why]
      throw new StateRefused(kind, message)
    }
    const { state, trust } = found
    const adopted = await adoptedAt(pool, state)
    if (adopted !== null)
      throw new StateRefused('fork', `TRUST_OUTDATED: a person adopted the log at position ${adopted}. ${WHAT_TO_DO}`)
    if (state === this.#newest) return state.serving
    await this.#compare(pool, state.checkpoint)
    await this.#remember(state.checkpoint, trust)
    this.#newest = state
    return state.serving
  }

  /** The newest time signed by the log's key; notes by other keys, and older ones, are ignored. */
  async #hearTime(pool: Pool): Promise<void> {
    const { rows } = await pool.query<{ note: string }>('SELECT note FROM signed_time')
    const told = parseSignedTime(rows[0]?.note ?? '')
    if (told === null || told.time === this.#told?.time || !isTimeOf(told, this.#trust)) return
    const atMs = Math.min(Date.parse(told.time), (this.#parts.nowMs ?? systemNowMs)())
    if (atMs > (this.#told?.atMs ?? Number.NEGATIVE_INFINITY)) this.#told = { time: told.time, atMs }
  }

  async #compare(pool: Pool, { size, root, logHead }: Checkpoint): Promise<void> {
    const seen = this.#seen
    if (seen === null) return
    const now = `position ${logHead.position} with ${counted(size, 'entry', 'entries')}`
    const was = `position ${seen.position} with ${seen.size}`
    if (logHead.position < seen.position || size < seen.size) {
      if (logHead.position > seen.position || size > seen.size)
        throw new StateRefused('fork', `the signed state is ${now}, but ${was} was seen`)
      throw new StateRefused(
        'behind',
        `the signed state is ${now}, but ${was} was seen: the database is older. It may catch up; if it was restored, see docs/recovery.md`,
      )
    }
    if (size === seen.size && Buffer.from(root).toString('hex') !== seen.root)
      throw new StateRefused('fork', `a different log of ${counted(size, 'entry', 'entries')} was seen`)
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM event_log WHERE position = $1`,
      [seen.position],
    )
    const head = logHead.position === seen.position ? logHead.hash : rows[0]?.hash
    if (head !== seen.head)
      throw new StateRefused('fork', `the event at position ${seen.position} differs from the one seen before`)
  }

  async #remember({ size, root, logHead, origin }: Checkpoint, trust: Trust): Promise<void> {
    const { seenPath, trustPath, onError } = this.#parts
    this.#seen = {
      origin,
      root_position: this.#parts.trust.position,
      position: logHead.position,
      size,
      root: Buffer.from(root).toString('hex'),
      head: logHead.hash,
    }
    await writeWhole(seenPath, `${JSON.stringify(this.#seen)}\n`).catch(onError)
    const grown = trust.keys.length > this.#trust.keys.length
    this.#trust = trust
    if (grown) await writeTrustFile(trustPath, trust).catch(onError)
  }
}

const WHAT_TO_DO =
  'Copy the trust file of the log (`trust.json` in the home of its workers) to PRAMAAN_TRUST, and start again; see docs/recovery.md'

/** Why a database has no state that can be served. */
const WHY_NONE = {
  empty: ['behind', 'the database has no signed state, but this instance has seen one'],
  older: [
    'behind',
    'the database is older than the trust file, which names a signing key that the log does not have, or it is a copy that somebody continued with a replaced key. It may catch up; if it was restored, see docs/recovery.md',
  ],
  foreign: [
    'fork',
    `no checkpoint of the database is signed by a key of the trust file: it belongs to another deployment or to an earlier key of the log. ${WHAT_TO_DO}`,
  ],
} as const

async function readSeen(path: string): Promise<Seen | null> {
  const text = await readIfThere(path)
  if (text === null) return null
  try {
    return seenSchema.parse(JSON.parse(text))
  } catch {
    throw new StartRefusal(
      'LOG_NOT_INTACT',
      `LOG_NOT_INTACT: ${path} cannot be read: restore it from a backup. Without it this instance cannot recognise an older database: remove it only if \`log verify\` agrees with a checkpoint kept elsewhere`,
    )
  }
}
