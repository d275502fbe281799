import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { sourceBytesMatch } from '../../../pipeline/gates/01-source-bytes-match.ts'
import { findingsOf, findingText, sampleCandidate, sampleMeans, sourceOf } from './support/sample.ts'
import { sampleSources } from './support/sources.ts'

const sheet = sampleSources()[0]!

describe('source.bytes_match fails when', () => {
  it('the bytes of a source are not stored', async () => {
    expect(
      await findingsOf(sourceBytesMatch, () => {}, {
        bytes: async (hash) => (hash === sheet.sha256 ? null : sampleMeans().bytes(hash)),
      }),
    ).toEqual([`sources/XX-SHEET | bytes with sha256 ${sheet.sha256} | the bytes are not stored`])
  })

  it('one byte differs from what is declared', async () => {
    const flipped = async (hash: string): Promise<Uint8Array | null> => {
      const bytes = await sampleMeans().bytes(hash)
      if (hash === sheet.sha256 && bytes !== null) bytes[0] = 0
      return bytes
    }
    const bytes = (await flipped(sheet.sha256))!
    expect(await findingsOf(sourceBytesMatch, () => {}, { bytes: flipped })).toEqual([
      `sources/XX-SHEET | bytes: sha256 ${sheet.sha256} | bytes: sha256 ${sha256(bytes)}`,
    ])
  })

  it('the declared size is not the size of the bytes', async () => {
    const declaredSources = new Map(sampleCandidate().declaredSources)
    declaredSources.set('XX-SHEET', { sha256: sheet.sha256, sizeBytes: 7 })
    const { findings } = await sourceBytesMatch.check(
      sampleCandidate(() => {}, { declaredSources }),
      sampleMeans(),
    )
    expect(findings.map(findingText)).toEqual([
      `sources/XX-SHEET | record: size_bytes 7 | record: size_bytes ${sheet.size_bytes}`,
      `sources/XX-SHEET | bytes: size 7 | bytes: size ${sheet.size_bytes}`,
    ])
  })

  it('the record names another hash than the declared one', async () => {
    const other = 'a'.repeat(64)
    expect(
      await findingsOf(sourceBytesMatch, (record) => {
        sourceOf(record, 'XX-SHEET').sha256 = other
      }),
    ).toEqual([`sources/XX-SHEET | record: sha256 ${sheet.sha256} | record: sha256 ${other}`])
  })

  it('a source of the record is not declared', async () => {
    const { findings } = await sourceBytesMatch.check(
      sampleCandidate(() => {}, { declaredSources: new Map() }),
      sampleMeans(),
    )
    expect(findings).toHaveLength(5)
    expect(findings.map(findingText)[0]).toBe('sources/XX-SHEET | a declared sha256 and size | neither is declared')
  })
})
