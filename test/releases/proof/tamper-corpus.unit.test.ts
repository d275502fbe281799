import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REFUSAL_CODES } from '../../../releases/proof/format/refusal.ts'
import { makeCorpus, runCase, writeCorpus } from '../../support/tamper.ts'

const corpus = makeCorpus()
const tampered = corpus.filter(({ codes }) => codes.length > 0)
const sound = corpus.filter(({ codes }) => codes.length === 0)

describe('the tamper corpus', () => {
  it('has at least 200 tampered cases with distinct names, and no two alike', () => {
    expect(tampered.length).toBeGreaterThanOrEqual(200)
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
    const inputs = corpus.map(({ bundle, trust, checkpoint, witnesses }) =>
      JSON.stringify([Buffer.from(bundle).toString('base64'), trust, checkpoint, witnesses]),
    )
    expect(new Set(inputs).size).toBe(corpus.length)
  })

  it('provokes every refusal code by a case that allows no other', () => {
    const provoked = new Set(tampered.filter(({ codes }) => codes.length === 1).map(({ codes }) => codes[0]))
    expect(REFUSAL_CODES.filter((code) => !provoked.has(code))).toEqual([])
  })

  it.each(sound)('accepts: $name', (one) => {
    expect(runCase(one)).toMatchObject({ ok: true })
  })

  it.each(tampered)('refuses: $name', (one) => {
    const result = runCase(one)
    expect(result.ok ? 'accepted' : result.code).toBeOneOf([...one.codes])
  })

  it('is written so that every case can be restored from the files', () => {
    const dir = mkdtempSync(join(tmpdir(), 'corpus-'))
    try {
      expect(writeCorpus(dir)).toBe(corpus.length)
      const written = JSON.parse(readFileSync(join(dir, 'cases.json'), 'utf8'))
      const read = (file: string | null) => (file === null ? null : readFileSync(join(dir, file)))
      const again = written.map((one: Record<string, string>) => ({
        name: one['name'],
        codes: one['codes'],
        bundle: read(one['bundle_file']!)!.toString('base64'),
        trust: read(one['trust_file']!)!.toString(),
        checkpoint: read(one['checkpoint_file'] ?? null)?.toString() ?? null,
        witnesses: one['witnesses'],
      }))
      expect(again).toEqual(corpus.map((one) => ({ ...one, bundle: Buffer.from(one.bundle).toString('base64') })))
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})
