import { sha256 } from '#digest'
import type { Candidate, Finding } from '../../../pipeline/gates/gate.ts'
import { GATES } from '../../../pipeline/gates/index.ts'
import { buildCandidate } from '../../../pipeline/intake/build-candidate.ts'
import { figuresText } from '../../../pipeline/intake/definition/figures.ts'
import { ROW_COLUMNS } from '../../../pipeline/intake/definition/row-columns.ts'
import { csvCell } from '../../../pipeline/intake/definition/table.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { Rereader } from '../../../pipeline/intake/reread.ts'
import { textIdentity } from '../../../pipeline/intake/text-identity.ts'
import { definitionFiles } from '../../mechanisms/support/order.ts'
import { type Placed, placedPdf, stacked } from '../../support/printed-order.ts'
import { sampleMeans } from '../gates/support/sample.ts'

/**
 * An invented tariff order with one table, printed as CSV, PDF or HTML, and a definition that reads it correctly. A
 * misreading edits the definition, the figures that were read, or the print.
 */
export type Parts = {
  table: string[][]
  readings: string
  rows: string
  figures: string | null
  /** rules.yaml, if it has any. */
  rules?: string
  /** Lines above the table: a heading, and text that ends in a comma or full stop. Not in a CSV. */
  above: readonly string[]
  /** A change of the printed page. */
  page: (page: string) => string
}
export type Format = 'csv' | 'pdf' | 'html'
const MEDIA = { csv: 'text/csv', pdf: 'application/pdf', html: 'text/html' } as const

const TABLE: readonly (readonly string[])[] = [
  [
    'Category',
    'Consumption',
    'Energy Charge (P/kWh)',
    'Energy Charge (P/kVAh)',
    'Demand Charge (Rs/kVA/Month)',
    'Fixed Charge for first kW (Rs)',
    'Fixed Charge for each additional kW (Rs)',
  ],
  ['LT Domestic', '<=100 units/month', '310.00', '', '', '', ''],
  ['LT Domestic', '>100, <=300 units/month', '470.00', '', '', '', ''],
  ['LT Domestic', '>300 units/month', '590.00', '', '', '', ''],
  ['LT Domestic', 'Load', '', '', '', '25.00', '15.00'],
  ['LT Commercial', 'All units', '640.00', '', '', '', ''],
  ['LT Commercial', 'Load', '', '', '', '60.00', '40.00'],
  ['HT Industry', 'All units', '', '585.00', '325.00', '', ''],
  ['EHT Industry', 'All units', '', '570.00', '340.00', '', ''],
]

const READINGS = `readings:
  - reading_id: schedule
    source_id: ORDER
    pages: [1]
    table: 1
    labels: [Category, Consumption]
    columns:
      "Energy Charge (P/kWh)": { charge: energy, unit: P/kWh }
      "Energy Charge (P/kVAh)": { charge: energy, unit: P/kVAh }
      "Demand Charge (Rs/kVA/Month)": { charge: fixed, unit: Rs/kVA }
      "Fixed Charge for first kW (Rs)": { charge: fixed, unit: Rs/kW, from: 0, to: 1 }
      "Fixed Charge for each additional kW (Rs)": { charge: fixed, unit: Rs/kW, from: 1 }
    rows:
      - { label: [LT Domestic, "<=100 units/month"], of: [DOM], from: 0, to: 100 }
      - { label: [LT Domestic, ">100, <=300 units/month"], of: [DOM], from: 100, to: 300 }
      - { label: [LT Domestic, ">300 units/month"], of: [DOM], from: 300 }
      - { label: [LT Domestic, Load], of: [DOM] }
      - { label: [LT Commercial, All units], of: [COM] }
      - { label: [LT Commercial, Load], of: [COM] }
      - { label: [HT Industry], of: [HT-IND] }
      - { label: [EHT Industry], of: [EHT-IND] }
`

const HEADER =
  'row_id,licensee_code,category_id,subcategory_code,label,area_type,conditions,note,charge,method,per,from,to,grade,citations,carried_from,statement,formula,inputs,held_reason,unblocked_by'
