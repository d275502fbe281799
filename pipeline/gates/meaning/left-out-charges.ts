import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { componentsIn } from '../text/reading-words.ts'
import { readPrinted } from '../text/tokens.ts'

/** Possible fault of a row that leaves out a charge which its sheet prints for the same label. */
export const LEFT_OUT_FAULTS = ['charge_left_out'] as const
type F = (typeof LEFT_OUT_FAULTS)[number]

/**
 * Rows of a sheet that leave out a whole charge: a line with the same label prints one of a kind that the row does not
 * have, and the record cites this line nowhere.
 */
export function leftOutFaults({ rows }: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return rows.flatMap((row) => {
    const own = new Set(row.charges.map(({ component }) => sortOf(component)))
    const left = figuresOfRow(row).flatMap(({ figure }) => leftOutBeside(figure, own, citedIn))
    return [...new Map(left).entries()].map(([header, { label, printed }]) =>
      failing(
        `rows/${row.row_id}`,
        'charge_left_out',
        `a charge of the row, or a fact, that cites ${printed}, "${header}", of "${label}"`,
        `only ${[...own].join(' and ')}`,
      ),
    )
  })
}

/** Orders call a fixed charge by the demand that it is for. */
const sortOf = (component: string): string => (component === 'demand' ? 'fixed' : component)

type LeftOut = readonly [header: string, what: { readonly label: string; readonly printed: string }]

function leftOutBeside(figure: Figure, own: ReadonlySet<string>, citedIn: Cited): LeftOut[] {
  const label = figure.cell?.row.at(-1)
  const sheet = label === undefined ? null : citedIn.uncitedBeside(figure)
  if (label === undefined || sheet === null) return []
  return sheet.lines
    .filter((line) => line.some((field) => field !== '' && stemOf(field) === stemOf(label)))
    .flatMap((line) =>
      line.flatMap((printed, at): LeftOut[] => {
        const header = sheet.header[at] ?? ''
        const [component] = componentsIn(header)
        if (component === undefined || own.has(sortOf(component)) || readPrinted(printed) === null) return []
        return [[header, { label: line.find((field) => stemOf(field) === stemOf(label)) ?? label, printed }]]
      }),
    )
}

/** A label without its step: `RGP urban: on the first 50 units` is of `RGP urban`. */
const stemOf = (label: string): string => label.replace(/[\s:,]+(?:on|for)(?!\p{L})[^:]*\d.*$/u, '').trim()
