import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  consistencyFromTiles,
  leavesUnder,
  parseTilePath,
  type Tile,
  tilePath,
} from '../../../releases/proof/merkle/tiles.ts'
import { inclusionProof, leafHash, merkleRoot } from '../../../releases/proof/merkle/tree.ts'
import { verifyConsistency, verifyInclusion } from '../../../releases/proof/verify/tree-proofs.ts'
import { forEvery } from '../../support/for-every.ts'
import { runsOf } from '../../support/tier.ts'
import { consistencyProof } from './consistency-proof.ts'

const RUNS = runsOf({ normal: 60, nightly: 300 })
/** Beyond two powers of two; pairs of sizes are cubes of it in work. */
const LARGEST = runsOf({ normal: 40, nightly: 70 })

/** The definition in RFC 6962 2.1, word for word, from the data itself, sharing no code with the implementation. */
function definedRoot(data: readonly Uint8Array[]): Buffer {
  const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  if (data.length === 0) return sha()
  if (data.length === 1) return sha(Buffer.from([0]), data[0]!)
  let k = 1
  while (k << 1 < data.length) k <<= 1
  return sha(Buffer.from([1]), definedRoot(data.slice(0, k)), definedRoot(data.slice(k)))
}

const data = Array.from({ length: LARGEST }, (_, index) => new TextEncoder().encode(`entry ${index}`))
const leaves = data.map(leafHash)
const heads = Array.from({ length: LARGEST + 1 }, (_, size) => ({ size, root: merkleRoot(leaves.slice(0, size)) }))

/** One bit of one hash of a non-empty path changed. */
function spoiled(path: readonly Uint8Array[], at: number, bit: number): Uint8Array[] {
  return path.map((hash, index) => {
    if (index !== at % path.length) return hash
    const copy = Uint8Array.from(hash)
    copy[bit >> 3]! ^= 1 << (bit & 7)
    return copy
  })
}

const bits = fc.integer({ min: 0, max: 255 })
const someSize = fc.integer({ min: 1, max: LARGEST })

/** A tile as tlog-tiles defines it. */
function tileOf(tree: readonly Uint8Array[], { level, index, width }: Tile): Uint8Array {
  const under = leavesUnder(level)
  const first = index * 256 * under
  if (first + width * under > tree.length) throw new RangeError(`${tilePath({ level, index, width })} is not there`)
  const bytes = Buffer.concat(
    Array.from({ length: width }, (_, at) => merkleRoot(tree.slice(first + at * under, first + (at + 1) * under))),
  )
  return new Uint8Array(bytes)
}

it('paths of tiles are those of tlog-tiles, and no other spelling is taken', () => {
  const known: [Tile, string][] = [
    [{ level: 0, index: 0, width: 256 }, '0/000'],
    [{ level: 1, index: 7, width: 17 }, '1/007.p/17'],
    [{ level: 0, index: 1_234_067, width: 256 }, '0/x001/x234/067'],
    [{ level: 0, index: 1_000, width: 1 }, '0/x001/000.p/1'],
  ]
  for (const [tile, path] of known) {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  }
  const odd = [
    '',
    '0',
    '0/0',
    '0/0000',
    '00/000',
    '0/x000/001',
    '0/001/002',
    '0/x001',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/000.p',
    '7/000',
    '0/000/',
    '0/000?',
    '-1/000',
    '0/000.p/1/',
  ]
  for (const path of odd) expect(parseTilePath(path), path).toBeNull()
})

