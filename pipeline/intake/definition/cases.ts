import { caseSchema, type RegressionCase } from '../../../releases/record/record.ts'
import { code } from '../../../releases/record/text.ts'
import { type Asked, type Form, formOf, namesOfCases } from './case-inputs.ts'
import { cellsFor, checkNamed, listedLicensees } from './licensees.ts'
import { mapNode, type Node, shown, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import { readShape } from './shape.ts'
import { readTable } from './table.ts'
import { alike, nearest } from './words.ts'

export const CASES_FILE = 'cases.csv'
const CASE_COLUMNS = ['case_id', 'row_id', 'licensees', 'input', 'expected', 'working'] as const
const OPTIONAL: ReadonlySet<(typeof CASE_COLUMNS)[number]> = new Set(['licensees'] as const)

/** Spelling of whole numbers. */
const WHOLE: Readonly<Partial<Record<Form, RegExp>>> = {
  count: /^(0|[1-9]\d{0,14})$/,
  integer: /^-?(0|[1-9]\d{0,14})$/,
}

/** The short names of expected amounts, in paise. */
const AMOUNTS: ReadonlyMap<string, string> = new Map([
  ['energy', 'energy_charge_paise'],
  ['fixed', 'fixed_charge_paise'],
  ['wheeling', 'wheeling_charge_paise'],
  ['adjustments', 'adjustments_paise'],
  ['other', 'other_charges_paise'],
  ['minimum', 'minimum_paise'],
  ['beside', 'beside_paise'],
  ['base', 'base_tariff_paise'],
  ['subsidy', 'subsidy_paise'],
  ['fppas', 'fppas_paise'],
  ['final', 'final_payable_paise'],
])
const NEEDED_AMOUNTS = ['energy', 'fixed', 'base'] as const

/**
 * Reads cases.csv: the request of each case and its expected amounts. A case with `licensees` is repeated for each of
 * them.
 */
export function readCases(text: string, rowIds: ReadonlySet<string>, asked: Asked, reading: Reading): RegressionCase[] {
  return readTable(CASES_FILE, text, CASE_COLUMNS, reading, OPTIONAL).flatMap(({ at, cells }) => {
    const licensees = listedLicensees(cells.licensees)
    checkNamed(cells.case_id, licensees, reading)
    const each = licensees.length === 0 ? [cells] : licensees.map((licensee) => cellsFor(cells, licensee))
    return each.map((said) => {
      const { case_id, row_id, input, expected, working } = said
      reading.places.add(`cases/${textOf(case_id) ?? ''}`, at)
      checkRow(row_id, rowIds, reading)
      const inputs = inputsNode(input, asked, reading)
      const node = mapNode(at, { case_id, row_id, inputs, expected: expectedNode(expected, reading), working })
      return readShape(caseSchema, node, reading)
    })
  })
}

function checkRow(row_id: Node, rowIds: ReadonlySet<string>, reading: Reading): void {
  const row = textOf(row_id)
  if (row === null || rowIds.has(row)) return
  const meant = nearest(row, rowIds)
  const expected = meant === null ? 'the id of a row of rows.csv' : `a row of rows.csv, perhaps \`${meant}\``
  reading.report(row_id.at, expected, shown(row))
}

/**
 * The `key=value` pairs of a cell, separated by `;`. Pairs without `=`, without key or value, and repeated keys are
 * reported.
 */
function pairsOf(cell: Node, reading: Reading): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const part of (textOf(cell) ?? '').split(';').map((piece) => piece.trim())) {
    const equals = part.indexOf('=')
    const key = part.slice(0, Math.max(0, equals)).trim()
    const value = part.slice(equals + 1).trim()
    if (equals < 0 || key === '' || value === '') {
      const found = part === '' ? 'an empty pair' : `\`${part}\``
      reading.report(cell.at, '`key=value` pairs separated by `; `', found)
    } else if (pairs.has(key)) reading.report(cell.at, `\`${key}\` once`, `\`${part}\` as well`)
    else pairs.set(key, value)
  }
  return pairs
}

/** What is expected instead of an input that no case may name. All names would fill a screen. */
function expectedInput(key: string, asked: Asked): string {
  if (key === 'state_code') return 'no `state_code`: it is that of the release'
  const names = namesOfCases(asked)
  const meant = nearest(key, names)
  if (meant !== null) return `a known input, perhaps \`${meant}\``
  const like = alike(key, names)
  return like.length === 0
    ? 'the name of an input of POST /v1/calculate, as in releases/engine/inputs.ts'
    : `a known input, such as \`${like.join('`, `')}\``
}

function inputsNode(cell: Node, asked: Asked, reading: Reading): Node {
  if (cell.kind === 'empty') return missed(cell, '`key=value` pairs separated by `; `', reading)
  if (cell.kind !== 'scalar') return cell
  const inputs: [string, string | number | boolean][] = []
  for (const [key, value] of pairsOf(cell, reading)) {
    const form = formOf(key, asked)
    if (form === null) {
      reading.report(cell.at, expectedInput(key, asked), shown(key))
    } else if (WHOLE[form]?.test(value) === false) {
      reading.report(cell.at, `${key} as a whole number`, shown(value))
    } else if (form === 'boolean' && value !== 'true' && value !== 'false') {
      reading.report(cell.at, `${key} as \`true\` or \`false\``, shown(value))
    } else {
      inputs.push([key, form in WHOLE ? Number(value) : form === 'boolean' ? value === 'true' : value])
    }
  }
  return { kind: 'value', value: Object.fromEntries(inputs), at: cell.at }
}

function expectedNode(cell: Node, reading: Reading): Node {
  if (cell.kind !== 'scalar') return cell.kind === 'empty' ? missed(cell, EXPECTED, reading) : cell
  const pairs = pairsOf(cell, reading)
  const refusal = pairs.get('refusal')
  if (refusal !== undefined) {
    if (pairs.size > 1)
      reading.report(cell.at, 'only `refusal=CODE`, because a refusal has no amounts', shown(textOf(cell) ?? ''))
    if (!code.safeParse(refusal).success) reading.report(cell.at, 'the code of a refusal', shown(refusal))
    return { kind: 'value', value: { refusal }, at: cell.at }
  }
  const before = reading.findings.length
  const amounts: [string, number][] = []
  for (const [key, value] of pairs) {
    const field = AMOUNTS.get(key)
    if (field === undefined) {
      reading.report(cell.at, `amounts among ${[...AMOUNTS.keys()].join(', ')}, or refusal`, shown(key))
    } else if (!/^-?(0|[1-9]\d{0,14})$/.test(value)) {
      reading.report(cell.at, `${key} in whole paise`, shown(value))
    } else {
      amounts.push([field, Number(value)])
    }
  }
  const lacking = NEEDED_AMOUNTS.filter((name) => !pairs.has(name))
  if (lacking.length > 0)
    reading.report(cell.at, 'at least energy, fixed and base, or refusal', `no ${lacking.join(', no ')}`)
  if (reading.findings.length > before) return { kind: 'unreadable', at: cell.at }
  return { kind: 'value', value: Object.fromEntries(amounts), at: cell.at }
}

const EXPECTED = 'amounts in paise, such as `energy=24800; fixed=5000; base=29800`, or `refusal=CODE`'

function missed(cell: Node, expected: string, reading: Reading): Node {
  reading.report(cell.at, expected, 'nothing')
  return { kind: 'unreadable', at: cell.at }
}
