import { concatBytes } from '../../releases/proof/format/bytes.ts'
import { parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import { parseTrust } from '../../releases/proof/format/trust.ts'
import { verifyFile } from '../../releases/proof/verify/file.ts'
import { ask } from '../../releases/published/ask.ts'
import {
  type Failed,
  type ReadPath,
  servedReleases,
  type VerifiedState,
  verifiedReleases,
} from '../../releases/published/served-releases.ts'
import { jsonTextFault } from '../../releases/record/json-text.ts'
import { keptIn } from '../../releases/record/kept-in.ts'
import { causeOf } from './api.ts'
import type { components } from './contract.ts'

/**
 * Releases published without a key, by a service or as a folder on any file server: verified here, and calculated here.
 * The server is not trusted; the trust document is.
 */

const GRADES = ['order', 'transcription', 'carried', 'derived', 'specimen'] as const
export type Grade = (typeof GRADES)[number]
export type CalculateRequest = components['schemas']['CalculateRequest']
export type CalculateAnswer = components['schemas']['CalculateAnswer']

export type PublishedOptions = {
  /**
   * Where it is published, such as `https://tariffs.example.org`; or a function that reads a path of it (null: not
   * found).
   */
  readonly from: string | ((path: string) => Promise<Uint8Array | null>)
  /**
   * The trust document (`/v1/trust.json`), obtained over a channel that you trust, and again after a new key of the log
   * or a new person was announced.
   */
  readonly trust: string | Uint8Array
  /** The note of the previous time, if you kept it: an older log, or another one, is refused. */
  readonly kept?: string | null
  /** The weakest accepted evidence grade; default `derived`. */
  readonly floor?: Grade
  /** Maximum time for one file of an address, in ms; default 30,000. After it the file counts as not reached. */
  readonly timeoutMs?: number
}

export type Failure = { readonly ok: false; readonly code: string; readonly reason: string }
export type Calculated =
  | { readonly ok: true; readonly data: CalculateAnswer }
  | { readonly ok: false; readonly code: string; readonly details: Readonly<Record<string, unknown>> }
export type Published = {
  readonly ok: true
  /** The signed checkpoint: keep it, and pass it as `kept` the next time. */
  readonly note: string
  readonly states: readonly { readonly code: string; readonly name: string }[]
  /**
   * Answers like POST /v1/calculate, calculated here from releases that were verified here. Fails if one does not
   * verify.
   */
  calculate(request: CalculateRequest): Promise<Calculated | Failure>
}

type Reader = { readonly read: ReadPath; readonly missing: () => string }

/** Reads for one call. `missing`: the last path that it did not get, and why; empty: it got all. */
function readerOf(from: PublishedOptions['from'], timeoutMs: number): Reader {
  const get = typeof from === 'string' ? getterOf(from, timeoutMs) : async (path: string) => from(path)
  let missing = ''
  const read: ReadPath = async (path) => {
    const got = (await get(path)) ?? 'not found'
    if (typeof got !== 'string') return got
    missing = `${path}: ${got}`
    return null
  }
  return { read, missing: () => missing }
}

/** Far larger than any published file. A server that is not trusted may send without end, and a few packed bytes for many. */
const MOST_BYTES = 64 * 1024 * 1024

async function bytesOf({ body }: Response): Promise<Uint8Array | string> {
  const reader = body?.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    size += next.value.length
    if (size > MOST_BYTES) {
      await reader?.cancel()
      return `larger than ${MOST_BYTES} bytes`
    }
    parts.push(next.value)
  }
  return concatBytes(...parts)
}

