import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skipReason } from '../support/skip.ts'
import { makeCorpus, runCase, writeCorpus } from '../support/tamper.ts'

const verifier = fileURLToPath(new URL('../../docs/verify/pramaan_verify.py', import.meta.url))
const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])

/** Result of a verifier for a case; `code` is null if it accepted. */
interface Answer {
  name: string
  ok: boolean
  code: string | null
}

const corpus = makeCorpus()

function answersOfPython(directory: string): { status: number | null; stderr: string; answers: Answer[] } {
  const { status, stdout, stderr } = spawnSync('python3', [verifier, '--corpus', directory], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const lines = stdout.split('\n').filter((line) => line !== '')
  return { status, stderr, answers: lines.map((line) => JSON.parse(line)) }
}

describe('the verifier in Python, written only from the document', () => {
  // Some thousand files, written once.
  let directory = ''
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'pramaan-corpus-'))
    writeCorpus(directory, corpus)
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  beforeEach(() => {
    skipReason(python.status !== 0, 'no python3 of version 3.9 or newer on PATH: the second verifier was not run')
  })

  it('gives the same result and the same code as ours for every valid and every tampered case', () => {
    const ours = corpus.map((each): Answer => {
      const outcome = runCase(each)
      return { name: each.name, ok: outcome.ok, code: outcome.ok ? null : outcome.code }
    })
    const theirs = answersOfPython(directory)

    expect(theirs.stderr).toBe('')
    expect(theirs.answers).toEqual(ours)
    expect(theirs.status, 'it finds every case answered as the corpus lists it').toBe(0)

    const tampered = theirs.answers.filter((_, index) => corpus[index]?.codes.length !== 0)
    expect(tampered.length).toBeGreaterThanOrEqual(200)
    expect(tampered.filter((answer) => answer.ok)).toEqual([])
    expect(theirs.answers.length, 'there are sound cases too').toBeGreaterThan(tampered.length)
  })

  it('accepts and refuses single bundles by its exit status, and prints the result', () => {
    const cases: { valid: boolean; bundle_file: string; trust_file: string; checkpoint_file: string | null }[] =
      JSON.parse(readFileSync(join(directory, 'cases.json'), 'utf8'))
    const run = (valid: boolean, more: string[]) => {
      const one = cases.find((each) => each.valid === valid && each.checkpoint_file === null)
      if (!one) throw new Error('the corpus has no such case')
      const files = [join(directory, one.bundle_file), '--trusted-keys', join(directory, one.trust_file)]
      return spawnSync('python3', [verifier, ...files, ...more], { encoding: 'utf8' })
    }

    const accepted = run(true, [])
    expect(accepted.status).toBe(0)
    expect(accepted.stdout).toMatch(
      /^accepted\nrelease_id: .+\nrevision: \d+\nrelease_sha256: [0-9a-f]{64}\nleaf_index: \d+\ntree_size: \d+\n$/,
    )
    const refused = run(true, ['--witnesses', '1000', '--json'])
    expect(refused.status).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, code: 'WITNESSES_MISSING' })
    expect(run(false, []).stdout).toMatch(/^refused\ncode: [A-Z_]+\nreason: .+\n$/)
    expect(run(true, ['--witnesses', '-1']).status).toBe(2)
    expect(run(true, ['--checkpoint', join(directory, 'no-such-file')]).status).toBe(2)
  })

  it('imports nothing outside the standard library', () => {
    const listing =
      'import ast, sys; tree = ast.parse(open(sys.argv[1], encoding="utf-8").read(), feature_version=(3, 9))'
    const names =
      'print(*sorted({alias.name if isinstance(node, ast.Import) else node.module for node in ast.walk(tree) ' +
      'if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}))'
    const imported = execFileSync('python3', ['-c', `${listing}\n${names}`, verifier], { encoding: 'utf8' })
    expect(imported.trim().split(' ')).toEqual([
      'argparse',
      'base64',
      'functools',
      'hashlib',
      'json',
      'pathlib',
      're',
      'sys',
    ])
  })

  it('runs without site packages, the environment or its own folder on the path', () => {
    const { status, stdout } = spawnSync('python3', ['-I', '-S', verifier, '--help'], { encoding: 'utf8' })
    expect(status).toBe(0)
    expect(stdout).toContain('--trusted-keys')
  })
})

it('the verifier in Python is under 500 lines, none over 120 characters', () => {
  const lines = readFileSync(verifier, 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThan(500)
  expect(lines.filter((line) => [...line].length > 120)).toEqual([])
})
