import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from '../../../releases/proof/format/base64.ts'
import { sameBytes, utf8Bytes, utf8Text } from '../../../releases/proof/format/bytes.ts'
import { MAX_DEPTH, parseCanonicalJson, parsePlainJson } from '../../../releases/proof/format/strict-json.ts'
import { parseIndex } from '../../../releases/proof/format/text.ts'
import { canonicalBytes, canonicalText } from '../../../releases/record/canonical.ts'
import { forEvery } from '../../support/for-every.ts'

const RUNS = 500

describe('base64', () => {
  it('gives back the bytes it was made from', () => {
    forEvery({ numRuns: RUNS }, fc.uint8Array(), (bytes) => {
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
    })
  })

  it('reads no text that it would not write', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'AQgwabf09+/=-_ \n'), maxLength: 8 })
    forEvery({ numRuns: RUNS }, letters, (text) => {
      const fromBase64 = decodeBase64(text)
      if (fromBase64 !== null) expect(encodeBase64(fromBase64)).toBe(text)
    })
  })

  it.each(['QQ', 'QQ=', 'QR==', 'QUI', 'QUJ=', 'Q Q=', 'QQ==\n', '_-==', 'QQ==QQ==', '='])('refuses %j', (text) => {
    expect(decodeBase64(text)).toBeNull()
  })
})

describe('strict JSON', () => {
  it('reads back what is written canonically, and only that', () => {
    const values = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value, integersOnly)))
    // One reader refuses such a key here, the other by the shape of the document.
    const plain = values.filter((value) => !JSON.stringify(value).includes('"__proto__":'))
    forEvery({ numRuns: RUNS }, plain, (value) => {
      const bytes = canonicalBytes(value)
      expect(parseCanonicalJson(bytes)).toEqual({ ok: true, value })
      expect(parseCanonicalJson(Uint8Array.from([...bytes, 0x20])).ok).toBe(false)
      expect(parsePlainJson(JSON.stringify(value, null, 2))).toEqual({ ok: true, value })
    })
  })

  it.each([
    ['{"a":1,"b":2}', true],
    ['{"b":2,"a":1}', false],
    ['[{"b":[{"d":1,"c":2}]}]', false],
    // Names that look like numbers are enumerated in numeric order, but sorted as text.
    ['{"10":1,"2":2}', true],
    ['{"2":2,"10":1}', false],
    ['{"a":{"10":1,"2":2},"b":3}', true],
    ['{"a":{"2":2,"10":1},"b":3}', false],
    // By UTF-16 code units, in which supplementary characters come before U+E000.
    ['{"\u{1f600}":1,"\ue000":2}', true],
    ['{"\ue000":2,"\u{1f600}":1}', false],
    ['{"a":1,"a":1}', false],
    ['{"a": 1}', false],
    ['"\\u0061"', false],
    ['"\\/"', false],
    ['"\\n"', true],
    ['{"toJSON":1}', true],
  ])('%s is canonical: %s', (text, isCanonical) => {
    expect(parseCanonicalJson(utf8Bytes(text)).ok).toBe(isCanonical)
    if (isCanonical) expect(canonicalText(JSON.parse(text))).toBe(text)
  })

  it('never throws, whatever the bytes', () => {
    forEvery({ numRuns: RUNS }, fc.uint8Array(), (bytes) => {
      expect(parseCanonicalJson(bytes).ok).toBeTypeOf('boolean')
    })
  })

  it.each(['1.0', '1e0', '-0', '0.5', '9007199254740992', '[1.0]', '{"a":-0}', '01', '"\\ud800"', '{"\\udc00":1}'])(
    'refuses %s',
    (text) => {
      expect(parsePlainJson(text).ok).toBe(false)
      expect(parseCanonicalJson(utf8Bytes(text)).ok).toBe(false)
    },
  )

  it('refuses a key named __proto__ where a person may have edited', () => {
    expect(parsePlainJson('{"__proto__":0}').ok).toBe(false)
  })

  it('is not misled by numbers inside strings', () => {
    const text = '{"a":"1.5","b\\"2.5":"\\\\","c":[9007199254740991,-9007199254740991]}'
    expect(parsePlainJson(text).ok).toBe(true)
    expect(parseCanonicalJson(utf8Bytes(text)).ok).toBe(true)
  })

  it.each(['[1,1.5]', '{"a":1,"b":1.5}', '[[],[1.5]]'])('reads no %s, wherever its fraction is', (text) => {
    expect(parseCanonicalJson(utf8Bytes(text))).toEqual({ ok: false, reason: 'a number is not a safe integer' })
  })

  it('nests as deep as allowed and no deeper', () => {
    const nested = (depth: number) => utf8Bytes(`${'['.repeat(depth)}${']'.repeat(depth)}`)
    expect(parseCanonicalJson(nested(MAX_DEPTH)).ok).toBe(true)
    expect(parseCanonicalJson(nested(MAX_DEPTH + 1))).toEqual({ ok: false, reason: 'nested deeper than 64' })
  })
})

describe('small forms', () => {
  it('keep a byte order mark and refuse bytes that are not UTF-8', () => {
    expect(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\uFEFFA')
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) expect(utf8Text(Uint8Array.from(bytes))).toBeNull()
  })

  it('read whole decimal numbers of safe size alone', () => {
    expect(['0', '7', '9007199254740991'].map(parseIndex)).toEqual([0, 7, Number.MAX_SAFE_INTEGER])
    for (const text of ['', '00', '01', '-1', '+1', '1.0', '1e3', ' 1', '1\n', '9007199254740992', '1'.repeat(400)]) {
      expect(parseIndex(text)).toBeNull()
    }
  })

  it('tell bytes of different length apart', () => {
    expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true)
    expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0))).toBe(false)
  })
})

/** Turns numbers into safe integers, minus zero into zero, and ill-formed text into well-formed text. */
function integersOnly(_: string, value: unknown): unknown {
  if (typeof value === 'number') return Math.max(-(2 ** 53 - 1), Math.min(2 ** 53 - 1, Math.trunc(value))) + 0
  return typeof value === 'string' ? value.toWellFormed() : value
}
