import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * For a thread or a process that is given an environment of its own: it keeps Node's cache of compiled code only if it is
 * told where that is. Empty where this process has none.
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const directory = getCompileCacheDir()
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) }
}
