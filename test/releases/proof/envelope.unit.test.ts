import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import { utf8Bytes } from '../../../releases/proof/format/bytes.ts'
import { preAuthEncoding } from '../../../releases/proof/format/dsse.ts'
import { isCanonicalPublicKey, keyIdOf } from '../../../releases/proof/format/public-key.ts'
import { pemFromSeed, signingKeyFromPem, signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { signEnvelope } from '../../../releases/proof/sign/statement.ts'
import { verifyEnvelope, verifySignature } from '../../../releases/proof/verify/envelope.ts'
import { fromHex, toHex } from '../../support/hex.ts'
import { testKey } from '../../support/tamper/world.ts'

/** RFC 8032 7.1, tests 1 to 3: seed, public key, message, signature. */
const RFC_8032 = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const

const key = testKey('current')
const trusted = { keyId: key.keyId, publicKey: key.publicKey, fromIndex: 0, toIndex: null }
const payload = utf8Bytes('{"a":1}')

describe('Ed25519', () => {
  it.each(RFC_8032)('signs and verifies as in RFC 8032 (seed %s)', (seed, publicKey, message, signature) => {
    const made = signingKeyFromSeed(fromHex(seed))
    expect(toHex(made.publicKey)).toBe(publicKey)
    expect(toHex(made.sign(fromHex(message)))).toBe(signature)
    expect(verifySignature(made.publicKey, fromHex(message), fromHex(signature))).toBe(true)
    expect(verifySignature(made.publicKey, utf8Bytes('other'), fromHex(signature))).toBe(false)
  })

  it('verifies nothing with a key or signature of the wrong length, or a key that is not a point', () => {
    const signature = key.sign(payload)
    expect(verifySignature(key.publicKey.subarray(1), payload, signature)).toBe(false)
    expect(verifySignature(key.publicKey, payload, signature.subarray(1))).toBe(false)
    // y = 2 has no x on the curve.
    expect(
      verifySignature(
        Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 2 : 0)),
        payload,
        signature,
      ),
    ).toBe(false)
  })

  it('knows a public key by the whole sha256 of its 32 bytes', () => {
    expect(keyIdOf(fromHex(RFC_8032[0][1]))).toBe('21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9')
  })

  it('takes y below 2^255 - 19 alone', () => {
    const top = (low: number, high: number) => Uint8Array.from([low, ...Array(30).fill(0xff), high])
    expect(isCanonicalPublicKey(top(0xec, 0x7f))).toBe(true)
    expect(isCanonicalPublicKey(top(0xed, 0x7f))).toBe(false)
    expect(isCanonicalPublicKey(top(0xff, 0xff))).toBe(false)
    expect(isCanonicalPublicKey(top(0xff, 0x7e))).toBe(true)
    expect(isCanonicalPublicKey(key.publicKey.subarray(1))).toBe(false)
  })

  it('reads its own PEM, and tells what is no Ed25519 private key', () => {
    const read = signingKeyFromPem(pemFromSeed(fromHex(RFC_8032[0][0])))
    expect(read.ok && toHex(read.key.publicKey)).toBe(RFC_8032[0][1])
    const { privateKey, publicKey } = generateKeyPairSync('x25519')
    for (const pem of ['', 'key', publicKey.export({ format: 'pem', type: 'spki' }).toString()]) {
      expect(signingKeyFromPem(pem)).toMatchObject({ ok: false, code: 'KEY_UNREADABLE' })
    }
    const foreign = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    expect(signingKeyFromPem(foreign)).toMatchObject({ ok: false, reason: 'an x25519 key, not ed25519' })
    expect(() => signingKeyFromSeed(new Uint8Array(31))).toThrow(RangeError)
  })
})

describe('the DSSE envelope', () => {
  it('encodes before signing as in the example of the specification', () => {
    const encoded = preAuthEncoding('http://example.com/HelloWorld', utf8Bytes('hello world'))
    expect(Buffer.from(encoded).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world')
  })

  it('counts bytes, not characters', () => {
    expect(Buffer.from(preAuthEncoding('é', utf8Bytes('₹'))).toString()).toBe('DSSEv1 2 é 3 ₹')
  })

  it('returns exactly the bytes that were signed, and the key', () => {
    expect(verifyEnvelope(signEnvelope(payload, key), [trusted])).toEqual({ ok: true, payload, key: trusted })
  })

  it('is refused for another payload, another key and an unknown key', () => {
    const envelope = signEnvelope(payload, key)
    const altered = { ...envelope, payload: encodeBase64(utf8Bytes('{"a":2}')) }
    expect(verifyEnvelope(altered, [trusted])).toMatchObject({ ok: false, code: 'SIGNATURE_INVALID' })
    const impostor = { ...trusted, publicKey: testKey('stranger').publicKey }
    expect(verifyEnvelope(envelope, [impostor])).toMatchObject({ ok: false, code: 'SIGNATURE_INVALID' })
    expect(verifyEnvelope(envelope, [])).toMatchObject({ ok: false, code: 'KEY_UNKNOWN' })
  })
})
