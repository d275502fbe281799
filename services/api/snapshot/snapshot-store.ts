import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import { laidOutDocuments } from '../../../pipeline/store/layouts.ts'
import { once } from '../../platform/once.ts'
import { inParallel } from './in-parallel.ts'
import {
  isSameRead,
  type Pointer,
  type Pointers,
  pointersOf,
  type Read,
  readProvenance,
  readServing,
} from './load-pointers.ts'
import { type Known, keyOf, loadRelease, readStored, type Stored, withPointer } from './load-release.ts'
import { NO_SNAPSHOT, type Problem, type ServingRelease, type Snapshot } from './serving-release.ts'
import { type SignedState, StateRefused } from './signed-state.ts'

/** While some releases are checked, the next are read; a third query would only wait, and could time out. */
const LOADS_AT_ONCE = 2
const READ_TOGETHER = 32

type SnapshotParts = {
  readonly pool: Pool
  readonly signed: SignedState
  readonly onProblem: (problem: Problem) => void
  /** The database lacks the signed state seen before. */
  readonly onDoubt: (doubt: NonNullable<Snapshot['doubt']>) => void
  readonly onSwap: (snapshot: Snapshot) => void
}

/**
 * Holds the current snapshot and makes the next one. The swap is one assignment: a request that started with the old
 * snapshot ends with it. A release that fails its checks is refused, and the last valid one of its scope and period
 * stays in service.
 */
export class SnapshotStore {
  readonly #parts: SnapshotParts
  #current: Snapshot = NO_SNAPSHOT
  #refreshing: Promise<void> | null = null
  #again = false
  #doubtful: ReadonlySet<ServingRelease> = new Set()
  /** Source of the current snapshot; null: always make the next one. */
  #read: Read | null = null

  constructor(parts: SnapshotParts) {
    this.#parts = parts
  }

  get current(): Snapshot {
    return this.#current
  }

