import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { EXAMPLE, type TestApi, testApi } from '../../support/api.ts'
import { PATIENCE } from '../../support/patience.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/** Traces as received by a collector: OTLP over HTTP, JSON (opentelemetry.io, OTLP 1.x). */

type Value = { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean }
type Span = {
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
}
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[]
  }[]
}

const spans: Span[] = []
const asked: (string | undefined)[] = []
const receiver = createServer(async (request, response) => {
  asked.push(`${request.method} ${request.url}`)
  const { resourceSpans } = (await json(request)) as Export
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = String(attributeOf(resource, 'service.name'))
    for (const { spans: some } of scopeSpans) spans.push(...some.map((span) => ({ ...span, service })))
  }
  response.setHeader('content-type', 'application/json').end('{}')
})
const attributeOf = ({ attributes }: Pick<Span, 'attributes'>, key: string): unknown => {
  const value = attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? value?.intValue ?? value?.boolValue
}

let api: TestApi
let pipeline: TestPipeline
let endpoint: string
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  api = await testApi({ otlpEndpoint: endpoint })
  pipeline = await testPipeline()
})
afterAll(async () => {
  await pipeline?.close()
  await api?.close()
  receiver.close()
})

const below = (parent: Span): string[] =>
  spans
    .filter(({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId)
    .map(({ name }) => name)
    .sort()

test('a calculation is one trace under the id of its answer, with what it asked of Postgres and Redis, and the pricing', async () => {
  const key = await api.key()
  const stranger = 'ff'.repeat(16)
  const headers = { traceparent: `00-${stranger}-${'ab'.repeat(8)}-01` }
  const answer = await api.call('/v1/calculate', { method: 'POST', body: EXAMPLE, key, headers })
  expect(answer.status).toBe(200)
  const id = answer.headers['x-request-id']
  const root = await vi.waitUntil(() => spans.find((span) => attributeOf(span, 'pramaan.request_id') === id), PATIENCE)
  expect([root.service, root.name, root.parentSpanId ?? '']).toEqual(['pramaan-api', 'POST /v1/calculate', ''])
  expect(root.traceId, 'a caller does not choose the trace').not.toBe(stranger)
  expect(attributeOf(root, 'http.response.status_code')).toBe(200)
  expect(attributeOf(root, 'pramaan.key_id')).toMatch(/^key_/)
  expect(below(root)).toEqual(['calculate', 'postgres', 'redis'])
  const look = spans.find(({ name, parentSpanId }) => name === 'postgres' && parentSpanId === root.spanId)
  expect(String(look && attributeOf(look, 'db.query.text'))).toMatch(
    new RegExp(`read\\.api_keys.* /\\* ${id} \\*/$`, 's'),
  )
  expect(JSON.stringify(spans)).not.toContain(key)
  expect(new Set(asked)).toEqual(new Set(['POST /v1/traces']))
})

test('a gate run is one trace with its 29 gates and its decision, each under the id that the log has', async () => {
  // A job that runs twice has a span for each time, which happens here on a busy machine.
  const patient = { lockDurationMs: 300_000, reconcileAfterSeconds: 300 }
  const worker = await pipeline.work({ ...patient, otlpEndpoint: endpoint })
  const release = await pipeline.run(await pipeline.folder())
  await worker.close()
  const root = spans.find(({ name }) => name === 'gate run')
  if (root === undefined) throw new Error('the gate run has no span')
  expect([root.service, root.parentSpanId ?? '']).toEqual(['pramaan-worker', ''])
  expect(below(root)).toEqual([...GATE_NAMES, 'decide'].sort())
  expect(attributeOf(root, 'pramaan.sealed')).toBe(true)
  expect(attributeOf(root, 'pramaan.release')).toBe(`${release.release_id}@${release.revision}`)

  const ofGates = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId)
  const ids = ofGates.map((span) => attributeOf(span, 'pramaan.request_id'))
  const { rows } = await pipeline.owner.query<{ command_id: string }>(
    `SELECT DISTINCT command_id FROM event_log WHERE type IN ('GateChecked', 'GateRunCompleted')`,
  )
  expect(ids.sort()).toEqual(rows.map(({ command_id }) => command_id).sort())
  for (const { startTimeUnixNano, endTimeUnixNano } of ofGates) {
    expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root.startTimeUnixNano))
    expect(BigInt(endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root.endTimeUnixNano))
  }
})

test('if no collector answers, requests are answered anyway, and the log says so', async () => {
  const lost = await api.start({ otlpEndpoint: 'http://127.0.0.1:1' })
  expect((await lost.call('/v1/calculate', { method: 'POST', body: EXAMPLE })).status).toBe(200)
  await lost.close()
  await vi.waitUntil(() => api.logs.some((line) => line.includes('traces could not be sent')), PATIENCE)
})

test('what Postgres was asked for a request says its id there', async () => {
  const { data } = await api.call('/v1/health')
  // The instance's own queries, twice a second, may follow on the same connection.
  await vi.waitUntil(async () => {
    const answer = await api.call(`/v1/releases/${data.release_sha256}`)
    const { rows } = await api.owner.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity WHERE application_name = 'pramaan-api' AND datname = current_database()`,
    )
    return rows.some(({ query }) => query.endsWith(`/* ${answer.headers['x-request-id']} */`))
  }, PATIENCE)
})
