import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { buildDocument } from '../services/api/contract/openapi/document.ts'
import { ROUTES } from '../services/api/routes/index.ts'
import { type BenchRow, median } from './support/row.ts'

const compressed = promisify(gzip)
const FIRST = 'OpenAPI document, built first'
const SIZE = 'OpenAPI document, size'

function build(): { text: string; ms: number } {
  const start = performance.now()
  const text = JSON.stringify(buildDocument(ROUTES))
  return { text, ms: performance.now() - start }
}

/**
 * What an instance spends on its contract before it listens: building and writing the OpenAPI document, in ms, and the
 * bytes of it, as they are and as they go out compressed.
 */
export async function benchContract({ times = 20 } = {}): Promise<BenchRow[]> {
  const first = build()
  const again = median(Array.from({ length: times }, () => build().ms))
  const bytes = Buffer.from(first.text)
  const zipped = (await compressed(bytes, { level: 9 })).byteLength
  const row = (name: string, value: number, unit: string, base: string, of: number | null, note: string): BenchRow => {
    return { part: 'contract', name, value, unit, baseline: base, ratio: of && value / of, target: null, note }
  }
  return [
    row(FIRST, first.ms, 'ms', 'is one', null, 'examples read, document built and written; modules loaded before'),
    row('OpenAPI document, built again', again, 'ms', FIRST, first.ms, `median of ${times}`),
    row(SIZE, bytes.byteLength, 'bytes', 'is one', null, `${ROUTES.length} routes`),
    row('OpenAPI document, gzip', zipped, 'bytes', SIZE, bytes.byteLength, 'level 9, as it is sent'),
  ]
}
