import { describe, expect, test } from 'vitest'
import { type EventRow, toRecordedEvent } from '../../../pipeline/event-log/event.ts'
import { leafOf } from '../../../pipeline/lifecycle/entries.ts'
import { loggable, newEvent, type PipelineEvent, parseEvent } from '../../../pipeline/lifecycle/events.ts'
import { MOST_ENTRY_BYTES, parseLogEntry } from '../../../releases/proof/format/log-entry.ts'

/** Limits of accepted log events. */

const HASH = 'a'.repeat(64)
const KEY = {
  key_id: 'k',
  name: 'n',
  key_sha256: HASH,
  scopes: [],
  states: [],
  origins: [],
  per_minute: 1,
  burst: 1,
  bills_per_minute: 1,
  evidence_floor: 'order',
  expires_at: null,
  request_ref: null,
}
const SOURCE = { sha256: HASH, size_bytes: 1, media_type: 'text/csv', file_name: 'f', identity: null }
const TEXT = { sha256: HASH, page_count: 1, page_sha256: [], text_sha256: HASH }
const RUN = { release_id: 'R', revision: 1, run_id: 'r' }
const CHECKED = { ...RUN, gate: 'source.cited', passed: true, checked: 0, findings: [] }

const takes = (type: string, payload: object): boolean => {
  try {
    newEvent({ type, payload } as PipelineEvent)
    return true
  } catch {
    return false
  }
}

describe('numbers of events', () => {
  test.each([
    ['KeyIssued', KEY, 'per_minute', 1, null],
    ['KeyIssued', KEY, 'burst', 1, null],
    ['KeyIssued', KEY, 'bills_per_minute', 1, 10_000_000],
    ['SourceRegistered', SOURCE, 'size_bytes', 1, null],
    ['SourceTextExtracted', TEXT, 'page_count', 1, null],
    ['GateChecked', CHECKED, 'checked', 0, null],
    ['GateChecked', CHECKED, 'revision', 1, null],
  ] as const)('%s: %s.%s from %i to %s', (type, payload, name, least, most) => {
    expect(takes(type, { ...payload, [name]: least })).toBe(true)
    expect(takes(type, { ...payload, [name]: least - 1 })).toBe(false)
    expect(takes(type, { ...payload, [name]: least + 0.5 })).toBe(false)
    if (most === null) return
    expect(takes(type, { ...payload, [name]: most })).toBe(true)
    expect(takes(type, { ...payload, [name]: most + 1 })).toBe(false)
  })

  test('a key from before batches has no bills', () => {
    const { bills_per_minute: _, ...before } = KEY
    expect(takes('KeyIssued', before)).toBe(true)
  })

  test('unknown event types are refused, including inherited property names', () => {
    for (const type of ['Made', 'constructor', 'toString']) expect(() => parseEvent(type, {})).toThrow(TypeError)
  })

  test('one of the log that nobody appended says what to do', () => {
    expect(() => parseEvent('ComponentHeld', {})).toThrow(/an event ComponentHeld .*: run `log verify`/)
    const row = { position: '7', payload: '{', act: null } as EventRow
    expect(() => toRecordedEvent(row)).toThrow(/^event 7 of the log is no JSON: run `log verify`/)
  })

  test('a null character is refused: no later event would be projected; a backslash before u0000 is none', () => {
    const held = (reason: string) => () => newEvent({ type: 'KeyRevoked', payload: { key_id: 'k', reason } })
    expect(held('a\0b')).toThrow('KeyRevoked has a null character')
    expect(held('a\\\0b')).toThrow('KeyRevoked has a null character')
    expect(held('a\\u0000b')()).toMatchObject({ payload: { reason: 'a\\u0000b' } })
  })

  test.each(['a\ud800b', 'a\0b'])('%j becomes U+FFFD, wherever a finding has it', (odd) => {
    const of = { where: odd, expected: odd, found: odd }
    const mended = { where: 'a\ufffdb', expected: 'a\ufffdb', found: 'a\ufffdb' }
    expect(
      loggable([
        { ...of, evidence: odd },
        { ...of, evidence: null },
      ]),
    ).toEqual([
      { ...mended, evidence: 'a\ufffdb' },
      { ...mended, evidence: null },
    ])
  })
})

describe('the entry of an event', () => {
  const around = {
    stream: 'state-BR',
    version: 1,
    position: 1,
    hash: HASH,
    commandId: null,
    actor: 'asha',
    act: null,
    recordedAt: '2026-04-01T05:30:00.000Z',
  }
  const held = (length: number): PipelineEvent => ({
    type: 'ComponentHeld',
    payload: {
      release_id: 'BR-2026-27-VERIFIED-STRICT-BASE-V1',
      revision: 1,
      release_sha256: HASH,
      component: 'rows/BR-DS-I/energy',
      reason: 'x'.repeat(length),
    },
  })

  test('is as long as a reader takes, and not a byte longer', () => {
    const shortest = leafOf(around, held(0)) as Uint8Array
    const longest = leafOf(around, held(MOST_ENTRY_BYTES - shortest.length))
    expect((longest as Uint8Array).length).toBe(MOST_ENTRY_BYTES)
    expect(leafOf(around, held(MOST_ENTRY_BYTES - shortest.length + 1))).toBe('too_long')
    expect(parseLogEntry(leafOf(around, held(9)) as Uint8Array).ok).toBe(true)
  })

  test('does not exist for other events, or if readers could not read it', () => {
    expect(leafOf(around, { type: 'KeyIssued', payload: KEY })).toBeNull()
    expect(leafOf({ ...around, recordedAt: 'yesterday' }, held(9))).toBe('unreadable')
    expect(leafOf({ ...around, version: 0 }, held(9))).toBe('unreadable')
  })
})
