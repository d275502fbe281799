import { type Said, saidIn } from '../../gates/cells/label-edges.ts'
import { headerOf } from '../../gates/cells/locate-cell.ts'
import type { Table, TableRow } from '../../gates/layout.ts'
import { fold } from '../../gates/text/fold.ts'
import { numberOfCell } from '../../gates/text/numbers.ts'
import { periodIn } from '../../gates/text/periods.ts'
import { withoutMarks } from '../../gates/text/raised-digits.ts'
import { columnHeaded, JOINT, labelOf, labelsLeftOut, notApprovedBeside, rowsLabelled } from '../find-cell.ts'
import { type Ask, columnsAt, hasNumber, type ProposedColumn, valueColumns } from './propose-columns.ts'

/** A decision for a person, with its position in the document. */
export type Question = {
  readonly page: number
  readonly table: number | null
  readonly about: string
  readonly ask: string
}

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
  /** Headers of the columns that label a row; empty: all before the first one that is read. */
  readonly labels: readonly string[]
  readonly columns: readonly ProposedColumn[]
  readonly rows: readonly ProposedRow[]
  readonly questions: readonly Question[]
}

const SERIAL = /^\(?(?:\d{1,3}(?:\.\s?[a-z0-9]{1,3})*|[ivxl]{1,6}|[a-z])[.)]?$/iu
/** Text left if a label contains only a range of units. */
const OF_RANGE =
  /\b(?:for|the|all|consumption|units?|months?|monthly|per|kwh|kvah|up ?to|to|above|below|first|next|more|less|than|exceeding|and|over|not|or|balance|remaining|from|within|subsequent|further|including|inclusive|between|at|most|least)\b|[\d.,()<>=/\u2264\u2265\u2013-]/giu
/** The same of a load: `for every additional kW above 50 kW`. Beside another range it is a bound and no step. */
const OF_LOAD = /\b(?:every|each|additional|load|kw|kva|b?hp)\b/giu
const isRange = (part: string, isAlone: boolean): boolean =>
  saidIn(part).length > 0 && (isAlone ? part.replace(OF_LOAD, '') : part).replace(OF_RANGE, '').trim() === ''
/** `For the first 50 kW`, `each additional kW above 50 kW`: a step of the load, and no bound. */
const IS_STEP = /\b(?:first|next|every|each|additional|further|balance|remaining)\b/iu
/** A part of a label that only says that the whole category is meant, or for what an amount is: `Per connection`. */
const ALL =
  /^(?:all|any)\b|^(?:load|fixed charges?|energy charges?)$|^(?:for )?(?:per|each|every) (?:connection|consumer|installation|service|kW|kVA|B?HP|unit|kWh|kVAh|bill)(?:,? (?:per|a|each) month| or part(?: thereof)?| of (?:the )?(?:connected|sanctioned|contracted) load| of (?:the )?(?:contract|billing|billable) demand)*$/iu

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
  for (const place of labels) askOfPeriod(withoutTitle(table, (table.columns[place] ?? []).map(fold)), ask)
  const columns = read.flatMap((place) => columnsAt(table, place, ask))
  const remarks = labelsLeftOut(table, table.columns, {
    labels: [],
    columns: Object.fromEntries(columns.map(({ header }) => [header, null])),
  }).filter((at) => at > first && !leftOut.has(at))
  const headed = remarks.length === 0 ? [] : [...labels, ...remarks].map((at) => fold(table.columns[at]?.at(-1) ?? ''))
  const rows = proposeRows(table, labels, remarks, columns, ask)
  askOfCells({ ...table, loose: table.loose.filter(({ column }) => !leftOut.has(column)) }, labels, read, ask)
  if (rows.length === 0 && places.some((place) => (table.columns[place] ?? []).length === 0)) {
    const text =
      'columns of numbers have no header, so nothing was proposed: where does the page print it? (`source tables`)'
    return {
      page,
      table: number,
      labels: headed,
      columns,
      rows,
      questions: [{ page, table: number, about: 'the table', ask: text }],
    }
  }
  return { page, table: number, labels: headed, columns, rows, questions: rows.length === 0 ? [] : questions }
}

