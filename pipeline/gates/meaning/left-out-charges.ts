import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import type { Sentence } from '../quotes/sentence-faults.ts'
import { componentsIn } from '../text/reading-words.ts'
import { readPrinted } from '../text/tokens.ts'

/**
 * Rows of a sheet that leave out a whole charge: a line with the same label, or one of another row that reads a line
 * together with this one, prints a charge of a kind that the row does not have. Neither the row cites it nor a fact.
 */
export function leftOutFaults({ rows }: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return rows.flatMap((row) => {
    const own = new Set(row.charges.map(({ component }) => sortOf(component)))
    const figures = figuresOfRow(row).map(({ figure }) => figure)
    const known = new Set([...own, ...figures.flatMap((figure) => deniedIn(citedIn.sentenceOf(figure)))])
    const left = figures.flatMap((figure) => leftOutBeside(figure, row.row_id, known, citedIn))
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

/** `Rs 10.40 per unit and no fixed charge`: kinds of charges that a row does not have, in the words of its own sentence. */
const deniedIn = (sentence: Sentence | null): string[] =>
  sentence?.prose !== true
    ? []
    : (sentence.printed.match(DENIED) ?? []).flatMap((words) => componentsIn(words).map(sortOf))
const DENIED = /(?<!\p{L})(?:no|without(?: any)?) (?:\p{L}+ ){1,2}charges?(?!\p{L})/giu

type LeftOut = readonly [header: string, what: { readonly label: string; readonly printed: string }]

function leftOutBeside(figure: Figure, rowId: string, own: ReadonlySet<string>, citedIn: Cited): LeftOut[] {
  const label = figure.cell?.row.at(-1)
  const sheet = label === undefined ? null : citedIn.sheetBeside(figure, rowId)
  if (label === undefined || sheet === null) return []
  return sheet.lines
    .map(({ fields, isOfTwin }) => ({
      fields,
      called:
        fields.find((field) => field !== '' && stemOf(field) === stemOf(label)) ?? (isOfTwin ? fields[0] : undefined),
    }))
    .flatMap(({ fields, called }) =>
      fields.flatMap((printed, at): LeftOut[] => {
        if (called === undefined) return []
        const header = sheet.header[at] ?? ''
        const [component] = componentsIn(header)
        if (component === undefined || own.has(sortOf(component)) || readPrinted(printed) === null) return []
        return [[header, { label: called, printed }]]
      }),
    )
}

/** A label without its step: `RGP urban: on the first 50 units` is of `RGP urban`. */
const stemOf = (label: string): string =>
  label.replace(/(?::\s*(?:on|for)(?!\p{L})|[\s,]+(?:on|for)(?!\p{L})[^:]*\d).*$/u, '').trim()
