import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { runCommand } from '../pipeline/commands/run-command.ts'
import { inDiscarded } from '../pipeline/event-log/in-transaction.ts'
import { rebuild } from '../pipeline/projections/read-model.ts'
import { peopleOf } from '../scripts/local-people.ts'
import { SignedState } from '../services/api/snapshot/signed-state.ts'
import { SnapshotStore } from '../services/api/snapshot/snapshot-store.ts'
import { plan } from '../services/operations/lifecycle.ts'
import { verifyLog } from '../services/operations/verify-log.ts'
import type { India } from './support/india-counted.ts'
import { type Cores, cpuMs, processorMs, residentMb } from './support/machine.ts'
import { atLeast, atMost, type BenchRow, baseRow, median, numberText, rowBeside, type Say } from './support/report.ts'
import { exchange, type Server, startApiServer, startWorkerProcess } from './support/servers.ts'
import { benchKeys, type Local, withPool } from './support/stack.ts'

/** Numbers of API starts and of commands measured, and how long an idle worker is. */
const FULL = { starts: 3, commands: 10, idleSeconds: 20 }

const COLD_TARGET_MS = 100
const IDLE_TARGET_PERCENT = 1
const START_TARGET_S = 1.5
const START_TARGET_MB = 250
const REFRESH_TARGET_MS = 5
const REBUILD_TARGET = 20_000
/** Allowed excess over linear growth when the log doubles. */
const LINEAR_TARGET = 1.25

/** Costs that grow with releases, events and entries, measured on synthetic India as built in `local`. */
export async function benchLarge(local: Local, india: India, cores: Cores, say: Say, plan = FULL): Promise<BenchRow[]> {
  return withPool(local.pipelineUrl, 4, async (pool) => {
    const [key = ''] = await benchKeys(pool, 1)
    say('starts and first requests')
    const started = await starts(local, india, key, cores, plan)
    say('a refresh')
    const refreshed = await refresh(local, india)
    // Stores snapshots of states that have none, as a worker does.
    say('a worker at rest')
    const idle = await worker(local, cores, plan)
    say('commands')
    const commanded = await benchCommands(local, pool, india, plan.commands)
    say('a rebuild')
    return [...started, ...refreshed, ...commanded, ...idle, ...(await rebuilt(local))]
  })
}

const sizeOf = ({ releases, events, entries }: India): string =>
  `${releases.toLocaleString('en')} releases, ${events.toLocaleString('en')} events, ${entries.toLocaleString('en')} entries`

/**
 * Time from starting an API process until all releases serve, and for the first request about each of several states.
 */
async function starts(
  local: Local,
  india: India,
  key: string,
  cores: Cores,
  { starts: times }: typeof FULL,
): Promise<BenchRow[]> {
  const servers: Server[] = []
  const resident: number[] = []
  const later: number[] = []
  const cold: Record<'largest' | 'record', { first: Taken; second: Taken }[]> = { largest: [], record: [] }
  for (let index = 0; index < times; index += 1) {
    const server = await startApiServer(local, null, cores)
    servers.push(server)
    resident.push(residentMb(server.pid) ?? Number.NaN)
    const ask = async (about: object): Promise<{ first: Taken; second: Taken }> => ({
      first: await calculated(server, key, about),
      second: await calculated(server, key, about),
    })
    // A process that has already answered about another state, so that the cost of loading code is not measured.
    await ask(india.smallest.request)
    cold.largest.push(await ask(india.largest.request))
    cold.record.push(await ask(india.largestRecord.request))
    later.push(residentMb(server.pid) ?? Number.NaN)
    await server.stop()
  }
  const note = `median of ${times}`
  const seconds = median(servers.map(({ startMs }) => startMs)) / 1000
  const cpu = median(servers.map(({ startCpuMs }) => startCpuMs)) / 1000
  const start = baseRow('API start', seconds, 's', {
    target: atMost(seconds, START_TARGET_S),
    note: `to a 200 of /readyz, ${note}; ${sizeOf(india)}; ${numberText(cpu)} s of processor`,
  })
  const mb = median(resident)
  const held = baseRow('API, resident at its start', mb, 'MB', { target: atMost(mb, START_TARGET_MB), note })
  const after = rowBeside(held, 'the same after the first requests', median(later), { note })
  const first = (name: string, of: readonly { first: Taken; second: Taken }[], about: string): BenchRow[] => {
    const [cold, warm] = [median(of.map(({ first }) => first.ms)), median(of.map(({ second }) => second.ms))]
    const processor = `${numberText(median(of.map(({ first }) => first.cpu)))} ms of processor`
    const base = baseRow(`second request, ${name}`, warm, 'ms', { note: `${about}; ${note}` })
    const target = atMost(cold, COLD_TARGET_MS)
    return [base, rowBeside(base, `first request, ${name}`, cold, { target, note: `${note}; ${processor}` })]
  }
  const { state, releases } = india.largest
  return [
    start,
    held,
    after,
    ...first('the largest record', cold.record, `${numberText(india.largestRecord.bytes / 1e6)} MB of record`),
    ...first('the largest state', cold.largest, `${state} with ${releases} releases in service`),
  ]
}

