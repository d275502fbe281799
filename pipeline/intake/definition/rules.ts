import { type MapNode, type Node, partOf, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import { type RulesFile, rulesFileSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import type { Spots } from './spots.ts'

export const RULES_FILE = 'rules.yaml'

/** Reads rules.yaml: adjustments, subsidy, FPPAS periods, cited facts and routing. */
export function readRules(node: MapNode, reading: Reading, spots: Spots): RulesFile {
  addRuleSpots(node, spots)
  return readShape(rulesFileSchema, node, reading)
}

const itemsOf = (list: Node | null): readonly Node[] => (list?.kind === 'list' ? list.items : [])

function addRuleSpots(node: MapNode, spots: Spots): void {
  spots.add('rules', node.at)
  // A part that has a key of its own stands where the key does.
  for (const [key, { at }] of node.entries) spots.add(key === 'routing' ? key : `rules/${key}`, at)
  const adjustments = partOf(node, 'adjustments')
  for (const adjustment of itemsOf(adjustments)) {
    const path = `rules/adjustments/${textOf(partOf(adjustment, 'adjustment_id')) ?? ''}`
    spots.addItems(path, partOf(adjustment, 'options'), 'when', 1)
    for (const [index, option] of itemsOf(partOf(adjustment, 'options')).entries())
      spots.add(`${path}/${index}`, option.at)
  }
  spots.addItems('rules/adjustments', adjustments, 'adjustment_id', 1)
  const subsidy = partOf(node, 'subsidy')
  if (subsidy !== null) {
    spots.addItems('rules/subsidy/entitlements', partOf(subsidy, 'entitlements'), 'billing_days', 1)
    spots.addNode('rules/subsidy', subsidy, 2)
  }
  spots.addItems('rules/fppas_periods', partOf(node, 'fppas_periods'), 'period_id', 1)
  spots.addItems('rules/facts', partOf(node, 'facts'), 'fact_id', 1)
  const routing = partOf(node, 'routing')
  spots.addItems('routing', routing, 'key', 1)
  for (const route of itemsOf(routing)) {
    spots.add(`routing/${textOf(partOf(route, 'key_type')) ?? ''}/${textOf(partOf(route, 'key')) ?? ''}`, route.at)
  }
}
