import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Edit, Misreading } from './misread.ts'

/** What an edit changes, without the licensee: a line of the tariff with its category, a rule, a quantity or a fact. */
function changedBy(edit: Edit): string {
  if ('bound' in edit) return edit.bound.replaceAll('_', '-')
  if ('fact' in edit) return `OD-2526-${edit.fact}`
  if ('formula' in edit) return edit.formula
  if ('adjustment' in edit) return edit.adjustment
  if ('when' in edit) return edit.when
  const path = 'figure' in edit ? edit.figure : edit.step
  const [, id = '', rule = ''] = path.split('/')
  return path.startsWith('rules/') ? rule : id.replace('OD-{licensee}-2526-', '')
}

/** Whether a finding at this place, or a part of the record with this id, is about what the misreading changes. */
export function concerns({ edits }: Misreading, place: string): boolean {
  const ids = place.split('/').flatMap((id) => [id, id.replaceAll('_', '-')])
  return edits.map(changedBy).some((changed) => ids.some((id) => id === changed || id.endsWith(`-2526-${changed}`)))
}

/** The parts of a record that the misreading changes, as text. */
export function changedPart({ rows, categories, quantities, rules }: ReleaseRecord, misreading: Misreading): string {
  return JSON.stringify([
    rows.filter((row) => concerns(misreading, row.row_id)),
    categories.filter((category) => concerns(misreading, category.subcategory_code)),
    quantities.filter((quantity) => concerns(misreading, quantity.quantity_id)),
    rules.adjustments.filter((adjustment) => concerns(misreading, adjustment.adjustment_id)),
    rules.facts.filter((fact) => concerns(misreading, fact.fact_id)),
  ])
}

/**
 * The misreadings in groups of which no two change the same thing, so that one record can have all of a group, and each
 * finding is about one of them: a gate checks the whole order each time.
 */
export function together(misreadings: readonly Misreading[]): Misreading[][] {
  const groups: Misreading[][] = []
  for (const each of misreadings) {
    const changed = each.edits.map(changedBy)
    const isFree = (group: Misreading[]): boolean =>
      !group.some(({ edits }) => edits.some((edit) => changed.includes(changedBy(edit))))
    const group = groups.find(isFree)
    if (group === undefined) groups.push([each])
    else group.push(each)
  }
  return groups
}
