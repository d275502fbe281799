import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Attributes, Span } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Pool } from 'pg'

/** A request that is being answered. */
export type Begun = {
  /** Steps inside `work` belong to it. */
  run(work: () => void): void
  end(attributes: Attributes): void
}

/** A finished step. Times are ms since 1970; `failed`: the reason, if it failed. */
export type Step = {
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly failed: string | null
}

/** Reports to OpenTelemetry. */
export type Tracing = {
  begin(name: string, attributes: Attributes): Begun
  /** Runs a part of the current request as a span; without a current request it only runs it. */
  around<T>(name: string, attributes: Attributes, work: () => T): T
  /** A step of work that is done in several processes and identified everywhere by the same text. */
  step(of: string, step: Step): void
  /** The whole work, once it is finished. */
  whole(of: string, step: Step): void
  /** Sends the remaining spans, and stops. */
  close(): Promise<void>
}

type TracingParts = {
  /** OTLP endpoint over HTTP, without `v1/traces`; null: no traces, and no library is loaded. */
  readonly endpoint: string | null
  readonly service: string
  readonly version: string
  /** Called at most once a minute about spans that could not be sent. They are lost; nothing else is affected. */
  readonly onError: (error: Error) => void
}

const EXPORT_TIMEOUT_MS = 3_000
const TELL_EVERY_MS = 60_000
const OK = 0

/** Traces of OpenTelemetry over OTLP (docs/operator.md#traces). */
export async function startTracing({ endpoint, service, version, onError }: TracingParts): Promise<Tracing | null> {
  if (endpoint === null) return null
  const [{ ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const { href: url } = new URL('v1/traces', `${endpoint.replace(/\/+$/, '')}/`)
  const sending = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })
  const random = new sdk.RandomIdGenerator()
  let fixed: { readonly traceId: string; readonly spanId: string } | null = null
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    idGenerator: {
      generateTraceId: () => fixed?.traceId ?? random.generateTraceId(),
      generateSpanId: () => fixed?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: telling(sending, onError) })],
  })
  const tracer = provider.getTracer('pramaan', version)
  const underWay = new AsyncLocalStorage<Span>()
  const below = () => {
    const parent = underWay.getStore()
    return parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
  }
  const fail = (span: Span, error: unknown): void => {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
  }
  return {
    begin: (name, attributes) => {
      const span = tracer.startSpan(name, { attributes }, below())
      return {
        run: (work) => underWay.run(span, work),
        end: (last) => span.setAttributes(last).end(),
      }
    },
    around: (name, attributes, work) => {
      if (underWay.getStore() === undefined) return work()
      const span = tracer.startSpan(name, { attributes }, below())
      const settled = (): void => span.end()
      try {
        const done = underWay.run(span, work)
        if (!(done instanceof Promise)) span.end()
        else done.catch((error: unknown) => fail(span, error)).finally(settled)
        return done
      } catch (error) {
        fail(span, error)
        span.end()
        throw error
      }
    },
    step: (of, { name, startMs, endMs, attributes, failed }) => {
      const remote = { ...idsOf(of), traceFlags: TraceFlags.SAMPLED, isRemote: true }
      const parent = trace.setSpanContext(ROOT_CONTEXT, remote)
      const span = tracer.startSpan(name, { attributes, startTime: startMs }, parent)
      if (failed !== null) fail(span, failed)
      span.end(endMs)
    },
    whole: (of, { name, startMs, endMs, attributes, failed }) => {
      fixed = idsOf(of)
      const span = tracer.startSpan(name, { attributes, startTime: startMs, root: true }, ROOT_CONTEXT)
      fixed = null
      if (failed !== null) fail(span, failed)
      span.end(endMs)
    },
    close: () => provider.shutdown().catch(onError),
  }
}

/** The ids of a trace and of its root span, the same in every process. */
function idsOf(name: string): { readonly traceId: string; readonly spanId: string } {
  const hash = createHash('sha256').update(name).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}

/** An exporter that reports its failures. */
function telling(exporter: SpanExporter, onError: (error: Error) => void): SpanExporter {
  let toldMs = Number.NEGATIVE_INFINITY
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        const now = performance.now()
        if (result.code !== OK && now - toldMs >= TELL_EVERY_MS) {
          toldMs = now
          onError(result.error ?? new Error('no reason given'))
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

/** A pool whose queries are spans of the current request. */
export function tracedPool(pool: Pool, tracing: Tracing | null): Pool {
  if (tracing === null) return pool
  const query = (text: string, values?: unknown[]) =>
    tracing.around('postgres', { 'db.system.name': 'postgresql', 'db.query.text': text }, () =>
      pool.query(text, values),
    )
  return Object.create(pool, { query: { value: query } })
}
