import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { skipReason } from '../support/skip.ts'
import { accepted, type TamperCase } from '../support/tamper/case.ts'
import { KINDS, type Mutation, mutations } from '../support/tamper/mutations.ts'
import { runCase, writeCorpus } from '../support/tamper.ts'
import { runsOf } from '../support/tier.ts'

/**
 * Random damage: both verifiers must give the same result for every file, including the code, and no file that is
 * damaged under its old signatures may be accepted. `npm run test:nightly` tries more than six thousand files.
 */

const EACH = runsOf({ normal: 25, nightly: 330 })
const made = mutations(EACH, 20_260_401)
const cases = made.map(({ name, given }): TamperCase => accepted(name, given))
const verifier = fileURLToPath(new URL('../../docs/verify/pramaan_verify.py', import.meta.url))
const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])

type Answer = { readonly name: string; readonly ok: boolean; readonly code: string | null }

const ours = cases.map((each): Answer => {
  const outcome = runCase(each)
  return { name: each.name, ok: outcome.ok, code: outcome.ok ? null : outcome.code }
})

function countsBy(of: (mutation: Mutation, answer: Answer) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [at, mutation] of made.entries()) {
    const key = of(mutation, ours[at]!)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

test('there are files of every kind, and damage of every kind is found', () => {
  const kinds = countsBy(({ kind }) => kind)
  expect(Object.keys(kinds).sort()).toEqual([...KINDS].sort())
  expect(Object.values(kinds).filter((count) => count < EACH)).toEqual([])
  expect(made.length).toBe(KINDS.length * EACH)
  const codes = countsBy((_mutation, { code }) => code ?? 'accepted')
  expect(Object.keys(codes).length, JSON.stringify(codes)).toBeGreaterThanOrEqual(15)
})

test('nothing is accepted that is damaged under its old signatures', () => {
  const taken = made.filter(({ isUnsigned }, at) => isUnsigned && ours[at]!.ok).map(({ name }) => name)
  expect(taken).toEqual([])
})

test('the verifier in Python gives the same result for every file', () => {
  skipReason(python.status !== 0, 'no python3 of version 3.9 or newer on PATH: the second verifier was not run')
  const directory = mkdtempSync(join(tmpdir(), 'pramaan-mutations-'))
  try {
    expect(writeCorpus(directory, cases)).toBe(cases.length)
    const { stdout, stderr } = spawnSync('python3', [verifier, '--corpus', directory], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    const theirs = stdout.split('\n').flatMap((line): Answer[] => (line === '' ? [] : [JSON.parse(line)]))
    expect(stderr).toBe('')
    expect(theirs.length).toBe(ours.length)
    expect(theirs.filter((answer, at) => JSON.stringify(answer) !== JSON.stringify(ours[at]))).toEqual([])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