const ROWS = `${HEADER}
DOM,,,DOM,Domestic,any,,,energy,telescopic,,0,100,order,ORDER,,,,,,
DOM,,,,,,,,energy,,,100,300,order,ORDER,,,,,,
DOM,,,,,,,,energy,,,300,,order,ORDER,,,,,,
DOM,,,,,,,,fixed,telescopic,connected_load,0,1,order,ORDER,,,,,,
DOM,,,,,,,,fixed,,,1,,order,ORDER,,,,,,
COM,,,COM,Commercial,any,,,energy,,,,,order,ORDER,,,,,,
COM,,,,,,,,fixed,telescopic,connected_load,0,1,order,ORDER,,,,,,
COM,,,,,,,,fixed,,,1,,order,ORDER,,,,,,
HT-IND,,,HT-IND,HT Industry,any,,,energy,,,,,order,ORDER,,,,,,
HT-IND,,,,,,,,fixed,,,,,order,ORDER,,,,,,
EHT-IND,,,EHT-IND,EHT Industry,any,,,energy,,,,,order,ORDER,,,,,,
EHT-IND,,,,,,,,fixed,,,,,order,ORDER,,,,,,
`

const category = (code: string, layer: 'LT' | 'HT' | 'EHT', label: string, load: string) => ({
  subcategory_code: code,
  raw_category_label: label,
  layer,
  required_inputs: [load],
})

/** Defaults of the mechanisms' builder: identity, categories, a case. Its rows are replaced by those above. */
const AROUND = await definitionFiles({
  printed: { as: 'text', text: 'An order' },
  categories: [
    category('DOM', 'LT', 'Domestic', 'connected_load'),
    category('COM', 'LT', 'Commercial', 'connected_load'),
    category('HT-IND', 'HT', 'HT Industry', 'contract_demand_kva'),
    category('EHT-IND', 'EHT', 'EHT Industry', 'contract_demand_kva'),
  ],
  rows: 'row_id,charge,printed,unit,quote\nDOM,energy,1.00,Rs/kWh,An order\n',
})

const csvOf = (table: readonly (readonly string[])[]): string =>
  table.map((line) => `${line.map(csvCell).join(',')}\n`).join('')

const LEFT = [36, 130, 250, 320, 390, 460, 530, 580]

/** A page with each cell at its position: headers in lines, then rows 12 points apart. */
function pdfOf([header = [], ...rows]: readonly (readonly string[])[], above: readonly string[]): Uint8Array {
  const at = (text: string, x: number, y: number, size = 7): Placed[] => (text === '' ? [] : [{ text, x, y, size }])
  return placedPdf([
    [
      ...above.flatMap((text, line) => at(text, 36, 780 - line * 12, /[.,]$/.test(text) ? 7 : 9)),
      ...header.flatMap((text, column) =>
        stacked(text).flatMap((part, line) => at(part, LEFT[column] ?? 36, 700 - line * 9)),
      ),
      ...rows.flatMap((row, index) => row.flatMap((text, column) => at(text, LEFT[column] ?? 36, 661 - index * 12))),
    ],
  ])
}

const htmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A page with the table as publishers print it: header cells in its head, a row for each line. */
function htmlOf([header = [], ...rows]: readonly (readonly string[])[], above: readonly string[]): string {
  const line = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${htmlText(cell)}</${tag}>`).join('')}</tr>\n`
  const body = rows.map((row) => line(row, 'td')).join('')
  const [heading, ...lines] = above.map(htmlText)
  const before = heading === undefined ? '' : `<h2>${heading}</h2>${lines.map((text) => `<p>${text}</p>`).join('')}`
  return `<!doctype html><html><body>${before}<table>\n<thead>${line(header, 'th')}</thead>\n<tbody>${body}</tbody></table></body></html>\n`
}

const AS_PRINTED = (page: string): string => page

export function printedAs(
  table: readonly (readonly string[])[],
  format: Format,
  page = AS_PRINTED,
  above: readonly string[] = [],
): Uint8Array {
  if (format === 'pdf') return pdfOf(table, above)
  return new TextEncoder().encode(page(format === 'csv' ? csvOf(table) : htmlOf(table, above)))
}

