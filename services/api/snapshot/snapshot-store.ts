import type { Pool } from 'pg'
import { loadPointers } from './load-pointers.ts'
import { loadRelease } from './load-release.ts'
import { NO_SNAPSHOT, type Pointer, type Problem, type ServingRelease, type Snapshot } from './serving-release.ts'

/** Two pointers are the same when nothing an answer shows of them differs. */
function keyOf(pointer: Pointer): string {
  return JSON.stringify(pointer)
}

export type SnapshotParts = {
  readonly pool: Pool
  readonly onProblem: (problem: Problem) => void
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
    const { pool, onProblem, onSwap } = this.#parts
    const { pointers, keys } = await loadPointers(pool)
    const before = [...this.#current.byState.values()].flat()
    const known = new Map(before.map((release) => [keyOf(release.pointer), release]))
    const problems: Problem[] = []
    const serving: ServingRelease[] = []
    for (const pointer of pointers) {
      const same = known.get(keyOf(pointer))
      if (same !== undefined) {
        serving.push(same)
        continue
      }
      try {
        serving.push(await loadRelease(pool, pointer, keys))
      } catch (error) {
        const older = before.find(
          ({ pointer: was }) => was.scope === pointer.scope && was.effective_from === pointer.effective_from,
        )
        if (older !== undefined) serving.push(older)
        const reason = error instanceof Error ? error.message : String(error)
        const problem = {
          scope: pointer.scope,
          release_id: pointer.release_id,
          reason,
          servingOlder: older !== undefined,
        }
        problems.push(problem)
        onProblem(problem)
      }
    }
    const unchanged =
      this.#current.loaded &&
      problems.length === 0 &&
      this.#current.problems.length === 0 &&
      serving.length === before.length &&
      serving.every((release) => before.includes(release))
    if (unchanged) return
    this.#current = Object.freeze({ byState: groupByState(serving), problems, loaded: true })
    onSwap(this.#current)
  }
}

function groupByState(serving: readonly ServingRelease[]): Map<string, readonly ServingRelease[]> {
  const byState = new Map<string, ServingRelease[]>()
  for (const release of serving) {
    const state = release.record.state_code
    byState.set(state, [...(byState.get(state) ?? []), release])
  }
  return byState
}
