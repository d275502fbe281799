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

function caseText({ case_id, inputs }: ReferenceBill): string {
  const asked = Object.entries(inputs)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  return `\`${case_id}\` (${asked})`
}

function billLine(bill: ReferenceBill): string {
  const { before_paise, after_paise, effect_paise } = bill
  const effect = effect_paise === null ? 'no amount in one of the two' : `effect ${signed(effect_paise)} paise`
  const amounts = `${before_paise ?? 'no amount'} → ${after_paise ?? 'no amount'} paise`
  return `Reference bill ${caseText(bill)}: ${amounts}, **${effect}**.`
}

const nameOf = ({ licensee_code, subcategory_code }: RowChange): string =>
  [licensee_code, subcategory_code].filter((part) => part !== null).join(', ')

/** A changed or added row, with old and new figures and the effect on its reference bill. */
function rowSection(row: RowChange, bill: ReferenceBill | undefined): string[] {
  const { change, before_row_id: was, after_row_id: is, before_row_sha256, after_row_sha256, figures, fields } = row
  return [
    `### ${nameOf(row)}: ${change}`,
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

/** A removed row has nothing to compare: its last figures and what its reference bill came to. */
function removedLine(row: RowChange, bill: ReferenceBill | undefined): string {
  const figures = row.figures.map(({ part, before }) => `${part}: ${amountCell(before, 'none')}`)
  const last = bill === undefined ? '' : `${caseText(bill)}: ${bill.before_paise ?? 'no amount'} paise`
  return tableRow([nameOf(row), `\`${row.before_row_id}\`, \`${row.before_row_sha256}\``, figures.join('; '), last])
}

/** The rows that differ, for the changelog of tariffs. */
export function rowSections(rows: readonly RowChange[], bills: readonly ReferenceBill[]): string[] {
  const billOf = (row: RowChange): ReferenceBill | undefined =>
    bills.find(({ row_id }) => row_id === (row.after_row_id ?? row.before_row_id))
  const removed = rows.filter(({ change }) => change === 'removed')
  const sections = rows.filter(({ change }) => change !== 'removed').flatMap((row) => rowSection(row, billOf(row)))
  if (removed.length === 0) return sections
  const head = tableRow(['licensee, category', 'old row', 'last figures', 'reference bill'])
  return [
    ...sections,
    '### Removed rows',
    '',
    'The quotes of their figures are in the earlier release.',
    '',
    head,
    '|---|---|---|---|',
    ...removed.map((row) => removedLine(row, billOf(row))),
    '',
  ]
}