type Taken = { readonly ms: number; readonly cpu: number }

async function calculated({ origin, pid }: Server, key: string, body: object): Promise<Taken> {
  const cpuBefore = cpuMs(pid)
  const began = performance.now()
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const asked = { method: 'POST', path: '/v1/calculate', headers, body: JSON.stringify(body) } as const
  const { statusCode } = await exchange(origin, asked)
  if (statusCode !== 200) throw new Error(`a first calculation was answered with ${statusCode}`)
  return { ms: performance.now() - began, cpu: cpuMs(pid) - cpuBefore }
}

/** The work of an API every two seconds while nothing changes. */
async function refresh(local: Local, india: India): Promise<BenchRow[]> {
  const { foundation: trust } = await peopleOf(local.home)
  const paths = { trustPath: join(local.home, 'bench-trust.json'), seenPath: join(local.home, 'bench-seen.json') }
  return withPool(local.apiUrl, 8, async (pool) => {
    const failed = (what: unknown): never => {
      throw new Error(`not loaded: ${JSON.stringify(what)}`)
    }
    const signed = await SignedState.open({ trust, ...paths, onError: failed })
    const store = new SnapshotStore({ pool, signed, onProblem: failed, onDoubt: failed, onSwap: () => {} })
    const first = await processorMs(() => store.refresh())
    const ms = median(await Array.fromAsync({ length: 20 }, () => processorMs(() => store.refresh())))
    const base = baseRow('first refresh', first, 'ms', { note: `processor; ${india.releases} pointers` })
    return [
      base,
      rowBeside(base, 'refresh', ms, { target: atMost(ms, REFRESH_TARGET_MS), note: 'processor, nothing changed' }),
    ]
  })
}

/** An idle worker process. */
async function worker(local: Local, cores: Cores, { idleSeconds }: typeof FULL): Promise<BenchRow[]> {
  const server = await startWorkerProcess(local, cores)
  try {
    const base = baseRow('a worker, start', server.startMs / 1000, 's', {
      note: `checks the whole log before it signs; ${numberText(server.startCpuMs / 1000)} s of processor`,
    })
    const mb = baseRow('a worker, resident', residentMb(server.pid) ?? Number.NaN, 'MB')
    await pause(1_000)
    const before = cpuMs(server.pid)
    const began = performance.now()
    await pause(idleSeconds * 1000)
    const share = ((cpuMs(server.pid) - before) / (performance.now() - began)) * 100
    const target = atMost(share, IDLE_TARGET_PERCENT)
    return [base, mb, baseRow('a worker at rest', share, '% of a core', { target, note: `over ${idleSeconds} s` })]
  } finally {
    await server.stop()
  }
}

function rebuilt(local: Local): Promise<BenchRow[]> {
  return withPool(local.pipelineUrl, 1, async (pool) => {
    const taken = await stopwatch(pool)
    const events = await rebuild(pool)
    const { seconds, cpuSeconds } = taken()
    const rate = events / seconds
    const base = baseRow('rebuild', rate, 'events per s', {
      target: atLeast(rate, REBUILD_TARGET),
      note: `${events} events`,
    })
    const note = 'of the processor of Postgres and of this process, whatever else ran'
    return [base, rowBeside(base, 'rebuild, a second of processor', events / cpuSeconds, { note })]
  })
}

/** Wall-clock time, and processor time of this process and of the only active connection of `pool`. */
async function stopwatch(pool: Pool): Promise<() => { seconds: number; cpuSeconds: number }> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = rows[0]?.pid ?? 0
  const [began, backend, own] = [performance.now(), cpuMs(pid), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(own)
    const cpu = cpuMs(pid) - backend + (user + system) / 1000
    return { seconds: (performance.now() - began) / 1000, cpuSeconds: cpu / 1000 }
  }
}

