import { duplexPair } from 'node:stream'
import { finished } from 'node:stream/promises'
import { bodyOf } from '../../pipeline/gates/support/draft.ts'
import type { RegressionCase } from '../../releases/record/record.ts'
import { ALL_STATES, type ApiKey, SCOPES } from '../keys/key.ts'
import { newKey, newKeyId } from '../keys/key-format.ts'
import type { KeyLookup } from '../keys/lookup.ts'
import { createMetrics } from './metrics.ts'
import { createApiServer } from './server.ts'
import type { Services } from './services.ts'
import type { ServingRelease } from './snapshot/serving-release.ts'

/** As many as the connections to Postgres, which are opened by looking up as many keys at once. */
const KEYS = 8
const PLENTY = 1_000_000

/**
 * Answers requests of its own before the instance listens, so that the first callers do not wait for it: a first
 * calculation takes ten times the processor time of a later one, since its code, validator and plan are not compiled
 * and no connection to Postgres is open. They are about one release in service and go through the same server, but over
 * a connection in memory; their keys are valid there alone, and no log or metric counts them. Returns how many were
 * answered with 200. Rejects with an AbortError after `timeoutMs`. Source: docs/adr/0022-an-instance-rehearses.md.
 */
export async function rehearse(services: Services, timeoutMs: number): Promise<number> {
  const release = [...services.snapshot().byState.values()][0]?.at(-1)
  if (release === undefined) return 0
  const requests = requestsOf(release)
  const metrics = createMetrics()
  const log = services.log.child({}, { level: 'error' })
  const own = { ...services, keys: anyKey(services), metrics, log, tracing: null }
  const { server, close } = createApiServer(own, undefined, Number.POSITIVE_INFINITY)
  const [caller, connection] = duplexPair()
  server.emit('connection', connection)
  const keys = Array.from({ length: KEYS }, newKey)
  const last = get('/v1/states', 'Connection: close\r\n')(newKey())
  caller.write([...keys.flatMap((key) => requests.map((request) => request(key))), last].join(''))
  caller.resume()
  try {
    await finished(caller, { writable: false, signal: AbortSignal.timeout(timeoutMs) })
  } finally {
    connection.destroy()
    await close()
  }
  const { values } = await metrics.requests.get()
  return values.reduce((sum, { labels, value }) => sum + (labels.status === '200' ? value : 0), 0)
}

/** Every key is valid, after it was looked up like any other. */
function anyKey({ keys }: Services): Services['keys'] {
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
  const find = async (hash: string, requestId: string): Promise<KeyLookup> => {
    const { status } = await keys.find(hash, requestId)
    return status === 'unavailable' ? { status } : { status: 'known', key }
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
