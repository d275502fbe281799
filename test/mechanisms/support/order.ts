import { parse } from 'csv-parse/sync'
import { sha256 } from '#digest'
import { ROW_COLUMNS } from '../../../pipeline/intake/definition/row-columns.ts'
import { csvCell } from '../../../pipeline/intake/definition/table.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import type { Category } from '../../../releases/record/category.ts'
import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import type { Printed } from './printed.ts'
import { published } from './printed.ts'

/**
 * An invented tariff order and the definition that reads it. What all definitions have in common (identity, grade,
 * location of the order's only source) is filled in, so that an example only has what it is about.
 */
export type Order = {
  readonly printed: Printed
  /** More of release.yaml: `zones`, `selectors`, `request`, `licensees`. */
  readonly release?: Readonly<Record<string, unknown>>
  readonly categories: readonly CategoryParts[]
  /** rows.csv with the columns that the example uses; `value` defaults to `printed`. */
  readonly rows: string
  /** rules.yaml: quantities and adjustments. */
  readonly rules?: string
}

type CategoryWords = Partial<Record<'bounds', readonly string[]>> & {
  readonly covering?: readonly { bound: string; covering_category: string | null; reason?: string }[]
  readonly licensees?: readonly string[]
}
export type CategoryParts = Pick<Category, 'subcategory_code'> &
  Partial<Omit<Category, 'subcategory_code' | 'bounds' | 'covering'>> &
  CategoryWords

/** A worked amount: the request, the arithmetic by hand, and the result in paise. */
export type Worked = {
  readonly row?: string
  readonly body: Readonly<Record<string, unknown>>
  readonly working: string
  readonly amounts: Amounts
}
export type Amounts = {
  readonly energy: number
  readonly fixed: number
  readonly base: number
} & Readonly<Partial<Record<'wheeling' | 'other' | 'minimum' | 'adjustments' | 'beside', number>>>

export const STATE = 'ZZ'
const SOURCE = 'ORDER'

/** A figure of rules.yaml: the printed number, its unit, and the words around it. */
export function figure(printed: string, unit: string, quote: string): string {
  const value = normaliseDecimal(printed.replaceAll(',', ''))
  return JSON.stringify({
    grade: 'order',
    printed,
    printed_unit: unit,
    value,
    unit,
    source_id: SOURCE,
    page: 1,
    quote,
    citations: [SOURCE],
  })
}

/** Citation of a rule that is not a figure. */
export function printedAs(quote: string): string {
  return JSON.stringify({ source_id: SOURCE, page: 1, quote })
}

/** The files of the definition, by path in its folder. `worked` become its regression cases. */
export async function definitionFiles(order: Order, worked: readonly Worked[] = []): Promise<Map<string, string>> {
  const { mediaType, file, bytes } = published(order.printed)
  const extracted = await extractText(bytes, mediaType)
  if (!extracted.ok) throw new Error(extracted.reason)
  const given = cellsOf(order.rows.trim())
  const rows = rowsOf(given, order, extracted.pages)
  const licensees = (order.release?.['licensees'] ?? []) as readonly unknown[]
  return new Map([
    [
      'release.yaml',
      yaml({
        release_id: `${STATE}-2026-27-INVENTED-V1`,
        state_code: STATE,
        state_name: 'Invented',
        financial_year: '2026-27',
        effective_from: '2026-04-01',
        effective_to: '2027-03-31',
        tier: 'verified_strict',
        controller_version: 'V1',
        calculation_scope: 'verified_base_tariff',
        rounding: 'half_up_per_line_to_paise',
        catalogue: true,
        declared: {
          schedule_rows: rowCount(given),
          supported_subcategories: order.categories.reduce((count, each) => count + (each.licensees?.length ?? 1), 0),
          licensees: licensees.length,
          districts: 0,
          fppas_periods: 0,
        },
        statements: {},
        ...order.release,
      }),
    ],
    [
      'sources.yaml',
      yaml({
        citations: { [SOURCE]: 'Invented Electricity Regulatory Commission, order in Case 1 of 2026' },
        sources: [
          {
            source_id: SOURCE,
            file,
            sha256: sha256(bytes),
            size_bytes: bytes.byteLength,
            media_type: mediaType,
            title: 'An invented tariff order',
            issuer: 'Invented Electricity Regulatory Commission',
            document_kind: 'original',
            case_number: 'Case 1 of 2026',
            dated: '2026-03-15',
            effective_from: '2026-04-01',
            effective_to: '2027-03-31',
            legal_status: 'in_force',
            url: 'https://invented.example/order',
          },
        ],
      }),
    ],
    ['categories.yaml', yaml({ categories: order.categories.map(categoryOf) })],
    ['rows.csv', rows],
    ['rules.yaml', order.rules ?? yaml({ adjustments: [] })],
    ['cases.csv', casesCsv(order, worked, firstRowId(given))],
  ])
}

