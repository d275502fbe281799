import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { finished } from 'node:stream/promises'
import { bodyOf } from '../../../pipeline/gates/calculation/draft.ts'
import type { RegressionCase } from '../../../releases/record/record.ts'
import { ALL_STATES, type ApiKey, SCOPES } from '../../keys/key.ts'
import { keyHash, newKey, newKeyId } from '../../keys/key-format.ts'
import type { KeyLookup } from '../../keys/lookup.ts'
import { createApiServer } from '../http/server.ts'
import { createMetrics } from '../metrics.ts'
import type { Services } from '../services.ts'
import type { ServingRelease } from '../snapshot/serving-release.ts'

/** As many as the connections to Postgres, which are opened by looking up as many keys at once. */
const KEYS = 8
/** V8 optimises what is called several hundred times. */
const ROUNDS = 30
const PLENTY = 1_000_000

type Rehearsal = {
  /** The other rounds, for idle moments; the last step closes it. */
  readonly rest: readonly (() => Promise<void>)[]
  close(): Promise<void>
}

/**
 * Answers requests of its own, so that callers do not wait while code is compiled and connections to Postgres are opened:
 * one round now, the others when nobody waits. They are about one release in service and go through the same server, on a
 * port of the loopback interface that is open meanwhile; their keys are valid there alone, and no log or metric counts
 * them. Null: no release is in service. Rejects with an AbortError if the first round takes longer than `timeoutMs`.
 * Source: docs/adr/0022-an-instance-rehearses.md.
 */
export async function rehearse(services: Services, timeoutMs: number): Promise<Rehearsal | null> {
  const release = [...services.snapshot().byState.values()][0]?.at(-1)
  if (release === undefined) return null
  const requests = requestsOf(release)
  const keys = Array.from({ length: KEYS }, newKey)
  const metrics = createMetrics()
  const log = services.log.child({}, { level: 'error' })
  const own = { ...services, keys: onlyThese(keys, services), metrics, log, tracing: null }
  const { server, close: closeServer } = createApiServer(own, undefined, Number.POSITIVE_INFINITY)
  // Exclusive: one of several processes would otherwise share the port with the others.
  await once(server.listen({ port: 0, host: '127.0.0.1', exclusive: true }), 'listening')
  const { port } = server.address() as AddressInfo
  const closing = new AbortController()
  const close = async (): Promise<void> => {
    if (closing.signal.aborted) return
    closing.abort()
    await closeServer()
  }
  /** Nothing once it is closed, which a failure does. */
  const round = async (): Promise<void> => {
    if (closing.signal.aborted) return
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal])
    await Promise.all(keys.map((key) => sendAll(port, requests, key, signal))).catch(async (error) => {
      if (closing.signal.aborted) return
      await close()
      throw error
    })
  }
  const sayAnswered = async (): Promise<void> => {
    const { values } = await metrics.requests.get()
    const answered: Record<string, number> = {}
    for (const { labels, value } of values) {
      const status = String(labels.status)
      answered[status] = (answered[status] ?? 0) + value
    }
    services.log.info({ answered }, 'rehearsed')
  }
  await round()
  await sayAnswered()
  const rest = [...Array.from({ length: ROUNDS - 1 }, () => round), sayAnswered, close]
  return { rest, close }
}

/** Sends the requests on a new connection, each after the answer to the one before. */
async function sendAll(port: number, requests: readonly Rehearsed[], key: string, signal: AbortSignal): Promise<void> {
  await using caller = connect(port, '127.0.0.1').resume()
  for (const request of requests) {
    caller.write(request(key))
    // Several requests in one packet would be read by other code than those of most clients.
    await once(caller, 'data', { signal })
  }
  caller.write(get('/v1/states', 'Connection: close\r\n')(key))
  await finished(caller, { writable: false, signal })
}

/** Only these keys are valid, after each was looked up like any other. */
function onlyThese(valid: readonly string[], { keys }: Services): Services['keys'] {
  const key: ApiKey = {
    keyId: newKeyId(),
    scopes: new Set(SCOPES),
    states: new Set([ALL_STATES]),
    origins: new Set(),
    perMinute: PLENTY,
    burst: PLENTY,
    billsPerMinute: PLENTY,
    evidenceFloor: 'specimen',
    endsAtMs: null,
  }
  const hashes = new Set(valid.map(keyHash))
  const find = (hash: string, requestId: string): KeyLookup | Promise<KeyLookup> => {
    const judged = (found: KeyLookup): KeyLookup =>
      found.status === 'unknown' && hashes.has(hash) ? { status: 'known', key } : found
    const found = keys.find(hash, requestId)
    return found instanceof Promise ? found.then(judged) : judged(found)
  }
  return { find, isNew: () => false, allowsOrigin: async () => 'no' }
}

type Rehearsed = (key: string) => string

/** Requests about a release, as clients write them (RFC 9112 3). */
function requestsOf({ record, calculableCase }: ServingRelease): Rehearsed[] {
  const { state_code: state, effective_to: date } = record
  const about = new URLSearchParams({ state_code: state, effective_on: date })
  const sample = calculableCase()
  return [
    ...(sample === null ? [] : [calculation(state, sample)]),
    get('/v1/states'),
    get(`/v1/categories?${about}`),
    get(`/v1/tariffs?${about}`),
  ]
}

const HOST = 'Host: rehearsal\r\n'

function get(target: string, more = ''): Rehearsed {
  return (key) => `GET ${target} HTTP/1.1\r\n${HOST}${more}X-Api-Key: ${key}\r\n\r\n`
}

function calculation(state: string, { inputs }: RegressionCase): Rehearsed {
  const body = JSON.stringify(bodyOf(state, inputs))
  const head = `POST /v1/calculate HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return (key) => `${head}X-Api-Key: ${key}\r\n\r\n${body}`
}
