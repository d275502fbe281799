import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'
import { createApiServer } from '../../../services/api/http/server.ts'
import { LocalLimiter } from '../../../services/api/limits/local-limiter.ts'
import { createMetrics } from '../../../services/api/metrics.ts'
import type { Example } from '../../../services/api/openapi/examples.ts'
import type { Services } from '../../../services/api/services.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { type TestApi, type TestInstance, testApi } from '../../support/api.ts'
import { type CallOptions, readRaw, send } from '../../support/api-call.ts'
import { everyStateDatabase } from '../../support/api-release.ts'
import { testDatabase } from '../../support/database.ts'
import { PATIENCE } from '../../support/patience.ts'
import type { Received } from '../../support/validate-response.ts'

/** The circumstances named in `given` of recorded exchanges, each created on a running server. */
export type ExampleStage = {
  readonly api: TestApi
  /** Sends an example's request in its circumstances. `path` is the one sent. */
  play(example: Example): Promise<Received>
  close(): Promise<void>
}

const REQUEST_TIMEOUT_MS = 200
/** Smaller than the delay of any event loop. */
const OVERLOADED_MS = 1e-9

export async function exampleStage(): Promise<ExampleStage> {
  const api = await testApi({}, await everyStateDatabase())
  const empty = await testApi({}, await testDatabase())
  const late = await api.start({ requestTimeoutMs: REQUEST_TIMEOUT_MS })
  const overloaded = await api.start({ overloadedDelayMs: OVERLOADED_MS })
  const faulty = await startFaulty()
  const keys = {
    specimen: await api.key({ evidence_floor: 'specimen' }),
    health_only: await api.key({ scopes: ['health:read'] }),
    spent: await api.key({ burst: 1, per_minute: 1 }),
  }
  await api.call('/v1/health', { key: keys.spent })

  const play = async (example: Example): Promise<Received> => {
    const { given, request } = example
    const path = await filledPath(api, request.template ?? request.path)
    const options = optionsOf(request)
    switch (given) {
      case 'everything':
        return api.call(path, options)
      case 'no_key':
        return api.call(path, { ...options, key: null })
      case 'nothing_serves':
        return empty.call(path, options)
      case 'slow_client':
        return sendSlowly(late, path, JSON.stringify(request.body))
      case 'overloaded':
        return vi.waitUntil(async () => untilRefused(await overloaded.call(path, { ...options, key: null })), PATIENCE)
      case 'faulty':
        return send(faulty.origin, path, options)
      default:
        return api.call(path, { ...options, key: keys[given as keyof typeof keys] })
    }
  }
  const close = async (): Promise<void> => {
    await faulty.close()
    await empty.close()
    await api.close()
  }
  return { api, play, close }
}

function untilRefused<T extends Received>(answer: T): T | false {
  return answer.status === 503 ? answer : false
}

function optionsOf({ method, headers, body }: Example['request']): CallOptions {
  const filled = Object.entries(headers ?? {}).map(([name, value]) => [name, repeated(value)])
  return { method, headers: Object.fromEntries(filled), ...(body === undefined ? {} : { body }) }
}

/** `{x*8200}` stands for that many repetitions. */
function repeated(value: string): string {
  return value.replaceAll(/\{x\*(\d+)\}/g, (_all, times) => 'x'.repeat(Number(times)))
}

/** An address with `{row:ID}` and `{release:STATE}` replaced by the hashes currently served. */
async function filledPath(api: TestApi, template: string): Promise<string> {
  let path = repeated(template)
  for (const [all, kind, name] of template.matchAll(/\{(row|release):([A-Z0-9-]+)\}/g)) {
    path = path.replace(all, kind === 'row' ? await rowHash(api, name ?? '') : await releaseHash(api, name ?? ''))
  }
  return path
}

/** An address as shown in a document, without padding. */
export function shownPath(template: string, sent: string): string {
  return /\{x\*\d+\}/.test(template) ? template.replaceAll(/\{x\*\d+\}/g, 'xxx…') : sent
}

export async function sentPath(stage: ExampleStage, { request }: Example): Promise<string> {
  return filledPath(stage.api, request.template ?? request.path)
}

async function rowHash(api: TestApi, rowId: string): Promise<string> {
  const { data } = await api.call('/v1/tariffs')
  return data.find((row: { row_id: string }) => row.row_id === rowId).row_sha256
}

async function releaseHash(api: TestApi, state: string): Promise<string> {
  return (await api.call(`/v1/health?state_code=${state}`)).data.release_sha256
}

/** Sends the head of a request without its body. */
async function sendSlowly({ api, origin }: TestInstance, path: string, body: string): Promise<Received> {
  const socket = connect(api.port, new URL(origin).hostname)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`,
  )
  return readRaw(await text(socket))
}

/** An instance with a fault: it cannot read the releases in service. */
async function startFaulty(): Promise<{ origin: string; close(): Promise<void> }> {
  const services = {
    snapshot: () => {
      throw new Error('a fault, for the example of one')
    },
    anonymous: new LocalLimiter(() => 0),
    metrics: createMetrics(),
    log: createLogger('faulty', 'silent'),
    trustProxy: true,
    codeVersion: 'test',
    host: '127.0.0.1',
    tracing: null,
    replicaTooOldMinutes: () => null,
    nowMs: () => 0,
  } as unknown as Services
  const { server, close } = createApiServer(services)
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
