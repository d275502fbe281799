import { sha256 } from '#digest'
import type { Source } from '../../releases/record/source.ts'
import { type Candidate, type Finding, type Gate, type Means, verdict } from './gate.ts'
import { finding } from './support/finding.ts'

async function checkSource(candidate: Candidate, means: Means, source: Source): Promise<Finding[]> {
  const path = `sources/${source.source_id}`
  const declared = candidate.declaredSources.get(source.source_id)
  if (declared === undefined) return [finding(candidate, path, 'a declared sha256 and size', 'neither is declared')]
  const findings: Finding[] = []
  const expect = (what: string, expected: string | number, found: string | number): void => {
    if (expected !== found) findings.push(finding(candidate, path, `${what} ${expected}`, `${what} ${found}`))
  }
  expect('record: sha256', declared.sha256, source.sha256)
  expect('record: size_bytes', declared.sizeBytes, source.size_bytes)
  const bytes = await means.bytes(declared.sha256)
  if (bytes === null) {
    return [...findings, finding(candidate, path, `bytes with sha256 ${declared.sha256}`, 'the bytes are not held')]
  }
  expect('bytes: sha256', declared.sha256, sha256(bytes))
  expect('bytes: size', declared.sizeBytes, bytes.length)
  return findings
}

/**
 * Gate 1: every source's bytes are held and have the sha256 and the size that are declared
 * (docs/design/release.md#gates).
 */
export const sourceBytesMatch: Gate = {
  name: 'source.bytes_match',
  heavy: false,
  async check(candidate, means) {
    const { sources } = candidate.record
    const findings = await Promise.all(sources.map((source) => checkSource(candidate, means, source)))
    return verdict('source.bytes_match', sources.length, findings.flat())
  },
}
