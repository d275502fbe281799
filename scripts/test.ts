import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Tally, tallyOf, type VitestReport } from '../test/support/tally.ts'
import { environmentOf } from '../test/support/tier.ts'

// `npm test`: types, lint, boundaries, then every test. `--nightly` runs the long tier; other arguments go to vitest,
// `npm test -- test/releases` for instance. The last line counts all that passed, failed and was skipped.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BOUNDARIES = '.dependency-cruiser.cjs'
/** Each step ends with this process, however that ends. */
const END_WITH_PARENT = new URL('./end-with-parent.mjs', import.meta.url).href
const SKIP_NOTES = './test/support/skip-notes-reporter.ts'

const nightly = process.argv.includes('--nightly')
const forVitest = process.argv.slice(2).filter((argument) => argument !== '--nightly')
const environment = environmentOf(nightly ? 'nightly' : 'normal')

let failedSteps = 0
// Beside each other: each is mostly one thread, and what it says is shown when it has ended.
const floors = ['releases', 'pipeline', 'services']
await Promise.all([
  step('typecheck', program('typescript', 'tsc'), ['--noEmit']),
  step('typecheck of the site', program('typescript', 'tsc'), ['--noEmit', '-p', 'services/api/site']),
  step('lint', program('@biomejs/biome', 'biome'), ['check', '.']),
  step('boundaries', program('dependency-cruiser', 'depcruise'), ['--config', BOUNDARIES, ...floors]),
])
const tally = await tests()

for (const note of tally.notes) console.log(note)
const failed = tally.failed + failedSteps
console.log(`${tally.passed} passed, ${failed} failed, ${tally.skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1

async function step(name: string, script: string, args: readonly string[]): Promise<void> {
  const said: Buffer[] = []
  const code = await run(script, args, (chunk) => said.push(chunk))
  console.log(`== ${name}${code === 0 ? '' : ' failed'}`)
  process.stdout.write(Buffer.concat(said))
  if (code !== 0) failedSteps += 1
}

async function tests(): Promise<Tally> {
  console.log(`== tests (${nightly ? 'nightly' : 'normal'} tier)`)
  const directory = await mkdtemp(join(tmpdir(), 'pramaan-report-'))
  try {
    const file = join(directory, 'report.json')
    const reporters = ['default', 'json', SKIP_NOTES].map((name) => `--reporter=${name}`)
    const output = `--outputFile.json=${file}`
    const code = await run(program('vitest', 'vitest'), [
      'run',
      '--allowOnly=false',
      ...reporters,
      output,
      ...forVitest,
    ])
    const report = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as VitestReport) : null
    return tallyOf(report, code)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The script behind a package's command, to be run by this very Node rather than by the one on PATH. */
function program(name: string, command: string): string {
  const manifest = join(ROOT, 'node_modules', name, 'package.json')
  const { bin } = createRequire(import.meta.url)(manifest) as { bin: string | Record<string, string> }
  const script = typeof bin === 'string' ? bin : bin[command]
  if (script === undefined) throw new Error(`package ${name} has no command ${command}`)
  return join(dirname(manifest), script)
}

/** Resolves to the exit code. A request to end is passed on, and answered when the step has ended. `hear` gets its output. */
function run(script: string, args: readonly string[], hear?: (chunk: Buffer) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const output = hear === undefined ? 'inherit' : 'pipe'
    const child = spawn(process.execPath, ['--import', END_WITH_PARENT, script, ...args], {
      cwd: ROOT,
      env: environment,
      stdio: ['inherit', output, output],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => hear?.(chunk))
    const end = (signal: NodeJS.Signals) => {
      child.once('exit', () => process.exit(1))
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    for (const signal of signals) process.once(signal, end)
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, end)
      resolve(code ?? 1)
    })
  })
}