/** The order and its definition after an edit. `figures` null: the program reads them again after the edit. */
export async function judged(format: Format, edit: (parts: Parts) => void): Promise<Map<string, readonly Finding[]>> {
  const parts: Parts = {
    table: TABLE.map((line) => [...line]),
    readings: READINGS,
    rows: ROWS,
    figures: null,
    above: [],
    page: AS_PRINTED,
  }
  edit(parts)
  const [file, media] = [`sources/order.${format}`, MEDIA[format]]
  const bytes = printedAs(parts.table, format, parts.page, parts.above)
  const hash = sha256(bytes)
  const extracted = await extractText(bytes, media)
  if (!extracted.ok) return new Map([['source', [finding(extracted.reason)]]])
  const files = new Map(AROUND)
  const sources = (files.get('sources.yaml') ?? '')
    .replace(/"file": "[^"]*"/, `"file": "${file}"`)
    .replace(/"sha256": "[0-9a-f]{64}"/, `"sha256": "${hash}"`)
    .replace(/"size_bytes": \d+/, `"size_bytes": ${bytes.byteLength}`)
    .replace(/"media_type": "[^"]*"/, `"media_type": "${media}"`)
  files.set('sources.yaml', sources)
  files.set('release.yaml', (files.get('release.yaml') ?? '').replace('"schedule_rows": 1', '"schedule_rows": 4'))
  files.set('rows.csv', parts.rows)
  if (parts.rules !== undefined) files.set('rules.yaml', parts.rules)
  files.set('readings.yaml', parts.readings)
  files.set('figures.csv', parts.figures ?? (await readNow(files, bytes)))
  return verdicts(files, bytes, extracted.pages)
}

/** A document that is refused when it is added. */
const finding = (found: string): Finding => ({ where: 'source add', expected: 'a document', found, evidence: null })

/** New content of figures.csv from reading the edited order. */
export async function readNow(files: ReadonlyMap<string, string>, bytes: Uint8Array): Promise<string> {
  // What is read of an order depends on neither its rules nor its rows.
  const { definition } = readDefinition(new Map([...files, ['rules.yaml', '{}'], ['rows.csv', ROW_COLUMNS.join(',')]]))
  if (definition === null) throw new Error('no definition')
  const { figures } = await new Rereader(async () => bytes).read(definition.readings, definition.sources)
  return figuresText(figures)
}

/** figures.csv of the correctly read order, as in a definition before its print changes. */
export async function soundFigures(format: Format): Promise<string> {
  let text = ''
  await judged(format, (parts) => {
    text = parts.rows
  })
  const bytes = printedAs(TABLE, format)
  const files = new Map(AROUND)
  const media = MEDIA[format]
  const sources = (files.get('sources.yaml') ?? '')
    .replace(/"sha256": "[0-9a-f]{64}"/, `"sha256": "${sha256(bytes)}"`)
    .replace(/"media_type": "[^"]*"/, `"media_type": "${media}"`)
  files.set('sources.yaml', sources)
  files.set('readings.yaml', READINGS)
  files.set('rows.csv', text)
  return readNow(files, bytes)
}

export async function verdicts(
  files: ReadonlyMap<string, string>,
  bytes: Uint8Array,
  pages: readonly string[],
): Promise<Map<string, readonly Finding[]>> {
  const { definition, findings } = readDefinition(files)
  const found = new Map<string, readonly Finding[]>([['intake', findings]])
  if (definition === null) return found
  const [wanted] = definition.sources
  if (wanted === undefined) return found
  const source = {
    ...textIdentity(pages),
    sha256: sha256(bytes),
    size_bytes: bytes.byteLength,
    media_type: wanted.media_type,
    held: true,
  }
  const built = buildCandidate(definition, new Map([[wanted.source_id, source]]))
  found.set('intake', built.findings)
  if (built.candidate === null) return found
  const candidate: Candidate = built.candidate
  const rereader = new Rereader(async () => bytes)
  const means = sampleMeans({
    bytes: async () => bytes,
    pages: async () => pages,
    reread: (each) => rereader.reread(each),
  })
  for (const gate of [...GATES.values()].slice(4, 9))
    found.set(gate.name, (await gate.check(candidate, means)).findings)
  return found
}
