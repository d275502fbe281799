import type { FigureChange, RowChange } from '../releases/record/row-changes.ts'
import type { ReferenceBill } from '../services/cli/reference-bills.ts'
import { signed, tableRow } from './markdown.ts'

type View = NonNullable<FigureChange['before']>

function amountCell(figure: View | null, none: string): string {
  if (figure === null) return none
  const { value, unit, printed, printed_unit } = figure
  return `${value ?? 'held'} ${unit}${printed === null ? '' : `, printed ${printed} ${printed_unit}`}`
}

function citationCell(figure: View | null): string {
  if (figure === null) return ''
  const { page, line } = figure.locator
  return `\`${figure.source_id}\`, page ${page}${line === null ? '' : `, line ${line}`}: "${figure.quote.replace(/\s+/g, ' ')}"`
}

const both = (was: string, is: string): string => (was === is ? is : `${was} → ${is}`)

function figureLine({ part, before, after }: FigureChange): string {
  return tableRow([
    part,
    amountCell(before, 'not there'),
    amountCell(after, 'gone'),
    both(before?.grade ?? 'none', after?.grade ?? 'none'),
    both(citationCell(before), citationCell(after)),
  ])
}

function billLine({ case_id, inputs, before_paise, after_paise, effect_paise }: ReferenceBill): string {
  const asked = Object.entries(inputs)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  const effect = effect_paise === null ? 'no amount in one of the two' : `effect ${signed(effect_paise)} paise`
  const amounts = `${before_paise ?? 'no amount'} → ${after_paise ?? 'no amount'} paise`
  return `Reference bill \`${case_id}\` (${asked}): ${amounts}, **${effect}**.`
}

/** A row's change for the changelog of tariffs, with the effect on its reference bill. */
export function rowSection(row: RowChange, bills: readonly ReferenceBill[]): string[] {
  const { change, before_row_id: was, after_row_id: is, before_row_sha256, after_row_sha256, figures, fields } = row
  const bill = bills.find(({ row_id }) => row_id === (is ?? was))
  const name = [row.licensee_code, row.subcategory_code].filter((part) => part !== null).join(', ')
  return [
    `### ${name}: ${change}`,
    '',
    ...(was === null ? [] : [`- Old row \`${was}\`, \`${before_row_sha256}\``]),
    ...(is === null ? [] : [`- New row \`${is}\`, \`${after_row_sha256}\``]),
    ...(fields.length === 0 ? [] : [`- Also different: ${fields.join(', ')}`]),
    '',
    tableRow(['figure', 'old', 'new', 'grade', 'citation']),
    '|---|---|---|---|---|',
    ...figures.map(figureLine),
    '',
    ...(bill === undefined ? [] : [billLine(bill), '']),
  ]
}
