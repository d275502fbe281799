import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { seededRandom } from '../../pipeline/gates/requests/random.ts'
import type { LoadRequest } from '../support/load.ts'
import { askedOf } from '../support/machine.ts'

/** Requests of one kind; one of them is chosen each time. */
export type Kind = {
  readonly name: string
  /** Percentage of all requests. */
  readonly share: number
  readonly requests: readonly LoadRequest[]
  /** Whether its answers contain amounts, so that some are kept and recalculated. */
  readonly keeps: boolean
}

export type OpenLoop = {
  readonly origin: string
  readonly seconds: number
  readonly rate: number
  readonly seed: number
  /** Keys used in turn, except if a request names one itself. */
  readonly keys: readonly string[]
  readonly connections: number
  /** One in this many answers is kept, for kinds that keep any. */
  readonly keepEvery: number
  readonly kinds: readonly Kind[]
}

/** One request: milliseconds since the beginning; `status` 0 if there was no answer, with the reason in `code`. */
export type Sent = {
  readonly kind: string
  readonly index: number
  readonly plannedMs: number
  readonly sentMs: number
  readonly answeredMs: number
  readonly status: number
  readonly code: string | null
}

export type Kept = { readonly kind: string; readonly index: number; readonly status: number; readonly text: string }
export type Run = { readonly sent: readonly Sent[]; readonly kept: readonly Kept[] }

const TIMEOUT_MS = 30_000
/** Delay before the first request, for the connections of a process that has just started. */
const LEAD_MS = 50
/** Warm-up requests to a separate server before the first measured one. */
const WARM_UP_REQUESTS = 5_000
/** Maximum number of requests sent in a row if the loop is late, before answers are read. */
const AT_ONCE = 16

/**
 * Sends requests at planned times: the next one does not wait for an answer, so that a stalled server is charged with
 * all requests that arrive meanwhile. Runs in a separate process.
 */
export const runOpenLoop = (loop: OpenLoop): Promise<Run> => askedOf(import.meta.url, loop)

/** Kinds in an order determined by a seed, each according to its share. */
function choices({ kinds, seed }: OpenLoop): () => { kind: Kind; index: number } {
  const random = seededRandom(seed)
  const shares = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))
  return () => {
    const kind = random.pick(shares)
    if (kind === undefined || kind.requests.length === 0) throw new Error('a kind without requests')
    return { kind, index: random.below(kind.requests.length) }
  }
}

/**
 * Sends requests of the loop to a server in this process until V8 has compiled the sending code; otherwise the first
 * hundred milliseconds of a new process would be charged to the server under measurement.
 */
async function warmUp({ kinds, keys, connections }: OpenLoop): Promise<void> {
  const answer = Buffer.alloc(4_096, ' ')
  const server = createServer((incoming, outgoing) => incoming.resume().on('end', () => outgoing.end(answer)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const requests = kinds.flatMap((kind) => kind.requests)
  for (let number = 0; number < WARM_UP_REQUESTS; number += connections) {
    const batch = Array.from({ length: connections }, (_, at) =>
      exchange(origin, agent, requests[(number + at) % requests.length], keys[0] ?? ''),
    )
    await Promise.all(batch)
  }
  agent.destroy()
  server.close()
}

async function sendAll(loop: OpenLoop): Promise<Run> {
  await warmUp(loop)
  const { rate, seconds, keys, keepEvery } = loop
  const choose = choices(loop)
  const agent = new Agent({ keepAlive: true, maxSockets: loop.connections })
  const sent: Sent[] = []
  const kept: Kept[] = []
  const pending: Promise<void>[] = []
  const began = performance.now() + LEAD_MS
  const total = Math.round(rate * seconds)
  let keepable = 0
  for (let number = 0; number < total; number += 1) {
    const plannedMs = (number * 1000) / rate
    for (let now = performance.now(); now < began + plannedMs; now = performance.now())
      await pause(Math.max(1, began + plannedMs - now))
    if (number % AT_ONCE === 0) await turn()
    const { kind, index } = choose()
    const keep = kind.keeps && keepable++ % keepEvery === 0
    const sentMs = performance.now() - began
    pending.push(
      exchange(loop.origin, agent, kind.requests[index], keys[number % keys.length] ?? '').then(({ status, body }) => {
        const answeredMs = performance.now() - began
        const code = status === 200 ? null : status === 0 ? body : codeOf(body)
        sent.push({ kind: kind.name, index, plannedMs, sentMs, answeredMs, status, code })
        if (keep && status !== 0) kept.push({ kind: kind.name, index, status, text: body })
      }),
    )
  }
  await Promise.all(pending)
  agent.destroy()
  return { sent, kept }
}

function codeOf(body: string): string | null {
  return /"code":"([A-Z_]+)"/.exec(body)?.[1] ?? null
}

/** Status 0 and the error's code if no answer came. */
function exchange(
  origin: string,
  agent: Agent,
  { method, path, headers, body }: LoadRequest = { method: 'GET', path: '/', headers: {} },
  key: string,
): Promise<{ status: number; body: string }> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve({ status: 0, body: error.code ?? error.message })
    const all = { 'x-api-key': key, ...headers, ...length }
    const outgoing = request(`${origin}${path}`, { method, headers: all, agent, timeout: TIMEOUT_MS }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), failed)
    })
    outgoing.on('timeout', () => outgoing.destroy(Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' })))
    outgoing.on('error', failed)
    outgoing.end(body)
  })
}

/** The process: an OpenLoop as JSON on stdin, a Run as JSON on stdout. */
if (import.meta.main) process.stdout.write(JSON.stringify(await sendAll(JSON.parse(await text(process.stdin)))))
