import { type StoredBytes, unpack } from '../../../pipeline/store/packing.ts'
import { LARGEST_QUANTITY } from '../../../releases/engine/inputs.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Kept, keptUpTo, onceAmong } from '../once-among.ts'

export type ServedRecord = {
  /**
   * Without its cases: gates run them before a release serves, and no answer needs them. Its long members stay compressed, are
   * read on first use, and are dropped when other records need the room.
   */
  readonly record: ReleaseRecord
  readonly regressionCases: number
  readonly scheduleRows: number
  readonly hasRow: (rowSha256: string) => boolean
  /** Largest quantity that any of its categories accepts, at least the ordinary limit; in units. */
  readonly largest: number
  /** Length of its text without the cases: the cost of keeping it open. */
  readonly openBytes: number
}

/** The large lists of a record, each with its beginning and what follows it, in the order of a canonical record. */
const CASES = ['"cases":[', '],"catalogue":'] as const
const CATEGORIES = ['"categories":[', '],"component_holds":'] as const
const ROWS = ['"rows":[', '],"rules":'] as const

/** Empty base of every case: its inputs are fields of a request. */
const CASE = '{"case_id":'
const ROW_HASH = '"row_sha256":"'
const HASH_LENGTH = 64
const LARGEST = '"largest_quantity":"'

/** Room for the text of open records of a process, and for what was made from them; in bytes of record text. */
export const OPEN_BYTES = 32 * 1024 * 1024
export const OPEN: Kept = keptUpTo(OPEN_BYTES)

/** Members of a record that choosing a release does not read, beside the two large lists. */
const LATER = ['blocked_components', 'quantities', 'routing', 'rules', 'selectors', 'sources'] as const
type Later = Pick<ReleaseRecord, (typeof LATER)[number]>

type Span = { readonly from: number; readonly to: number }
type Spans = Readonly<Record<'cases' | 'categories' | 'rows', Span>>

/** Where the elements of a list stand, from `start` on. */
function spanOf(bytes: Buffer, [before, after]: readonly [string, string], start: number): Span {
  const at = bytes.indexOf(before, start)
  const from = at + before.length
  const to = at === -1 ? -1 : bytes.indexOf(after, from)
  if (to === -1) throw new SyntaxError(`the record has no ${before} where a canonical record has it`)
  return { from, to }
}

function spansOf(bytes: Buffer): Spans {
  const cases = spanOf(bytes, CASES, 0)
  const categories = spanOf(bytes, CATEGORIES, cases.to)
  return { cases, categories, rows: spanOf(bytes, ROWS, categories.to) }
}

/** Copies bytes that are part of a larger buffer: a part keeps all of the buffer in memory. */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
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
 * service are rarely used; a list is kept among `kept` once read. Throws on bytes that are not JSON.
 */
export function readRecord(bytes: Buffer, stored: StoredBytes, kept: Kept = OPEN): ServedRecord {
  return readOpen(bytes, stored, kept).served
}

/** The same, with everything except the large lists, already parsed: for a caller that reads it now and drops it. */
export function readOpen(
  bytes: Buffer,
  stored: StoredBytes,
  kept: Kept = OPEN,
): { readonly served: ServedRecord; readonly head: ReleaseRecord } {
  const spans = spansOf(bytes)
  const head = headOf(bytes, spans)
  const regressionCases = [...places(inside(bytes, spans.cases), CASE)].length
  const openBytes = bytes.length - (spans.cases.to - spans.cases.from)
  const largest = largestOf(inside(bytes, spans.categories))
  const own = { ...stored, bytes: alone(stored.bytes) }
  const served = { record: opening(head, own, spans, kept), regressionCases, largest, openBytes }
  return { served: { ...served, ...index(inside(bytes, spans.rows)) }, head }
}

/** Everything except the large lists. */
function headOf(bytes: Buffer, { cases, categories, rows }: Spans): ReleaseRecord {
  const between = [0, cases.to, categories.to, rows.to].map((from, index) => {
    return bytes.subarray(from, [cases, categories, rows][index]?.from)
  })
  return JSON.parse(Buffer.concat(between).toString('utf8'))
}

/** Apart, so that nothing here keeps the bytes that are read above. Hashes as bytes: as text each takes three times as much. */
function index(rows: Buffer): Pick<ServedRecord, 'scheduleRows' | 'hasRow'> {
  const hashes = alone(Buffer.from(hashesOf(rows).join(''), 'hex'))
  const width = HASH_LENGTH / 2
  const hasRow = (hash: string): boolean => {
    const wanted = Buffer.from(hash, 'hex')
    if (wanted.length !== width || wanted.toString('hex') !== hash) return false
    for (let at = hashes.indexOf(wanted); at !== -1; at = hashes.indexOf(wanted, at + 1))
      if (at % width === 0) return true
    return false
  }
  return { scheduleRows: hashes.length / width, hasRow }
}

function hashesOf(rows: Buffer): string[] {
  return [...places(rows, ROW_HASH)].map((at) => {
    const from = at + ROW_HASH.length
    return rows.toString('latin1', from, from + HASH_LENGTH)
  })
}

function largestOf(categories: Buffer): number {
  const found = [...places(categories, LARGEST)].map((at) => {
    const from = at + LARGEST.length
    return Number(categories.toString('latin1', from, categories.indexOf('"', from)))
  })
  return Math.max(LARGEST_QUANTITY, ...found)
}

/** The record with the members that choosing a release reads; the others are read on first use. */
function opening(head: ReleaseRecord, stored: StoredBytes, spans: Spans, kept: Kept): ReleaseRecord {
  const { categories: at, rows } = spans
  const id = head.release_id
  const bytes = (): Buffer => {
    const unpacked = unpack(stored)
    if (unpacked === null) throw new Error(`${id} was unpacked before and is damaged now`)
    return unpacked
  }
  const size = ({ from, to }: Span): number => to - from
  const rest = stored.size_bytes - size(spans.cases) - size(at) - size(rows)
  const later = onceAmong(kept, rest, (): Later => headOf(bytes(), spans))
  const categories = onceAmong(kept, size(at), () => listAt(bytes(), at) as ReleaseRecord['categories'])
  const listed = onceAmong(kept, size(rows), () => listAt(bytes(), rows) as ReleaseRecord['rows'])
  const members = Object.entries(head).filter(([name]) => !(LATER as readonly string[]).includes(name))
  const now = Object.fromEntries(members) as Omit<ReleaseRecord, keyof Later | 'categories' | 'rows'>
  return {
    ...now,
    get blocked_components() {
      return later().blocked_components
    },
    get quantities() {
      return later().quantities
    },
    get routing() {
      return later().routing
    },
    get rules() {
      return later().rules
    },
    get selectors() {
      return later().selectors
    },
    get sources() {
      return later().sources
    },
    get categories() {
      return categories()
    },
    get rows() {
      return listed()
    },
  }
}

const listAt = (bytes: Buffer, { from, to }: Span): unknown => JSON.parse(`[${bytes.toString('utf8', from, to)}]`)
