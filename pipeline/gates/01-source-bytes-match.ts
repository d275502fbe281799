import { sha256 } from '#digest'
import type { Source } from '../../releases/record/source.ts'
import { type Candidate, type Found, failing, gate, type Means } from './gate.ts'

const FAULTS = ['undeclared', 'not_held', 'record_sha256', 'record_size', 'bytes_sha256', 'bytes_size'] as const
type F = (typeof FAULTS)[number]

async function checkSource(candidate: Candidate, means: Means, source: Source): Promise<Found<F>[]> {
  const path = `sources/${source.source_id}`
  const declared = candidate.declaredSources.get(source.source_id)
  if (declared === undefined) return [failing(path, 'undeclared', 'a declared sha256 and size', 'neither is declared')]
  const findings: Found<F>[] = []
  const expect = (fault: F, what: string, expected: string | number, found: string | number): void => {
    if (expected !== found) findings.push(failing(path, fault, `${what} ${expected}`, `${what} ${found}`))
  }
  expect('record_sha256', 'record: sha256', declared.sha256, source.sha256)
  expect('record_size', 'record: size_bytes', declared.sizeBytes, source.size_bytes)
  const bytes = await means.bytes(declared.sha256)
  if (bytes === null) {
    return [...findings, failing(path, 'not_held', `bytes with sha256 ${declared.sha256}`, 'the bytes are not stored')]
  }
  expect('bytes_sha256', 'bytes: sha256', declared.sha256, sha256(bytes))
  expect('bytes_size', 'bytes: size', declared.sizeBytes, bytes.length)
  return findings
}

/** Gate 1: every source's bytes are stored and have the declared sha256 and size (docs/design/release.md#gates). */
export const sourceBytesMatch = gate('source.bytes_match', FAULTS, async (candidate, means) => {
  const { sources } = candidate.record
  const findings = await Promise.all(sources.map((source) => checkSource(candidate, means, source)))
  return { checked: sources.length, findings: findings.flat() }
})
