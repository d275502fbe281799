import { generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { runCommand } from '../pipeline/commands/run-command.ts'
import { readAll, readHead } from '../pipeline/event-log/read.ts'
import { verifyChain } from '../pipeline/event-log/verify-chain.ts'
import { LogFold } from '../pipeline/log-fold/log-fold.ts'
import { getBlob } from '../pipeline/store/blobs.ts'
import { verifyEd25519 } from '../releases/crypto/signature.node.ts'
import { parseCheckpoint } from '../releases/proof/format/checkpoint.ts'
import type { Trust } from '../releases/proof/format/trust.ts'
import type { Signatory } from '../releases/proof/sign/act.ts'
import { holdableComponents } from '../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { peopleOf } from '../scripts/local-people.ts'
import { STATES, shippedRecord } from '../scripts/shipped-records.ts'
import { benchApiStart } from './start.ts'
import { appendActs, signLog } from './support/bulk-log.ts'
import type { Cores } from './support/machine.ts'
import { atLeast, atMost, type BenchRow, baseRow, median, rowBeside, type Say } from './support/report.ts'
import { type Server, startApiServer } from './support/servers.ts'
import { benchKeys, type Local, serveDefinition, withPool, withWorker } from './support/stack.ts'

/**
 * `acts`: signed acts in the log, one entry each; `times`: verifications of the log, and starts of an API; `followed`:
 * acts that are followed until every instance serves them.
 */
const FULL = { acts: 10_000, times: 5, instances: 3, followed: 20 }
/** A small one, since its content does not matter here. */
const DEFINITION = 'RJ/2026-27'
const PAGE = 1_000
const CHAIN_TARGET = 60_000
const ACTS_TARGET = 6_000
const START_TARGET_S = 0.6
const VISIBLE_TARGET_S = 2
const LOOK_EVERY_MS = 5

type Log = { readonly foundation: Trust; readonly person: Signatory; readonly key: string }

/**
 * A log with that many signed acts: how fast it is verified, how soon an API starts from it, and how soon one more act
 * is seen by every instance, with a worker that signs. `local` must be migrated and empty. Verification uses all cores,
 * servers have a separate one (`onCores`).
 */
export async function benchTrust(
  local: Local,
  onCores: <T>(work: (cores: Cores) => Promise<T>) => Promise<T>,
  say: Say,
  plan = FULL,
): Promise<BenchRow[]> {
  const { record } = await shippedRecord(DEFINITION)
  const { foundation, person } = await peopleOf(local.home)
  say(`taking ${DEFINITION} through its gates`)
  const log = await withWorker(local, async (pool): Promise<Log> => {
    await serveDefinition(pool, join(STATES, DEFINITION), local.home)
    const [key = ''] = await benchKeys(pool, 1)
    return { foundation, person, key }
  })
  say(`${plan.acts} acts`)
  await appendActs(local, record, plan.acts)
  return withPool(local.pipelineUrl, 4, async (pool) => {
    await signLog(pool, local.home)
    say('verification')
    const verified = await verification(pool, log, plan)
    return onCores(async (cores) => {
      say('starts')
      const started = await benchApiStart({ local, keys: [log.key], cores, say: () => {} }, plan.times, {
        name: `API, log of ${plan.acts} acts`,
        targetS: START_TARGET_S,
      })
      say('acts on their way')
      return [...verified, ...started, ...(await visibility(local, pool, log, record, cores, plan))]
    })
  })
}

async function verification(pool: Pool, { foundation }: Log, { acts, times }: typeof FULL): Promise<BenchRow[]> {
  const { position: events } = await readHead(pool)
  const read = await fastest(times, events, async () => {
    for (let after = 0, got = PAGE; got === PAGE; after += got)
      got = (await readAll(pool, { after, limit: PAGE })).length
  })
  const chain = await fastest(times, events, async () => {
    const verdict = await verifyChain(pool)
    if (!verdict.ok) throw new Error(`the log is broken at ${verdict.first_bad.position}`)
  })
  const folded = await fastest(times, acts, async () => {
    const fold = new LogFold(foundation, { blob: (hash) => getBlob(pool, hash), now: () => new Date() })
    if (!(await fold.follow(pool))) throw new Error(`not signed for: ${JSON.stringify(fold.fault)}`)
  })
  const note = `${events} events, best of ${times}`
  const base = baseRow('log read', read, 'per s', { note: `${note}, pages of ${PAGE}` })
  const bare = baseRow('Ed25519 verification', bareVerification(), 'per s', { note: 'one core, 1 KB, nothing else' })
  return [
    base,
    rowBeside(base, 'log verify, chain', chain, { target: atLeast(chain, CHAIN_TARGET), note }),
    bare,
    rowBeside(bare, 'log verify, signed acts', folded, {
      target: atLeast(folded, ACTS_TARGET),
      note: `${acts} acts, best of ${times}: read, chain, signature, decision, entry`,
    }),
  ]
}

/** Rate per second of the fastest of several runs, because other load can only make a run slower. */
async function fastest(times: number, count: number, work: () => Promise<void>): Promise<number> {
  const taken = await Array.fromAsync({ length: times }, async () => {
    const began = performance.now()
    await work()
    return performance.now() - began
  })
  return (count * 1000) / Math.min(...taken)
}

function bareVerification(): number {
  const count = 2_000
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const message = new Uint8Array(1_024)
  const signature = sign(null, message, privateKey)
  const began = performance.now()
  for (let index = 0; index < count; index += 1)
    if (!verifyEd25519(raw, message, signature)) throw new Error('a signature does not hold')
  return (count * 1000) / (performance.now() - began)
}

/** From the end of a command, which has appended its act, until the newest checkpoint of every instance covers it. */
function visibility(
  local: Local,
  pool: Pool,
  { person }: Log,
  record: ReleaseRecord,
  cores: Cores,
  { instances, followed }: typeof FULL,
): Promise<BenchRow[]> {
  return withWorker(local, async () => {
    const servers: Server[] = []
    try {
      for (let index = 0; index < instances; index += 1) servers.push(await startApiServer(local, null, cores))
      const on = { actor: person.name, releaseId: record.release_id, revision: 1 }
      const [component = ''] = holdableComponents(record)
      const reason = 'measured on its way'
      const appends: number[] = []
      const arrivals: number[] = []
      for (let index = 0; index < followed; index += 1) {
        const began = performance.now()
        const type = index % 2 === 0 ? ('hold' as const) : ('unhold' as const)
        const done = await runCommand(
          pool,
          record.state_code,
          type === 'hold' ? { type, ...on, component, reason, known: true } : { type, ...on, component, reason },
          { commandId: null, now: () => new Date(), signatories: [person] },
        )
        const position = done.ok ? done.events.at(-1)?.position : undefined
        if (position === undefined) throw new Error(`the ${type} was not appended`)
        const appended = performance.now()
        await Promise.all(servers.map((server) => untilCovered(server, position)))
        appends.push((appended - began) / 1000)
        arrivals.push((performance.now() - appended) / 1000)
      }
      const base = baseRow('a command, appended', median(appends), 's', { note: `median of ${followed}, signed` })
      const worst = Math.max(...arrivals)
      const where = `on each of ${instances} instances, ${followed} acts`
      return [
        base,
        rowBeside(base, 'its act signed for and loaded', median(arrivals), { note: `median, ${where}` }),
        rowBeside(base, 'the same, slowest', worst, { target: atMost(worst, VISIBLE_TARGET_S), note: where }),
      ]
    } finally {
      for (const server of servers) await server.stop()
    }
  })
}

async function untilCovered({ origin }: Server, position: number): Promise<void> {
  for (;;) {
    const note = parseCheckpoint(await (await fetch(`${origin}/log/checkpoint`)).text())
    if (note.ok && note.checkpoint.logHead.position >= position) return
    await pause(LOOK_EVERY_MS)
  }
}
