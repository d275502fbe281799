import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { corrigendum, inventedOrder, midYearOrder } from '../test/support/printed-order.ts'

// Writes the documents of an invented commission that the guides read: an order, its corrigendum, an order of mid-year.
//   node scripts/bootstrap.mjs scripts/invented-orders.ts <folder>

const [folder = '.pramaan/orders'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const documents = { 'order.pdf': inventedOrder(), 'corrigendum.pdf': corrigendum(), 'mid-year.pdf': midYearOrder() }
for (const [name, bytes] of Object.entries(documents)) await writeFile(join(folder, name), bytes)
process.stdout.write(`${folder}: ${Object.keys(documents).join(', ')}\n`)
