import { itemsOf, type MapNode, partOf } from './node.ts'
import type { Reading } from './reading.ts'
import { type ReleaseFile, releaseFileSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import type { SourceMap } from './source-map.ts'

export const RELEASE_FILE = 'release.yaml'

/** Reads release.yaml; its statements of no change are stored for the figures that cite them. */
export function readRelease(node: MapNode, reading: Reading, sourceMap: SourceMap): ReleaseFile {
  const release = readShape(releaseFileSchema, node, reading)
  for (const [id, quotation] of Object.entries(release.statements)) reading.statements.set(id, quotation)
  const declarations = itemsOf(partOf(node, 'declared_non_monotonic'))
  release.declared_non_monotonic = release.declared_non_monotonic.map(({ subcategory_code, citation }, index) => {
    const at = declarations[index]?.at ?? node.at
    return { subcategory_code, citation: reading.citation(citation, at) }
  })
  sourceMap.addNode('release', node, 2)
  for (const [key, { at }] of node.entries) sourceMap.add(key, at)
  // Lists of the release are also parts of the record under their own names.
  const declared = partOf(node, 'declared')
  if (declared !== null) sourceMap.addNode('declared', declared, 1)
  sourceMap.addItems('selectors', partOf(node, 'selectors'), 'selector', 1)
  sourceMap.addItems('licensees', partOf(node, 'licensees'), 'code', 1)
  sourceMap.addItems('blocked_components', partOf(node, 'blocked_components'), 'component', 1)
  sourceMap.addItems('holds', partOf(node, 'holds'), 'path', 1)
  sourceMap.addItems('component_holds', partOf(node, 'component_holds'), 'path', 1)
  sourceMap.addItems('declared_non_monotonic', partOf(node, 'declared_non_monotonic'), 'subcategory_code', 1)
  return release
}
