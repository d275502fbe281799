import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atMost, type BenchRow, baseRow, median, rowBeside, type Say } from './support/report.ts'
import { type Server, startApiServer, startPlainServer } from './support/servers.ts'
import { type Setup, withHome } from './support/stack.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const API_TARGET_S = 1
const SECOND_START_TARGET_S = 5

/**
 * Seconds from starting the API process to its first 200, with the databases running, compared with a bare Fastify
 * process.
 */
export async function benchApiStart(
  { local, keys, cores, say }: Setup,
  times = 5,
  { name, targetS } = { name: 'API, databases up', targetS: API_TARGET_S },
): Promise<BenchRow[]> {
  const startsOf = async (start: () => Promise<Server>): Promise<number> => {
    const taken = await Array.fromAsync({ length: times }, async () => {
      const server = await start()
      await server.stop()
      return server.startMs / 1000
    })
    return median(taken)
  }
  say('the API and the bare server')
  const note = `process start to first 200, median of ${times}`
  const bare = baseRow('bare Fastify', await startsOf(() => startPlainServer('bare', local, cores)), 's', { note })
  const api = await startsOf(() => startApiServer(local, keys[0] ?? '', cores))
  return [bare, rowBeside(bare, name, api, { note, target: atMost(api, targetS) })]
}

/** Seconds that `npm start` takes with a new home, the first time and the second. */
export function benchNpmStart(say: Say): Promise<BenchRow[]> {
  return withHome(async (home) => {
    say('npm start, first')
    const note = 'to its "ready"; every shipped release through its gates'
    const first = baseRow('npm start, first', await npmStart(home), 's', { note })
    say('npm start, second')
    const second = await npmStart(home)
    const target = atMost(second, SECOND_START_TARGET_S)
    return [first, rowBeside(first, 'npm start, second', second, { target, note: 'on the same home' })]
  })
}

async function npmStart(home: string): Promise<number> {
  // `env`: this process's environment, in which npm and a redis-server are found, without variables that point to
  // existing databases.
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
