import { stringify } from 'yaml'
import type { Layout } from '../../gates/layout.ts'
import { CASES_FILE } from '../definition/cases.ts'
import { CATEGORIES_FILE, READINGS_FILE, RELEASE_FILE, RULES_FILE, SOURCES_FILE } from '../definition/parts.ts'
import { ROWS_FILE } from '../definition/rows.ts'
import { csvCell } from '../definition/table.ts'
import type { MediaType } from '../media-type.ts'
import { type ProposedTable, proposeTable, type Question } from './propose-table.ts'

/** Input of a draft: the document, the pages, and the names. */
export type DraftAsked = {
  readonly source: { readonly sha256: string; readonly size_bytes: number; readonly media_type: MediaType }
  /** From 1, both included. */
  readonly pages: { readonly from: number; readonly to: number }
  readonly stateCode: string
  readonly financialYear: string
}

export type Draft = {
  readonly tables: readonly ProposedTable[]
  readonly questions: readonly Question[]
  /** The files of a definition. Values that a person must fill in are blank, and are findings until filled in. */
  readonly files: ReadonlyMap<string, string>
}

/** Drafts a definition from the tables of some pages. Pure. Source: docs/release-definition.md. */
export function draftDefinition(asked: DraftAsked, layout: Layout): Draft {
  const pages = layout.pages.slice(asked.pages.from - 1, asked.pages.to)
  const unread = pages.flatMap(({ unreadable, tables }, index): Question[] => {
    const page = asked.pages.from + index
    const about = 'the page'
    if (unreadable !== null)
      return [
        {
          page,
          table: null,
          about,
          ask: `it cannot be read: ${unreadable}. Nothing of it may be cited: is there another copy?`,
        },
      ]
    return tables.length > 0 ? [] : [{ page, table: null, about, ask: 'no table was found on it: is there one?' }]
  })
  const proposed = pages.flatMap((page) => page.tables.map(proposeTable))
  const left = proposed.flatMap(({ rows, questions }) => (rows.length === 0 ? questions : []))
  const tables = proposed
    .filter(({ rows }) => rows.length > 0)
    .map((table) => ({
      ...withChargesOfSteps(withOneChargeEach(table)),
      rows: table.rows.map((row) => ({ ...row, row: `${asked.stateCode}-${row.row}` })),
    }))
  const questions = [...unread, ...left, ...tables.flatMap((table) => table.questions)]
  const rows = rowsOf(tables)
  const sourceId = `${asked.stateCode}-ORDER-${asked.financialYear}`
  const files = new Map([
    [RELEASE_FILE, releaseText(asked)],
    [SOURCES_FILE, sourcesText(asked, sourceId)],
    [READINGS_FILE, readingsText(asked, sourceId, tables)],
    [CATEGORIES_FILE, categoriesText(rows)],
    [ROWS_FILE, rowsText(rows)],
    [RULES_FILE, 'quantities: []\nadjustments: []\nfacts: []\n'],
    [CASES_FILE, 'case_id,row_id,input,expected,working\n'],
  ])
  return { tables, questions, files }
}

/** If several columns print a number in one row for the same charge, a person must decide. */
function withOneChargeEach(table: ProposedTable): ProposedTable {
  const clashing = table.columns.filter(({ header, charge }) =>
    table.columns.some(
      (other) =>
        other.header !== header &&
        charge !== null &&
        other.charge === charge &&
        table.rows.some(({ headers }) => headers.includes(header) && headers.includes(other.header)),
    ),
  )
  const questions = [...Map.groupBy(clashing, ({ charge }) => charge).values()].map(
    (columns): Question => ({
      page: table.page,
      table: table.table,
      about: columns.map(({ header }) => header).join(' and '),
      ask: 'they say the same charge in the same rows. Are they for different licensees, voltages or seasons? Then give each its own rows (`licensee_code`, `conditions` in rows.csv) and its own reading. Otherwise give each a separate charge (`component` in rows.csv says what it counts towards)',
    }),
  )
  return {
    ...table,
    columns: table.columns.map((column) => (clashing.includes(column) ? { ...column, charge: null } : column)),
    questions: [...table.questions, ...questions],
  }
}

