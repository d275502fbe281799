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
export function emptyRoot(): Uint8Array {
  return sha256Bytes()
}
