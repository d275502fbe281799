import { expect, test } from 'vitest'
import { eventHash, eventIdOf, GENESIS_HASH, type Unhashed } from '../../../pipeline/event-log/chain.ts'

const event: Unhashed = {
  position: 7,
  stream: 'release/BR-2026-27-VERIFIED-STRICT-BASE-V1',
  version: 3,
  eventId: '00000000-0000-8000-8000-000000000007',
  commandId: null,
  type: 'GateChecked',
  schemaVersion: 1,
  actor: 'worker é',
  actText: null,
  recordedAt: '2026-04-01T12:00:00.007Z',
  payloadText: '{"gate":"source.cited","passed":true}',
  prevHash: GENESIS_HASH,
}

test('the hash is sha256 of the canonical array of all columns in their documented order', () => {
  // Computed independently, with Python's json and hashlib.
  expect(eventHash(event)).toBe('f2f2f1b0e423b8f90b0f39317fc19e30ae4a7a00f493eb31642bb4cbe97e04df')
})

const changes: Partial<Unhashed>[] = [
  { position: 8 },
  { stream: 'release/OTHER' },
  { actText: '{}' },
  { version: 4 },
  { eventId: '00000000-0000-8000-8000-000000000008' },
  { commandId: 'BR.1.source.cited' },
  { commandId: '' },
  { type: 'GateRunStarted' },
  { schemaVersion: 2 },
  { actor: 'worker e' },
  { recordedAt: '2026-04-01T12:00:00.008Z' },
  { payloadText: '{"gate":"source.cited","passed":true} ' },
  { prevHash: `1${GENESIS_HASH.slice(1)}` },
]

test.each(changes)('another value in any column gives another hash: %o', (change) => {
  expect(eventHash({ ...event, ...change })).not.toBe(eventHash(event))
})

test('moving text from one column to its neighbour gives another hash', () => {
  const left = eventHash({ ...event, type: 'ab', actor: 'c' })
  const right = eventHash({ ...event, type: 'a', actor: 'bc' })
  expect(left).not.toBe(right)
})

test('an event id is a UUID of version 8 and depends on every other column', () => {
  const { eventId: _, ...anonymous } = event
  const id = eventIdOf(anonymous)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(eventIdOf(anonymous)).toBe(id)
  for (const { eventId, ...change } of changes) {
    if (eventId === undefined) expect(eventIdOf({ ...anonymous, ...change })).not.toBe(id)
  }
})
