type Span = readonly [start: number, end: number]
/** Code of each source run by a test file: disjoint ranges of offsets, in order. */
export type Covered = {
  readonly test: string
  /** Including the loading of imports. */
  readonly processorMs: number
  /** SHA-256 of all our files that it loaded, including itself: if one changes, coverage is measured again. */
  readonly texts: Readonly<Record<string, string>>
  readonly sources: Readonly<Record<string, readonly Span[]>>
}

type Counted = { readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[] }

/** The ranges that ran at all. For V8's nested ranges the innermost counts. */
export function executedIn(functions: readonly Counted[]): Span[] {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const spans: [number, number][] = []
  const add = (start: number, end: number): void => {
    const last = spans.at(-1)
    if (end <= start) return
    if (last !== undefined && last[1] === start) last[1] = end
    else spans.push([start, end])
  }
  const open: (typeof ranges)[number][] = []
  let at = 0
  const until = (offset: number): void => {
    for (let top = open.at(-1); top !== undefined && top.endOffset <= offset; top = open.at(-1)) {
      if (top.count > 0) add(at, top.endOffset)
      at = Math.max(at, top.endOffset)
      open.pop()
    }
    const top = open.at(-1)
    if (top !== undefined && top.count > 0) add(at, offset)
    at = Math.max(at, offset)
  }
  for (const range of ranges) {
    until(range.startOffset)
    open.push(range)
  }
  until(Number.POSITIVE_INFINITY)
  return spans
}
