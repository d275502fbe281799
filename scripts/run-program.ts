import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { VitestReport } from '../test/support/tally.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Children end with this process in every case. */
const END_WITH_PARENT = new URL('./end-with-parent.mjs', import.meta.url).href
const SKIP_NOTES = './test/support/skip-notes-reporter.ts'

/** Runs tests. Returns vitest's own report (null if it wrote none) and its exit code. */
export async function runVitest(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly report: VitestReport | null; readonly code: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'pramaan-report-'))
  try {
    const file = join(directory, 'report.json')
    const reporters = ['default', 'json', SKIP_NOTES].map((name) => `--reporter=${name}`)
    const all = ['run', '--allowOnly=false', ...reporters, `--outputFile.json=${file}`, ...args]
    const code = await run(program('vitest', 'vitest'), all, environment)
    return { report: existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as VitestReport) : null, code }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The script behind a package's command, to run with this Node instead of the one on PATH. */
export function program(name: string, command: string): string {
  const manifest = join(ROOT, 'node_modules', name, 'package.json')
  const { bin } = createRequire(import.meta.url)(manifest) as { bin: string | Record<string, string> }
  const script = typeof bin === 'string' ? bin : bin[command]
  if (script === undefined) throw new Error(`package ${name} has no command ${command}`)
  return join(dirname(manifest), script)
}

/**
 * Resolves to the exit code. A stop signal is passed on, and this process ends once the step has. `hear` gets its
 * output.
 */
export function run(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  hear?: (chunk: Buffer) => void,
): Promise<number> {
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
