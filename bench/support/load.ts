import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { askedOf } from './machine.ts'

/** One of the requests that a connection sends in turn, repeatedly. */
export type LoadRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Load = {
  readonly origin: string
  readonly requests: readonly LoadRequest[]
  readonly connections: number
  /** A number of seconds, or of requests. */
  readonly size: { readonly duration: number } | { readonly amount: number }
}

type LoadResult = {
  readonly requests: number
  readonly seconds: number
  readonly errors: number
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Puts a server under load from a separate process. Throws if an answer has an unexpected status. */
export async function putUnderLoad(load: Load, expectedStatus: number): Promise<LoadResult> {
  const result = await askedOf<LoadResult>(import.meta.url, load)
  const others = Object.keys(result.statuses).filter((status) => status !== String(expectedStatus))
  if (others.length > 0 || result.errors > 0 || result.requests === 0) {
    const [first] = load.requests
    throw new Error(`${first?.method} ${first?.path}: ${expectedStatus} expected, got ${JSON.stringify(result)}`)
  }
  return result
}

type Autocannon = (options: object) => Promise<{
  duration: number
  errors: number
  requests: { total: number }
  statusCodeStats: Record<string, { count: number }>
}>

/** The process: a Load as JSON on stdin, the result as JSON on stdout. */
async function main(): Promise<void> {
  // The package has no types of its own.
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon
  const { origin, requests, connections, size } = JSON.parse(await text(process.stdin)) as Load
  const measured = await autocannon({ url: origin, connections, requests, ...size })
  const result: LoadResult = {
    requests: measured.requests.total,
    seconds: measured.duration,
    errors: measured.errors,
    statuses: Object.fromEntries(Object.entries(measured.statusCodeStats).map(([code, { count }]) => [code, count])),
  }
  process.stdout.write(JSON.stringify(result))
}

if (import.meta.main) await main()
