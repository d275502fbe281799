import type * as z from 'zod'
import type { Category } from '../../../releases/record/category.ts'
import { valuePath } from '../../../releases/record/figures.ts'
import { readingsFileSchema } from '../../gates/reading.ts'
import { mediaTypeOf } from '../media-type.ts'
import { forEachLicensee } from './licensees.ts'
import { itemsOf, listNode, type MapNode, type Node, partOf, shown, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import {
  categoriesFileSchema,
  type DeclaredSource,
  type ReleaseFile,
  type RulesFile,
  releaseFileSchema,
  rulesFileSchema,
  sourcesFileSchema,
} from './schemas.ts'
import { readShape } from './shape.ts'
import type { SourceMap } from './source-map.ts'

export const SOURCES_FILE = 'sources.yaml'

/** Reads sources.yaml; its citations are stored for the figures that name them. */
export function readSources(node: MapNode, reading: Reading): DeclaredSource[] {
  const { citations, sources } = readShape(sourcesFileSchema, node, reading)
  for (const [id, text] of Object.entries(citations)) reading.citations.set(id, text)
  const list = partOf(node, 'sources')
  reading.places.addItems('sources', list, 'source_id', 1)
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

export const CATEGORIES_FILE = 'categories.yaml'

/**
 * Reads categories.yaml. A category with `licensees` is in the record once for each of them; a category of one licensee
 * is also found under `categories/<licensee>/<id>/<code>`.
 */
export function readCategories(node: MapNode, reading: Reading): Category[] {
  const list = partOf(node, 'categories')
  const items = itemsOf(list).flatMap((item) => forEachLicensee(item, reading))
  for (const item of items) {
    const [licensee, id, code] = ['licensee_code', 'category_id', 'subcategory_code'].map((key) =>
      textOf(partOf(item, key)),
    )
    reading.places.addNode(`categories/${licensee ?? '-'}/${id ?? '-'}/${code ?? ''}`, item, 2)
  }
  const expanded = list?.kind === 'list' ? listNode(list.at, items) : list
  reading.places.addItems('categories', expanded, 'subcategory_code', 1)
  if (expanded === null) return readShape(categoriesFileSchema, node, reading).categories
  const entries = new Map(node.entries).set('categories', { at: expanded.at, value: expanded })
  return readShape(categoriesFileSchema, { ...node, entries }, reading).categories
}

export const RELEASE_FILE = 'release.yaml'

/** Reads release.yaml; its statements of no change are stored for the figures that cite them. */
export function readRelease(node: MapNode, reading: Reading): ReleaseFile {
  const release = readShape(releaseFileSchema, node, reading)
  for (const [id, quotation] of Object.entries(release.statements)) reading.statements.set(id, quotation)
  const declarations = itemsOf(partOf(node, 'declared_non_monotonic'))
  release.declared_non_monotonic = release.declared_non_monotonic.map(({ subcategory_code, citation }, index) => {
    const at = declarations[index]?.at ?? node.at
    return { subcategory_code, citation: reading.citation(citation, at) }
  })
  reading.places.addNode('release', node, 2)
  for (const [key, { at }] of node.entries) reading.places.add(key, at)
  // Lists of the release are also parts of the record under their own names.
  const declared = partOf(node, 'declared')
  if (declared !== null) reading.places.addNode('declared', declared, 1)
  reading.places.addItems('selectors', partOf(node, 'selectors'), 'selector', 1)
  reading.places.addItems('licensees', partOf(node, 'licensees'), 'code', 1)
  reading.places.addItems('blocked_components', partOf(node, 'blocked_components'), 'component', 1)
  reading.places.addItems('holds', partOf(node, 'holds'), 'path', 1)
  reading.places.addItems('component_holds', partOf(node, 'component_holds'), 'path', 1)
  reading.places.addItems('declared_non_monotonic', partOf(node, 'declared_non_monotonic'), 'subcategory_code', 1)
  return release
}

export const READINGS_FILE = 'readings.yaml'

/** Parsed readings.yaml: tables, and the covered pages. */
type Readings = z.infer<typeof readingsFileSchema>
export const NO_READINGS: Readings = { readings: [], covers: [], dismissed: [], sentences: [] }

/** Reads readings.yaml. */
export function readReadings(node: MapNode, reading: Reading): Readings {
  const list = partOf(node, 'readings')
  reading.places.addItems('readings', list, 'reading_id', 3)
  for (const name of ['covers', 'dismissed', 'sentences']) reading.places.addItems(name, partOf(node, name), '', 1)
  const { readings, covers, dismissed, sentences } = readShape(readingsFileSchema, node, reading)
  const seen = new Set<string>()
  for (const [index, { reading_id: id }] of readings.entries()) {
    const at = itemsOf(list)[index]?.at ?? node.at
    if (seen.has(id)) reading.report(at, 'each reading_id once', `\`${id}\` again`)
    seen.add(id)
  }
  return { readings, covers, dismissed, sentences }
}

export const RULES_FILE = 'rules.yaml'

/** Reads rules.yaml: quantities, adjustments, subsidy, FPPAS periods, cited facts and routing. */
export function readRules(node: MapNode, reading: Reading): RulesFile {
  mapRules(node, reading.places)
  return readShape(rulesFileSchema, node, reading)
}

/** Parts of rules.yaml that are at the top level of the record. */
const OF_RECORD: ReadonlySet<string> = new Set(['routing', 'quantities'])

/** The figures of a case of an adjustment, by their paths in the record (releases/record/figures.ts). */
function mapValues(path: string, at: Node, values: readonly Node[], places: SourceMap): void {
  places.add(path, at.at)
  for (const [index, value] of values.entries()) {
    const steps = itemsOf(partOf(value, 'steps'))
    places.add(valuePath(path, values.length, index, 1, 0), value.at)
    for (const [step, each] of steps.entries())
      places.add(valuePath(path, values.length, index, steps.length, step), each.at)
  }
}

function mapRules(node: MapNode, places: SourceMap): void {
  places.add('rules', node.at)
  // A part with its own key has the place of the key.
  for (const [key, { at }] of node.entries) places.add(OF_RECORD.has(key) ? key : `rules/${key}`, at)
  const quantities = partOf(node, 'quantities')
  for (const quantity of itemsOf(quantities)) {
    const path = `quantities/${textOf(partOf(quantity, 'quantity_id')) ?? ''}`
    places.addItems(path, partOf(quantity, 'figures'), 'figure_id', 1)
    places.addNode(path, quantity, 2)
  }
  const adjustments = partOf(node, 'adjustments')
  for (const adjustment of itemsOf(adjustments)) {
    const path = `rules/adjustments/${textOf(partOf(adjustment, 'adjustment_id')) ?? ''}`
    for (const each of itemsOf(partOf(adjustment, 'cases'))) {
      mapValues(`${path}/${textOf(partOf(each, 'case_id')) ?? ''}`, each, itemsOf(partOf(each, 'values')), places)
    }
    for (const limit of ['cap', 'floor']) {
      const value = partOf(adjustment, limit)
      if (value !== null) mapValues(`${path}/${limit}`, value, [value], places)
    }
  }
  places.addItems('rules/adjustments', adjustments, 'adjustment_id', 1)
  const subsidy = partOf(node, 'subsidy')
  if (subsidy !== null) {
    places.addItems('rules/subsidy/entitlements', partOf(subsidy, 'entitlements'), 'billing_days', 1)
    places.addNode('rules/subsidy', subsidy, 2)
  }
  places.addItems('rules/fppas_periods', partOf(node, 'fppas_periods'), 'period_id', 1)
  places.addItems('rules/proration', partOf(node, 'proration'), 'rule_id', 1)
  places.addItems('rules/unit_rules', partOf(node, 'unit_rules'), 'rule_id', 1)
  places.addItems('rules/facts', partOf(node, 'facts'), 'fact_id', 1)
  const routing = partOf(node, 'routing')
  places.addItems('routing', routing, 'key', 1)
  for (const route of itemsOf(routing)) {
    places.add(`routing/${textOf(partOf(route, 'key_type')) ?? ''}/${textOf(partOf(route, 'key')) ?? ''}`, route.at)
  }
}
