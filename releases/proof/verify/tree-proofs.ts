import { sameBytes } from '../format/bytes.ts'
import { nodeHash } from '../merkle/hash.ts'
import { isPowerOfTwo } from '../merkle/tree.ts'

export type TreeHead = { readonly size: number; readonly root: Uint8Array }

/**
 * Whether `path` proves that the older tree is a prefix of the newer (RFC 9162 2.1.4.2). Equal sizes require equal
 * roots and an empty path; an empty older tree proves nothing and is refused.
 */
export function verifyConsistency(older: TreeHead, newer: TreeHead, path: readonly Uint8Array[]): boolean {
  if (!Number.isSafeInteger(older.size) || !Number.isSafeInteger(newer.size)) return false
  if (older.size < 1 || older.size > newer.size) return false
  if (older.size === newer.size) return path.length === 0 && sameBytes(older.root, newer.root)
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...path] : path
  if (first === undefined || path.length === 0) return false
  let fn = older.size - 1
  let sn = newer.size - 1
  while (fn % 2 === 1) {
    fn = half(fn)
    sn = half(sn)
  }
  let oldHash = first
  let newHash = first
  for (const sibling of rest) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      oldHash = nodeHash(sibling, oldHash)
      newHash = nodeHash(sibling, newHash)
      while (fn % 2 === 0 && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else {
      newHash = nodeHash(newHash, sibling)
    }
    fn = half(fn)
    sn = half(sn)
  }
  return sn === 0 && sameBytes(oldHash, older.root) && sameBytes(newHash, newer.root)
}

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
