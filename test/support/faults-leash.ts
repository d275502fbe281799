import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before a service's own entry point (`node --import`): ends the process when the test that started it is gone,
 * however that came to be. The test holds the other end of stdin. The service's own threads load this too.
 */
if (isMainThread) {
  process.stdin.on('error', () => process.exit())
  process.stdin.on('end', () => process.exit())
  process.stdin.resume()
  process.stdin.unref()
}
