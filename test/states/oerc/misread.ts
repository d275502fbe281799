import type { ReadFigure } from '../../../pipeline/gates/reading.ts'
import type { Condition } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/**
 * A way to misread the order, as a change of the record: another cell read because a reading names it; other figures,
 * with the words that the misreader would have seen; other edges, bounds, dates, signs. `{licensee}` in a path stands
 * for each licensee in turn.
 */
export type Misreading = {
  readonly name: string
  readonly sort:
    | 'columns'
    | 'rows'
    | 'levels'
    | 'units'
    | 'edges'
    | 'bounds'
    | 'years'
    | 'dates'
    | 'signs'
    | 'percent'
    | 'digits'
    | 'conditions'
    | 'facts'
    | 'formulas'
  readonly edits: readonly Edit[]
}

/** A cell of the order as named in a reading: the first table of a page, columns that label a row, label, header. */
export type Place = {
  readonly page: number
  readonly labels: readonly string[]
  readonly label: readonly string[]
  readonly column: string
}

/** The text read in a cell for a named figure, in a named unit. */
export type ReadAt = (place: Place, figure: string, unit: string) => ReadFigure

export type Edit =
  /** A figure by its path, and the cell that is read for it; `unit`: if the column is misread in another unit. */
  | { readonly figure: string; readonly at: Place; readonly unit?: string }
  /** A figure by its path in the record: the misread print, its unit, and its position and words. */
  | {
      readonly figure: string
      readonly printed?: string
      readonly unit?: string
      readonly page?: number
      readonly section?: string
      readonly quote?: string
    }
  /** The edges of a step: `rows/<row>/<charge>/<step>`. */
  | { readonly step: string; readonly from?: string; readonly to?: string | null }
  /** A comparison in a category's bounds or a row's conditions, by its field and operator, with another value. */
  | {
      readonly bound: string
      readonly field: string
      readonly op: string
      readonly value: string
      readonly newOp?: string
    }
  | { readonly adjustment: string; readonly effect?: 'add' | 'subtract'; readonly from?: string }
  /** A comparison in the cases of an adjustment or a quantity. */
  | { readonly when: string; readonly field: string; readonly value: string; readonly newValue: string }
  /** Words of a fact, or its value. */
  | { readonly fact: string; readonly words?: readonly [from: string, to: string]; readonly value?: string }
  /** A number of a quantity's formulas, or the step that they round to. */
  | { readonly formula: string; readonly value: string; readonly newValue: string }

