import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { parseLogEntry } from '../../../releases/proof/format/log-entry.ts'
import { LOG_ORIGIN } from '../../../releases/proof/format/note-key.ts'
import { parseStatement } from '../../../releases/proof/format/statement.ts'
import { isValidAt, parseTrust } from '../../../releases/proof/format/trust.ts'
import { buildLogEntry } from '../../../releases/proof/sign/log-entry.ts'
import { buildStatement } from '../../../releases/proof/sign/statement.ts'
import { buildTrust } from '../../../releases/proof/sign/trust.ts'
import { canonicalText } from '../../../releases/record/canonical.ts'
import { entryAt, keys, trustText } from '../../support/tamper/world.ts'

const STATEMENT = {
  releaseId: 'BR-2026-27-VERIFIED-STRICT-BASE-V1',
  revision: 1,
  releaseSha256: sha256('record'),
  gates: [{ gate: 'source.bytes_match', passed: true, checked: 4 }],
  engineVersion: '1.0.0',
  actors: { opened_by: 'asha', sealed_by: 'pipeline' },
  logHead: { position: 33, hash: sha256('event') },
}

describe('the statement', () => {
  it('is an in-toto Statement v1 in canonical form, and reads back as it was given', () => {
    const bytes = buildStatement(STATEMENT)
    const text = Buffer.from(bytes).toString()
    expect(text).toBe(canonicalText(JSON.parse(text)))
    expect(JSON.parse(text)).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'BR-2026-27-VERIFIED-STRICT-BASE-V1@1', digest: { sha256: STATEMENT.releaseSha256 } }],
      predicateType: 'urn:pramaan:release-statement:v1',
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
  const reads = (parts: Parameters<typeof entryAt>[1]) => parseLogEntry(buildLogEntry(entryAt(1, parts)))

  it('reads back as it was given, for every kind of act', () => {
    const acts = [
      { kind: 'seal', statement_sha256: sha256('statement') },
      { kind: 'approve' },
      { kind: 'promote', scope: 'BR', stage: 'reference' },
      { kind: 'supersede', scope: 'BR' },
      { kind: 'withdraw', reason: 'the order was stayed' },
      { kind: 'hold', component: 'subsidy' },
      { kind: 'unhold', component: 'subsidy' },
    ] as const
    for (const act of acts) expect(reads(act)).toEqual({ ok: true, entry: entryAt(1, act) })
  })

  it('is not made without the field that its act needs', () => {
    for (const kind of ['seal', 'promote', 'withdraw', 'hold', 'unhold'] as const) {
      expect(() => reads({ kind })).toThrow(TypeError)
    }
    expect(() => reads({ kind: 'approve', statement_sha256: sha256('statement') })).toThrow(TypeError)
  })
})

describe('the trust document', () => {
  it('reads back as it was given', () => {
    const trust = {
      origin: LOG_ORIGIN,
      keys: [{ publicKey: keys.current.publicKey, fromIndex: 0, toIndex: null }],
      witnesses: [{ name: 'w', publicKey: keys.former.publicKey }],
      checkpoint: null,
    }
    const parsed = parseTrust(new TextEncoder().encode(buildTrust(trust)))
    expect(parsed).toEqual({ ok: true, trust: { ...trust, keys: [{ ...trust.keys[0], keyId: keys.current.keyId }] } })
  })

  it('is not made from keys that contradict each other', () => {
    const key = { publicKey: keys.current.publicKey, fromIndex: 0, toIndex: null }
    const rest = { origin: LOG_ORIGIN, witnesses: [], checkpoint: null }
    expect(() => buildTrust({ ...rest, keys: [key, key] })).toThrow(TypeError)
    expect(() => buildTrust({ ...rest, keys: [] })).toThrow(TypeError)
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
})
