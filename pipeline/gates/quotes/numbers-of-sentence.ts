import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import type { FigureContext } from '../cells/figure-context.ts'
import { withoutFurniture } from '../text/furniture.ts'
import { inFull, printedNumbers } from '../text/numbers.ts'
import { readPrinted } from '../text/tokens.ts'

/** The numbers that a sentence prints, and those by which a figure may be meant. */

const times = (value: string, by: number): string => {
  const share = Number(value) * by
  return Number.isFinite(share) ? numberOf(String(Number(share.toFixed(8)))) : value
}
export const shareOf = (value: string): string => times(value, 100)
const hundredth = (value: string): string => times(value, 0.01)
/** `80 %`, `80` of `80 and 90 percent`, and `30 paise` of a rate that the record has in rupees. */
const IN_HUNDREDTHS = /^(?:[\s,/\d.\u2013-]|and|or|to){0,60}(?:%|per ?cent|pais[ae](?!\p{L}))/iu

export const numberOf = (value: string): string => normaliseDecimal(value.replace(/^-/u, '')) ?? value

/** The numbers of a text, as decimals without sign; MVA also as thousands of kVA. */
export function numbersIn(text: string): { readonly text: string; readonly values: readonly string[] }[] {
  const rest = inFull(withoutFurniture(text))
  return printedNumbers(rest).map(({ text: token, value, end }) => {
    if (value === null) return { text: token, values: [] }
    const own = numberOf(value)
    // Formulas contain percentages as hundredths, and amounts are in rupees.
    if (IN_HUNDREDTHS.test(rest.slice(end))) return { text: token, values: [own, hundredth(own)] }
    const values = /^\s*M(?:VA|W)\b/u.test(rest.slice(end)) ? [own, numberOf(String(Number(own) * 1000))] : [own]
    return { text: token, values }
  })
}

/** The half of a rounding, in paise, from which it goes up, and the last paisa below: `up to 49 paise down, 50 paise counted as a rupee`. */
const halvesOf = (value: string | null): string[] => [0, 1].map((less) => String(Number(value) * 50 - less))

/** The figure, its edges, bounds and other numbers. */
export function plainNumbers({ figure, rule, from, to, bounds, numbers, siblings }: FigureContext): string[] {
  return [
    figure.printed?.replaceAll(',', ''),
    figure.printed === null ? null : readPrinted(figure.printed),
    figure.value,
    ...(rule?.kind === 'round_half_up' ? halvesOf(figure.value) : []),
    ...[from, to],
    ...bounds.map(({ value }) => value),
    ...numbers,
    ...siblings,
  ].flatMap((value) => (value === null || value === undefined ? [] : numberOf(value)))
}
/** With what they are in percent. */
export const ownNumbers = (context: FigureContext): ReadonlySet<string> =>
  new Set(plainNumbers(context).flatMap((value) => [value, shareOf(value)]))