describe('Merkle proofs', () => {
  it('agree with the definition at every size', () => {
    for (const { size, root } of heads) expect(Buffer.from(root)).toEqual(definedRoot(data.slice(0, size)))
  })

  it('of inclusion verify for every leaf of every size, and for no other leaf of that size', () => {
    for (let size = 1; size <= LARGEST; size++) {
      const tree = leaves.slice(0, size)
      const { root } = heads[size]!
      for (let leafIndex = 0; leafIndex < size; leafIndex++) {
        const path = inclusionProof(tree, leafIndex)
        const claim = { leafHash: tree[leafIndex]!, leafIndex, treeSize: size, root }
        if (!verifyInclusion(claim, path)) expect.fail(`${leafIndex} of ${size} is refused`)
        const other = (leafIndex + 1) % size
        if (other !== leafIndex && verifyInclusion({ ...claim, leafIndex: other }, path)) {
          expect.fail(`${leafIndex} of ${size} passes as ${other}`)
        }
      }
    }
  })

  it('of consistency verify between every two sizes', () => {
    for (let size = 1; size <= LARGEST; size++) {
      for (let oldSize = 1; oldSize <= size; oldSize++) {
        const path = consistencyProof(leaves.slice(0, size), oldSize)
        if (!verifyConsistency(heads[oldSize]!, heads[size]!, path)) expect.fail(`${oldSize} to ${size} is refused`)
      }
    }
  })

  it('of consistency are the same from tiles', async () => {
    for (let size = 1; size <= LARGEST; size++) {
      const tree = leaves.slice(0, size)
      const read = async (tile: Tile): Promise<Uint8Array> => tileOf(tree, tile)
      for (let oldSize = 1; oldSize <= size; oldSize++)
        expect(await consistencyFromTiles(oldSize, size, read)).toEqual(consistencyProof(tree, oldSize))
    }
  })

  it('of consistency are the same from tiles of several levels', async () => {
    const many = Array.from({ length: 66_100 }, (_, index) => leafHash(Uint8Array.of(index >> 16, index >> 8, index)))
    const asked = new Set<string>()
    const read = async (tile: Tile): Promise<Uint8Array> => {
      asked.add(tilePath(tile))
      return tileOf(many, tile)
    }
    for (const oldSize of [1, 257, 65_535, 65_536, 66_099])
      expect(
        verifyConsistency(
          { size: oldSize, root: merkleRoot(many.slice(0, oldSize)) },
          { size: many.length, root: merkleRoot(many) },
          await consistencyFromTiles(oldSize, many.length, read),
        ),
      ).toBe(true)
    expect(
      [...asked]
        .map((path) => path[0])
        .toSorted()
        .filter((level, at, all) => level !== all[at - 1]),
    ).toEqual(['0', '1', '2'])
    expect(asked.size).toBeLessThan(40)
  })

  it('of inclusion fail when a bit of the path, the leaf or the root changes, or the path is longer or shorter', () => {
    forEvery({ numRuns: RUNS }, someSize, fc.nat(), fc.nat(), bits, (size, seed, at, bit) => {
      const leafIndex = seed % size
      const path = inclusionProof(leaves.slice(0, size), leafIndex)
      const claim = { leafHash: leaves[leafIndex]!, leafIndex, treeSize: size, root: heads[size]!.root }
      const [leaf, root] = spoiled([claim.leafHash], 0, bit).concat(spoiled([claim.root], 0, bit))
      expect(verifyInclusion({ ...claim, leafHash: leaf! }, path)).toBe(false)
      expect(verifyInclusion({ ...claim, root: root! }, path)).toBe(false)
      expect(verifyInclusion(claim, [...path, root!])).toBe(false)
      if (path.length === 0) return
      expect(verifyInclusion(claim, spoiled(path, at, bit))).toBe(false)
      expect(verifyInclusion(claim, path.slice(0, -1))).toBe(false)
      expect(verifyInclusion(claim, path.slice(1))).toBe(false)
    })
  })

  it('of consistency fail when a bit of the path or of either root changes, or the path is longer or shorter', () => {
    forEvery({ numRuns: RUNS }, someSize, fc.nat(), fc.nat(), bits, (size, seed, at, bit) => {
      const older = heads[1 + (seed % size)]!
      const newer = heads[size]!
      const path = consistencyProof(leaves.slice(0, size), older.size)
      const off = (head: typeof older) => ({ ...head, root: spoiled([head.root], 0, bit)[0]! })
      expect(verifyConsistency(off(older), newer, path)).toBe(false)
      expect(verifyConsistency(older, off(newer), path)).toBe(false)
      expect(verifyConsistency(older, newer, [...path, older.root])).toBe(false)
      if (path.length === 0) return
      expect(verifyConsistency(older, newer, spoiled(path, at, bit))).toBe(false)
      expect(verifyConsistency(older, newer, path.slice(0, -1))).toBe(false)
      expect(verifyConsistency(older, newer, path.slice(1))).toBe(false)
    })
  })
})
