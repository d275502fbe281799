import { describe, expect, it, test } from 'vitest'
import { canVerify, verifySignature } from '../../../releases/proof/verify/envelope.ts'

/**
 * Keys of small order, under which one signature holds for many messages (RFC 8032 5.1.7): the five encodings of their
 * y-coordinates, each with either sign.
 */
const SMALL = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const signed = (key: Uint8Array): Uint8Array => Uint8Array.from(key, (byte, at) => (at === 31 ? byte | 0x80 : byte))

/** R the neutral element, S zero: it satisfies the bare equation for every message under the neutral element. */
const FORGED = bytes(`01${'00'.repeat(63)}`)

describe.each(SMALL)('%s', (hex) => {
  it('verifies nothing, with either sign', () => {
    expect(canVerify(bytes(hex), FORGED)).toBe(false)
    expect(canVerify(signed(bytes(hex)), FORGED)).toBe(false)
    expect(verifySignature(bytes(hex), new Uint8Array(), FORGED)).toBe(false)
  })
})

test('a key of full order may verify: that of RFC 8032 7.1 TEST 1', () => {
  const key = bytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  expect(canVerify(key, FORGED)).toBe(true)
})
