import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { startApi } from '../../services/api/start-api.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { CODE_VERSION } from '../../services/platform/start.ts'

const ASK_EVERY_MS = 50
const GIVE_UP_AFTER_MS = 120_000

/**
 * An API instance that starts, is asked whether it is ready until it is, and ends: run with the URLs of the API's role and
 * of Redis and a prefix for its keys; prints a StartCost as JSON. It is given the time that a busy machine needs: there a
 * release may time out at first, which the instance's next poll mends.
 */
export type StartCost = {
  /** From the start of the process to the answer. */
  readonly ms: number
  /** Processor time of this process alone until then, all threads: what others on the machine do not change. */
  readonly cpuMs: number
  /** Of GET /readyz: 200 when all that should serve does; another when it never did. */
  readonly status: number
}

async function untilReady(url: string): Promise<number> {
  for (;;) {
    const { status } = await fetch(url)
    if (status === 200 || performance.now() > GIVE_UP_AFTER_MS) return status
    await pause(ASK_EVERY_MS)
  }
}

async function main([databaseUrl = '', redisUrl = '', prefix = '']: readonly string[]): Promise<void> {
  const api = await startApi({
    databaseUrl,
    redisUrl,
    prefix,
    host: '127.0.0.1',
    port: 0,
    metricsPort: 0,
    trustProxy: false,
    codeVersion: CODE_VERSION,
    log: createLogger('bench', 'error', process.stderr),
  })
  const status = await untilReady(`http://127.0.0.1:${api.port}/readyz`)
  const { user, system } = process.cpuUsage()
  // Counted from the start of the process.
  const cost: StartCost = { ms: performance.now(), cpuMs: (user + system) / 1000, status }
  console.log(JSON.stringify(cost))
  await api.close()
}

await main(process.argv.slice(2))