  /** Reads pointers again and swaps if they differ. Calls during a refresh cause one more run, not many. */
  refresh(): Promise<void> {
    if (this.#refreshing !== null) {
      this.#again = true
      return this.#refreshing
    }
    this.#refreshing = this.#run().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #run(): Promise<void> {
    do {
      this.#again = false
      await this.#load()
    } while (this.#again)
  }

  async #load(): Promise<void> {
    const { pool, signed, onProblem, onSwap } = this.#parts
    const read = await readServing(pool, signed).catch((error: Error) => {
      if (error instanceof StateRefused) return error
      throw error
    })
    if (read instanceof StateRefused) {
      this.#read = null
      // Releases in service stay in service; a process that has none yet waits.
      const { kind, message } = read
      if (this.#current.doubt?.reason === message) return
      this.#parts.onDoubt({ kind, reason: message })
      this.#current = Object.freeze({ ...this.#current, doubt: { kind, reason: message } })
      return
    }
    if (this.#read !== null && isSameRead(this.#read, read)) return
    const { byState, problems: known, loaded, doubt } = this.#current
    const before = [...byState.values()].flat()
    const { serving, problems, doubtful } = await this.#gather(read, before)
    this.#doubtful = doubtful
    // The next refresh tries again to load what failed.
    this.#read = problems.length === 0 ? read : null
    const same =
      problems.length === known.length && problems.every((problem) => known.some((old) => isSame(problem, old)))
    const those = new Set(before)
    const isUnchanged = serving.length === before.length && serving.every((release) => those.has(release))
    if (loaded && doubt === null && same && isUnchanged) return
    for (const problem of problems) if (!known.some((old) => isSame(problem, old))) onProblem(problem)
    this.#current = Object.freeze({
      byState: Map.groupBy(serving, ({ record }) => record.state_code),
      problems,
      loaded: true,
      doubt: null,
    })
    onSwap(this.#current)
  }

  /** Loads releases that are pointed to and not served yet; failed ones are retried. */
  async #gather(read: Read, before: readonly ServingRelease[]): Promise<Gathered> {
    const { pool } = this.#parts
    const found: Found = {
      ...pointersOf(read),
      registered: once(() => readProvenance(pool)),
      laidOut: once(() => laidOutDocuments(pool)),
    }
    const byKey = new Map(before.map((release) => [release.key, release]))
    const places = found.pointers.map((pointer, at) => ({ pointer, at, same: byKey.get(keyOf(pointer)) }))
    const served = new Array<Served>(places.length)
    const wanted = places.filter(({ at, same }) => {
      if (same === undefined || this.#doubtful.has(same)) return true
      served[at] = { release: same, problem: null }
      return false
    })
    const groups = Array.from({ length: Math.ceil(wanted.length / READ_TOGETHER) }, (_, index) =>
      wanted.slice(index * READ_TOGETHER, (index + 1) * READ_TOGETHER),
    )
    await inParallel(groups, LOADS_AT_ONCE, async (group) => {
      const pointers = group.map(({ pointer }) => pointer)
      const reading = readStored(pool, pointers)
      // A failure is reported by the first release that needs the bytes.
      reading.catch(() => {})
      for (const { pointer, at, same } of group) {
        served[at] = await this.#serve(pointer, reading, same, before, found)
        // Checking a release takes some milliseconds: requests and other queries run in between.
        await setImmediate()
      }
    })
    return {
      serving: served.flatMap(({ release }) => release ?? []),
      problems: served.flatMap(({ problem }) => problem ?? []),
      doubtful: new Set(served.flatMap(({ release, problem }) => (problem === null ? [] : (release ?? [])))),
    }
  }

  /** What serves for a pointer: the release it names, or with a problem the last valid one, or none. */
  async #serve(
    pointer: Pointer,
    reading: Promise<Stored>,
    same: ServingRelease | undefined,
    before: readonly ServingRelease[],
    found: Found,
  ): Promise<Served> {
    const { pool } = this.#parts
    try {
      return { release: await loadRelease(pool, pointer, await reading, found), problem: null }
    } catch (error) {
      const { scope, effective_from, effective_to, release_id } = pointer
      const reason = error instanceof Error ? error.message : String(error)
      const release = same ?? lastGoodOf(pointer, before, found)
      const servingOlder = release !== null
      return { release, problem: { scope, effective_from, effective_to, release_id, reason, servingOlder } }
    }
  }
}

/** What the pointers of one refresh are checked against. */
type Found = Pointers & Known

type Served = { readonly release: ServingRelease | null; readonly problem: Problem | null }

type Gathered = {
  readonly serving: readonly ServingRelease[]
  readonly problems: readonly Problem[]
  /** Still in service although what their pointers name could not be loaded. */
  readonly doubtful: ReadonlySet<ServingRelease>
}

/**
 * Fallback if the release of a pointer is refused. If the same record was checked when it was loaded, it stays with the
 * pointer's holds, so that a hold always takes effect. Otherwise the last valid release of the scope for that period
 * stays, unless it now serves something else or was withdrawn.
 */
function lastGoodOf(
  pointer: Pointer,
  before: readonly ServingRelease[],
  { pointers, withdrawn }: Pointers,
): ServingRelease | null {
  const own = before.find(
    ({ pointer: { release_sha256, revision } }) =>
      release_sha256 === pointer.release_sha256 && revision === pointer.revision,
  )
  if (own !== undefined) {
    const { effective_from, effective_to } = own.pointer
    return withPointer(own, { ...pointer, effective_from, effective_to })
  }
  const older = before.find(
    ({ pointer: was }) =>
      was.scope === pointer.scope &&
      was.effective_from <= pointer.effective_to &&
      pointer.effective_from <= was.effective_to &&
      !withdrawn.has(was.release_sha256) &&
      !pointers.some((other) => other.release_sha256 === was.release_sha256),
  )
  return older ?? null
}

function isSame(a: Problem, b: Problem): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
