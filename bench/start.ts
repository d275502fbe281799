import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Server, startApiServer, startBareServer } from './api/servers.ts'
import type { Cores } from './support/cores.ts'
import { type Local, removeHome } from './support/local.ts'
import { atMost, type BenchRow, median, type Say } from './support/row.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const API_TARGET_S = 1
const SECOND_START_TARGET_S = 5

/** Seconds from starting the API process to its first 200, the databases being up, beside a bare Fastify process. */
export async function benchApiStart(
  local: Local,
  key: string,
  cores: Cores,
  say: Say,
  times = 5,
): Promise<readonly BenchRow[]> {
  const startsOf = async (start: () => Promise<Server>): Promise<number> => {
    const taken: number[] = []
    for (let index = 0; index < times; index += 1) {
      const server = await start()
      taken.push(server.startMs / 1000)
      await server.stop()
    }
    return median(taken)
  }
  say('the API and the bare server')
  const bare = await startsOf(() => startBareServer(local, cores))
  const api = await startsOf(() => startApiServer(local, key, cores))
  const note = `process start to first 200, median of ${times}`
  const shared = { part: 'start', unit: 's', note } as const
  return [
    { ...shared, name: 'bare Fastify', value: bare, baseline: 'is one', ratio: null, target: null },
    {
      ...shared,
      name: 'API, databases up',
      value: api,
      baseline: 'bare Fastify',
      ratio: api / bare,
      target: atMost(api, API_TARGET_S),
    },
  ]
}

/** Seconds that `npm start` takes on a home of its own, the first time and the second. */
export async function benchNpmStart(say: Say): Promise<readonly BenchRow[]> {
  const home = await mkdtemp(join(tmpdir(), 'pramaan-bench-'))
  try {
    say('npm start, first')
    const first = await npmStart(home)
    say('npm start, second')
    const second = await npmStart(home)
    const shared = { part: 'start', unit: 's' } as const
    const name = 'npm start, first'
    const note = 'to its "ready"; every shipped release through its gates'
    return [
      { ...shared, name, value: first, baseline: 'is one', ratio: null, target: null, note },
      {
        ...shared,
        name: 'npm start, second',
        value: second,
        baseline: name,
        ratio: second / first,
        target: atMost(second, SECOND_START_TARGET_S),
        note: 'on the same home',
      },
    ]
  } finally {
    await removeHome(home)
  }
}

async function npmStart(home: string): Promise<number> {
  // `env` keeps the environment of this process, where npm and a redis-server are found, but for what would lead it to
  // databases that are there already.
  const settings = ['-u', 'DATABASE_URL', '-u', 'REDIS_URL', `PRAMAAN_HOME=${home}`, 'PORT=0']
  const began = performance.now()
  const child = spawn('env', [...settings, 'npm', 'start'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let taken: number | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    if (taken !== null || !line.startsWith('ready in ')) continue
    taken = (performance.now() - began) / 1000
    child.kill('SIGTERM')
  }
  await ended
  if (taken === null) throw new Error('npm start ended before it was ready')
  return taken
}
