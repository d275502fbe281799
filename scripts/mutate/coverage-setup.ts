import { readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { sha256 } from '#digest'
import { type Covered, executedIn } from './executed.ts'

// Source ranges run by a test file, as counted by V8. Node replaces types with spaces, so that V8's offsets are those
// of the source.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const into = process.env['PRAMAAN_COVERAGE_INTO']
if (into === undefined) throw new Error('PRAMAAN_COVERAGE_INTO is the folder to write to')

const began = process.cpuUsage()
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true })

afterAll(() => {
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error !== null) throw error
    const test = relative(ROOT, expect.getState().testPath ?? '')
    const sources: Record<string, Covered['sources'][string]> = {}
    const texts: Record<string, string> = {}
    for (const { url, functions } of taken.result) {
      if (!url.startsWith('file:')) continue
      const path = fileURLToPath(url)
      const file = relative(ROOT, path)
      if (!/^(releases|pipeline|services|test)\//.test(file)) continue
      texts[file] = sha256(readFileSync(path, 'utf8'))
      if (!file.startsWith('test/')) sources[file] = executedIn(functions)
    }
    const { user, system } = process.cpuUsage(began)
    const covered: Covered = { test, processorMs: Math.round((user + system) / 1_000), texts, sources }
    writeFileSync(join(into, `${sha256(test)}.json`), JSON.stringify(covered))
  })
})
