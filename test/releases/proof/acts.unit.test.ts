import { describe, expect, test } from 'vitest'
import { utf8Bytes } from '../../../releases/proof/format/bytes.ts'
import { parseEcdsaSignature } from '../../../releases/proof/format/ecdsa-der.ts'
import { parseStatement } from '../../../releases/proof/format/statement.ts'
import { parseTrust } from '../../../releases/proof/format/trust.ts'
import { actFault } from '../../../releases/proof/verify/act.ts'
import { verifyFile } from '../../../releases/proof/verify/file.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { derInteger, derSequence, P256_ORDER } from '../../support/authenticator.ts'
import { bakeActs, bakeServing, type LooseEntry } from '../../support/tamper/acts-world.ts'
import { trustText } from '../../support/tamper/trust-text.ts'
import { bake, ORIGIN, openingOf } from '../../support/tamper/world.ts'

// Results of a verifier for accepted files, and for a file of acts with each single entry unsigned.

const read = parseTrust(trustText())
if (!read.ok) throw new Error('the trust document of these tests is not one')
const { trust } = read
const verified = (bytes: Uint8Array, more: object = {}) => verifyFile(bytes, { trust, ...more })

describe('a file says what it is', () => {
  test('acts: its entries, and where the first stands', () => {
    const result = verified(bakeActs())
    expect(result).toMatchObject({ ok: true, kind: 'acts', acts: { leaf_index: 9 } })
    expect(result.ok && result.kind === 'acts' && result.acts.entries[0]?.type).toBe('SourceAttested')
  })

  test('a serving state', () => {
    const { bytes, checkpoint } = bakeServing()
    expect(verified(bytes, { checkpoint })).toMatchObject({ ok: true, kind: 'serving', serving: { ok: true } })
  })

  test('a bundle', () => {
    expect(verified(canonicalBytes(bake()))).toMatchObject({ ok: true, kind: 'bundle', bundle: { ok: true } })
  })

  test.each(['[]', 'null', '"acts_version"', '{}', '["acts_version"]'])(
    '%s is treated as a bundle, and refused',
    (text) => {
      expect(verified(utf8Bytes(text))).toMatchObject({ ok: false, code: 'BUNDLE_INVALID' })
    },
  )

  test('a file that is not canonical JSON is refused', () => {
    expect(verified(utf8Bytes('{ }'))).toMatchObject({ ok: false, code: 'BUNDLE_NOT_CANONICAL' })
    expect(parseStatement(utf8Bytes('{ }'))).toMatchObject({ reason: expect.stringMatching(/canonical/) })
  })
})

describe('an entry of a file of acts', () => {
  const count = 14
  const unsigned = (at: number) =>
    bakeActs({ entries: (all) => all.map((entry, index) => (index === at ? { ...entry, act: null } : entry)) })
  const made = verified(bakeActs())
  if (!made.ok || made.kind !== 'acts') throw new Error('the acts of these tests are none')
  const types = made.acts.entries.map(({ type, act }) => [type, act !== null] as const)

  test(`is signed, or one that nobody signs: each of ${count} without its act`, () => {
    expect(types).toHaveLength(count)
    for (const [at, [type, isSigned]] of types.entries()) {
      const result = verified(unsigned(at))
      expect({ type, code: result.ok ? null : result.code }).toEqual({ type, code: isSigned ? 'ACT_INVALID' : null })
    }
  })

  const alone = (change: object) =>
    verified(
      bakeActs({
        entries: (all) =>
          all.slice(0, 1).map((entry): LooseEntry => ({ ...entry, act: null, command_id: null, ...change })),
      }),
    )
  const key = { origin: ORIGIN, key_id: 'a'.repeat(64) }
  test('a first key of the log is signed by nobody, one that takes over by somebody', () => {
    const added = (replaces: string | null) => {
      const [own] = JSON.parse(trustText()).keys
      return alone({ type: 'SigningKeyAdded', payload: { ...key, public_key: own.public_key, replaces } })
    }
    expect(added(null).ok).toBe(true)
    expect(added('b'.repeat(64))).toMatchObject({
      ok: false,
      code: 'ACT_INVALID',
      reason: expect.stringContaining('unsigned'),
    })
  })

  test('the first people are signed by nobody, later ones by somebody', () => {
    const enrolled = (proof: string | null) => {
      const {
        name: person,
        from_position: _,
        to_position: __,
        ...own
      } = JSON.parse(trustText()).people.find((one: { algorithm: string }) => one.algorithm === 'ed25519')
      return alone({ type: 'PersonEnrolled', payload: { ...own, person, proof } })
    }
    expect(enrolled(null).ok).toBe(true)
    expect(enrolled(Buffer.alloc(64).toString('base64'))).toMatchObject({ ok: false, code: 'ACT_INVALID' })
  })

  test('that is signed says which command it belongs to', () => {
    const result = verified(
      bakeActs({
        entries: (all) => all.map((entry): LooseEntry => (entry.act === null ? entry : { ...entry, command_id: null })),
      }),
    )
    expect(result).toMatchObject({
      ok: false,
      code: 'ACT_INVALID',
      reason: expect.stringMatching(/command_without_id$/),
    })
  })
})

