import { type StoredBytes, unpack } from '../../../pipeline/store/packing.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { once } from '../once.ts'

export type ServedRecord = {
  /**
   * Without its cases: they are judged before a release serves, and answer nothing. Its rows and categories are kept as
   * the store has them, compressed, until one of them is first read.
   */
  readonly record: ReleaseRecord
  readonly regressionCases: number
  readonly scheduleRows: number
  readonly hasRow: (rowSha256: string) => boolean
}

/** The large lists of a record, each with its beginning and what follows it, in the order of a canonical record. */
const CASES = ['"cases":[', '],"catalogue":'] as const
const CATEGORIES = ['"categories":[', '],"component_holds":'] as const
const ROWS = ['"rows":[', '],"rules":'] as const

/** Empty base of every case: its inputs are fields of a request. */
const CASE = '{"case_id":'
const ROW_HASH = '"row_sha256":"'
const HASH_LENGTH = 64

type Lists = Pick<ReleaseRecord, 'categories' | 'rows'>
type Span = { readonly from: number; readonly to: number }

/** Where the elements of a list stand, from `start` on. */
function spanOf(bytes: Buffer, [before, after]: readonly [string, string], start: number): Span {
  const at = bytes.indexOf(before, start)
  const from = at + before.length
  const to = at === -1 ? -1 : bytes.indexOf(after, from)
  if (to === -1) throw new SyntaxError(`the record has no ${before} where a canonical record has it`)
  return { from, to }
}

const inside = (bytes: Buffer, { from, to }: Span): Buffer => bytes.subarray(from, to)

/** Start of each occurrence in the bytes. */
function* places(bytes: Buffer, what: string): Generator<number> {
  for (let at = bytes.indexOf(what); at !== -1; at = bytes.indexOf(what, at + what.length)) yield at
}

/**
 * Reads the canonical bytes of a record, which must have been checked against their hash and be those that `stored`
 * unpacks to. Most of a record is its large lists, which are skipped: canonical members are in the order of their
 * names, and a quotation mark inside a text is escaped, so the text around a list occurs only once. Most releases in
 * service are rarely used; a list is kept once read. Throws on bytes that are not JSON.
 */
export function readRecord(bytes: Buffer, stored: StoredBytes): ServedRecord {
  const cases = spanOf(bytes, CASES, 0)
  const categories = spanOf(bytes, CATEGORIES, cases.to)
  const rows = spanOf(bytes, ROWS, categories.to)
  const between = [0, cases.to, categories.to, rows.to].map((from, index) => {
    return bytes.subarray(from, [cases, categories, rows][index]?.from)
  })
  const small = JSON.parse(Buffer.concat(between).toString('utf8')) as ReleaseRecord
  const regressionCases = [...places(inside(bytes, cases), CASE)].length
  return { record: withLists(small, stored, { categories, rows }), regressionCases, ...index(inside(bytes, rows)) }
}

/** Apart, so that nothing here keeps the bytes that are read above. */
function index(rows: Buffer): Pick<ServedRecord, 'scheduleRows' | 'hasRow'> {
  const hashes = hashesOf(rows)
  return { scheduleRows: hashes.length, hasRow: (hash) => hashes.includes(hash) }
}

function hashesOf(rows: Buffer): string[] {
  return [...places(rows, ROW_HASH)].map((at) => {
    const from = at + ROW_HASH.length
    return rows.toString('latin1', from, from + HASH_LENGTH)
  })
}

function withLists(small: ReleaseRecord, stored: StoredBytes, at: { categories: Span; rows: Span }): ReleaseRecord {
  const open = once(() => {
    const bytes = unpack(stored)
    if (bytes === null) throw new Error(`${small.release_id} was unpacked before and is damaged now`)
    return { categories: listAt(bytes, at.categories), rows: listAt(bytes, at.rows) } as Lists
  })
  return {
    ...small,
    get categories() {
      return open().categories
    },
    get rows() {
      return open().rows
    },
  }
}

const listAt = (bytes: Buffer, { from, to }: Span): unknown => JSON.parse(`[${bytes.toString('utf8', from, to)}]`)
