import { createRequire, getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The Node that runs our .ts files: this one, or the one pinned in package.json if this process runs on an older Node
 * (for example, a test runner started by the system's `node`).
 */
export function nodeBinary(): string {
  if (process.features.typescript) return process.execPath
  return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
}

/**
 * For a thread or process with an environment of its own: it only uses Node's cache of compiled code if this is set.
 * Empty if this process has none.
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const directory = getCompileCacheDir()
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) }
}
