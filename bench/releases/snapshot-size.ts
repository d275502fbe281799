import { fileURLToPath } from 'node:url'
import type { Local } from '../support/local.ts'
import { runProcess } from './run-process.ts'
import type { SnapshotSize } from './snapshot-process.ts'

const PROCESS = fileURLToPath(new URL('./snapshot-process.ts', import.meta.url))

/** What a process of its own holds once it has loaded all that serves. Throws unless `expected` releases serve. */
export async function snapshotSize({ apiUrl }: Pick<Local, 'apiUrl'>, expected: number): Promise<SnapshotSize> {
  const size = (await runProcess(['--expose-gc', PROCESS, apiUrl])) as SnapshotSize
  if (size.releases !== expected || size.problems > 0) {
    throw new Error(`${size.releases} of ${expected} releases were loaded, ${size.problems} refused`)
  }
  return size
}