/**
 * If a charge other than energy is printed in some steps of a category and not in the others, a person must say whether
 * it is that of the whole category: it would become a charge in steps of the load.
 */
function withChargesOfSteps(table: ProposedTable): ProposedTable {
  const steps = table.rows.filter(({ from, to }) => from !== null || to !== null)
  const questions = table.columns.flatMap(({ header, charge }): Question[] => {
    if (charge === 'energy') return []
    const printed = steps.filter(({ headers }) => headers.includes(header))
    return printed
      .filter(({ row }) => steps.some((other) => other.row === row && !printed.includes(other)))
      .map(({ label }) => ({
        page: table.page,
        table: table.table,
        about: `${label.join(' | ')}, under ${header}`,
        ask: 'other steps of the category have none: if it is printed once for all of them, say so in `spans` and leave it out of this row with `only`',
      }))
  })
  return { ...table, questions: [...table.questions, ...questions] }
}

type Step = {
  /** Null: for a person to say. */
  readonly charge: string | null
  readonly unit: string | null
  readonly from: string | null
  readonly to: string | null
}
type DraftedRow = {
  readonly id: string
  readonly label: string
  readonly layer: string | null
  readonly steps: readonly Step[]
}

/** The rows from the tables, each with its steps in the order of its charges. */
function rowsOf(tables: readonly ProposedTable[]): DraftedRow[] {
  const rows = new Map<string, { label: string; layer: string | null; steps: Step[] }>()
  for (const { columns, rows: printed } of tables) {
    for (const { row: id, label, called, from, to, headers } of printed) {
      const row = rows.get(id) ?? {
        label: called === '' ? label.join(', ') : called,
        layer: layerOf([called, ...label]),
        steps: [],
      }
      rows.set(id, row)
      const read = columns.filter(({ header, charge }) => charge !== null && headers.includes(header))
      // A row of which no charge is known has a line for a person to fill in.
      const steps = read.length === 0 ? [{ charge: null, unit: null }] : read
      row.steps.push(...steps.map(({ charge, unit }) => ({ charge, unit, from, to })))
    }
  }
  return [...rows].map(([id, { steps, ...row }]): DraftedRow => {
    const charges = [...new Set(steps.map(({ charge }) => charge))]
    return { id, ...row, steps: charges.flatMap((charge) => steps.filter((step) => step.charge === charge)) }
  })
}

const layerOf = (label: readonly string[]): string | null => /\b(EHT|HT|LT)\b/u.exec(label.join(' '))?.[1] ?? null

