import { PRINTED_UNITS } from '../../../releases/record/figure.ts'
import { saidIn } from '../../gates/cells/label-edges.ts'
import { headerOf, onlyOf } from '../../gates/cells/locate-cell.ts'
import type { Table } from '../../gates/layout.ts'
import { fold } from '../../gates/text/fold.ts'
import { numberOfCell } from '../../gates/text/numbers.ts'
import { unitFits, unitsNamed } from '../../gates/text/printed-units.ts'
import { COMPONENT_WORDS, FIRST, FURTHER, hasWord } from '../../gates/text/reading-words.ts'
import { columnHeaded, isNotApproved, JOINT, SERIAL_HEAD } from '../find-cell.ts'

/** Asks a person for a decision: about what, and what. */
export type Ask = (about: string, text: string) => void

/** A column as a reading names it. Null values are left for a person. */
export type ProposedColumn = { readonly header: string; readonly charge: string | null; readonly unit: string | null }

/** The header of a column that says at which voltage or for whom: `Supply voltage (kV)`, `Category` with `LT-1 Domestic`. */
const LABEL_HEAD =
  /^(?:supply )?voltage\b|^(?:(?:consumer|tariff) )?(?:categor(?:y|ies)|class(?:es)?|description|particulars)\b/iu
/** A number that is not a range: a range is a label, in whatever column it is. */
export const hasNumber = (text: string | undefined): boolean =>
  text !== undefined && 'number' in numberOfCell(text) && saidIn(text).length === 0

/** Columns with numbers, to the right of those with labels and row numbers. */
export function valueColumns({ columns, rows }: Table): number[] {
  const numbers = columns.map((_, index) => rows.filter(({ cells }) => hasNumber(cells[index]?.text)).length)
  const printed = columns.map((_, index) => rows.filter(({ cells }) => (cells[index] ?? null) !== null).length)
  const isValue = (index: number): boolean =>
    index > 0 &&
    (numbers[index] ?? 0) * 2 >= (printed[index] ?? 0) &&
    (numbers[index] ?? 0) > 0 &&
    !(columns[index] ?? []).some((part) => SERIAL_HEAD.test(fold(part)) || LABEL_HEAD.test(fold(part)))
  return columns.map((_, index) => index).filter(isValue)
}

/** The headers of one column; a heading inside the table extends it, so there may be several. */
export function columnsAt(table: Table, place: number, ask: Ask): ProposedColumn[] {
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
    if (unit === null) ask(header, unitQuestion(whole, charge))
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
const unitOf = (header: string, charge: string | null): string | null => onlyOf(unitsFor(header, charge))

/** The units that those of a header may be, for a charge: of `paise per unit` P/kWh and P/kVAh. */
function unitsFor(header: string, charge: string | null): string[] {
  const named = unitsNamed(header)
  const form = charge === null ? /./u : (UNITS_OF[charge] ?? /./u)
  return Object.keys(PRINTED_UNITS).filter(
    (unit) => form.test(unit) && named.some((each) => each !== 'P' && each !== 'Rs' && unitFits(each, unit)),
  )
}

function unitQuestion(header: string, charge: string | null): string {
  const named = unitsNamed(header)
  const ofThese = unitsFor(header, charge)
  return named.length === 0
    ? 'no unit is printed in the header: what are its numbers in?'
    : `the header names ${named.join(' and ')}: which are its numbers in?${ofThese.length > 1 ? ` (${ofThese.join(' or ')})` : ''}`
}
