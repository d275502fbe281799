import { describe, expect, it } from 'vitest'
import { parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { parseSignedTime } from '../../../releases/proof/format/signed-time.ts'
import { parseTrust } from '../../../releases/proof/format/trust.ts'
import { signTime } from '../../../releases/proof/sign/checkpoint.ts'
import { isTimeOf } from '../../../releases/proof/verify/checkpoint.ts'
import { trustText } from '../../support/tamper/trust-text.ts'
import { keys, ORIGIN } from '../../support/tamper/world.ts'

const content = { origin: ORIGIN, position: 120, time: '2026-11-22T15:04:05.678Z' }
const note = signTime(content, keys.current)

function counts(text: string): boolean {
  const trust = parseTrust(trustText())
  const parsed = parseSignedTime(text)
  return parsed !== null && trust.ok && isTimeOf(parsed, trust.trust)
}

describe('a signed time', () => {
  it('is three lines, a blank line, and the signature of the key that signs now', () => {
    expect(note.split('\n\n')[0]).toBe(`${ORIGIN}/time\n120\n2026-11-22T15:04:05.678Z`)
    expect(parseSignedTime(note)).toMatchObject(content)
    expect(counts(note)).toBe(true)
  })

  it('is no checkpoint, nor the other way round', () => {
    expect(parseCheckpoint(note).ok).toBe(false)
  })

  it('is invalid in any other form, or with one character changed', () => {
    for (let at = 0; at < note.length; at += 1) {
      const other = note[at] === '1' ? '2' : '1'
      const changed = note.slice(0, at) + other + note.slice(at + 1)
      expect(counts(changed), `character ${at}`).toBe(false)
      expect(counts(note.slice(0, at) + note.slice(at + 1)), `without character ${at}`).toBe(false)
    }
    for (const more of [`${note}\n`, ` ${note}`, note.replaceAll('\n', '\r\n'), '', 'junk'])
      expect(counts(more)).toBe(false)
  })

  it('does not count by a key that another has replaced, or a stranger’s', () => {
    expect(counts(signTime(content, keys.former))).toBe(false)
    expect(counts(signTime({ ...content, origin: 'pramaan/log/v2/other' }, keys.current))).toBe(false)
  })

  it('is not made from an invalid time', () => {
    expect(() => signTime({ ...content, time: '2026-11-22' }, keys.current)).toThrow(/malformed/)
    expect(() => signTime({ ...content, time: '2026-13-22T15:04:05.678Z' }, keys.current)).toThrow(/malformed/)
  })
})
