import * as z from 'zod'
import { name } from '../../../releases/record/expression.ts'
import { code, decimalText, sentence } from '../../../releases/record/text.ts'
import type { Covered, DeclaredWords, Dismissed, TableReading } from '../../gates/reading.ts'
import { type MapNode, partOf } from './node.ts'
import type { Reading } from './reading.ts'
import { readShape } from './shape.ts'
import type { SourceMap } from './source-map.ts'

export const READINGS_FILE = 'readings.yaml'

const edge = z.union([decimalText, name]).nullable()
const label = z.array(sentence).min(1)

/**
 * readings.yaml: tables of the sources, and the meaning of their columns and rows
 * (docs/release-definition.md#readingsyaml).
 */
const readingsFileSchema = z.strictObject({
  readings: z.array(
    z.strictObject({
      reading_id: code,
      source_id: code,
      pages: z.array(z.int().min(1)).min(1),
      table: z.int().min(1),
      headers_from: z.strictObject({ page: z.int().min(1), table: z.int().min(1) }).nullable(),
      labels: z.array(sentence),
      columns: z.record(sentence, z.strictObject({ charge: code.nullable(), unit: sentence, from: edge, to: edge })),
      rows: z.array(
        z.strictObject({
          label,
          of: z.array(sentence),
          figures: z.record(sentence, code).nullable(),
          from: edge,
          to: edge,
          only: z.array(sentence),
        }),
      ),
      spans: z.array(
        z.strictObject({ column: sentence, first: label, last: label, of: z.array(sentence), figure: code.nullable() }),
      ),
      misprints: z.array(
        z.strictObject({
          printed: sentence,
          meant: sentence,
          because: sentence,
          quote: sentence,
          page: z.int().min(1),
        }),
      ),
    }),
  ),
  covers: z.array(z.strictObject({ source_id: code, from_page: z.int().min(1), to_page: z.int().min(1) })),
  dismissed: z.array(
    z.strictObject({ source_id: code, page: z.int().min(1), quote: sentence, number: sentence, because: sentence }),
  ),
  sentences: z.array(z.strictObject({ source_id: code, page: z.int().min(1), says: sentence, because: sentence })),
})

/** Parsed readings.yaml: tables, and the covered pages. */
export type Readings = {
  readonly readings: readonly TableReading[]
  readonly covers: readonly Covered[]
  readonly dismissed: readonly Dismissed[]
  readonly sentences: readonly DeclaredWords[]
}
export const NO_READINGS: Readings = { readings: [], covers: [], dismissed: [], sentences: [] }

/** Reads readings.yaml. */
export function readReadings(node: MapNode, reading: Reading, sourceMap: SourceMap): Readings {
  const list = partOf(node, 'readings')
  sourceMap.addItems('readings', list, 'reading_id', 3)
  for (const name of ['covers', 'dismissed', 'sentences']) sourceMap.addItems(name, partOf(node, name), '', 1)
  const { readings, covers, dismissed, sentences } = readShape(readingsFileSchema, node, reading)
  const seen = new Set<string>()
  for (const [index, { reading_id: id }] of readings.entries()) {
    const at = (list?.kind === 'list' ? list.items[index] : undefined)?.at ?? node.at
    if (seen.has(id)) reading.report(at, 'each reading_id once', `\`${id}\` again`)
    seen.add(id)
  }
  const tables = readings.map((each) => ({
    ...each,
    rows: each.rows.map((row) => ({ ...row, figures: row.figures ?? {} })),
  }))
  return { readings: tables, covers, dismissed, sentences }
}
