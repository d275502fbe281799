import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomHex } from '../platform/random.ts'

/**
 * An API key: `pk_` + 32 random bytes in base62 (43 characters) + 6 characters of checksum. The checksum lets a typo be
 * refused without a lookup; it proves nothing. Only the SHA-256 of a key is stored (spec: Authentication rule 5).
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY = /^pk_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/
const RANDOM_BYTES = 32

function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let index = 0; index < length; index += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

/** With ordinary numbers: it is computed for each request, and a CRC has only 32 bits. */
function checksum(body: string): string {
  let rest = crc32(`pk_${body}`)
  let text = ''
  for (let index = 0; index < 6; index += 1) {
    text = ALPHABET.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

export function newKey(): string {
  const body = base62(BigInt(`0x${randomHex(RANDOM_BYTES)}`), 43)
  return `pk_${body}${checksum(body)}`
}

/** True if the text has the form of a key and its checksum is correct. */
export function isWellFormedKey(text: string): boolean {
  const [, body, sum] = KEY.exec(text) ?? []
  return body !== undefined && checksum(body) === sum
}

export function keyHash(key: string): string {
  return hash('sha256', key)
}

/** `key_` + 12 characters: identifies a key in lists, logs and limits without revealing it. */
export function newKeyId(): string {
  return `key_${base62(BigInt(`0x${randomHex(9)}`), 12)}`
}
