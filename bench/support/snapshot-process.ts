import { join } from 'node:path'
import { SignedState } from '../../services/api/snapshot/signed-state.ts'
import { SnapshotStore } from '../../services/api/snapshot/snapshot-store.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { loadTrustFile } from '../../services/platform/trust-file.ts'

/**
 * A process that loads the releases in service like an API instance, and prints its memory. Run with --expose-gc;
 * arguments: the URL of the API's role and the home with the trust file. Prints a SnapshotSize as JSON.
 */
export type SnapshotSize = {
  readonly releases: number
  readonly problems: number
  /** Bytes in use after garbage collection, inside and outside the heap, added by the snapshot. */
  readonly heldBytes: number
}

function heldBytes(): number {
  // Twice: the second collection frees what the first finalised.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const before = heldBytes()
const pool = createPool({ url: process.argv[2] ?? '', applicationName: 'pramaan-bench', max: 8, onError: () => {} })
let problems = 0
const home = process.argv[3] ?? ''
const trustPath = join(home, 'trust.json')
const signed = await SignedState.open({
  trust: await loadTrustFile(trustPath),
  trustPath,
  seenPath: join(home, 'bench-seen.json'),
  onError: () => {},
})
const store = new SnapshotStore({ pool, signed, onDoubt: () => {}, onProblem: () => (problems += 1), onSwap: () => {} })
await store.refresh()
// Idle connections keep their last data; that memory does not belong to the snapshot.
await pool.end()
const held = heldBytes() - before
const releases = [...store.current.byState.values()].flat().length
console.log(JSON.stringify({ releases, problems, heldBytes: held } satisfies SnapshotSize))