/** JSON is valid YAML. Each part is on its own line, so that findings name the right line. */
function yaml(parts: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(parts, null, 2)}\n`
}

function categoryOf({ licensees, ...parts }: CategoryParts): Readonly<Record<string, unknown>> {
  return {
    raw_category_label: parts.subcategory_code,
    canonical_category_code: 'industrial',
    layer: 'HT',
    supply_type: 'ht_metered',
    area_type: 'any',
    slab_type: 'flat',
    load_unit: 'kw',
    required_inputs: [],
    optional_inputs: [],
    bounds: [],
    covering: [],
    facts: { purpose: ['industry'], supply_level: ['ht'] },
    ...(licensees === undefined ? {} : { licensees }),
    ...parts,
  }
}

type Cells = Readonly<Record<string, string>>
const cellsOf = (csv: string): Cells[] => parse(csv, { columns: true, trim: true })

/** rows.csv with all columns; the position of a quote is looked up in the order's text. */
function rowsOf(cells: readonly Cells[], { categories }: Order, pages: readonly string[]): string {
  let row = ''
  const lines = cells.map((given) => {
    const begins = given['row_id'] !== undefined && given['row_id'] !== '' && given['row_id'] !== row
    row = given['row_id'] || row
    const ofRow = begins
      ? { row_id: row, subcategory_code: categories[0]?.subcategory_code ?? '', label: row, area_type: 'any' }
      : {}
    const held = given['grade'] === 'held'
    const filled: Record<string, string> = {
      ...ofRow,
      grade: 'order',
      source_id: SOURCE,
      citations: SOURCE,
      page: String(pageOf(given['quote'] ?? '', pages)),
      ...(held
        ? {}
        : {
            printed_unit: given['unit'] ?? '',
            value: normaliseDecimal((given['printed'] ?? '').replaceAll(',', '')) ?? '',
          }),
    }
    for (const [column, cell] of Object.entries(given)) if (cell !== '') filled[column] = cell
    return ROW_COLUMNS.map((column) => csvCell(filled[column] ?? '')).join(',')
  })
  return [ROW_COLUMNS.join(','), ...lines, ''].join('\n')
}

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ')

function pageOf(quote: string, pages: readonly string[]): number {
  const page = pages.findIndex((text) => folded(text).includes(folded(quote)))
  return Math.max(0, page) + 1
}

function rowCount(rows: readonly Cells[]): number {
  return rows
    .filter(({ row_id: id = '' }) => id !== '')
    .reduce((count, cells) => count + (cells['licensee_code'] ?? '').split('|').length, 0)
}

/** The id of the first row in the record. */
function firstRowId(rows: readonly Cells[]): string {
  const [{ row_id: id = '', licensee_code: licensees = '' } = {}] = rows
  return id.replace('{licensee}', licensees.split('|')[0]?.replace(/^[A-Z]{2}_/, '') ?? '')
}

function casesCsv(order: Order, worked: readonly Worked[], firstRow: string): string {
  const cases = worked.map(({ row = firstRow, body, amounts, working }, index) => {
    const input = Object.entries({ subcategory_code: order.categories[0]?.subcategory_code, ...body })
      .flatMap(([name, value]) => pairs(name, value))
      .join('; ')
    const expected = Object.entries(amounts)
      .map(([name, paise]) => `${name}=${paise}`)
      .join('; ')
    return [`C${index + 1}`, row, input, expected, working]
  })
  // A definition needs at least one case; an order without worked amounts gets this one.
  const unknown = ['C0', firstRow, 'subcategory_code=NONE; energy_units=1', 'refusal=SUBCATEGORY_NOT_FOUND', 'unknown']
  const lines = (cases.length === 0 ? [unknown] : cases).map((cells) => cells.map(csvCell).join(','))
  return ['case_id,row_id,input,expected,working', ...lines, ''].join('\n')
}

function pairs(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [`${name}=${value}`]
  return Object.entries(value).map(([part, each]) => `${name}.${part}=${each}`)
}