/** A value that YAML reads back unchanged; null is blank. */
const value = (given: unknown): string =>
  given === null ? '' : stringify(given, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd()

function releaseText({ stateCode, financialYear }: DraftAsked): string {
  return `# Blank: for a person to say. docs/release-definition.md has the format.
release_id: ${stateCode}-${financialYear}-VERIFIED-STRICT-BASE-V1
state_code: ${stateCode}
state_name:
financial_year: ${financialYear}
effective_from: # as the order says
effective_to:
tier: verified_strict
controller_version: V2.2.8
calculation_scope: verified_base_tariff
rounding: half_up_per_line_to_paise
catalogue: true
request: { required: [], optional: [], licensee_from_district: false }
# Count these in the document, and not in the files here.
declared: { schedule_rows: , supported_subcategories: , licensees: , districts: , fppas_periods:  }
licensees: []
# What the document leaves out of a bill, and what of it is not read: fuel adjustment, electricity duty, other charges.
blocked_components: []
statements: {}
`
}

function sourcesText({ source }: DraftAsked, sourceId: string): string {
  return `citations:
  ORDER: # how the document is cited in public: regulator, title, case, date
sources:
  - source_id: ${sourceId}
    sha256: ${source.sha256}
    size_bytes: ${source.size_bytes}
    media_type: ${source.media_type}
    title:
    issuer:
    document_kind: # original: the regulator's own document; transcription: a copy of what it says, which also needs an original
    case_number:
    dated:
    effective_from:
    effective_to:
    legal_status: # in_force, superseded, petition, draft, stayed, quashed, unknown
    url:
`
}

function readingsText({ pages }: DraftAsked, sourceId: string, tables: readonly ProposedTable[]): string {
  const readings = tables.flatMap(({ page, table, labels, columns, rows }) => [
    `  - reading_id: p${page}-t${table}`,
    `    source_id: ${sourceId}`,
    `    pages: [${page}]`,
    `    table: ${table}`,
    ...(labels.length === 0 ? [] : [`    labels: ${value(labels.map(String))}`]),
    '    columns:',
    ...columns.map(
      ({ header, charge, unit }) =>
        `      ${JSON.stringify(header)}: { charge: ${value(charge)}, unit: ${value(unit)} }`,
    ),
    '    rows:',
    ...rows.map(({ label, row, from, to }) => {
      const edges = from === null ? '' : `, from: ${from}${to === null ? '' : `, to: ${to}`}`
      return `      - { label: ${value(label.map(String))}, of: [${row}]${edges} }`
    }),
  ])
  return [
    '# Pages on which no number may be left unread; what is nobody\u2019s figure is dismissed one by one.',
    'covers:',
    `  - { source_id: ${sourceId}, from_page: ${pages.from}, to_page: ${pages.to} }`,
    'dismissed: []',
    ...(readings.length === 0 ? ['readings: []'] : ['readings:', ...readings]),
    '',
  ].join('\n')
}

const LOADS: Readonly<Record<string, { readonly input: string; readonly load: 'kw' | 'hp' }>> = {
  'Rs/kW': { input: 'connected_load', load: 'kw' },
  'Rs/HP': { input: 'connected_load', load: 'hp' },
  'Rs/kVA': { input: 'contract_demand_kva', load: 'kw' },
}

function categoriesText(rows: readonly DraftedRow[]): string {
  const categories = rows.flatMap(({ id, label, layer, steps }) => {
    const loads = steps.flatMap(({ unit }) => LOADS[unit ?? ''] ?? [])
    const isStepped = steps.some(({ to }) => to !== null)
    return [
      `  - subcategory_code: ${id}`,
      `    raw_category_label: ${JSON.stringify(label)}`,
      '    canonical_category_code: # domestic, commercial, industrial, agriculture, \u2026',
      `    layer: ${layer ?? '# LT, HT or EHT'}`,
      '    supply_type: # lt_metered, ht_metered, lt_unmetered, \u2026',
      '    area_type: any',
      `    slab_type: ${isStepped ? '# telescopic: each step for its own units; whole: all units at the rate of the step reached; the same as method in rows.csv' : 'flat'}`,
      `    load_unit: ${loads[0]?.load ?? 'kw'}`,
      `    required_inputs: [${[...new Set(loads.map(({ input }) => input))].join(', ')}]`,
      '    facts: # as { purpose: [domestic] }: what the category resolver compares',
    ]
  })
  return ['categories:', ...categories, ''].join('\n')
}

const ROWS_HEAD =
  'row_id,licensee_code,category_id,subcategory_code,label,area_type,conditions,note,charge,method,per,from,to,grade,citations,carried_from,statement,formula,inputs,held_reason,unblocked_by'

/** Charges of several steps get no method: a person must decide whether a step prices its own units or all of them. */
function rowsText(rows: readonly DraftedRow[]): string {
  const lines = rows.flatMap(({ id, label, steps }) =>
    steps.map(({ charge, from, to }, index) => {
      const own = index === 0 ? `,,${id},${csvCell(label)},any` : ',,,,'
      const isFlat = steps.filter((step) => step.charge === charge).length === 1
      return `${id},${own},,,${charge ?? ''},${isFlat ? 'flat' : ''},,${from ?? ''},${to ?? ''},order,ORDER,,,,,,`
    }),
  )
  return `${[ROWS_HEAD, ...lines].join('\n')}\n`
}

/** Open questions of a draft for people, listed by page. */
export function questionsText(questions: readonly Question[]): string {
  const lines = questions.map(
    ({ page, table, about, ask }) => `- p.${page}${table === null ? '' : ` table ${table}`}, ${about}: ${ask}`,
  )
  const about =
    'They are about the tables. Sentences were not read: `definition coverage` lists their numbers and rules.'
  return `# Open questions of this draft\n\n${about}\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}\n`
}
