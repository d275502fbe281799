import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Pool } from 'pg'
import { putUnderLoad } from './support/load.ts'
import { cpuMs } from './support/machine.ts'
import { type BenchRow, baseRow, rowBeside } from './support/report.ts'
import { API_CASES, requestsOf } from './support/requests.ts'
import { exchange, type Server, startApiServer } from './support/servers.ts'
import { benchKeys, type Setup, withPool } from './support/stack.ts'

/** `newKeys`: number of keys used for the first time. */
const FULL = { idleSeconds: 45, requests: 40_000, newKeys: 2_000, warmUpSeconds: 10 }
const CONNECTIONS = 16
const LOOK_EVERY_MS = 500
const CALCULATE = 'POST /calculate'

/** Processor time in milliseconds so far: of the API, of Redis, and of the connections that an API has to Postgres. */
type Used = { readonly api: number; readonly redis: number; readonly postgres: number }

/**
 * Processor time of a request, of the first request with a key, and of an idle instance, for each part, and the size of
 * an answer on the wire. This shows at which load Redis, Postgres and a network are full. Processor time is meaningful
 * even if the machine does other work.
 */
export async function benchScale({ local, keys, cores, say }: Setup, plan = FULL): Promise<BenchRow[]> {
  const redis = new Redis(local.redisUrl)
  const server = await startApiServer(local, keys[0] ?? '', cores)
  try {
    return await withPool(local.ownerUrl, 1, async (owner) => {
      const backends = new Map<number, number>()
      const look = () => lookAt(backends, owner)
      const between = async (work: () => Promise<unknown>): Promise<Used> => {
        await look()
        const before = await usedBy(server, redis, backends)
        const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
        try {
          await work()
        } finally {
          clearInterval(timer)
        }
        await look()
        const after = await usedBy(server, redis, backends)
        const of = (part: keyof Used): number => after[part] - before[part]
        return { api: of('api'), redis: of('redis'), postgres: of('postgres') }
      }
      const calculate = API_CASES.find(({ name }) => name === CALCULATE)
      if (calculate === undefined) throw new Error(`${CALCULATE} is not measured`)
      const load = (size: { duration: number } | { amount: number }, of: readonly string[]) =>
        putUnderLoad(
          {
            origin: server.origin,
            requests: requestsOf(calculate, of),
            connections: 'amount' in size ? Math.min(CONNECTIONS, size.amount) : CONNECTIONS,
            size,
          },
          200,
        )
      say('warming up')
      await load({ duration: plan.warmUpSeconds }, keys)
      const perRequest = await between(() => load({ amount: plan.requests }, keys))
      say('keys that are new')
      const others = await withPool(local.pipelineUrl, 2, (pool) => benchKeys(pool, plan.newKeys))
      const perKey = await between(() => load({ amount: plan.newKeys }, others))
      say('at rest')
      const idle = await between(() => pause(plan.idleSeconds * 1000))
      const us = (ms: number, count: number): number => (ms * 1000) / count
      const api = baseRow('API, a calculation', us(perRequest.api, plan.requests), 'µs of processor')
      return [
        api,
        rowBeside(api, 'Redis, the limits of a request', us(perRequest.redis, plan.requests)),
        rowBeside(api, 'Postgres, a request of a known key', us(perRequest.postgres, plan.requests)),
        rowBeside(api, 'Postgres, a request of a new key', us(perKey.postgres, plan.newKeys)),
        baseRow('API at rest', idle.api / plan.idleSeconds, 'ms/s'),
        baseRow('Postgres, of an API at rest', idle.postgres / plan.idleSeconds, 'ms/s'),
        baseRow('Redis at rest, one API and one worker', idle.redis / plan.idleSeconds, 'ms/s'),
        ...(await answerBytes(server, keys[0] ?? '')),
      ]
    })
  } finally {
    redis.disconnect()
    await server.stop()
  }
}

async function usedBy(server: Server, redis: Redis, backends: ReadonlyMap<number, number>): Promise<Used> {
  const info = await redis.info('cpu')
  const seconds = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? Number.NaN)
  return {
    api: cpuMs(server.pid),
    redis: (seconds('used_cpu_user') + seconds('used_cpu_sys')) * 1000,
    postgres: [...backends.values()].reduce((sum, ms) => sum + ms, 0),
  }
}

/** Processor time of each connection of an API to Postgres so far; for a closed connection, the last value seen. */
async function lookAt(backends: Map<number, number>, owner: Pool): Promise<void> {
  const found = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'pramaan-api%'`,
  )
  for (const { pid } of found.rows) backends.set(pid, Math.max(cpuMs(pid), backends.get(pid) ?? 0))
}

/**
 * Bytes on the wire for one answer, including its headers, and for a release that a reader keeps to calculate locally.
 */
async function answerBytes({ origin }: Server, key: string): Promise<BenchRow[]> {
  const measured = API_CASES.filter(
    ({ name, method, status }) => name === CALCULATE || (method === 'GET' && status !== 304),
  )
  const rows: BenchRow[] = []
  for (const each of measured) {
    const [sent] = requestsOf(each, [key])
    if (sent === undefined) continue
    rows.push(baseRow(`${each.name}, on the wire`, (await exchange(origin, sent)).socket.bytesRead, 'bytes'))
  }
  const serving = await fetch(`${origin}/public/serving.json`)
  const [release] = /(?<="release_sha256":")[0-9a-f]{64}/.exec(await serving.text()) ?? []
  const headers = { 'accept-encoding': 'gzip' }
  const { statusCode, socket } = await exchange(origin, { path: `/public/releases/${release}`, headers })
  if (statusCode !== 200) throw new Error(`/public/releases/${release}: ${statusCode}`)
  return [...rows, baseRow('a release with its proof, gzip, on the wire', socket.bytesRead, 'bytes')]
}
