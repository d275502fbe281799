import { merkleRoot, splitPoint } from './tree.ts'

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
