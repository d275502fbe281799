import { describe, expect, it } from 'vitest'
import {
  appendLeaf,
  emptyRange,
  inclusionProof,
  leafHash,
  merkleRoot,
  rangeRoot,
} from '../../../releases/proof/merkle/tree.ts'
import { verifyConsistency, verifyInclusion } from '../../../releases/proof/verify/tree-proofs.ts'
import { fromHex, toHex } from '../../support/hex.ts'
import { consistencyProof } from './consistency-proof.ts'

/** The eight leaves and the roots at each size that Certificate Transparency implementations use as test data. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const leafHashes = LEAVES.map((text) => leafHash(fromHex(text)))
const hex = (hashes: readonly Uint8Array[]) => hashes.map(toHex)

describe('the Merkle tree of RFC 6962', () => {
  it.each(ROOTS.map((root, size) => [size, root]))('has the known root at size %i', (size, root) => {
    expect(toHex(merkleRoot(leafHashes.slice(0, Number(size))))).toBe(root)
  })

  it('grows leaf by leaf to the same roots', () => {
    let range = emptyRange()
    for (const [index, hash] of leafHashes.entries()) {
      range = appendLeaf(range, hash)
      expect(toHex(rangeRoot(range))).toBe(ROOTS[index + 1])
    }
  })

  it('gives the known inclusion paths', () => {
    expect(hex(inclusionProof(leafHashes, 0))).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(hex(inclusionProof(leafHashes.slice(0, 3), 2))).toEqual([ROOTS[2]])
    expect(inclusionProof(leafHashes.slice(0, 1), 0)).toEqual([])
  })

  it('gives the known consistency paths', () => {
    expect(consistencyProof(leafHashes.slice(0, 1), 1)).toEqual([])
    expect(hex(consistencyProof(leafHashes, 4))).toEqual([
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(hex(consistencyProof(leafHashes, 6))).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })

  it('has no proof for what is outside the tree', () => {
    for (const index of [-1, 8, 0.5, Number.NaN]) expect(() => inclusionProof(leafHashes, index)).toThrow(RangeError)
    for (const size of [-1, 0, 9, 0.5]) expect(() => consistencyProof(leafHashes, size)).toThrow(RangeError)
  })

  it('verifies no inclusion for sizes and indexes that cannot be', () => {
    const root = merkleRoot(leafHashes.slice(0, 1))
    const claim = { leafHash: leafHashes[0]!, leafIndex: 0, treeSize: 1, root }
    expect(verifyInclusion(claim, [])).toBe(true)
    for (const [leafIndex, treeSize] of [
      [0, 0],
      [1, 1],
      [-1, 1],
      [0, -1],
      [0, 2 ** 53],
      [Number.NaN, 1],
      [0.5, 1],
    ]) {
      expect(verifyInclusion({ ...claim, leafIndex: leafIndex!, treeSize: treeSize! }, [])).toBe(false)
    }
  })

  it('verifies no consistency with an empty tree, a larger older tree or a path where none belongs', () => {
    const head = (size: number) => ({ size, root: merkleRoot(leafHashes.slice(0, size)) })
    expect(verifyConsistency(head(8), head(8), [])).toBe(true)
    expect(verifyConsistency(head(8), head(8), [leafHashes[0]!])).toBe(false)
    expect(verifyConsistency(head(8), { size: 8, root: head(7).root }, [])).toBe(false)
    expect(verifyConsistency(head(0), head(8), [])).toBe(false)
    expect(verifyConsistency(head(8), head(4), consistencyProof(leafHashes, 4))).toBe(false)
    expect(verifyConsistency(head(4), head(8), [])).toBe(false)
    expect(verifyConsistency(head(3), head(8), [])).toBe(false)
  })
})
