/** What can be measured, in the order in which it is by default. */
export const PARTS = [
  'engine',
  'states',
  'solar',
  'resolver',
  'contract',
  'pipeline',
  'log',
  'api',
  'start',
  'memory',
  'releases',
] as const
export type PartName = (typeof PARTS)[number]

export type Target = { readonly text: string; readonly met: boolean }

/** One measurement. `ratio` compares it with `baseline`, measured in the same run; null for a baseline itself. */
export type BenchRow = {
  readonly part: PartName
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline: string
  readonly ratio: number | null
  readonly target: Target | null
  readonly note: string
}

/** What a part tells of its progress; it goes to stderr. */
export type Say = (line: string) => void

export function atLeast(value: number, least: number): Target {
  return { text: `≥ ${numberText(least)}`, met: value >= least }
}

export function atMost(value: number, most: number): Target {
  return { text: `≤ ${numberText(most)}`, met: value <= most }
}

/** A number as tables show it: three digits that count, groups of thousands. */
export function numberText(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

/** The middle one; of an even number the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
