import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { program } from '../../scripts/run-program.ts'
import { ROOT } from './child.ts'
import { tallyOf } from './tally.ts'

test('the report of a run tells why each test was skipped, and which one does not say', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pramaan-probe-'))
  const file = join(directory, 'report.json')
  const reporters = ['json', './test/support/skip-notes-reporter.ts'].map((name) => `--reporter=${name}`)
  const options = ['--config', 'test/support/probe/vitest.config.ts', `--outputFile.json=${file}`, ...reporters]
  await promisify(execFile)(process.execPath, [program('vitest', 'vitest'), 'run', ...options], { cwd: ROOT })
  const { notes, ...counts } = tallyOf(JSON.parse(await readFile(file, 'utf8')), 0)
  await rm(directory, { recursive: true })

  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 3 })
  expect(notes).toEqual([
    'skipped: is skipped by its context: first reason',
    'skipped: is skipped without a context: second reason',
    'skipped: a block is skipped whole: third reason',
    'failed: is skipped and does not say why: skipped without a reason',
  ])
})
