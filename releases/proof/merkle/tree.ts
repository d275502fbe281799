import { appendLeaf, emptyRange, rangeRoot } from './compact-range.ts'

/** Roots over lists of leaf hashes. */

/** MTH(D[n]) (RFC 6962 2.1); the empty log has a root too. */
export function merkleRoot(leafHashes: readonly Uint8Array[]): Uint8Array {
  return rangeRoot(leafHashes.reduce(appendLeaf, emptyRange()))
}

/** For a whole number of at least 1. */
export function isPowerOfTwo(size: number): boolean {
  return 2 ** Math.floor(Math.log2(size)) === size
}

/** The largest power of two smaller than `size`, where RFC 6962 splits a tree. `size` is at least 2. */
export function splitPoint(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/**
 * PATH(m, D[n]) (RFC 6962 2.1.1): the siblings on the way from the leaf to the root, lowest first. The tree is
 * all of `leafHashes`. Throws RangeError for an index outside it.
 */
export function inclusionProof(leafHashes: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= leafHashes.length) throw new RangeError(`no leaf ${index}`)
  if (leafHashes.length === 1) return []
  const split = splitPoint(leafHashes.length)
  const left = leafHashes.slice(0, split)
  const right = leafHashes.slice(split)
  return index < split
    ? [...inclusionProof(left, index), merkleRoot(right)]
    : [...inclusionProof(right, index - split), merkleRoot(left)]
}
