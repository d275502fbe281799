import { appendLeaf, type CompactRange, emptyRange, rangeRoot } from './compact-range.ts'

/** Roots over lists of leaf hashes. */

/** The compact range of all leaf hashes, in their order. */
function rangeOf(leafHashes: readonly Uint8Array[]): CompactRange {
  return leafHashes.reduce(appendLeaf, emptyRange())
}

/** MTH(D[n]) (RFC 6962 2.1); the empty log has a root too. */
export function merkleRoot(leafHashes: readonly Uint8Array[]): Uint8Array {
  return rangeRoot(rangeOf(leafHashes))
}

/** The largest power of two smaller than `size`, where RFC 6962 splits a tree. `size` is at least 2. */
export function splitPoint(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}
