import type { Pool } from 'pg'
import { once } from '../once.ts'
import { inParallel } from './in-parallel.ts'
import { type Ingested, loadPointers, type Pointer, type Pointers, readProvenance } from './load-pointers.ts'
import { loadRelease, withPointer } from './load-release.ts'
import { NO_SNAPSHOT, type Problem, type ServingRelease, type Snapshot } from './serving-release.ts'
import { type SignedState, StateRefused } from './signed-state.ts'

/** While one release is checked and compiled, the next is on its way; a third would only wait, and could time out. */
const LOADS_AT_ONCE = 2

/** Two pointers are the same when nothing an answer shows of them differs. */
function keyOf(pointer: Pointer): string {
  return JSON.stringify(pointer)
}

export type SnapshotParts = {
  readonly pool: Pool
  readonly signed: SignedState
  readonly onProblem: (problem: Problem) => void
  /** The database lacks the signed state seen before. */
  readonly onDoubt: (doubt: NonNullable<Snapshot['doubt']>) => void
  readonly onSwap: (snapshot: Snapshot) => void
}

/**
 * Holds the current snapshot and makes the next one. The swap is one assignment: a request that began on the old one
 * ends on it. A release that fails its checks is refused, and the last good one of its scope and period goes on.
 */
export class SnapshotStore {
  readonly #parts: SnapshotParts
  #current: Snapshot = NO_SNAPSHOT
  #refreshing: Promise<void> | null = null
  #again = false
  #doubtful: ReadonlySet<ServingRelease> = new Set()

  constructor(parts: SnapshotParts) {
    this.#parts = parts
  }

  get current(): Snapshot {
    return this.#current
  }

  /** Reads pointers again and swaps when they differ. Calls during a refresh make one more run, not many. */
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
    const { onProblem, onSwap } = this.#parts
    const { byState, problems: known, loaded, doubt } = this.#current
    const before = [...byState.values()].flat()
    const gathered = await this.#gather(before).catch((error: Error) => {
      if (error instanceof StateRefused) return error
      throw error
    })
    if (gathered instanceof StateRefused) {
      // Releases in service stay in service; a process that has none yet waits.
      const { kind, message } = gathered
      if (this.#current.doubt?.reason === message) return
      this.#parts.onDoubt({ kind, reason: message })
      this.#current = Object.freeze({ ...this.#current, doubt: { kind, reason: message } })
      return
    }
    const { serving, problems, doubtful } = gathered
    this.#doubtful = doubtful
    const same =
      problems.length === known.length && problems.every((problem) => known.some((old) => isSame(problem, old)))
    if (
      loaded &&
      doubt === null &&
      same &&
      serving.length === before.length &&
      serving.every((release) => before.includes(release))
    )
      return
    for (const problem of problems) if (!known.some((old) => isSame(problem, old))) onProblem(problem)
    this.#current = Object.freeze({ byState: groupByState(serving), problems, loaded: true, doubt: null })
    onSwap(this.#current)
  }

  /** Loads releases whose pointers are not served yet, and retries those that could not be confirmed last time. */
  async #gather(before: readonly ServingRelease[]): Promise<Gathered> {
    const found = await loadPointers(this.#parts.pool, this.#parts.signed)
    const registered = once(() => readProvenance(this.#parts.pool))
    const byPointer = new Map(before.map((release) => [keyOf(release.pointer), release]))
    const served = await inParallel(found.pointers, LOADS_AT_ONCE, (pointer) =>
      this.#serve(pointer, byPointer.get(keyOf(pointer)), before, { ...found, registered }),
    )
    return {
      serving: served.flatMap(({ release }) => release ?? []),
      problems: served.flatMap(({ problem }) => problem ?? []),
      doubtful: new Set(served.flatMap(({ release, problem }) => (problem === null ? [] : (release ?? [])))),
    }
  }

  /** Result for a pointer: `same`, the release it names, or with a problem the last good one or none. */
  async #serve(
    pointer: Pointer,
    same: ServingRelease | undefined,
    before: readonly ServingRelease[],
    found: Found,
  ): Promise<Served> {
    if (same !== undefined && !this.#doubtful.has(same)) return { release: same, problem: null }
    try {
      return { release: await loadRelease(this.#parts.pool, pointer, found.registered), problem: null }
    } catch (error) {
      const { scope, effective_from, effective_to, release_id } = pointer
      const reason = error instanceof Error ? error.message : String(error)
      const release = same ?? lastGoodOf(pointer, before, found)
      const servingOlder = release !== null
      return { release, problem: { scope, effective_from, effective_to, release_id, reason, servingOlder } }
    }
  }
}

/** Context of one refresh. `registered` is queried once for all releases loaded. */
type Found = Pointers & { readonly registered: () => Promise<Ingested> }

type Served = { readonly release: ServingRelease | null; readonly problem: Problem | null }

type Gathered = {
  readonly serving: readonly ServingRelease[]
  readonly problems: readonly Problem[]
  /** Served although what their pointers name could not be loaded. */
  readonly doubtful: ReadonlySet<ServingRelease>
}

/**
 * Fallback if the release of a pointer is refused. If the same record was checked when loaded, it stays with the
 * pointer's holds, so that a hold always takes effect. Otherwise the last good release of the scope for that period
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

function groupByState(serving: readonly ServingRelease[]): Map<string, readonly ServingRelease[]> {
  const byState = new Map<string, ServingRelease[]>()
  for (const release of serving) {
    const state = release.record.state_code
    byState.set(state, [...(byState.get(state) ?? []), release])
  }
  return byState
}
