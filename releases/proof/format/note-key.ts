import * as z from 'zod'
import { sha256Bytes } from '#digest'
import { utf8Bytes } from './bytes.ts'

/** Key names and the four-byte key hash of a signed note (C2SP signed-note, "Signatures"). */

/** Printable ASCII without space and plus. This is narrower than the specification, so that all readers agree. */
export const NOTE_KEY_NAME = /^[!-*,-~]+$/
export const noteKeyName = z.string().regex(NOTE_KEY_NAME)

/**
 * Name of a deployment's log, and of its key in every note it signs. `deploymentId`, chosen at random when the log
 * starts, distinguishes deployments.
 */
export function logOrigin(deploymentId: string): string {
  return `pramaan/log/v2/${deploymentId}`
}

export const LOG_SIGNATURE_TYPE = 0x01
export const COSIGNATURE_TYPE = 0x04

/** First four bytes of sha256(name || 0x0A || type || public key); a hint for finding the key, not a security measure. */
export function noteKeyHash(name: string, type: number, publicKey: Uint8Array): Uint8Array {
  return sha256Bytes(utf8Bytes(`${name}\n`), Uint8Array.of(type), publicKey).slice(0, 4)
}