test('an unknown person is distinguished from a wrong key', () => {
  const { act } = openingOf(1, 'a'.repeat(64))
  const content = {
    origin: ORIGIN,
    stream: 's',
    streamVersion: 0,
    commandId: 'c',
    command: act.command,
    events: [],
    logHead: act.log_head,
  }
  const [signature] = act.signatures
  const by = (change: object) => ({ ...act, signatures: [{ ...signature!, ...change }] }) as typeof act
  expect(actFault(by({ person: 'nobody' }), content, 50, trust.people)).toBe('person_unknown')
  expect(actFault(by({ key_id: 'b'.repeat(64) }), content, 50, trust.people)).toBe('key_unknown')
})

describe('an ECDSA signature in DER', () => {
  const one = derInteger(1n)
  const integer = (...digits: number[]) => Uint8Array.of(0x02, digits.length, ...digits)
  const filled = (length: number, first: number) => Array.from({ length }, (_, at) => (at === 0 ? first : 0x11))
  test.each([
    ['one byte', [1], true],
    ['the largest positive byte', [0x7f], true],
    ['a negative number', [0x80], false],
    ['a negative number of more bytes', [0x81, 0x00], false],
    ['nought', [0], true],
    ['nought before what needs it', [0, 0x80], true],
    ['nought before what does not', [0, 0x7f], false],
    ['nought twice', [0, 0], false],
    ['no bytes', [], false],
    ['32 bytes', filled(32, 0x11), true],
    ['33 bytes', filled(33, 0x11), false],
    ['32 bytes after a nought', [0, ...filled(32, 0x91)], true],
    ['34 bytes', [0, 0, ...filled(32, 0x91)], false],
  ])('takes %s: %s', (_, digits, isTaken) => {
    expect(parseEcdsaSignature(derSequence(integer(...digits), one)) !== null).toBe(isTaken)
    expect(parseEcdsaSignature(derSequence(one, integer(...digits))) !== null).toBe(isTaken)
  })

  test('has exactly two numbers, whole, and is as long as it says', () => {
    expect(parseEcdsaSignature(derSequence(one, derInteger(2n)))).toEqual({
      bytes: Uint8Array.from({ length: 64 }, (_, at) => (at === 31 ? 1 : at === 63 ? 2 : 0)),
      isHighS: false,
    })
    const whole = derSequence(one, one)
    for (const end of whole.keys()) expect(parseEcdsaSignature(whole.subarray(0, end))).toBeNull()
    for (const wrong of [derSequence(one), derSequence(one, one, one), derSequence(one, Uint8Array.of(0x03, 1, 1))])
      expect(parseEcdsaSignature(wrong)).toBeNull()
    for (const at of [0, 1]) expect(parseEcdsaSignature(whole.with(at, whole[at]! + 1))).toBeNull()
  })

  test('says which of the two values for s it has', () => {
    const isHigh = (s: bigint) => parseEcdsaSignature(derSequence(one, derInteger(s)))?.isHighS
    expect([P256_ORDER / 2n, P256_ORDER / 2n + 1n, P256_ORDER - 1n].map(isHigh)).toEqual([false, true, true])
  })
})
