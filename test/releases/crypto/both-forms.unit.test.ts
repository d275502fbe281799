import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as digestBrowser from '../../../releases/crypto/digest.browser.ts'
import * as digestNode from '../../../releases/crypto/digest.node.ts'
import { verifyEd25519 as browser } from '../../../releases/crypto/signature.browser.ts'
import { verifyEd25519 as node } from '../../../releases/crypto/signature.node.ts'
import { forEvery } from '../../support/for-every.ts'
import { fromHex } from '../../support/hex.ts'

// #digest and #signature have a form for Node and one for browsers: whoever verifies, the result is the same.

const { Point } = ed25519
const ORDER = Point.Fn.ORDER
const bytes = (hex: string): Uint8Array => fromHex(hex)

/** RFC 8032 7.1, TEST 2: public key, message, signature. */
const RFC_8032_TEST_2 = [
  bytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
  bytes('72'),
  bytes(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ),
] as const

/** Result of both implementations; the test fails if they differ. */
function both(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const said = node(key, message, signature)
  expect(browser(key, message, signature)).toBe(said)
  return said
}

function keyOf(seed: Uint8Array) {
  const prefix = bytes('302e020100300506032b657004220420')
  const privateKey = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, publicKey: new Uint8Array(spki.subarray(-32)) }
}

test('the vectors of FIPS 180-4 and of RFC 8032 hold in both', () => {
  for (const { sha256, sha256Bytes } of [digestNode, digestBrowser]) {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(sha256Bytes()).toEqual(bytes('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'))
  }
  expect(both(...RFC_8032_TEST_2)).toBe(true)
})

test('hashes of any bytes and text are the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }),
      fc.string({ unit: 'binary' }),
      (parts, text) => {
        expect(digestBrowser.sha256Bytes(...parts)).toEqual(digestNode.sha256Bytes(...parts))
        const wellFormed = text.toWellFormed()
        expect(digestBrowser.sha256(wellFormed)).toBe(digestNode.sha256(wellFormed))
      },
    ),
  )
})

test('a good signature holds, and one with a bit turned does not', () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
  forEvery({ numRuns: 40 }, seed, fc.uint8Array({ maxLength: 100 }), fc.nat(511), (from, message, bit) => {
    const { privateKey, publicKey } = keyOf(from)
    const signature = new Uint8Array(sign(null, message, privateKey))
    expect(both(publicKey, message, signature)).toBe(true)
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(both(publicKey, message, signature)).toBe(false)
  })
})

test('S at or above the group order is refused by both', () => {
  const [key, message, signature] = RFC_8032_TEST_2
  const raised = Uint8Array.from(signature)
  raised.set(numberToBytesLE(bytesToNumberLE(signature.subarray(32)) + ORDER, 32), 32)
  expect(both(key, message, raised)).toBe(false)
})

test('a signature that holds only times the cofactor is refused by both', () => {
  // A point of order 8 is added to R: the equation with the cofactor still holds, the one of RFC 8032 5.1.7 step 3 does not.
  const torsion = Point.fromBytes(bytes('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'))
  const [secret, nonce] = [0x1234567890abcdefn, 0xfedcba0987654321n]
  const publicKey = Point.BASE.multiply(secret).toBytes()
  const message = new TextEncoder().encode('a bill')
  const r = Point.BASE.multiply(nonce).add(torsion).toBytes()
  const k = bytesToNumberLE(sha512(Uint8Array.of(...r, ...publicKey, ...message))) % ORDER
  const s = numberToBytesLE((nonce + k * secret) % ORDER, 32)
  const signature = Uint8Array.of(...r, ...s)
  expect(ed25519.verify(signature, message, publicKey, { zip215: true })).toBe(true)
  expect(both(publicKey, message, signature)).toBe(false)
})

test('keys that are no point, or are spelled above the field, verify nothing', () => {
  const [, message, signature] = RFC_8032_TEST_2
  // y = 2 is on no point of the curve; 2^255 - 19 + 1 is another spelling of y = 1.
  const odd = ['02'.padEnd(64, '0'), `ee${'ff'.repeat(30)}7f`, 'ff'.repeat(32)]
  for (const key of odd) expect(both(bytes(key), message, signature)).toBe(false)
})
