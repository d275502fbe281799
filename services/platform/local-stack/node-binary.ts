import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The Node that runs our .ts files: this one, or the one pinned in package.json when this process runs on an older
 * Node that cannot (a test runner started by the system's `node`, say).
 */
export function nodeBinary(): string {
  if (process.features.typescript) return process.execPath
  return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
}
