import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { utf8Bytes } from '../../../releases/proof/format/bytes.ts'
import { cosignatureMessage, parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { COSIGNATURE_TYPE, noteKeyHash } from '../../../releases/proof/format/note-key.ts'
import { addCosignature, cosignCheckpoint, signCheckpoint } from '../../../releases/proof/sign/checkpoint.ts'
import { verifyCheckpoint } from '../../../releases/proof/verify/checkpoint.ts'
import { verifySignature } from '../../../releases/proof/verify/envelope.ts'
import { readerTrust as trust } from '../../support/tamper/trust-text.ts'
import { keys, ORIGIN, witnesses } from '../../support/tamper/world.ts'

const root = new Uint8Array(32).fill(7)
const servingSha256 = 'cd'.repeat(32)
const content = { origin: ORIGIN, size: 9, root, logHead: { position: 120, hash: 'ab'.repeat(32) }, servingSha256 }
const note = signCheckpoint(content, keys.current)
const BODY = `${ORIGIN}\n9\nBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\n120 ${'ab'.repeat(32)}\n${servingSha256}\n`

function parsed(text: string) {
  const result = parseCheckpoint(text)
  if (!result.ok) throw new Error(result.reason)
  return result.checkpoint
}

describe('a checkpoint', () => {
  it('is a signed note: five lines, a blank line, the signature over the five lines by the key its hash names', () => {
    const [head, tail] = note.split('\n\n')
    expect(`${head}\n`).toBe(BODY)
    expect(tail).toMatch(/^— pramaan\/log\/v2\/0123456789abcdef [A-Za-z0-9+/]+=*\n$/)
    const bytes = Buffer.from(tail!.trim().split(' ')[2]!, 'base64')
    const hashed = Buffer.concat([utf8Bytes(`${ORIGIN}\n`), Buffer.from([1]), keys.current.publicKey])
    expect(bytes.subarray(0, 4)).toEqual(createHash('sha256').update(hashed).digest().subarray(0, 4))
    expect(verifySignature(keys.current.publicKey, utf8Bytes(BODY), new Uint8Array(bytes.subarray(4)))).toBe(true)
  })

  it('reads back as what was signed', () => {
    expect(parsed(note)).toMatchObject({ ...content, body: BODY, cosignatures: [] })
    expect(verifyCheckpoint(parsed(note), trust())).toEqual({ ok: true, witnesses: [] })
  })

  it('by a key that is not trusted says that the trust document may be older than the key', () => {
    const byStranger = parsed(signCheckpoint(content, keys.stranger))
    const reason = expect.stringContaining('get the trust document again')
    expect(verifyCheckpoint(byStranger, trust())).toMatchObject({ code: 'CHECKPOINT_KEY_UNKNOWN', reason })
  })

  it('cannot be made for an empty log, a short root or a name with a space', () => {
    expect(() => signCheckpoint({ ...content, size: 0 }, keys.current)).toThrow(TypeError)
    expect(() => signCheckpoint({ ...content, root: root.subarray(1) }, keys.current)).toThrow(TypeError)
    expect(() => signCheckpoint({ ...content, origin: 'a log' }, keys.current)).toThrow(TypeError)
  })
})

describe('a cosignature', () => {
  it('signs the domain line, the time line and the whole body', () => {
    expect(cosignatureMessage(BODY, 1_679_315_147n)).toBe(`cosignature/v1\ntime 1679315147\n${BODY}`)
  })

  it('has the key hash of the published example form: type byte 4 after the name and a newline', () => {
    const { name, key } = witnesses[0]!
    const hashed = Buffer.concat([utf8Bytes(name), Buffer.from([0x0a, 4]), key.publicKey])
    const expected = createHash('sha256').update(hashed).digest().subarray(0, 4)
    expect(Buffer.from(noteKeyHash(name, COSIGNATURE_TYPE, key.publicKey))).toEqual(expected)
  })

  it('is in the order of names, whatever the order of arrival, and is counted', () => {
    const inOrder = (order: readonly number[]) =>
      order.reduce((text, at) => {
        const result = cosignCheckpoint(text, witnesses[at]!, 1_775_000_000)
        return result.ok ? result.note : expect.fail(result.reason)
      }, note)
    const cosigned = inOrder([0, 1, 2])
    for (const order of [
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ])
      expect(inOrder(order)).toBe(cosigned)
    const names = witnesses.map(({ name }) => name).sort()
    expect(verifyCheckpoint(parsed(cosigned), trust())).toEqual({ ok: true, witnesses: names })
  })

  it('is refused a second time under the same name, and on what is no note', () => {
    const once = cosignCheckpoint(note, witnesses[0]!, 1)
    const twice = once.ok ? cosignCheckpoint(once.note, witnesses[0]!, 2) : once
    expect(twice).toMatchObject({ ok: false, code: 'CHECKPOINT_INVALID' })
    expect(cosignCheckpoint('note', witnesses[0]!, 1)).toMatchObject({ ok: false, code: 'CHECKPOINT_INVALID' })
    expect(addCosignature(note, 'no line')).toMatchObject({ ok: false, code: 'CHECKPOINT_INVALID' })
  })
})
