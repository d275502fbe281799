import { PRINTED_UNITS } from '../../../releases/record/figure.ts'
import { type Said, saidIn } from '../../gates/cells/label-edges.ts'
import { headerOf, onlyOf } from '../../gates/cells/locate-cell.ts'
import type { Table, TableRow } from '../../gates/layout.ts'
import { fold } from '../../gates/text/fold.ts'
import { numberOfCell } from '../../gates/text/numbers.ts'
import { unitFits, unitsNamed } from '../../gates/text/printed-units.ts'
import { withoutMarks } from '../../gates/text/raised-digits.ts'
import { COMPONENT_WORDS, FIRST, FURTHER, hasWord } from '../../gates/text/reading-words.ts'
import {
  columnHeaded,
  isNotApproved,
  JOINT,
  labelOf,
  notApprovedBeside,
  rowsLabelled,
  SERIAL_HEAD,
} from '../find-cell.ts'

/** A decision for a person, with its position in the document. */
export type Question = {
  readonly page: number
  readonly table: number | null
  readonly about: string
  readonly ask: string
}

/** A column as a reading names it. Null values are left for a person. */
type ProposedColumn = { readonly header: string; readonly charge: string | null; readonly unit: string | null }

/** A printed row as a reading names it. `row`: a proposed row of rows.csv; `called`: the name of its category. */
type ProposedRow = {
  readonly label: readonly string[]
  readonly row: string
  readonly called: string
  readonly from: string | null
  readonly to: string | null
  /** The columns that contain numbers. */
  readonly headers: readonly string[]
}

/** A proposed reading of a table. It is only a proposal: the gates compare it with the print. */
export type ProposedTable = {
  readonly page: number
  readonly table: number
  readonly columns: readonly ProposedColumn[]
  readonly rows: readonly ProposedRow[]
  readonly questions: readonly Question[]
}

/** The header of a column that says at which voltage: `Supply voltage (kV)`. */
const VOLTAGE_HEAD = /^(?:supply )?voltage\b/iu
const SERIAL = /^\(?(?:\d{1,3}(?:\.\s?[a-z0-9]{1,3})*|[ivxl]{1,6}|[a-z])[.)]?$/iu
/** Text left if a label contains only a range of units. */
const OF_RANGE =
  /\b(?:for|the|consumption|units?|months?|monthly|per|kwh|kvah|up ?to|to|above|below|first|next|more|less|than|exceeding|and|over|not|or|balance|remaining|from|within|subsequent|further|including|inclusive|between|at|most|least)\b|[\d.,()<>=/\u2264\u2265\u2013-]/giu
const isRange = (part: string): boolean => saidIn(part).length > 0 && part.replace(OF_RANGE, '').trim() === ''
/** A part of a label that only says that the whole category is meant. */
const ALL = /^(?:all|any)\b|^(?:load|fixed charges?|energy charges?)$/iu

/** A number that is not a range: a range is a label, in whatever column it is. */
const hasNumber = (text: string | undefined): boolean =>
  text !== undefined && 'number' in numberOfCell(text) && saidIn(text).length === 0

/** A possible reading of a table, with its open questions. */
export function proposeTable(table: Table): ProposedTable {
  const { page, number } = table
  const questions: Question[] = []
  const ask = (about: string, text: string): void => {
    questions.push({ page, table: number, about, ask: text })
  }
  const places = valueColumns(table)
  const first = places[0] ?? table.columns.length
  const labels = table.columns.map((_, index) => index).slice(0, first)
  // Existing and proposed columns beside approved ones are not read.
  const leftOut = new Set(places.flatMap((place) => notApprovedBeside(table, place)))
  const read = places.filter((place) => !leftOut.has(place))
  const columns = read.flatMap((place) => columnsAt(table, place, ask))
  const rows = proposeRows(table, labels, columns, ask)
  askOfCells({ ...table, loose: table.loose.filter(({ column }) => !leftOut.has(column)) }, labels, read, ask)
  if (rows.length === 0 && places.some((place) => (table.columns[place] ?? []).length === 0)) {
    const text =
      'columns of numbers have no header, so nothing was proposed: where does the page print it? (`source tables`)'
    return { page, table: number, columns, rows, questions: [{ page, table: number, about: 'the table', ask: text }] }
  }
  return { page, table: number, columns, rows, questions: rows.length === 0 ? [] : questions }
}

type Ask = (about: string, text: string) => void

