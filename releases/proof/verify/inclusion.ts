import { sameBytes } from '../format/bytes.ts'
import { nodeHash } from '../merkle/hash.ts'

export type InclusionClaim = {
  /** Hash of the leaf (32 bytes), its index from 0, and the number of leaves. */
  readonly leafHash: Uint8Array
  readonly leafIndex: number
  readonly treeSize: number
  readonly root: Uint8Array
}

/** Whether `path` proves that the leaf is at its index in the tree with that root (RFC 9162 2.1.3.2). */
export function verifyInclusion(claim: InclusionClaim, path: readonly Uint8Array[]): boolean {
  if (!Number.isSafeInteger(claim.leafIndex) || !Number.isSafeInteger(claim.treeSize)) return false
  if (claim.leafIndex < 0 || claim.leafIndex >= claim.treeSize) return false
  let fn = claim.leafIndex
  let sn = claim.treeSize - 1
  let hash = claim.leafHash
  for (const sibling of path) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(sibling, hash)
      while (fn % 2 === 0 && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    fn = half(fn)
    sn = half(sn)
  }
  return sn === 0 && sameBytes(hash, claim.root)
}

/** Right shift by one that is exact up to 2^53, unlike `>>`. */
function half(value: number): number {
  return Math.floor(value / 2)
}
