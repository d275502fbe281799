import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStrictJson } from '../../../../services/api/checks/strict-json.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 1_000, nightly: 50_000 }) }
const parse = (text: string) => parseStrictJson(new TextEncoder().encode(text))
const name = fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => text !== '__proto__')

/** The same string as JSON text, every code unit escaped. */
function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'))
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`
}

test('any JSON that JSON.stringify writes is read as it was', () => {
  forEvery(RUNS, fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2, '\t'), (value, space) => {
    const text = JSON.stringify(value, null, space)
    fc.pre(!text.includes('__proto__'))
    expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })
})

test('a key that occurs twice is found wherever it stands and however either is written', () => {
  forEvery(RUNS, name, fc.jsonValue(), fc.nat(3), fc.nat(40), fc.boolean(), (key, one, depth, others, asEscapes) => {
    const second = asEscapes ? escaped(key) : JSON.stringify(key)
    const between = Array.from({ length: others }, (_, index) => `"other ${index}":{},`).join('')
    const twice = `{${JSON.stringify(key)}:${JSON.stringify(one)},${between} ${second} :0}`
    const nested = Array.from({ length: depth }).reduce<string>((inner) => `[1,{"a":"b,\\"c","d":${inner}}]`, twice)
    expect(parse(nested).ok).toBe(false)
    const once = nested.replace(twice, () => `{${second}:[${JSON.stringify(one)}]}`)
    fc.pre(!once.includes('__proto__'))
    expect(parse(once).ok).toBe(true)
  })
})

test('whatever the bytes, it answers and never throws, and takes nothing that JSON.parse refuses', () => {
  forEvery(RUNS, fc.uint8Array({ maxLength: 60 }), (bytes) => {
    const read = parseStrictJson(bytes)
    if (read.ok) expect(() => JSON.parse(new TextDecoder().decode(bytes))).not.toThrow()
    else expect(read.reason).toMatch(/\S/)
  })
})

test('a byte order mark is refused by its name', () => {
  const read = parseStrictJson(new TextEncoder().encode('\uFEFF{}'))
  expect(read).toEqual({ ok: false, reason: 'it begins with a byte order mark' })
})
