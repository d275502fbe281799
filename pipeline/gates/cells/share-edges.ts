import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import type { FigureContext } from './figure-context.ts'
import { saidIn } from './label-edges.ts'

/** A share in a label, between the numbers beside it. */
const SHARE = /(?<![\d.,])(\d+(?:\.\d+)?)\s*(?:%|per ?cent(?!\p{L}))/giu
const has = (numbers: readonly string[], percent: number): boolean =>
  numbers.includes(String(percent)) || numbers.includes(String(percent / 100))

/** A label without the share that its step's edge is by its formula: `first 50% of the units`, and `remaining 40%` above 60. */
export function withoutShares(label: string, { from, shares }: FigureContext): string {
  if (shares.from.length + shares.to.length === 0) return label
  const isShare = (percent: number): boolean => has(shares.from, percent) || has(shares.to, percent)
  return label.replace(SHARE, (words, number: string) =>
    isShare(Number(number)) || (from !== '0' && isShare(100 - Number(number))) ? 'share' : words,
  )
}

/** A share that the label has on the other side of its step: `> 60%` of the step that ends at 60 % of the units. */
export function shareFaults(label: string, { from, to, shares }: FigureContext): Failing<F>[] {
  return [...label.matchAll(SHARE)].flatMap(({ 0: words, 1: number = '', index }): Failing<F>[] => {
    const share = Number(number)
    if (!(has(shares.from, share) || has(shares.to, share))) return []
    const before = /[^\d|]*$/u.exec(label.slice(0, index))?.[0] ?? ''
    const behind = /^[^\d|]*/u.exec(label.slice(index + words.length))?.[0] ?? ''
    const text = `${before}${words}${behind}`
    const wrong = saidIn(text).find(({ kind }) => kind !== 'width' && !has(shares[kind], share))
    if (wrong === undefined) return []
    const side = wrong.kind === 'from' ? 'above' : 'up to'
    return [['other_edge', `a step ${side} ${share} %, as in "${label}"`, `from ${from} to ${to ?? 'open'}`]]
  })
}
