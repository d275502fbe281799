import { describe, expect, it } from 'vitest'
import { recordCanonicalStable } from '../../../pipeline/gates/28-record-canonical-stable.ts'
import { canonicalText } from '../../../releases/record/canonical.ts'
import { sampleCandidate, sampleMeans, sampleRecord } from './support/sample.ts'

const check = async (text: string) =>
  recordCanonicalStable.check(
    sampleCandidate(() => {}, { bytes: new TextEncoder().encode(text) }),
    sampleMeans(),
  )
const canonical = canonicalText(sampleRecord())

describe('record.canonical_stable fails when', () => {
  it.each([
    ['the bytes are spaced out', JSON.stringify(JSON.parse(canonical), null, 2)],
    ['the keys are in another order', JSON.stringify(sampleRecord())],
    ['a number is spelled another way', canonical.replace('"page_count":1,', '"page_count":1.0,')],
    ['a key stands twice', canonical.replace('"catalogue":true,', '"catalogue":true,"catalogue":true,')],
  ])('%s', async (_, text) => {
    const { findings } = await check(text)
    expect(findings).toHaveLength(2)
    expect(findings[0]?.expected).toContain('the bytes parsed and serialised again: sha256 ')
  })

  it('the bytes are canonical and of another record, and shows where they part', async () => {
    const { findings } = await check(canonical.replace('"printed":"6.10"', '"printed":"6.18"'))
    expect(findings).toHaveLength(1)
    expect(findings[0]?.expected).toMatch(/^the record in canonical form: sha256 [0-9a-f]{64}, at byte \d+ ".*6\.10/)
    expect(findings[0]?.found).toContain('6.18')
  })

  it('the bytes are not JSON', async () => {
    const { findings } = await check('not a record')
    expect(findings).toEqual([expect.objectContaining({ where: 'at:release', expected: 'a record in JSON' })])
  })

  it('the bytes parse to what has no canonical form', async () => {
    const { findings } = await check(canonical.replace('"page_count":1,', '"page_count":1e999,'))
    expect(findings[0]?.expected).toBe('the bytes parsed and serialised again: a canonical form')
  })
})
