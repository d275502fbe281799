import { sameBytes } from '../format/bytes.ts'
import { isPowerOfTwo, nodeHash } from '../merkle/tree.ts'

type TreeHead = { readonly size: number; readonly root: Uint8Array }

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
  const isWhole = climbs(fn, sn, rest, (sibling, isLeft) => {
    if (isLeft) oldHash = nodeHash(sibling, oldHash)
    newHash = isLeft ? nodeHash(sibling, newHash) : nodeHash(newHash, sibling)
  })
  return isWhole && sameBytes(oldHash, older.root) && sameBytes(newHash, newer.root)
}

type InclusionClaim = {
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
  let hash = claim.leafHash
  const isWhole = climbs(claim.leafIndex, claim.treeSize - 1, path, (sibling, isLeft) => {
    hash = isLeft ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
  })
  return isWhole && sameBytes(hash, claim.root)
}

/**
 * Goes from node `fn` of a level, whose last node is `sn`, up to the root, and calls `join` with each sibling and
 * whether it is on the left. False if the path is too short or too long.
 */
function climbs(
  fn: number,
  sn: number,
  path: readonly Uint8Array[],
  join: (sibling: Uint8Array, isLeft: boolean) => void,
): boolean {
  let [node, last] = [fn, sn]
  for (const sibling of path) {
    if (last === 0) return false
    const isLeft = node % 2 === 1 || node === last
    join(sibling, isLeft)
    while (isLeft && node % 2 === 0 && node !== 0) {
      node = half(node)
      last = half(last)
    }
    node = half(node)
    last = half(last)
  }
  return last === 0
}

/** Right shift by one that is exact up to 2^53, unlike `>>`. */
function half(value: number): number {
  return Math.floor(value / 2)
}
