import { valuePath } from '../../../releases/record/figures.ts'
import { itemsOf, type MapNode, type Node, partOf, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import { type RulesFile, rulesFileSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import type { SourceMap } from './source-map.ts'

export const RULES_FILE = 'rules.yaml'

/** Reads rules.yaml: quantities, adjustments, subsidy, FPPAS periods, cited facts and routing. */
export function readRules(node: MapNode, reading: Reading, sourceMap: SourceMap): RulesFile {
  mapRules(node, sourceMap)
  return readShape(rulesFileSchema, node, reading)
}

/** Parts of rules.yaml that are at the top level of the record. */
const OF_RECORD: ReadonlySet<string> = new Set(['routing', 'quantities'])

/** The figures of a case of an adjustment, by their paths in the record (releases/record/figures.ts). */
function mapValues(path: string, at: Node, values: readonly Node[], sourceMap: SourceMap): void {
  sourceMap.add(path, at.at)
  for (const [index, value] of values.entries()) {
    const steps = itemsOf(partOf(value, 'steps'))
    sourceMap.add(valuePath(path, values.length, index, 1, 0), value.at)
    for (const [step, each] of steps.entries())
      sourceMap.add(valuePath(path, values.length, index, steps.length, step), each.at)
  }
}

function mapRules(node: MapNode, sourceMap: SourceMap): void {
  sourceMap.add('rules', node.at)
  // A part with its own key has the place of the key.
  for (const [key, { at }] of node.entries) sourceMap.add(OF_RECORD.has(key) ? key : `rules/${key}`, at)
  const quantities = partOf(node, 'quantities')
  for (const quantity of itemsOf(quantities)) {
    const path = `quantities/${textOf(partOf(quantity, 'quantity_id')) ?? ''}`
    sourceMap.addItems(path, partOf(quantity, 'figures'), 'figure_id', 1)
    sourceMap.addNode(path, quantity, 2)
  }
  const adjustments = partOf(node, 'adjustments')
  for (const adjustment of itemsOf(adjustments)) {
    const path = `rules/adjustments/${textOf(partOf(adjustment, 'adjustment_id')) ?? ''}`
    for (const each of itemsOf(partOf(adjustment, 'cases'))) {
      mapValues(`${path}/${textOf(partOf(each, 'case_id')) ?? ''}`, each, itemsOf(partOf(each, 'values')), sourceMap)
    }
    for (const limit of ['cap', 'floor']) {
      const value = partOf(adjustment, limit)
      if (value !== null) mapValues(`${path}/${limit}`, value, [value], sourceMap)
    }
  }
  sourceMap.addItems('rules/adjustments', adjustments, 'adjustment_id', 1)
  const subsidy = partOf(node, 'subsidy')
  if (subsidy !== null) {
    sourceMap.addItems('rules/subsidy/entitlements', partOf(subsidy, 'entitlements'), 'billing_days', 1)
    sourceMap.addNode('rules/subsidy', subsidy, 2)
  }
  sourceMap.addItems('rules/fppas_periods', partOf(node, 'fppas_periods'), 'period_id', 1)
  sourceMap.addItems('rules/proration', partOf(node, 'proration'), 'rule_id', 1)
  sourceMap.addItems('rules/unit_rules', partOf(node, 'unit_rules'), 'rule_id', 1)
  sourceMap.addItems('rules/facts', partOf(node, 'facts'), 'fact_id', 1)
  const routing = partOf(node, 'routing')
  sourceMap.addItems('routing', routing, 'key', 1)
  for (const route of itemsOf(routing)) {
    sourceMap.add(`routing/${textOf(partOf(route, 'key_type')) ?? ''}/${textOf(partOf(route, 'key')) ?? ''}`, route.at)
  }
}
