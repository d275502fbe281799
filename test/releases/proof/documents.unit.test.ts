import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { parseLogEntry } from '../../../releases/proof/format/log-entry.ts'
import { parseStatement } from '../../../releases/proof/format/statement.ts'
import { buildTrust, isValidAt, parseTrust } from '../../../releases/proof/format/trust.ts'
import { buildStatement } from '../../../releases/proof/sign/statement.ts'
import { canonicalBytes, canonicalText } from '../../../releases/record/canonical.ts'
import { trustText } from '../../support/tamper/trust-text.ts'
import { entryAt, keys, ORIGIN, openingOf, people } from '../../support/tamper/world.ts'

const STATEMENT = {
  releaseId: 'BR-2026-27-VERIFIED-STRICT-BASE-V1',
  revision: 1,
  releaseSha256: sha256('record'),
  gates: [{ gate: 'source.bytes_match', passed: true, checked: 4 }],
  engineVersion: '1.0.0',
  actors: { opened_by: 'asha', sealed_by: 'pipeline' },
  logHead: { position: 33, hash: sha256('event') },
  acts: [openingOf(1, sha256('record'))],
}

describe('the statement', () => {
  it('is an in-toto Statement v1 in canonical form, and reads back as it was given', () => {
    const bytes = buildStatement(STATEMENT)
    const text = Buffer.from(bytes).toString()
    expect(text).toBe(canonicalText(JSON.parse(text)))
    expect(JSON.parse(text)).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'BR-2026-27-VERIFIED-STRICT-BASE-V1@1', digest: { sha256: STATEMENT.releaseSha256 } }],
      predicateType: 'urn:pramaan:release-statement:v2',
    })
    expect(parseStatement(bytes)).toEqual({ ok: true, statement: STATEMENT })
  })

  it('leaves out what a gate says beyond its verdict', () => {
    const gates = [{ gate: 'source.cited', passed: true, checked: 1, findings: [] }]
    expect(parseStatement(buildStatement({ ...STATEMENT, gates }))).toMatchObject({
      statement: { gates: [{ gate: 'source.cited', passed: true, checked: 1 }] },
    })
  })

  it('is not made from content that a reader would refuse', () => {
    expect(() => buildStatement({ ...STATEMENT, revision: 0 })).toThrow(TypeError)
    expect(() => buildStatement({ ...STATEMENT, gates: [] })).toThrow(TypeError)
    expect(() => buildStatement({ ...STATEMENT, releaseSha256: 'AB' })).toThrow(TypeError)
  })
})

describe('a log entry', () => {
  const reads = (parts: Parameters<typeof entryAt>[1]) => parseLogEntry(canonicalBytes(entryAt(1, parts)))

  const release = { release_id: 'BR-2026-27-VERIFIED-STRICT-BASE-V1', revision: 1, release_sha256: sha256('record') }
  const held = { ...release, component: 'rules/subsidy', reason: 'the order was stayed' }

  it('reads back as it was given', () => {
    const entries = [
      { type: 'ReleaseApproved', payload: release, act: openingOf(1, sha256('record')).act, command_id: 'approve-1' },
      { type: 'ReleaseWithdrawn', payload: { ...release, scope: 'BR', reason: 'quashed' } },
      { type: 'ComponentHeld', payload: held },
      {
        type: 'PersonRevoked',
        payload: { person: 'asha', key_id: sha256('k'), reason: 'left', compromised_since: null },
      },
    ] as const
    for (const entry of entries) expect(reads(entry)).toEqual({ ok: true, entry: entryAt(1, entry) })
  })

  it('is not made without a field that its type needs, with one too many, or of a type that is no entry', () => {
    const { reason: _reason, ...unsaid } = held
    const wrong = [
      { type: 'ComponentHeld', payload: unsaid },
      { type: 'ComponentHeld', payload: { ...held, reason: 'x'.repeat(2_001) } },
      { type: 'ReleaseApproved', payload: { ...release, note: '' } },
      { type: 'GateChecked', payload: release },
    ]
    for (const entry of wrong) expect(reads(entry).ok).toBe(false)
  })

  it('takes 16 KiB and not a byte more', () => {
    const bare = canonicalBytes(entryAt(1, { stream: 's' })).length
    const atMost = entryAt(1, { stream: 's'.repeat(16 * 1024 - bare + 1) })
    expect(canonicalBytes(atMost)).toHaveLength(16 * 1024)
    expect(parseLogEntry(canonicalBytes(atMost)).ok).toBe(true)
    expect(parseLogEntry(canonicalBytes({ ...atMost, stream: `${atMost.stream}s` })).ok).toBe(false)
  })
})

describe('the trust document', () => {
  const { keyId, publicKey } = people.asha
  const asha = {
    ...({ name: 'asha', kind: 'person', keyId, algorithm: 'ed25519', publicKey } as const),
    fromPosition: 2,
    toPosition: null,
  }

  it('reads back as it was given', () => {
    const trust = {
      origin: ORIGIN,
      position: 12,
      people: [asha],
      keys: [{ publicKey: keys.current.publicKey, fromIndex: 0, toIndex: null }],
      witnesses: [{ name: 'w', publicKey: keys.former.publicKey }],
      checkpoint: null,
    }
    const parsed = parseTrust(new TextEncoder().encode(buildTrust(trust)))
    expect(parsed).toEqual({ ok: true, trust: { ...trust, keys: [{ ...trust.keys[0], keyId: keys.current.keyId }] } })
  })

  it('is not made from keys that contradict each other', () => {
    const key = { publicKey: keys.current.publicKey, fromIndex: 0, toIndex: null }
    const rest = { origin: ORIGIN, position: 0, people: [asha], witnesses: [], checkpoint: null }
    expect(() => buildTrust({ ...rest, keys: [key, key] })).toThrow(TypeError)
    expect(() => buildTrust({ ...rest, keys: [] })).toThrow(TypeError)
    expect(() => buildTrust({ ...rest, keys: [key], people: [] })).toThrow(TypeError)
    expect(() => buildTrust({ ...rest, keys: [key], people: [asha, asha] })).toThrow(TypeError)
  })

  it('holds keys to their first and last index, both included', () => {
    const parsed = parseTrust(trustText())
    const [former, current] = parsed.ok ? parsed.trust.keys : []
    expect([0, 5, 6, 1e15].map((index) => isValidAt(former!, index))).toEqual([true, true, false, false])
    expect([0, 5, 6, 1e15].map((index) => isValidAt(current!, index))).toEqual([false, false, true, true])
  })

  it('is refused when it is not UTF-8', () => {
    expect(parseTrust(Uint8Array.of(0xff))).toMatchObject({ ok: false, code: 'TRUST_INVALID' })
  })

  it.each([
    ['# Notes of version 1.2.0', 'not JSON'],
    ['{"trust_version":1.0}', 'a number is not an integer'],
    ['{}', 'trust_version is missing'],
    ['[]', 'the whole: Invalid input: expected object, received array'],
    [trustText().replace('"origin":', '"orgin":"x","origin":'), 'unknown field orgin'],
  ])('says what is wrong with another document: %#', (text, reason) => {
    expect(parseTrust(text)).toEqual({ ok: false, code: 'TRUST_INVALID', reason })
  })
})
