import { type StoredBytes, unpack } from '../../../pipeline/store/packing.ts'
import { LARGEST_QUANTITY } from '../../../releases/engine/inputs.ts'
import type { RegressionCase, ReleaseRecord } from '../../../releases/record/record.ts'
import { keptUpTo, onceAmong } from '../../platform/once.ts'

export type ServedRecord = {
  /**
   * Without its regression cases: gates run them before a release serves, and no answer needs them. Its long members
   * stay compressed, are read on first use, and are dropped if other records need the room.
   */
  readonly record: ReleaseRecord
  readonly regressionCases: number
  /** The first of them whose answer is an amount, read anew each time; null: there is none. */
  readonly calculableCase: () => RegressionCase | null
  readonly scheduleRows: number
  readonly hasRow: (rowSha256: string) => boolean
  /** Largest quantity that any of its categories accepts, at least the ordinary limit; in units. */
  readonly largest: number
  /** Length of its text without the cases: the memory cost of keeping it parsed. */
  readonly openBytes: number
}

/**
 * Members of a record that choosing a release does not need, each with the member after it, in the order of a canonical
 * record.
 */
const PARTS = [
  ['blocked_components', 'calculation_scope'],
  ['cases', 'catalogue'],
  ['categories', 'component_holds'],
  ['quantities', 'record_version'],
  ['routing', 'rows'],
  ['rows', 'rules'],
  ['rules', 'selectors'],
  ['selectors', 'sources'],
  ['sources', 'state_code'],
] as const
type Part = (typeof PARTS)[number][0]

/** Empty base of every case: its inputs are fields of a request. */
const CASE = '{"case_id":'
const ROW_HASH = '"row_sha256":"'
const HASH_LENGTH = 64
const LARGEST = '"largest_quantity":"'

/** Room for parsed records of a process, and for what was made from them; in bytes of record text. */
export const OPEN = keptUpTo(32 * 1024 * 1024)

/** The small ones among these, which are read together. */
const LATER = ['blocked_components', 'quantities', 'routing', 'rules', 'selectors', 'sources'] as const
type Later = Pick<ReleaseRecord, (typeof LATER)[number]>

/** Position of the value of a member. */
type Span = { readonly from: number; readonly to: number }
type Spans = Readonly<Record<Part, Span>>

function spansOf(bytes: Buffer): Spans {
  let start = 0
  const spans = PARTS.map(([name, next]) => {
    const [open, close] = name === 'rules' ? '{}' : '[]'
    const before = `"${name}":`
    const at = bytes.indexOf(`${before}${open}`, start)
    const end = at === -1 ? -1 : bytes.indexOf(`${close},"${next}":`, at)
    if (end === -1) throw new SyntaxError(`the record has no ${name} where a canonical record has it`)
    start = end + 1
    return [name, { from: at + before.length, to: start }] as const
  })
  return Object.fromEntries(spans) as Spans
}

/** Copies bytes that are part of a larger buffer, which would otherwise stay in memory as a whole. */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

const inside = (bytes: Buffer, { from, to }: Span): Buffer => bytes.subarray(from, to)

/** Start positions of all occurrences in the bytes. */
function* places(bytes: Buffer, what: string): Generator<number> {
  for (let at = bytes.indexOf(what); at !== -1; at = bytes.indexOf(what, at + what.length)) yield at
}

/**
 * Reads the canonical bytes of a record, which must have been checked against their hash and be the unpacked form of
 * `stored`. Most of a record is in members that choosing a release does not need. They are skipped: canonical members
 * are in the order of their names, and quotation marks inside texts are escaped, so the text around a member occurs
 * only once. Most releases in service are rarely used; once read, a member is cached in `OPEN`. Throws if the bytes are
 * not JSON.
 */
export function readRecord(bytes: Buffer, stored: StoredBytes): ServedRecord {
  return readOpen(bytes, stored).served
}

/** The same, with its sources already read, for a caller that uses them once. */
export function readOpen(
  bytes: Buffer,
  stored: StoredBytes,
): { readonly served: ServedRecord; readonly sources: ReleaseRecord['sources'] } {
  const spans = spansOf(bytes)
  const head = headOf(bytes, spans)
  const regressionCases = [...places(inside(bytes, spans.cases), CASE)].length
  const openBytes = bytes.length - sizeOf(spans.cases)
  const largest = largestOf(inside(bytes, spans.categories))
  const own = { ...stored, bytes: alone(stored.bytes) }
  const calculableCase = (): RegressionCase | null => firstCalculable(contentOf(own, head.release_id))
  const served = { record: opening(head, own, spans), regressionCases, calculableCase, largest, openBytes }
  const sources = memberAt(bytes, spans.sources) as ReleaseRecord['sources']
  return { served: { ...served, ...index(inside(bytes, spans.rows)) }, sources }
}

/** Everything needed for choosing a release; the skipped members are empty. */
function headOf(bytes: Buffer, spans: Spans): ReleaseRecord {
  const skipped = PARTS.map(([name]) => spans[name])
  const between = [0, ...skipped.map(({ to }) => to)].map((from, index) =>
    bytes.toString('utf8', from, skipped[index]?.from),
  )
  return JSON.parse(between.join('[]'))
}

const sizeOf = ({ from, to }: Span): number => to - from
const memberAt = (bytes: Buffer, { from, to }: Span): unknown => JSON.parse(bytes.toString('utf8', from, to))

function laterOf(bytes: Buffer, spans: Spans): Later {
  return Object.fromEntries(LATER.map((name) => [name, memberAt(bytes, spans[name])])) as Later
}

/**
 * A separate function, so that no closure keeps the bytes in memory. Hashes as bytes: as text each would take three
 * times as much.
 */
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

function firstCalculable(bytes: Buffer): RegressionCase | null {
  const cases = memberAt(bytes, spansOf(bytes).cases) as ReleaseRecord['cases']
  return cases.find(({ expected }) => !('refusal' in expected)) ?? null
}

function largestOf(categories: Buffer): number {
  const found = [...places(categories, LARGEST)].map((at) => {
    const from = at + LARGEST.length
    return Number(categories.toString('latin1', from, categories.indexOf('"', from)))
  })
  return Math.max(LARGEST_QUANTITY, ...found)
}

/** The last unpacked record, until the end of the turn: one request reads several members. */
let last: { readonly stored: StoredBytes; readonly content: Buffer } | null = null

function contentOf(stored: StoredBytes, id: string): Buffer {
  if (last?.stored === stored) return last.content
  const content = unpack(stored)
  if (content === null) throw new Error(`${id} was unpacked before and is damaged now`)
  last = { stored, content }
  setImmediate(() => {
    last = null
  })
  return content
}

/** The record with the members needed for choosing a release; the others are read on first use. */
function opening(head: ReleaseRecord, stored: StoredBytes, spans: Spans): ReleaseRecord {
  const id = head.release_id
  // The positions of members are found again when they are read, since most never are.
  const read = <T>(bytesOfText: number, make: (all: Buffer, at: Spans) => T): (() => T) =>
    onceAmong(OPEN, bytesOfText, () => {
      const all = contentOf(stored, id)
      return make(all, spansOf(all))
    })
  const sizeOfLater = LATER.reduce((sum, name) => sum + sizeOf(spans[name]), 0)
  const later = read(sizeOfLater, laterOf)
  const categories = read(
    sizeOf(spans.categories),
    (all, at) => memberAt(all, at.categories) as ReleaseRecord['categories'],
  )
  const listed = read(sizeOf(spans.rows), (all, at) => memberAt(all, at.rows) as ReleaseRecord['rows'])
  return {
    ...head,
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