/** The bytes at a path of an address, or why there are none. */
function getterOf(from: string, timeoutMs: number): (path: string) => Promise<Uint8Array | string> {
  const origin = from.replace(/\/+$/, '')
  return async (path) => {
    try {
      const response = await fetch(`${origin}${path}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return response.ok ? await bytesOf(response) : `HTTP ${response.status}`
    } catch (error) {
      return causeOf(error)
    }
  }
}

/** Why the kept note cannot be compared with the log: it is malformed, or it is of another log. */
function keptFault(kept: string, note: string): Failure | null {
  const [was, is] = [parseCheckpoint(kept), parseCheckpoint(note)]
  if (!was.ok)
    return { ok: false, code: 'REFERENCE_INVALID', reason: `the kept note is not a checkpoint: ${was.reason}` }
  if (is.ok && is.checkpoint.origin === was.checkpoint.origin) return null
  return { ok: false, code: 'FORKED_HISTORY', reason: 'the kept note is of another log' }
}

const failure = ({ code, failed }: Failed, { missing }: Reader): Failure => ({
  ok: false,
  code,
  reason: missing() === '' ? failed : `${failed} (${missing()})`,
})

type Verified = Extract<VerifiedState, { ok: true }> | Failure

const NOT_EXPLAINED = {
  operation: 'explain',
  reason: 'only POST /v1/calculate of a service explains: leave explain out',
}

/** Reads and verifies what is in service. Each state is read and verified on first use. */
export async function openPublished({
  from,
  trust,
  kept = null,
  floor = 'derived',
  timeoutMs = 30_000,
}: PublishedOptions): Promise<Published | Failure> {
  // With an unknown grade every figure would be accepted.
  if (!GRADES.includes(floor))
    return { ok: false, code: 'INVALID_REQUEST_FIELD', reason: `floor must be one of ${GRADES.join(', ')}` }
  const parsed = parseTrust(trust)
  if (!parsed.ok) return { ok: false, code: parsed.code, reason: parsed.reason }
  const reader = readerOf(from, timeoutMs)
  const served = await servedReleases(reader.read, parsed.trust, kept)
  if (!served.ok) return failure(served, reader)
  const { releases, note } = served
  const unproven = kept === null ? null : keptFault(kept, note)
  if (unproven !== null) return unproven
  const verified = new Map<string, Promise<Verified>>()
  const read = async (code: string): Promise<Verified> => {
    const own = releases.filter((each) => each.state_code === code)
    const reader = readerOf(from, timeoutMs)
    const state = await verifiedReleases(reader.read, parsed.trust, own)
    return state.ok ? state : failure(state, reader)
  }
  return {
    ok: true,
    note,
    states: [...new Map(releases.map(({ state_code, state_name }) => [state_code, state_name]))].map(
      ([code, name]) => ({
        code,
        name,
      }),
    ),
    calculate: async (given) => {
      // As it would be sent: JSON has no members that are undefined, and no dates.
      const text = JSON.stringify(given) ?? 'null'
      const fault = jsonTextFault(text)
      if (fault !== null) return { ok: false, code: 'MALFORMED_JSON', details: { reason: fault } }
      // Callers without types may give anything; what is no object is refused below, as by the service.
      const request = JSON.parse(text) as CalculateRequest | null
      const code = request?.state_code ?? ''
      const state = await keptIn(verified, code, () => read(code))
      if (!state.ok) {
        // Read again the next time: the server may have failed for a moment only.
        verified.delete(code)
        return state
      }
      const answer = ask(state.plans, request, floor)
      if (!answer.ok) return answer
      if (request?.explain === true) return { ok: false, code: 'UNSUPPORTED_OPERATION', details: NOT_EXPLAINED }
      return { ok: true, data: JSON.parse(answer.dataText) as CalculateAnswer }
    },
  }
}

export type VerifyGiven = {
  readonly trust: string | Uint8Array
  /**
   * A checkpoint note that you hold: an older file is refused; for a serving state, the note that contains its hash.
   */
  readonly checkpoint?: string | null
  /** Required number of cosignatures by trusted witnesses. */
  readonly witnesses?: number
}

/** Checks a bundle, a file of acts or a serving state, offline (docs/verify). `kind` says which it was. */
export function verify(
  bytes: Uint8Array,
  { trust, checkpoint = null, witnesses = 0 }: VerifyGiven,
): { readonly ok: true; readonly kind: 'bundle' | 'acts' | 'serving' } | Failure {
  // No count is below NaN: fewer cosignatures would be accepted.
  if (!Number.isSafeInteger(witnesses) || witnesses < 0)
    return { ok: false, code: 'INVALID_REQUEST_FIELD', reason: 'witnesses must be a whole number from 0' }
  const parsed = parseTrust(trust)
  if (!parsed.ok) return { ok: false, code: parsed.code, reason: parsed.reason }
  const verified = verifyFile(bytes, { trust: parsed.trust, checkpoint, witnesses })
  return verified.ok ? { ok: true, kind: verified.kind } : { ok: false, code: verified.code, reason: verified.reason }
}
