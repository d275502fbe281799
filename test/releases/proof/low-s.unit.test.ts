import { describe, expect, test } from 'vitest'
import { decodeBase64, encodeBase64 } from '../../../releases/proof/format/base64.ts'
import { withLowS } from '../../../releases/proof/format/ecdsa-der.ts'
import { assertionFault } from '../../../releases/proof/verify/passkey.ts'
import { derInteger, derSequence, P256_ORDER, strictDer, testAuthenticator } from '../../support/authenticator.ts'

/** An authenticator may return s or n - s; the log stores the lower. */

const authenticator = testAuthenticator('low')
const messages = Array.from({ length: 64 }, (_, index) => new TextEncoder().encode(`message ${index}`))
const signatureOf = ({ signature }: { signature: string }): Uint8Array => decodeBase64(signature)!

describe('withLowS', () => {
  test('turns a high s into the low one, which verifies and is what a low one would have been', () => {
    for (const message of messages) {
      const low = authenticator.assert(message)
      const high = authenticator.assert(message, { der: (r, s) => strictDer(r, P256_ORDER - s) })
      expect(assertionFault(authenticator.publicKey, authenticator.passkey, message, high)).toBe('signature_high_s')

      const turned = encodeBase64(withLowS(signatureOf(high)))

      expect(turned).toBe(low.signature)
      const mended = { ...high, signature: turned }
      expect(assertionFault(authenticator.publicKey, authenticator.passkey, message, mended)).toBeNull()
    }
  })

  test('leaves a low one as it is', () => {
    for (const message of messages) {
      const der = signatureOf(authenticator.assert(message))
      expect(withLowS(der)).toEqual(der)
    }
  })

  test('makes nothing valid of what is not: bytes that are no signature, and s of the order or above', () => {
    const above = derSequence(derInteger(5n), derInteger(P256_ORDER))
    for (const bytes of [new Uint8Array(), Uint8Array.of(0x30, 0x00), above, derSequence(derInteger(5n))])
      expect(withLowS(bytes)).toEqual(bytes)
  })

  test('keeps the shortest spelling of a small s', () => {
    expect(withLowS(strictDer(7n, P256_ORDER - 1n))).toEqual(strictDer(7n, 1n))
    expect(withLowS(strictDer(7n, P256_ORDER - 0x80n))).toEqual(strictDer(7n, 0x80n))
  })
})
