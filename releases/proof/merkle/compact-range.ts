import { emptyRoot, nodeHash } from './hash.ts'

/**
 * The state a log needs in order to grow: the roots of its complete subtrees, largest (leftmost) first, one for each 1
 * bit of its size. Appending costs a few hashes and the root about log2(size), however many leaves there are.
 */
export type CompactRange = { readonly size: number; readonly peaks: readonly Uint8Array[] }

export function emptyRange(): CompactRange {
  return { size: 0, peaks: [] }
}

/** The range with one more leaf, given by its leaf hash. The input range is not changed. */
export function appendLeaf(range: CompactRange, hash: Uint8Array): CompactRange {
  const peaks = [...range.peaks]
  let merged = hash
  // Each trailing 1 bit of the old size is a complete subtree of the same size as the added one, so the two are merged.
  for (let rest = range.size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    const left = peaks.pop()
    if (left === undefined) throw new RangeError('compact range has fewer peaks than its size needs')
    merged = nodeHash(left, merged)
  }
  peaks.push(merged)
  return { size: range.size + 1, peaks }
}

/** The Merkle tree hash of all leaves so far (RFC 6962 2.1). */
export function rangeRoot({ peaks }: CompactRange): Uint8Array {
  const last = peaks.at(-1)
  if (last === undefined) return emptyRoot()
  return peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)
}
