import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import type { EdgeShare } from './edge-shares.ts'
import type { FigureContext } from './figure-context.ts'
import { saidIn } from './label-edges.ts'

const NUMBER = '\\d+(?:\\.\\d+)?'
/** `60%`, `200 units per kW`, `250 hours of use`, and a range of these: `100-200 units/kW`. */
const SHARE = new RegExp(
  `(?<![\\d.,])(?:(?<low>${NUMBER})\\s*(?:-|\\u2013|to)\\s*)?(?<high>${NUMBER})\\s*(?:(?:%|per ?cent(?!\\p{L}))|(?:units?|kVAh|kWh)\\s*(?:per|/)\\s*(?<unit>kW|kVA|B?HP)(?!\\p{L})|(?<hours>hours?(?:'|\\u2019)?(?:\\s+of)?\\s+(?:use|usage|utili[sz]ation))(?!\\p{L}))`,
  'giu',
)

type Share = { readonly low: number | null; readonly high: number; readonly unit: string | null }

function shareIn({ low, high, unit, hours }: Readonly<Record<string, string | undefined>>): Share {
  const own = hours === undefined ? (unit?.toLowerCase().replace('bhp', 'hp') ?? null) : HOURS
  return { low: low === undefined ? null : Number(low), high: Number(high), unit: own }
}

/** `First 250 hours of use` are as many units for each kW or kVA. */
const HOURS = 'hours'
const OF_HOURS = ['kw', 'kva', 'hp']

/** Whether a number is that of the edge's formula, as a percentage or as a multiple of what is in that unit. */
function isOf({ numbers, units }: EdgeShare, number: number, unit: string | null): boolean {
  const counted = unit === HOURS ? OF_HOURS : [unit]
  if (unit !== null)
    return numbers.includes(String(number)) && units.some((each) => counted.includes(each.toLowerCase()))
  return numbers.includes(String(number)) || numbers.includes(String(number / 100))
}

/**
 * A label without the share that its step's edge is by its formula: `first 50% of the units`, `remaining 40%` above 60,
 * `up to 200 units per kW`.
 */
export function withoutShares(label: string, { from, shares }: FigureContext): string {
  if (shares.from.numbers.length + shares.to.numbers.length === 0) return label
  return label.replace(SHARE, (words, ...rest) => {
    const { low, high, unit } = shareIn(rest.at(-1))
    const isShare = (number: number): boolean => isOf(shares.from, number, unit) || isOf(shares.to, number, unit)
    // `0-200` of the first step, `201-400` of the one above 200.
    const begins = (number: number): boolean =>
      from === '0' ? number <= 1 : isOf(shares.from, number, unit) || isOf(shares.from, number - 1, unit)
    const isRest = unit === null && from !== '0' && isShare(100 - high)
    return (low === null || begins(low)) && (isShare(high) || isRest) ? 'share' : words
  })
}

/** A share that the label has on the other side of its step: `> 60%` of the step that ends at 60 % of the units. */
export function shareFaults(label: string, { from, to, shares }: FigureContext): Failing<F>[] {
  return [...label.matchAll(SHARE)].flatMap(({ 0: words, index, groups = {} }) => {
    const { low, high, unit } = shareIn(groups)
    const before = /[^\d|]*$/u.exec(label.slice(0, index))?.[0] ?? ''
    const behind = /^[^\d|]*/u.exec(label.slice(index + words.length))?.[0] ?? ''
    const said = saidIn(`${before}${words}${behind}`)
    return [low, high].flatMap((number): Failing<F>[] => {
      const isShare = (edge: EdgeShare): boolean => number !== null && isOf(edge, number, unit)
      if (!(isShare(shares.from) || isShare(shares.to))) return []
      const wrong = said.find(
        ({ kind, value }) => Number(value) === number && kind !== 'width' && !isShare(shares[kind]),
      )
      if (wrong === undefined) return []
      const side = wrong.kind === 'from' ? 'above' : 'up to'
      return [['other_edge', `a step ${side} ${words.trim()}, as in "${label}"`, `from ${from} to ${to ?? 'open'}`]]
    })
  })
}
