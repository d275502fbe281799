import { fileURLToPath } from 'node:url'

/**
 * Where Node keeps the code it has compiled, by the hash of what it read: the very place that `npm start` uses
 * (scripts/bootstrap.mjs). To be part of the environment of every program of ours that a test starts with an environment
 * of its own, since half of such a start is reading and compiling.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)),
}
