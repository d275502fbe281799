import { availableParallelism } from 'node:os'
import { type Tally, tallyOf } from '../test/support/tally.ts'
import { environmentOf } from '../test/support/tier.ts'
import { program, run, runVitest } from './run-program.ts'

// `npm test`: types, lint, boundaries, then every test. `--nightly` runs the long tier; other arguments are passed to
// vitest, for instance `npm test -- test/releases`. The last line counts passed, failed and skipped tests.

/** Version 7, the faster one: docs/dependencies.md says why there are two. */
const TSC = program('typescript-7', 'tsc')
const BOUNDARIES = '.dependency-cruiser.cjs'

const nightly = process.argv.includes('--nightly')
const forVitest = process.argv.slice(2).filter((argument) => argument !== '--nightly')
const environment = environmentOf(nightly ? 'nightly' : 'normal')

let failedSteps = 0
const floors = ['releases', 'pipeline', 'services', 'clients', 'scripts', 'bench']
/** Each checker works out for itself the types that files share: four, its default, take more than twice the processor time of one. */
const CHECKERS = String(Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))))
/** Cache of results for files that have not changed since the last run. */
const types = (project: string, kept: string): string[] => {
  const file = `node_modules/.cache/types/${kept}.tsbuildinfo`
  return ['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', file, '--checkers', CHECKERS]
}
// Beside the tests, because each uses mostly one thread, and the cores are not busy while workers start.
const [tally] = await Promise.all([
  tests(),
  step('typecheck', TSC, types('.', 'all')),
  step('typecheck of the site', TSC, types('services/api/site', 'site')),
  step('typecheck of the desk', TSC, types('services/desk', 'desk')),
  step('lint', program('@biomejs/biome', 'biome'), ['check', '.']),
  step('boundaries', program('dependency-cruiser', 'depcruise'), ['--config', BOUNDARIES, ...floors]),
])

for (const note of tally.notes) console.log(note)
const failed = tally.failed + failedSteps
console.log(`${tally.passed} passed, ${failed} failed, ${tally.skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1

async function step(name: string, script: string, args: readonly string[]): Promise<void> {
  const said: Buffer[] = []
  const code = await run(script, args, environment, (chunk) => said.push(chunk))
  console.log(`== ${name}${code === 0 ? '' : ' failed'}`)
  process.stdout.write(Buffer.concat(said))
  if (code !== 0) failedSteps += 1
}

async function tests(): Promise<Tally> {
  console.log(`== tests (${nightly ? 'nightly' : 'normal'} tier)`)
  const { report, code } = await runVitest(forVitest, environment)
  return tallyOf(report, code)
}
