import type { Finding } from '../../../pipeline/gates/gate.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { definitionFiles, type Order } from '../../mechanisms/support/order.ts'
import { published } from '../../mechanisms/support/printed.ts'
import { readNow, verdicts } from './invented-order.ts'

/** What gate 8 finds in an order with tables that `readings` describes; `rows`: all of rows.csv. Throws if its definition cannot be read. */
export async function gateEightOfTables(order: Order, readings: string, rows?: string): Promise<readonly Finding[]> {
  const { bytes, mediaType } = published(order.printed)
  const extracted = await extractText(bytes, mediaType)
  if (!extracted.ok) throw new Error(extracted.reason)
  const files = await definitionFiles(order)
  files.set('readings.yaml', readings)
  if (rows !== undefined) files.set('rows.csv', rows)
  files.set('figures.csv', await readNow(files, bytes))
  const found = await verdicts(files, bytes, extracted.pages)
  const intake = found.get('intake') ?? []
  if (intake.length > 0) throw new Error(JSON.stringify(intake))
  return found.get('evidence.figure_in_quote') ?? []
}
