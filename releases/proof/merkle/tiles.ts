import { keptIn } from '../../record/kept-in.ts'
import { HASH_BYTES, isPowerOfTwo, merkleRoot, nodeHash, splitPoint } from './tree.ts'

/**
 * Tiles of a Merkle tree (C2SP tlog-tiles): its hashes in groups of 256, so that a reader fetches only those needed for
 * a proof. The hashes of level L are the roots of complete subtrees of 256^L leaves.
 */

export const TILE_HASHES = 256
const TILE_HEIGHT = 8

/** `width`: number of hashes in the tile, 1 to 256. */
export type Tile = { readonly level: number; readonly index: number; readonly width: number }

/** Bytes of a tile: `width` times 32. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>

const GROUP = 1_000
/** Higher levels have no hash in a tree of 2^53 leaves. */
const MOST_LEVEL = 6

/** `0/x001/234`, `0/x001/234.p/17`: the path after `/tile/`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = (padded.match(/.{3}/g) ?? []).map((group, at, all) => (at < all.length - 1 ? `x${group}` : group))
  return `${level}/${groups.join('/')}${width < TILE_HASHES ? `.p/${width}` : ''}`
}

const ENTRIES = 'entries/'

/** `entries/000`, `entries/x001/234.p/17`: the entries hashed in a tile of level 0. */
export function entriesPath({ index, width }: Omit<Tile, 'level'>): string {
  return ENTRIES + tilePath({ level: 0, index, width }).slice('0/'.length)
}

/** The tile of level 0 for such a path; null for any other form. */
export function parseEntriesPath(path: string): Tile | null {
  return path.startsWith(ENTRIES) ? parseTilePath(`0/${path.slice(ENTRIES.length)}`) : null
}

/** An entry bundle (C2SP tlog-tiles, "Log entries"): each entry after its length, two bytes, big-endian. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > MOST_LENGTH) throw new RangeError(`an entry of ${entry.length} bytes`)
    view.setUint16(at, entry.length)
    bytes.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bytes
}
const MOST_LENGTH = 0xffff

/** The tile for such a path; null for any other form. */
export function parseTilePath(path: string): Tile | null {
  const [, levelText = '', indexText = '', widthText] =
    /^([0-9])\/((?:x[0-9]{3}\/){0,4}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path) ?? []
  if (levelText === '') return null
  const groups = indexText.replaceAll('x', '').split('/').map(Number)
  const index = groups.reduce((sum, group) => sum * GROUP + group, 0)
  const tile = { level: Number(levelText), index, width: widthText === undefined ? TILE_HASHES : Number(widthText) }
  return tile.level <= MOST_LEVEL && tilePath(tile) === path && tile.width >= 1 ? tile : null
}

/** How many leaves each hash of a level covers. */
export function leavesUnder(level: number): number {
  return TILE_HASHES ** level
}

/**
 * The proof that the log of `oldSize` leaves is a prefix of the one of `newSize` (RFC 6962 2.1.2), from tiles of the
 * latter. The tiles are not trusted: the proof must be verified. Sizes: 1 <= oldSize <= newSize.
 */
export async function consistencyFromTiles(oldSize: number, newSize: number, read: ReadTile): Promise<Uint8Array[]> {
  if (oldSize < 1 || oldSize > newSize) throw new RangeError(`no size ${oldSize} of ${newSize}`)
  const fetched = new Map<string, Promise<Uint8Array>>()
  const tileOnce = (tile: Tile): Promise<Uint8Array> => keptIn(fetched, tilePath(tile), () => read(tile))
  const root = (start: number, size: number): Promise<Uint8Array> => rangeRoot(start, size, newSize, tileOnce)
  const path: Uint8Array[] = []
  // SUBPROOF, from the leaf up: split-off hashes are collected on the way down.
  const split: [number, number][] = []
  let [start, size, isWhole] = [0, newSize, true]
  while (oldSize - start < size) {
    const left = splitPoint(size)
    if (oldSize - start <= left) {
      split.push([start + left, size - left])
      size = left
    } else {
      split.push([start, left])
      ;[start, size, isWhole] = [start + left, size - left, false]
    }
  }
  if (!isWhole) path.push(await root(start, size))
  for (const [from, length] of split.reverse()) path.push(await root(from, length))
  return path
}

/** The root of the `size` leaves from `start`: a subtree, or the right edge of the tree. */
async function rangeRoot(start: number, size: number, treeSize: number, read: ReadTile): Promise<Uint8Array> {
  if (!isPowerOfTwo(size)) {
    const left = splitPoint(size)
    const leftRoot = await rangeRoot(start, left, treeSize, read)
    return nodeHash(leftRoot, await rangeRoot(start + left, size - left, treeSize, read))
  }
  const level = Math.floor(Math.log2(size) / TILE_HEIGHT)
  const under = leavesUnder(level)
  const first = start / under
  const index = Math.floor(first / TILE_HASHES)
  const width = Math.min(TILE_HASHES, Math.floor(treeSize / under) - index * TILE_HASHES)
  const bytes = await read({ level, index, width })
  const offset = first - index * TILE_HASHES
  return merkleRoot(hashesOf(bytes).slice(offset, offset + size / under))
}

function hashesOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}
