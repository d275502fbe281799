import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWellFormedKey, keyHash, newKey, newKeyId } from '../../../services/keys/key-format.ts'
import { forEvery } from '../../support/for-every.ts'
import { runsOf } from '../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 200, nightly: 20_000 }) }
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const key = fc.constant(null).map(() => newKey())

test('a key is pk_, 43 characters of 32 random bytes and 6 of checksum', () => {
  const keys = Array.from({ length: 200 }, newKey)
  for (const one of keys) {
    expect(one).toMatch(/^pk_[0-9A-Za-z]{49}$/)
    expect(isWellFormedKey(one)).toBe(true)
  }
  expect(new Set(keys).size).toBe(200)
  expect(new Set(keys.map((one) => one.slice(3, 6))).size).toBeGreaterThan(100)
})

test('any single wrong character is detected', () => {
  forEvery(RUNS, key, fc.nat(48), fc.nat(61), (good, place, letter) => {
    const at = place + 3
    const wrong = `${good.slice(0, at)}${BASE62[letter]}${good.slice(at + 1)}`
    expect(isWellFormedKey(wrong)).toBe(wrong === good)
  })
})

test('two swapped neighbours are detected', () => {
  forEvery(RUNS, key, fc.nat(47), (good, place) => {
    const at = place + 3
    const wrong = `${good.slice(0, at)}${good[at + 1]}${good[at]}${good.slice(at + 2)}`
    expect(isWellFormedKey(wrong)).toBe(wrong === good)
  })
})

test('no other text is a valid key', () => {
  forEvery(RUNS, fc.string(), (text) => {
    expect(isWellFormedKey(text)).toBe(false)
    expect(isWellFormedKey(`pk_${text}`)).toBe(false)
  })
  const good = newKey()
  for (const near of [` ${good}`, `${good} `, `${good}\n`, good.slice(3), good.toUpperCase(), `${good}0`, '', 'pk_']) {
    expect(isWellFormedKey(near)).toBe(false)
  }
})

test('its hash is SHA-256 in lower-case hex, and its id reveals nothing about it', () => {
  expect(keyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(newKeyId()).toMatch(/^key_[0-9A-Za-z]{12}$/)
  expect(newKeyId()).not.toBe(newKeyId())
})
