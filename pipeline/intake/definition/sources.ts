import { mediaTypeOf } from '../media-type.ts'
import { itemsOf, type MapNode, type Node, partOf, shown, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import { type DeclaredSource, sourcesFileSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import type { SourceMap } from './source-map.ts'

export const SOURCES_FILE = 'sources.yaml'

/** Reads sources.yaml; its citations are stored for the figures that name them. */
export function readSources(node: MapNode, reading: Reading, sourceMap: SourceMap): DeclaredSource[] {
  const { citations, sources } = readShape(sourcesFileSchema, node, reading)
  for (const [id, text] of Object.entries(citations)) reading.citations.set(id, text)
  const list = partOf(node, 'sources')
  sourceMap.addItems('sources', list, 'source_id', 1)
  const items = itemsOf(list)
  return sources.map((source, index) => checkFile(source, items[index] ?? node, reading))
}

/** A file must be inside the definition folder, and its name must fit its declared type. */
function checkFile(source: DeclaredSource, item: Node, reading: Reading): DeclaredSource {
  const node = partOf(item, 'file')
  const file = textOf(node)
  if (node === null || file === null) return source
  if (
    !/^[^/\\:]/.test(file) ||
    /[\\:]/.test(file) ||
    file.split('/').some((part) => part === '..' || part === '.' || part === '')
  ) {
    reading.report(node.at, 'a path inside the definition folder, such as `sources/schedule.csv`', shown(file))
    return { ...source, file: null }
  }
  const byName = mediaTypeOf(file)
  if (byName !== source.media_type) {
    reading.report(
      node.at,
      `a file name that ends as ${source.media_type} does`,
      `${shown(file)} (${byName ?? 'of no known kind'})`,
    )
  }
  return source
}
