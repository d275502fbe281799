import canonicalize from 'canonicalize'
import { sha256 } from '#digest'

/** Canonical JSON bytes: RFC 8785 (JSON Canonicalization Scheme). Throws on what JSON cannot carry. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('value has no JSON form')
  return text
}

export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalText(value))
}

/** sha256 of the canonical bytes of a value. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalText(value))
}
