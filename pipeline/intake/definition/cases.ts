import type { RegressionCase } from '../../../releases/record/record.ts'
import { code } from '../../../releases/record/text.ts'
import { mapNode, type Node, shown, textOf } from './node.ts'
import { type Pair, parsePairs } from './pairs.ts'
import type { Reading } from './reading.ts'
import { caseSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import type { Spots } from './spots.ts'
import { readTable } from './table.ts'
import { nearest } from './words.ts'

export const CASES_FILE = 'cases.csv'
const CASE_COLUMNS = ['case_id', 'row_id', 'input', 'expected', 'working'] as const

/** Request fields of POST /calculate that a case may give (contract 2.7); the state is the release's. */
const INPUT_FIELDS: ReadonlyMap<string, 'text' | 'integer' | 'boolean'> = new Map<
  string,
  'text' | 'integer' | 'boolean'
>([
  ['subcategory_code', 'text'],
  ['licensee_code', 'text'],
  ['district', 'text'],
  ['energy_units', 'text'],
  ['connected_load', 'text'],
  ['load_unit', 'text'],
  ['contract_demand_kva', 'text'],
  ['fixed_charge_basis_units', 'text'],
  ['area_type', 'text'],
  ['phase', 'text'],
  ['supply_level', 'text'],
  ['billing_days', 'integer'],
  ['billing_month', 'text'],
  ['billing_date', 'text'],
  ['effective_on', 'text'],
  ['tod_period', 'text'],
  ['rts_voltage_mode', 'text'],
  ['apply_htss_11kv_surcharge', 'boolean'],
  ['meter_mode', 'text'],
  ['metering', 'text'],
  ['generation_units', 'text'],
  ['profile', 'text'],
])

/** The short names of expected amounts, in paise. */
const AMOUNTS: ReadonlyMap<string, string> = new Map([
  ['energy', 'energy_charge_paise'],
  ['fixed', 'fixed_charge_paise'],
  ['wheeling', 'wheeling_charge_paise'],
  ['adjustments', 'adjustments_paise'],
  ['base', 'base_tariff_paise'],
  ['subsidy', 'subsidy_paise'],
  ['fppas', 'fppas_paise'],
  ['final', 'final_payable_paise'],
])
const NEEDED_AMOUNTS = ['energy', 'fixed', 'base'] as const

/** Reads cases.csv: what each case asks and what it must come to. */
export function readCases(text: string, rowIds: ReadonlySet<string>, reading: Reading, spots: Spots): RegressionCase[] {
  return readTable(CASES_FILE, text, CASE_COLUMNS, reading).map(({ at, cells }) => {
    const { case_id, row_id, input, expected, working } = cells
    spots.add(`cases/${textOf(case_id) ?? ''}`, at)
    const row = textOf(row_id)
    if (row !== null && !rowIds.has(row)) {
      const meant = nearest(row, rowIds)
      reading.slip(
        row_id.at,
        meant === null ? 'the id of a row of rows.csv' : `a row of rows.csv, perhaps \`${meant}\``,
        shown(row),
      )
    }
    const node = mapNode(at, {
      case_id,
      row_id,
      inputs: inputsNode(input, reading),
      expected: expectedNode(expected, reading),
      working,
    })
    return readShape(caseSchema, node, reading)
  })
}

/** The pairs of a cell; slips are reported. A blank cell has none. */
function pairsOf(cell: Node, reading: Reading): Pair[] {
  const { pairs, problems } = parsePairs(textOf(cell) ?? '')
  for (const { expected, found } of problems) reading.slip(cell.at, expected, found)
  return pairs
}

function inputsNode(cell: Node, reading: Reading): Node {
  if (cell.kind !== 'scalar') return cell
  const inputs: [string, string | number | boolean][] = []
  for (const { key, value } of pairsOf(cell, reading)) {
    const kind = INPUT_FIELDS.get(key)
    if (kind === undefined) {
      const meant = nearest(key, INPUT_FIELDS.keys())
      const known = [...INPUT_FIELDS.keys()].join(', ')
      reading.slip(
        cell.at,
        meant === null ? `request fields among ${known}` : `a known request field, perhaps \`${meant}\``,
        shown(key),
      )
    } else if (kind === 'integer' && !/^(0|[1-9]\d{0,14})$/.test(value)) {
      reading.slip(cell.at, `${key} as a whole number`, shown(value))
    } else if (kind === 'boolean' && value !== 'true' && value !== 'false') {
      reading.slip(cell.at, `${key} as \`true\` or \`false\``, shown(value))
    } else {
      inputs.push([key, kind === 'integer' ? Number(value) : kind === 'boolean' ? value === 'true' : value])
    }
  }
  return { kind: 'value', value: Object.fromEntries(inputs), at: cell.at }
}

function expectedNode(cell: Node, reading: Reading): Node {
  if (cell.kind !== 'scalar') return cell.kind === 'empty' ? missed(cell, reading) : cell
  const pairs = pairsOf(cell, reading)
  const refusal = pairs.find(({ key }) => key === 'refusal')
  if (refusal !== undefined) {
    if (pairs.length > 1)
      reading.slip(cell.at, '`refusal=CODE` alone, for a refusal has no amounts', shown(textOf(cell) ?? ''))
    if (!code.safeParse(refusal.value).success) reading.slip(cell.at, 'the code of a refusal', shown(refusal.value))
    return { kind: 'value', value: { refusal: refusal.value }, at: cell.at }
  }
  const before = reading.findings.length
  const amounts: [string, number][] = []
  for (const { key, value } of pairs) {
    const field = AMOUNTS.get(key)
    if (field === undefined) {
      reading.slip(cell.at, `amounts among ${[...AMOUNTS.keys()].join(', ')}, or refusal`, shown(key))
    } else if (!/^-?(0|[1-9]\d{0,14})$/.test(value)) {
      reading.slip(cell.at, `${key} in whole paise`, shown(value))
    } else {
      amounts.push([field, Number(value)])
    }
  }
  const lacking = NEEDED_AMOUNTS.filter((name) => !pairs.some(({ key }) => key === name))
  if (lacking.length > 0)
    reading.slip(cell.at, 'at least energy, fixed and base, or refusal', `no ${lacking.join(', no ')}`)
  if (reading.findings.length > before) return { kind: 'unreadable', at: cell.at }
  return { kind: 'value', value: Object.fromEntries(amounts), at: cell.at }
}

function missed(cell: Node, reading: Reading): Node {
  reading.slip(cell.at, 'expected amounts in paise, or `refusal=CODE`', 'nothing')
  return { kind: 'unreadable', at: cell.at }
}
