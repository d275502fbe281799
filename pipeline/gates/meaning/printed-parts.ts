import { type Formula, operationsIn } from '../../../releases/record/expression.ts'
import { casesIn, chargesIn, figuresOf, figuresOfCharge, figuresOfValues } from '../../../releases/record/figures.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { partInCell, printedNumbers } from '../text/numbers.ts'

/**
 * Cells with an amount for each part of a load or of units: `28 for each 0.1 kW load` is in Rs/part, and is multiplied by a quantity that
 * counts these parts, by its formula (`ceil(connected_load / 0.1, 1)`) or by what it cites (`every 15 units are 0.1 kW`).
 */
export function printedPartFaults(record: ReleaseRecord): Found<F>[] {
  const quantities = new Map(record.quantities.map((each) => [each.quantity_id, each]))
  const multiplied = multipliedIn(record)
  return figuresOf(record).flatMap(({ path, figure }): Found<F>[] => {
    const part = figure.cell === undefined ? null : partInCell(figure.cell.printed)
    if (part === null) return []
    const { size, words } = part
    const per = multiplied.get(path) ?? null
    const found = `printed_unit ${figure.printed_unit}, per ${per ?? 'nothing'}`
    if (figure.printed_unit !== 'Rs/part')
      return [failing(path, 'other_unit', `printed_unit Rs/part, as in "${words}"`, found, figure.quote)]
    const counts = quantities.get(per ?? '')
    if (counts !== undefined && isOfParts(counts, size)) return []
    const expected = `per: a quantity that counts parts of ${size}, by its formula or in what it cites, as in "${words}"`
    return [failing(path, 'counted_otherwise', expected, found, figure.quote)]
  })
}

/** What the figures of charges and rules are multiplied by, by their paths. */
const multipliedIn = (record: ReleaseRecord): ReadonlyMap<string, string | null> =>
  new Map([
    ...chargesIn(record).flatMap(({ row, charge }) =>
      figuresOfCharge(row.row_id, charge).map(({ path }) => [path, charge.per] as const),
    ),
    ...casesIn(record).flatMap(({ path: at, own: { values } }) => {
      const pers = values.flatMap(({ per, steps }) => steps.map(() => per))
      return figuresOfValues(at, values).map(({ path }, index) => [path, pers[index] ?? null] as const)
    }),
  ])

const isOfParts = ({ unit, cases, evidence }: Quantity, size: string): boolean =>
  unit === 'number' &&
  (cases.every(({ formula }) => operationsIn(formula).some((each) => each.op === '/' && dividesBy(each.of, size))) ||
    printedNumbers(evidence?.quote ?? '').some(({ value }) => value === size))

const dividesBy = ([, by]: readonly Formula[], size: string): boolean =>
  typeof by === 'object' && 'value' in by && by.value === size