/** Columns with numbers, to the right of those with labels and row numbers. */
function valueColumns({ columns, rows }: Table): number[] {
  const numbers = columns.map((_, index) => rows.filter(({ cells }) => hasNumber(cells[index]?.text)).length)
  const printed = columns.map((_, index) => rows.filter(({ cells }) => (cells[index] ?? null) !== null).length)
  const isValue = (index: number): boolean =>
    index > 0 &&
    (numbers[index] ?? 0) * 2 >= (printed[index] ?? 0) &&
    (numbers[index] ?? 0) > 0 &&
    !(columns[index] ?? []).some((part) => SERIAL_HEAD.test(fold(part)) || VOLTAGE_HEAD.test(fold(part)))
  return columns.map((_, index) => index).filter(isValue)
}

/** The headers of one column; a heading inside the table extends it, so there may be several. */
function columnsAt(table: Table, place: number, ask: Ask): ProposedColumn[] {
  const own = table.rows.filter(({ cells }) => hasNumber(cells[place]?.text))
  const headers = new Map(own.map((row) => [headerOf(table.columns, row, place).join(JOINT), row]))
  return [...headers].flatMap(([whole, row]): ProposedColumn[] => {
    const parts = headerOf(table.columns, row, place)
    const header = suffixes(parts).find((text) =>
      own
        .filter((each) => headerOf(table.columns, each, place).join(JOINT) === whole)
        .every((each) => columnHeaded(table.columns, each, text) === place),
    )
    if (header === undefined) {
      ask(
        `column ${place + 1}`,
        whole === ''
          ? 'no header is printed above it: what is it?'
          : `its header "${whole}" is that of another column too: which is which?`,
      )
      return []
    }
    const charge = chargeOf(whole)
    const unit = unitOf(whole, charge)
    if (charge === null) ask(header, 'the header does not say which charge it is')
    if (unit === null) ask(header, unitQuestion(whole))
    if (hasWord(whole, [...FIRST, ...FURTHER]))
      ask(header, 'it prices a part of the load or the units: from where to where (`from`, `to`)?')
    if (isNotApproved(whole)) ask(header, 'the header does not say that these are the approved rates')
    return [{ header, charge, unit }]
  })
}

const suffixes = (parts: readonly string[]): string[] =>
  parts.map((_, index) => parts.slice(parts.length - 1 - index).join(JOINT))

function chargeOf(header: string): string | null {
  return onlyOf(Object.entries(COMPONENT_WORDS).filter(([, words]) => hasWord(header, words)))?.[0] ?? null
}

const UNITS_OF: Readonly<Record<string, RegExp>> = {
  energy: /\/(?:kWh|kVAh)$/u,
  wheeling: /\/(?:kWh|kVAh)$/u,
  fixed: /\/(?:kW|kVA|HP|connection)$/u,
}

/** The only unit of the record that a header names for its kind of charge. */
function unitOf(header: string, charge: string | null): string | null {
  const named = unitsNamed(header)
  const form = charge === null ? /./u : (UNITS_OF[charge] ?? /./u)
  const fitting = Object.keys(PRINTED_UNITS).filter(
    (unit) => form.test(unit) && named.some((each) => each !== 'P' && each !== 'Rs' && unitFits(each, unit)),
  )
  return onlyOf(fitting)
}

function unitQuestion(header: string): string {
  const named = unitsNamed(header)
  return named.length === 0
    ? 'no unit is printed in the header: what are its numbers in?'
    : `the header names ${named.join(' and ')}: which are its numbers in?`
}

type Labelled = {
  readonly row: TableRow
  readonly label: readonly string[]
  readonly said: readonly Said[]
  readonly bare: string
  readonly called: string
}

