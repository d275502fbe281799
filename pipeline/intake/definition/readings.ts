import type * as z from 'zod'
import { readingsFileSchema } from '../../gates/reading.ts'
import { itemsOf, type MapNode, partOf } from './node.ts'
import type { Reading } from './reading.ts'
import { readShape } from './shape.ts'
import type { SourceMap } from './source-map.ts'

export const READINGS_FILE = 'readings.yaml'

/** Parsed readings.yaml: tables, and the covered pages. */
type Readings = z.infer<typeof readingsFileSchema>
export const NO_READINGS: Readings = { readings: [], covers: [], dismissed: [], sentences: [] }

/** Reads readings.yaml. */
export function readReadings(node: MapNode, reading: Reading, sourceMap: SourceMap): Readings {
  const list = partOf(node, 'readings')
  sourceMap.addItems('readings', list, 'reading_id', 3)
  for (const name of ['covers', 'dismissed', 'sentences']) sourceMap.addItems(name, partOf(node, name), '', 1)
  const { readings, covers, dismissed, sentences } = readShape(readingsFileSchema, node, reading)
  const seen = new Set<string>()
  for (const [index, { reading_id: id }] of readings.entries()) {
    const at = itemsOf(list)[index]?.at ?? node.at
    if (seen.has(id)) reading.report(at, 'each reading_id once', `\`${id}\` again`)
    seen.add(id)
  }
  return { readings, covers, dismissed, sentences }
}
