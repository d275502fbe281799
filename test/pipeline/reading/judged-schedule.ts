import { parse } from 'csv-parse/sync'
import { ROW_COLUMNS } from '../../../pipeline/intake/definition/row-columns.ts'
import { csvCell } from '../../../pipeline/intake/definition/table.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import { type CategoryParts, definitionFiles, figure } from '../../mechanisms/support/order.ts'
import { published } from '../../mechanisms/support/printed.ts'
import { replaced } from './edits.ts'
import { readNow, verdicts } from './invented-order.ts'

/** An invented order as a web page, and the parts of a definition that reads it. */
export type Schedule = {
  readonly page: string
  readonly release: Readonly<Record<string, unknown>>
  readonly categories: readonly CategoryParts[]
  readonly citations?: Readonly<Record<string, string>>
  readings: string
  /** rows.csv with the columns that it uses; what is the same for each line is filled in. */
  rows: string
  rules: string
}
export type Misreading = (read: Schedule) => void

/** Replaces a text in a part of the definition. */
export const instead =
  (part: 'readings' | 'rows' | 'rules', from: string, to: string): Misreading =>
  (read) => {
    read[part] = replaced(read[part], from, to)
  }
export const exchanged =
  (part: 'readings' | 'rows' | 'rules', one: string, other: string): Misreading =>
  (read) => {
    read[part] = replaced(replaced(replaced(read[part], one, '\u0000'), other, one), '\u0000', other)
  }
/** The same in one adjustment. */
export const inRule =
  (id: string, from: string, to: string): Misreading =>
  (read) => {
    const at = read.rules.indexOf(`adjustment_id: ${id}\n`)
    read.rules = read.rules.slice(0, at) + replaced(read.rules.slice(at), from, to)
  }
export const both =
  (...edits: readonly Misreading[]): Misreading =>
  (read) => {
    for (const edit of edits) edit(read)
  }

/** Optional inputs that rules ask for. */
export const opt = (...fields: string[]) => fields.map((field) => ({ field, when: 'the rule is asked for' }))
export const category = (
  code: string,
  label: string,
  sort: string,
  layer: 'LT' | 'HT',
  more: Partial<CategoryParts>,
): CategoryParts => ({
  subcategory_code: code,
  raw_category_label: label,
  canonical_category_code: sort,
  layer,
  supply_type: `${layer.toLowerCase()}_metered`,
  ...more,
})

export type Rule = readonly [id: string, side: string, codes: string, of: string, cases: string, more?: string]
/** Adjustments in their order, as lines of rules.yaml. */
export const adjustments = (rules: readonly Rule[]): string =>
  rules
    .map(
      ([id, side, codes, of, cases, more = ''], index) =>
        `  - adjustment_id: ${id}\n    order: ${index + 1}\n    side: ${side}\n    description: "${id}"\n    applies_to: [${codes}]\n    of: [${of}]\n${more}    cases:\n${cases}`,
    )
    .join('')
export const kase = (id: string, when: string, effect: string, values: string): string =>
  `      - { case_id: ${id}, ${when === '' ? '' : `when: "${when}", `}effect: ${effect}, description: "${id}", values: [${values}] }\n`
/** A reading of a table of the first page: its header of labels, its columns with what they are, and its rows. */
export const tableRead = (
  id: string,
  table: number,
  labels: string,
  columns: readonly string[],
  rows: readonly string[],
  more = '',
): string => `  - reading_id: ${id}
    source_id: ORDER
    pages: [1]
    table: ${table}
    labels: [${labels}]
    columns:
${columns.map((each) => `      ${each}\n`).join('')}    rows:
${rows.map((each) => `      - { ${each} }\n`).join('')}${more}`

/** A figure whose value is in another unit than the printed one. */
export const meaning = (printed: string, unit: string, value: string, meant: string, quote: string): string =>
  figure(printed, unit, quote).replace(
    /"value":"[^"]*","unit":"[^"]*"/u,
    `"value":${JSON.stringify(value)},"unit":${JSON.stringify(meant)}`,
  )

type Cells = Readonly<Record<string, string>>
const linesOf = (rows: string): Cells[] => parse(rows.trim(), { columns: true, trim: true, relax_column_count: true })

function rowsCsv(rows: string): string {
  let row = ''
  const lines = linesOf(rows).map((given) => {
    row = given['row_id'] || row
    const ofQuote = { printed_unit: given['unit'] ?? '', value: normaliseDecimal(given['printed'] ?? '') ?? '' }
    const typed = given['printed'] ? { ...ofQuote, source_id: 'ORDER', page: '1' } : {}
    const first = given['row_id'] ? { area_type: 'any' } : {}
    const said = Object.fromEntries(Object.entries(given).filter(([, cell]) => cell !== ''))
    const filled: Cells = { grade: 'order', citations: 'ORDER', ...first, ...typed, ...said, row_id: row }
    return ROW_COLUMNS.map((column) => csvCell(filled[column] ?? '')).join(',')
  })
  return [ROW_COLUMNS.join(','), ...lines, ''].join('\n')
}

/** The faults that intake (`intake`) and gates 5 to 9 find in the schedule after an edit, each with what was expected. */
export async function faultsIn(schedule: Schedule, edit: Misreading = () => {}): Promise<string[]> {
  const read = { ...schedule }
  edit(read)
  const { page: text, release, categories, rules } = read
  const first = linesOf(read.rows)[0]?.['row_id'] ?? ''
  const order = { printed: { as: 'html', text } as const, release, categories, rules }
  const { bytes, mediaType } = published(order.printed)
  const extracted = await extractText(bytes, mediaType)
  if (!extracted.ok) throw new Error(extracted.reason)
  const files = await definitionFiles({
    ...order,
    rows: `row_id,charge,printed,unit,quote\n${first},energy,1.00,Rs/kWh,The\n`,
  })
  const more = Object.entries(read.citations ?? {}).map(([id, words]) => `"${id}": "${words}", `)
  files.set('sources.yaml', (files.get('sources.yaml') ?? '').replace('"citations": {', `$&${more.join('')}`))
  files.set('readings.yaml', read.readings)
  files.set('rows.csv', rowsCsv(read.rows))
  files.set('figures.csv', await readNow(files, bytes))
  const found = await verdicts(files, bytes, extracted.pages)
  return [...found].flatMap(([gate, findings]) =>
    findings.map((each) => `${'fault' in each ? String(each.fault) : gate}: ${each.expected}`),
  )
}
