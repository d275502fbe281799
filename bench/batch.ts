import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { compileUnsealed } from '../pipeline/gates/calculation/compiled.ts'
import { answerRequest } from '../releases/engine/answer-request.ts'
import type { CalculateBody } from '../releases/engine/request/body.ts'
import { shippedRecord } from '../scripts/shipped-records.ts'
import { cpuMs } from './support/machine.ts'
import { atLeast, type BenchRow, baseRow, median, rowBeside } from './support/report.ts'
import { billOf } from './support/requests.ts'
import { type Server, startApiServer } from './support/servers.ts'
import type { Setup } from './support/stack.ts'

const BILLS = 1_000
const LEAST_BILLS = 40_000
/** Throughput of a process including HTTP. */
const LEAST_RATIO = 0.6

const FULL = { rounds: 5, seconds: 4, warmUpSeconds: 10 }

const BODIES: readonly CalculateBody[] = Array.from({ length: BILLS }, (_, index) => billOf(index))

/** Results of one round: bills a second, and microseconds of processor per bill. */
type Round = { readonly perSecond: number; readonly cpuUs: number; readonly turnedAway: number }

/**
 * Bills a second of batches over HTTP, written and hashed, for one API process on a separate core, compared with the
 * same answers made in process. Processor time is meaningful even with other work on the machine. A batch that is
 * temporarily rejected is sent again, and the row reports how many were. Throws if another answer is not 200 or is
 * truncated.
 */
export async function benchBatch({ local, keys, cores, say }: Setup, plan = FULL): Promise<BenchRow[]> {
  const answers = await answersInProcess()
  const server = await startApiServer(local, keys[0] ?? '', cores)
  try {
    say('warming up batches')
    await batches(server, keys, plan.warmUpSeconds)
    answers(plan.warmUpSeconds / 4)
    const inProcess: Round[] = []
    const overHttp: Round[] = []
    for (let round = 1; round <= plan.rounds; round += 1) {
      inProcess.push(answers(plan.seconds / 4))
      overHttp.push(await batches(server, keys, plan.seconds))
      say(`batches, round ${round} of ${plan.rounds}`)
    }
    const rate = (rounds: readonly Round[]): number => median(rounds.map(({ perSecond }) => perSecond))
    const cpu = (rounds: readonly Round[]): number => median(rounds.map(({ cpuUs }) => cpuUs))
    const base = baseRow('whole answer, in process', rate(inProcess), 'bills/s')
    const cpuBase = baseRow('whole answer, in process, processor', cpu(inProcess), 'µs/bill')
    const ratio = cpuBase.value / cpu(overHttp)
    const turnedAway = overHttp.reduce((sum, round) => sum + round.turnedAway, 0)
    return [
      base,
      rowBeside(base, 'POST /calculations', rate(overHttp), {
        target: atLeast(rate(overHttp), LEAST_BILLS),
        ...(turnedAway === 0 ? {} : { note: `${turnedAway} batches were turned away with 503 and sent again` }),
      }),
      cpuBase,
      rowBeside(cpuBase, 'POST /calculations, processor', cpu(overHttp), {
        ratio,
        target: atLeast(ratio, LEAST_RATIO),
        note: 'ratio: in process / over HTTP',
      }),
    ]
  } finally {
    await server.stop()
  }
}

/** Makes the answers of a batch in this process for a number of seconds. */
async function answersInProcess(): Promise<(seconds: number) => Round> {
  const { record } = await shippedRecord('BR/2026-27')
  const serving = [compileUnsealed(record)]
  return (seconds) => {
    const began = performance.now()
    const before = process.cpuUsage()
    let bills = 0
    do {
      for (const body of BODIES) {
        const answer = answerRequest(serving, body, 'derived')
        if (!answer.ok) throw new Error(`a bill is refused: ${answer.code}`)
        if (Buffer.byteLength(answer.dataText) === 0) throw new Error('no answer was written')
      }
      bills += BILLS
    } while (performance.now() - began < seconds * 1000)
    const { user, system } = process.cpuUsage(before)
    return { perSecond: (bills * 1000) / (performance.now() - began), cpuUs: (user + system) / bills, turnedAway: 0 }
  }
}

const CONNECTIONS = 4
const AGAIN_AFTER_MS = 100
const GIVE_UP_AFTER_MS = 60_000

/**
 * Sends batches on a few connections for a number of seconds, and until one was answered; keys alternate, so that none
 * reaches its limit.
 */
async function batches(server: Server, keys: readonly string[], seconds: number): Promise<Round> {
  const body = JSON.stringify({ requests: BODIES })
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const began = performance.now()
  const before = cpuMs(server.pid)
  let answered = 0
  let turnedAway = 0
  const connection = async (): Promise<void> => {
    while (answered === 0 || performance.now() - began < seconds * 1000) {
      const key = keys[(answered + turnedAway) % keys.length] ?? ''
      if (await batch(server.origin, agent, key, body)) answered += 1
      else {
        turnedAway += 1
        if (answered === 0 && performance.now() - began > GIVE_UP_AFTER_MS)
          throw new Error('every batch is turned away')
        await pause(AGAIN_AFTER_MS)
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  const elapsed = performance.now() - began
  agent.destroy()
  const cpu = cpuMs(server.pid) - before
  const bills = answered * BILLS
  return { perSecond: (bills * 1000) / elapsed, cpuUs: (cpu * 1000) / bills, turnedAway }
}

const WHOLE = `"meta":{"count":${BILLS},"refused":0,"money_mode":"integer_paise"}}`

/** Whether it was answered; false: it was refused with an overload error. */
function batch(origin: string, agent: Agent, key: string, body: string): Promise<boolean> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/v1/calculations`, { method: 'POST', agent, headers }, (answer) => {
      let last: Buffer = Buffer.alloc(0)
      answer.on('data', (chunk: Buffer) => {
        last = chunk
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 503) resolve(false)
        // Only the last chunk is checked: parsing megabytes of text would cost as much as making them.
        else if (answer.statusCode === 200 && WHOLE.endsWith(last.subarray(-20).toString())) resolve(true)
        else reject(new Error(`a batch was answered ${answer.statusCode}, or cut short`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
