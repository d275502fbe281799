import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '#digest'
import { environmentOf } from '../../test/support/tier.ts'
import type { Covered } from './executed.ts'
import { filesBelow, PURE } from './sample.ts'
import { type Copy, runTests, UNCHANGED_MS } from './tests.ts'

/** The test files that run a place of a source, cheapest first. */
export function testsRunning(covered: readonly Covered[], source: string, offset: number): Covered[] {
  return covered
    .filter(({ sources }) => sources[source]?.some(([start, end]) => start <= offset && offset < end))
    .sort((a, b) => a.processorMs - b.processorMs)
}

/**
 * Cached coverage of a test file; null if there is none, or if the file, a test file that it loads or one of `sources`
 * has changed.
 */
function keptOf(root: string, folder: string, test: string, sources: ReadonlySet<string>): Covered | null {
  const path = join(folder, `${sha256(test)}.json`)
  if (!existsSync(path)) return null
  const kept = JSON.parse(readFileSync(path, 'utf8')) as Covered
  const isSame = ([file, text]: readonly [string, string]): boolean =>
    existsSync(join(root, file)) && sha256(readFileSync(join(root, file), 'utf8')) === text
  const texts = Object.entries(kept.texts).filter(([file]) => file.startsWith('test/') || sources.has(file))
  return texts.every(isSame) ? kept : null
}

/**
 * Parts of `sources` (the files to be mutated) run by each file of pure tests. Cached in `folder` as long as these
 * files and the tests are unchanged. Other changes may make a test run different code; at worst a test that would have
 * detected a mutation is not run. Throws if a test fails, since such a test detects nothing.
 */
export async function measureCoverage(
  copy: Copy,
  folder: string,
  sources: ReadonlySet<string>,
  say: (line: string) => void,
): Promise<Covered[]> {
  mkdirSync(folder, { recursive: true })
  const tests = filesBelow(copy.root, 'test').filter((file) => PURE.test(file))
  const missing = tests.filter((test) => keptOf(copy.root, folder, test, sources) === null)
  if (missing.length > 0) {
    say(`measuring what ${missing.length} files of pure tests run`)
    const environment = { ...environmentOf('normal'), PRAMAAN_COVERAGE_INTO: folder, NODE_DISABLE_COMPILE_CACHE: '1' }
    const config = ['--config', 'scripts/mutate/vitest.config.ts', `--maxWorkers=${availableParallelism() + 1}`]
    const { ended, said } = await runTests(copy, 'pure', missing, UNCHANGED_MS, environment, config)
    if (ended !== 'passed') throw new Error(`without any change the tests have ${ended}\n${said}`)
  }
  return tests.map((test) => {
    const covered = keptOf(copy.root, folder, test, sources)
    if (covered === null) throw new Error(`${test} has not said what it runs`)
    return covered
  })
}
