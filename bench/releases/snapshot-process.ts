import { SnapshotStore } from '../../services/api/snapshot/snapshot-store.ts'
import { createPool } from '../../services/platform/postgres.ts'

/**
 * A process that loads what serves as an API instance does and says what it holds: run with --expose-gc and the URL of
 * the API's role; prints a SnapshotSize as JSON.
 */
export type SnapshotSize = {
  readonly releases: number
  readonly problems: number
  /** Bytes in use after collection, within the heap and beside it, that the snapshot added. */
  readonly heldBytes: number
  /** Bytes of resident memory that loading added, with what the collector keeps for later. */
  readonly residentBytes: number
  readonly loadMs: number
  /** Of this process alone, all threads: what others on the machine do not change. */
  readonly loadCpuMs: number
}

function memory(): { held: number; resident: number } {
  // Twice: what the first collection finalises, the second frees.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { held: heapUsed + external, resident: rss }
}

async function main(): Promise<void> {
  const url = process.argv[2] ?? ''
  const before = memory()
  const pool = createPool({ url, applicationName: 'pramaan-bench', max: 8, onError: () => {} })
  let problems = 0
  const store = new SnapshotStore({ pool, onProblem: () => (problems += 1), onSwap: () => {} })
  const began = performance.now()
  const cpuBefore = process.cpuUsage()
  await store.refresh()
  const loadMs = performance.now() - began
  const { user, system } = process.cpuUsage(cpuBefore)
  // Connections keep what they last received for as long as they are idle; that is not the snapshot's.
  await pool.end()
  const after = memory()
  const size: SnapshotSize = {
    releases: [...store.current.byState.values()].flat().length,
    problems,
    heldBytes: after.held - before.held,
    residentBytes: after.resident - before.resident,
    loadMs,
    loadCpuMs: (user + system) / 1000,
  }
  console.log(JSON.stringify(size))
}

await main()