/** What stands above the last part of a label. */
const groupOf = (outer: readonly string[], label: readonly string[]): string =>
  [...outer, ...label.slice(0, -1)].join(JOINT)

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
  remarks: readonly number[],
  columns: readonly ProposedColumn[],
  ask: Ask,
): ProposedRow[] {
  const asked = new Set<string>()
  // `LT-1 Domestic` in a row without amounts is the name of what stands below it, up to the next number.
  const isOfNumber = (text: string | undefined): boolean => SERIAL.test(text ?? '')
  const outer = table.rows.map((row, at): readonly string[] => {
    const above = table.rows.slice(0, at).findLast((each) => isOfNumber(labelOf(each, labels)[0]))
    const isBelow = above !== undefined && !isOfNumber(labelOf(row, labels)[0])
    return isBelow && headersIn(table, above, columns).length === 0
      ? labelOf(above, labels).filter((part) => !SERIAL.test(part))
      : []
  })
  const stepped = new Set(
    table.rows.flatMap((row, at) => {
      const label = labelOf(row, labels)
      return IS_STEP.test(label.at(-1) ?? '') ? [groupOf(outer[at] ?? [], label)] : []
    }),
  )
  const labelled = table.rows.flatMap((row, at): Labelled[] => {
    const headers = headersIn(table, row, columns)
    const label = labelOf(row, labels)
    if (headers.length === 0) return []
    if (label.length === 0) {
      ask('a row without a label', `what is ${row.cells.flatMap((cell) => cell?.text ?? []).join(', ')} printed for?`)
      return []
    }
    if (rowsLabelled(table, label, labels).length > 1)
      ask(label.join(JOINT), 'two rows have this label: which is which?')
    const words = [...(outer[at] ?? []), ...label].map(withoutMarks).filter((part) => !SERIAL.test(part))
    const isOfLoad =
      stepped.has(groupOf(outer[at] ?? [], label)) && words.filter((part) => saidIn(part).length > 0).length === 1
    const isAlone = words.length === 1 || isOfLoad
    const edges = words.filter((part) => isRange(part, isAlone))
    for (const [at, part] of label.entries()) {
      // A heading over several rows is asked about once.
      const about = label.slice(0, at + 1).join(JOINT)
      if (isRange(withoutMarks(part), isAlone) || saidIn(part).length === 0 || asked.has(about)) continue
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
  const title = table.caption.length > 0 ? table.caption.join(', ') : (table.headings.at(-1) ?? '')
  const proposed = new Map<Labelled, Proposed>()
  for (const [bare, group] of groups) {
    const steps = group.filter(({ said }) => said.length > 0)
    const edges = edgesOf(steps, ({ row }) => headersIn(table, row, columns))
    const ofTitle = bare === '' && title !== '' && steps.length === labelled.length && edges[0]?.from === '0'
    if (ofTitle) ask(title, titleQuestion(title))
    const id = ofTitle ? slug([title]) : bare
    if (steps.length > 1 && id !== '') {
      const called = ofTitle ? title : null
      for (const [index, step] of steps.entries()) proposed.set(step, { id, called, ...(edges[index] ?? OPEN) })
      for (const each of group) if (each.said.length === 0) proposed.set(each, { id, called, ...OPEN })
      continue
    }
    for (const each of group) {
      const id = each.said.length > 0 ? slug(each.label.filter((part) => !SERIAL.test(part))) : bare
      proposed.set(each, { id, called: null, ...OPEN })
      if (each.said.length > 0)
        ask(
          each.label.join(JOINT),
          'the label says a range: a step of the charge, or a bound of the category (categories.yaml, rows.csv)?',
        )
    }
  }
  return labelled.map((each) => {
    const { id, called, from, to } = proposed.get(each) ?? { id: '', called: null, ...OPEN }
    const headers = headersIn(table, each.row, columns)
    return {
      label: labelOf(each.row, [...labels, ...remarks]),
      row: id,
      called: called ?? each.called,
      from,
      to,
      headers,
    }
  })
}

/** A row of rows.csv and its step; `called`: the name of its category, if not the label's. */
type Proposed = {
  readonly id: string
  readonly called: string | null
  readonly from: string | null
  readonly to: string | null
}
const OPEN = { from: null, to: null }

/** All labels of a table are ranges: its title then says of what. */
function titleQuestion(title: string): string {
  const asked = 'its rows are taken for steps of one category with this name: is it one?'
  return saidIn(title).length === 0
    ? asked
    : `${asked} The title says a range itself: a condition of the row (rows.csv) or a bound of the category?`
}

function headersIn(table: Table, row: TableRow, columns: readonly ProposedColumn[]): string[] {
  return columns.flatMap(({ header }) => {
    const place = columnHeaded(table.columns, row, header)
    return place !== null && hasNumber(row.cells[place]?.text) ? [header] : []
  })
}

/** Edges of steps in the order of their lines: `51-100` begins where the previous step ends, and steps of other columns at 0. */
function edgesOf(
  steps: readonly Labelled[],
  headersOf: (step: Labelled) => readonly string[],
): { from: string; to: string | null }[] {
  let before = '0'
  return steps.map((step, at) => {
    const { said } = step
    const last = steps[at - 1]
    if (last !== undefined && !headersOf(last).some((header) => headersOf(step).includes(header))) before = '0'
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

/** Slabs of another period than a month need a rule that says so. */
function askOfPeriod(header: string, ask: Ask): void {
  const period = periodIn('', header, true)
  if (period !== undefined)
    ask(
      header,
      `its slabs are "${period}": which rule says how a bill of other days is made (\`proration\` in rules.yaml)?`,
    )
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
  for (const { text, column, after, through } of table.loose) {
    // The rest of a label from the page before.
    if (!hasNumber(text)) continue
    const row = table.rows[after]
    const label = row === undefined ? 'the head' : labelOf(row, labels).join(JOINT)
    const header = withoutTitle(table, (table.columns[column] ?? []).map(fold))
    const last = through === undefined ? undefined : table.rows[through]
    if (last !== undefined) {
      const rows = `from ${label} to ${labelOf(last, labels).join(JOINT)}`
      ask(`${label}, under ${header}`, `"${fold(text)}" is printed once ${rows}: name these rows in \`spans\``)
      continue
    }
    ask(
      `below ${label}, under ${header}`,
      `"${fold(text)}" is between rows: for which of them is it printed (\`spans\`), or where does the document say it?`,
    )
  }
}

/** A header without the title of the whole table. */
const withoutTitle = ({ caption }: Table, header: readonly string[]): string =>
  header.slice(caption.length > 0 ? 1 : 0).join(JOINT)
