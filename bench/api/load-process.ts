import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import type { LoadOptions, LoadResult } from './load.ts'

/** Puts a server under load, as the JSON on stdin says; the result is JSON on stdout. */

type Autocannon = (options: object) => Promise<{
  duration: number
  errors: number
  requests: { total: number }
  statusCodeStats: Record<string, { count: number }>
}>

// The package has no types of its own.
const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon
const { origin, requests, connections, seconds, amount } = JSON.parse(await text(process.stdin)) as LoadOptions
const size = amount === null ? { duration: seconds } : { amount }
const measured = await autocannon({ url: origin, connections, requests, ...size })
const result: LoadResult = {
  requests: measured.requests.total,
  seconds: measured.duration,
  errors: measured.errors,
  statuses: Object.fromEntries(Object.entries(measured.statusCodeStats).map(([code, { count }]) => [code, count])),
}
process.stdout.write(JSON.stringify(result))