/** `log verify` of a log, compared with one of half its size. */
export async function benchVerify(sizes: readonly { local: Local; india: India }[], say: Say): Promise<BenchRow[]> {
  const [half, whole] = sizes
  const [short, long] = await Array.fromAsync(sizes, ({ local, india }) => {
    say(`log verify of ${india.events} events`)
    return verified(local)
  })
  if (half === undefined || whole === undefined || short === undefined || long === undefined) return []
  const noteOf = (india: India, { seconds }: { seconds: number }): string =>
    `processor of this process and of Postgres; ${numberText(seconds)} s on the clock; ${sizeOf(india)}`
  const base = baseRow('log verify, half the size', short.cpuSeconds, 's', { note: noteOf(half.india, short) })
  const growth = long.cpuSeconds / short.cpuSeconds / (whole.india.events / half.india.events)
  return [
    base,
    rowBeside(base, 'log verify', long.cpuSeconds, {
      note: `its comparison with the read model included; ${noteOf(whole.india, long)}`,
    }),
    baseRow('log verify, processor an event beside half the size', growth, 'times', {
      target: atMost(growth, LINEAR_TARGET),
    }),
  ]
}

async function verified(local: Local): Promise<{ seconds: number; cpuSeconds: number }> {
  const { foundation } = await peopleOf(local.home)
  return withPool(local.pipelineUrl, 1, async (pool) => {
    const taken = await stopwatch(pool)
    const found = await inDiscarded(pool, (client) => verifyLog(client, foundation, null, () => new Date()))
    if (!found.ok) throw new Error(`the log is not intact: ${JSON.stringify(found.first_bad)}`)
    return taken()
  })
}

const COMMAND_TARGET_MS = 20

/** Acts on the newest release of the largest and of the smallest state. */
async function benchCommands(local: Local, pool: Pool, india: India, times: number): Promise<BenchRow[]> {
  const { person } = await peopleOf(local.home)
  const taken = async ({ state, releaseId, component }: India['largest'] | India['smallest']): Promise<number> => {
    const on = { actor: person.name, releaseId, revision: null, component, reason: 'measured' }
    const ms = await Array.fromAsync({ length: times * 2 }, (_, index) => {
      const command =
        index % 2 === 0 ? ({ type: 'hold', ...on, known: true } as const) : ({ type: 'unhold', ...on } as const)
      return processorMs(async () => {
        const done = await runCommand(pool, state, command, {
          commandId: null,
          now: () => new Date(),
          signatories: [person],
        })
        if (!done.ok) throw new Error(`${command.type}: ${done.code}`)
      })
    })
    return median(ms)
  }
  /** Planning the promotion of an earlier sealed revision: it reads the releases in service that this concerns. */
  const planned = async ({ releaseId }: India['largest'] | India['smallest']): Promise<number> => {
    const { rows } = await pool.query<{ revision: number }>(
      'SELECT revision FROM read.releases WHERE release_id = $1 AND release_sha256 IS NOT NULL ORDER BY revision DESC OFFSET 1 LIMIT 1',
      [releaseId],
    )
    const [sealed] = rows
    if (sealed === undefined) throw new Error(`${releaseId} has no earlier sealed revision`)
    const once = () => plan({ pool, actor: person.name }, `${releaseId}@${sealed.revision}`, null, 'reference')
    return median(await Array.fromAsync({ length: times }, () => processorMs(once)))
  }
  const small = await taken(india.smallest)
  const large = await taken(india.largest)
  const [smallPlan, largePlan] = [await planned(india.smallest), await planned(india.largest)]
  const base = baseRow('a command, the smallest state', small, 'ms', { note: `processor, median of ${times * 2}` })
  const { state, releases, revisions, streamEvents } = india.largest
  const planBase = baseRow('release plan, the smallest state', smallPlan, 'ms', {
    note: `processor, median of ${times}`,
  })
  return [
    base,
    rowBeside(base, 'a command, the largest state', large, {
      target: atMost(large, COMMAND_TARGET_MS),
      note: `${state}: ${revisions} revisions, a stream of ${streamEvents} events`,
    }),
    planBase,
    rowBeside(planBase, 'release plan, the largest state', largePlan, {
      target: atMost(largePlan, COMMAND_TARGET_MS),
      note: `${state}: ${releases} releases in service`,
    }),
  ]
}