/** Factor between paise and rupees of a printed unit. */
function meaningOf(printed: string, printedUnit: string): { value: string; unit: Figure['unit'] } {
  const isPaise = printedUnit.startsWith('P/')
  const number = Number(printed.replaceAll(',', ''))
  return { value: String(isPaise ? number / 100 : number), unit: printedUnit.replace(/^P\//, 'Rs/') as Figure['unit'] }
}

const pathsFor = (record: ReleaseRecord, path: string): string[] =>
  path.includes('{licensee}') ? record.licensees.map(({ code }) => path.replace('{licensee}', code.slice(3))) : [path]

/** Whether a comparison was found and changed; conditions may be joined. */
function change(
  conditions: Condition[],
  matches: (field: string, op: string, value: string) => boolean,
  into: (each: { op: string; value: unknown }) => void,
): number {
  let changed = 0
  for (const each of conditions) {
    if ('all' in each) changed += change(each.all as Condition[], matches, into)
    else if ('any' in each) changed += change(each.any as Condition[], matches, into)
    else if ('not' in each) changed += change([each.not], matches, into)
    else if (typeof each.value === 'string' && matches(each.field, each.op, each.value)) {
      into(each as { op: string; value: unknown })
      changed += 1
    }
  }
  return changed
}

function editFigure(
  record: ReleaseRecord,
  edit: Extract<Edit, { figure: string }>,
  readAt: ReadAt,
  read: ReadFigure[],
): number {
  let changed = 0
  for (const path of pathsFor(record, edit.figure)) {
    const found = figuresOf(record).find((each) => each.path === path)?.figure
    if (found === undefined) continue
    if ('at' in edit) {
      const again = readAt(edit.at, path, edit.unit ?? found.printed_unit ?? '')
      const { printed, printed_unit, value, unit, quote, cell } = again
      Object.assign(found, { printed, printed_unit, value, unit, quote, cell })
      found.locator.page = cell.page
      read.push(again)
      const [, rowId, chargeId] = path.split('/')
      const charge = record.rows
        .find(({ row_id }) => row_id === rowId)
        ?.charges.find(({ charge_id }) => charge_id === chargeId)
      if (charge !== undefined) charge.unit = unit.replace(/^Rs\//, '') as typeof charge.unit
      changed += 1
      continue
    }
    const printedUnit = edit.unit ?? found.printed_unit ?? ''
    const printed = edit.printed ?? found.printed ?? ''
    Object.assign(found, { printed, printed_unit: printedUnit, ...meaningOf(printed, printedUnit) })
    if (edit.quote !== undefined) found.quote = edit.quote
    if (edit.page !== undefined) found.locator.page = edit.page
    if (edit.section !== undefined) found.locator.section = edit.section
    changed += 1
  }
  return changed
}

function editStep(record: ReleaseRecord, { step: path, from, to }: Extract<Edit, { step: string }>): number {
  let changed = 0
  for (const each of pathsFor(record, path)) {
    const [, rowId, chargeId, index] = each.split('/')
    const step = record.rows
      .find(({ row_id }) => row_id === rowId)
      ?.charges.find(({ charge_id }) => charge_id === chargeId)?.steps[Number(index)]
    if (step === undefined) continue
    if (from !== undefined) step.from = from
    if (to !== undefined) step.to = to
    changed += 1
  }
  return changed
}

function editConditions(record: ReleaseRecord, edit: Extract<Edit, { bound: string } | { when: string }>): number {
  if ('bound' in edit) {
    const owners = [
      ...record.categories
        .filter(({ subcategory_code: code }) => code === edit.bound)
        .flatMap(({ bounds, covering }) => [bounds, covering.map(({ bound }) => bound)]),
      ...record.rows.filter((row) => row.row_id.endsWith(edit.bound)).map(({ conditions }) => conditions),
    ]
    const matches = (field: string, op: string): boolean => field === edit.field && op === edit.op
    return owners
      .map((conditions) =>
        change(conditions, matches, (each) => Object.assign(each, { value: edit.value, op: edit.newOp ?? each.op })),
      )
      .reduce((a, b) => a + b, 0)
  }
  const cases = [
    ...record.rules.adjustments.filter(({ adjustment_id: id }) => id === edit.when).flatMap((each) => each.cases),
    ...record.quantities.filter(({ quantity_id: id }) => id === edit.when).flatMap((each) => each.cases),
  ]
  const matches = (field: string, _: string, value: string): boolean => field === edit.field && value === edit.value
  return cases
    .map(({ when }) => change(when, matches, (each) => Object.assign(each, { value: edit.newValue })))
    .reduce((a, b) => a + b, 0)
}

function editAdjustment(record: ReleaseRecord, edit: Extract<Edit, { adjustment: string }>): number {
  const found = record.rules.adjustments.find(({ adjustment_id: id }) => id === edit.adjustment)
  if (found === undefined) return 0
  for (const each of found.cases) {
    if (edit.effect !== undefined) each.effect = edit.effect
    if (edit.from !== undefined) each.effective_from = edit.from
  }
  return found.cases.length
}

function editFact(record: ReleaseRecord, { fact: id, words, value }: Extract<Edit, { fact: string }>): number {
  const fact = record.rules.facts.find(({ fact_id }) => fact_id === `OD-2526-${id}`)
  if (fact === undefined) return 0
  if (value !== undefined) fact.figure_value = value
  const before = fact.text ?? ''
  if (words !== undefined) fact.text = before.replace(...words)
  return value !== undefined || fact.text !== before ? 1 : 0
}

function editFormula(record: ReleaseRecord, edit: Extract<Edit, { formula: string }>): number {
  const quantity = record.quantities.find(({ quantity_id }) => quantity_id === edit.formula)
  if (quantity === undefined) return 0
  const before = JSON.stringify(quantity.cases)
  const [from, to] = [edit.value, edit.newValue]
  const after = before
    .replaceAll(`{"value":"${from}"}`, `{"value":"${to}"}`)
    .replaceAll(`"step":"${from}"`, `"step":"${to}"`)
  quantity.cases = JSON.parse(after)
  return after === before ? 0 : 1
}

/**
 * The misread record, what the program read for it, and the number of places changed by each edit; 0 means that it does
 * not apply to this record.
 */
export function misread(
  record: ReleaseRecord,
  edits: readonly Edit[],
  readAt: ReadAt,
): { record: ReleaseRecord; read: ReadFigure[]; changed: number[] } {
  const copy = structuredClone(record)
  const read: ReadFigure[] = []
  const changed = edits.map((edit) => {
    if ('figure' in edit) return editFigure(copy, edit, readAt, read)
    if ('step' in edit) return editStep(copy, edit)
    if ('fact' in edit) return editFact(copy, edit)
    if ('formula' in edit) return editFormula(copy, edit)
    if ('adjustment' in edit) return editAdjustment(copy, edit)
    return editConditions(copy, edit)
  })
  return { record: copy, read, changed }
}
