import { sha256Bytes } from '#digest'

/** Merkle tree hashing (RFC 6962 2.1): a prefix byte distinguishes leaves from nodes. */

const LEAF = Uint8Array.of(0x00)
const NODE = Uint8Array.of(0x01)

export const HASH_BYTES = 32

/** sha256(0x00 || data). */
export function leafHash(data: Uint8Array): Uint8Array {
  return sha256Bytes(LEAF, data)
}

/** sha256(0x01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256Bytes(NODE, left, right)
}

/** The root of a log without leaves: sha256 of nothing. */
function emptyRoot(): Uint8Array {
  return sha256Bytes()
}

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
