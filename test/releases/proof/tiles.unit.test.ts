import { describe, expect, test } from 'vitest'
import { entriesPath, entryBundle, parseEntriesPath, parseTilePath } from '../../../releases/proof/merkle/tiles.ts'
import { entriesOf } from '../../support/entries-of.ts'

/** Bundles of entries beside the tiles (C2SP tlog-tiles, "Log entries"). */

const entries = [Uint8Array.of(1, 2, 3), new Uint8Array(), new Uint8Array(0x1ff).fill(7), Uint8Array.of(9)]

describe('a bundle of entries', () => {
  test('has each entry after its length in two bytes, the larger first', () => {
    expect([...entryBundle([Uint8Array.of(8, 9), new Uint8Array(0x102)]).subarray(0, 6)]).toEqual([0, 2, 8, 9, 1, 2])
    expect(entryBundle(entries).length).toBe(3 + 0 + 0x1ff + 1 + 4 * 2)
    expect(entryBundle([])).toEqual(new Uint8Array())
  })

  test('gives the entries back', () => {
    expect(entriesOf(entryBundle(entries))).toEqual(entries)
  })

  test('takes an entry of as many bytes as two bytes can say, and none longer', () => {
    const longest = new Uint8Array(0xffff).fill(1)
    expect(entriesOf(entryBundle([longest, Uint8Array.of(2)]))).toEqual([longest, Uint8Array.of(2)])
    expect(() => entryBundle([new Uint8Array(0x10000)])).toThrow(RangeError)
  })
})

test('paths of bundles are those of the tiles of level 0', () => {
  for (const [index, width, path] of [
    [0, 256, 'entries/000'],
    [1_234, 17, 'entries/x001/234.p/17'],
    [999, 1, 'entries/999.p/1'],
  ] as const) {
    expect(entriesPath({ index, width })).toBe(path)
    expect(parseEntriesPath(path)).toEqual({ level: 0, index, width })
  }
  for (const path of [
    '000',
    '0/000',
    'entries',
    'entries/0/000',
    'x/entries/000',
    'entries/000.p/256',
    'entries/000.p/0',
  ])
    expect(parseEntriesPath(path), path).toBeNull()
})

test('tiles go up to level 6, and a partial one has 1 to 255 hashes', () => {
  expect([parseTilePath('6/000')?.level, parseTilePath('7/000')]).toEqual([6, null])
  expect([parseTilePath('0/000.p/1')?.width, parseTilePath('0/000.p/255')?.width]).toEqual([1, 255])
  for (const path of ['0/000.p/0', '0/000.p/256', '0/000.p/01']) expect(parseTilePath(path), path).toBeNull()
})
