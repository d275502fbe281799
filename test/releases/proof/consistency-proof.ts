import { merkleRoot, splitPoint } from '../../../releases/proof/merkle/tree.ts'

/**
 * PROOF(m, D[n]) (RFC 6962 2.1.2): that the log of the first `oldSize` leaves is a prefix of all of `leafHashes`. By
 * definition, from all leaves, where a reader makes it from tiles. Throws RangeError unless 1 <= oldSize <= number of
 * leaves; empty if they are equal.
 */
export function consistencyProof(leafHashes: readonly Uint8Array[], oldSize: number): Uint8Array[] {
  if (!Number.isInteger(oldSize) || oldSize < 1 || oldSize > leafHashes.length)
    throw new RangeError(`no size ${oldSize}`)
  return subproof(leafHashes, oldSize, true)
}

/** SUBPROOF(m, D[n], b): `isWhole` says that the old tree is exactly this subtree, whose root the reader has. */
function subproof(leafHashes: readonly Uint8Array[], oldSize: number, isWhole: boolean): Uint8Array[] {
  if (oldSize === leafHashes.length) return isWhole ? [] : [merkleRoot(leafHashes)]
  const split = splitPoint(leafHashes.length)
  const left = leafHashes.slice(0, split)
  const right = leafHashes.slice(split)
  return oldSize <= split
    ? [...subproof(left, oldSize, isWhole), merkleRoot(right)]
    : [...subproof(right, oldSize - split, false), merkleRoot(left)]
}
