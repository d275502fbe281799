import { createRequire, getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The Node that runs our .ts files: this one, or the one pinned in package.json when this process runs on an older
 * Node that cannot (a test runner started by the system's `node`, say).
 */
export function nodeBinary(): string {
  if (process.features.typescript) return process.execPath
  return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
}

/**
 * For a thread or a process that is given an environment of its own: it keeps Node's cache of compiled code only if it
 * is told where that is. Empty if this process has none.
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const directory = getCompileCacheDir()
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) }
}