function proposeRows(
  table: Table,
  labels: readonly number[],
  columns: readonly ProposedColumn[],
  ask: Ask,
): ProposedRow[] {
  const asked = new Set<string>()
  const labelled = table.rows.flatMap((row): Labelled[] => {
    const headers = headersIn(table, row, columns)
    const label = labelOf(row, labels)
    if (headers.length === 0) return []
    if (label.length === 0) {
      ask('a row without a label', `what is ${row.cells.flatMap((cell) => cell?.text ?? []).join(', ')} printed for?`)
      return []
    }
    if (rowsLabelled(table, label, labels).length > 1)
      ask(label.join(JOINT), 'two rows have this label: which is which?')
    const words = label.map(withoutMarks).filter((part) => !SERIAL.test(part))
    const edges = words.filter(isRange)
    for (const [at, part] of label.entries()) {
      // A heading over several rows is asked about once.
      const about = label.slice(0, at + 1).join(JOINT)
      if (isRange(withoutMarks(part)) || saidIn(part).length === 0 || asked.has(about)) continue
      asked.add(about)
      ask(
        about,
        `"${part}" says a range: a bound of the category (categories.yaml), a condition of the row, or a step?`,
      )
    }
    const rest = words.filter((part) => !edges.includes(part) && !ALL.test(part))
    return [{ row, label, said: edges.flatMap(saidIn), bare: slug(rest), called: rest.join(', ') }]
  })
  const groups = Map.groupBy(labelled, ({ bare }) => bare)
  const proposed = new Map<Labelled, { id: string; from: string | null; to: string | null }>()
  for (const [bare, group] of groups) {
    const steps = group.filter(({ said }) => said.length > 0)
    if (steps.length > 1 && bare !== '') {
      for (const [index, edges] of edgesOf(steps).entries()) {
        const step = steps[index]
        if (step !== undefined) proposed.set(step, { id: bare, ...edges })
      }
      for (const each of group) if (each.said.length === 0) proposed.set(each, { id: bare, from: null, to: null })
      continue
    }
    for (const each of group) {
      const id = each.said.length > 0 ? slug(each.label.filter((part) => !SERIAL.test(part))) : bare
      proposed.set(each, { id, from: null, to: null })
      if (each.said.length > 0)
        ask(
          each.label.join(JOINT),
          'the label says a range: a step of the charge, or a bound of the category (categories.yaml, rows.csv)?',
        )
    }
  }
  return labelled.map((each) => {
    const { id, from, to } = proposed.get(each) ?? { id: '', from: null, to: null }
    return { label: each.label, row: id, called: each.called, from, to, headers: headersIn(table, each.row, columns) }
  })
}

function headersIn(table: Table, row: TableRow, columns: readonly ProposedColumn[]): string[] {
  return columns.flatMap(({ header }) => {
    const place = columnHeaded(table.columns, row, header)
    return place !== null && hasNumber(row.cells[place]?.text) ? [header] : []
  })
}

/** Edges of steps in the order of their lines: `51-100` begins where the previous step ends. */
function edgesOf(steps: readonly Labelled[]): { from: string; to: string | null }[] {
  let before = '0'
  return steps.map(({ said }) => {
    const value = (kind: Said['kind']): string | null => said.find((each) => each.kind === kind)?.value ?? null
    const begins = value('from')
    const from = begins === null || Number(begins) - 1 === Number(before) ? before : begins
    const width = value('width')
    const to = width === null ? value('to') : String(Number(from) + Number(width))
    before = to ?? before
    return { from, to }
  })
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/<=|=<|\u2264/gu, ' UPTO '],
  [/>=|=>|\u2265/gu, ' FROM '],
  [/</gu, ' BELOW '],
  [/>/gu, ' ABOVE '],
]

/** A code from the words of a label, each once; range signs count as words. */
function slug(parts: readonly string[]): string {
  const said = SIGNS.reduce((text, [sign, word]) => text.replace(sign, word), parts.join(' '))
  const words = said.toUpperCase().match(/[A-Z0-9]+/gu) ?? []
  const own = [...new Set(words)].filter((word) => word !== 'CATEGORY')
  return own.join('-').slice(0, 60).replace(/-+$/u, '')
}

/** Cells that cannot be read unchanged: words instead of a number, and text printed once for several rows. */
function askOfCells(table: Table, labels: readonly number[], places: readonly number[], ask: Ask): void {
  for (const row of table.rows) {
    for (const place of places) {
      const text = row.cells[place]?.text
      if (text === undefined || hasNumber(text)) continue
      const header = withoutTitle(table, headerOf(table.columns, row, place))
      const label = labelOf(row, labels).join(JOINT)
      const found = numberOfCell(text)
      ask(
        `${label}, under ${header}`,
        `"${fold(text)}" is no number (${'why' in found ? found.why : ''}): where does the document say it?`,
      )
    }
  }
  for (const { text, column, after } of table.loose) {
    // The rest of a label from the page before.
    if (!hasNumber(text)) continue
    const row = table.rows[after]
    const label = row === undefined ? 'the head' : labelOf(row, labels).join(JOINT)
    const header = withoutTitle(table, (table.columns[column] ?? []).map(fold))
    ask(
      `below ${label}, under ${header}`,
      `"${fold(text)}" is between rows: for which of them is it printed (\`spans\`), or where does the document say it?`,
    )
  }
}

/** A header without the title of the whole table. */
const withoutTitle = ({ caption }: Table, header: readonly string[]): string =>
  header.slice(caption.length > 0 ? 1 : 0).join(JOINT)
