import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { VitestReport } from '../../test/support/tally.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LEFT_OUT = new Set(['node_modules', '.git', '.pramaan'])
/** Heap limit of each test process. */
const HEAP_MB = 1_024
/** Time limit for all of them on the unchanged tree. */
export const UNCHANGED_MS = 3_600_000

export type Project = 'pure' | 'services'
export type Copy = { readonly root: string; remove(): Promise<void> }

/** A copy of a tree with the same dependencies: the tree itself is never changed. */
export async function copyTree(from: string): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'pramaan-mutate-'))
  // However this process ends.
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  await cp(from, root, { recursive: true, filter: (source) => !LEFT_OUT.has(basename(source)) })
  await linkEach(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}

/**
 * Links the packages one by one: with a link to the whole folder, an installation started by a test in the copy would
 * remove the tree's packages.
 */
export async function linkEach(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (name.startsWith('@')) await linkEach(join(from, name), join(to, name))
    else await symlink(join(from, name), join(to, name))
  }
}

export type Outcome = { readonly ended: 'passed' | 'failed' | 'late'; readonly ms: number; readonly said: string }

/** Running children, stopped when this process ends. */
const running = new Set<ChildProcess>()

/** Stops all processes of a test run's process group. */
function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
process.once('exit', () => {
  for (const child of running) end(child)
})

/**
 * Runs tests of the copy until the first failure, in one worker unless `more` says otherwise, with limited memory;
 * `late`: stopped after `limitMs`. Modules are loaded by Node itself, so that only executed code is read.
 */
export async function runTests(
  copy: Copy,
  project: Project,
  files: readonly string[],
  limitMs: number,
  environment: NodeJS.ProcessEnv,
  more: readonly string[] = [],
): Promise<Outcome> {
  const began = performance.now()
  const vitest = join(copy.root, 'node_modules/vitest/vitest.mjs')
  const own = ['--project', project, '--bail=1', '--reporter=dot', '--experimental.viteModuleRunner=false']
  const child = spawn(
    process.execPath,
    [vitest, 'run', ...own, '--passWithNoTests=false', ...(more.length === 0 ? ['--maxWorkers=1'] : more), ...files],
    {
      cwd: copy.root,
      env: { ...environment, NO_COLOR: '1', NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-4_000)
    })
  let late = false
  const timer = setTimeout(() => {
    late = true
    end(child)
  }, limitMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  end(child)
  running.delete(child)
  return { ended: late ? 'late' : code === 0 ? 'passed' : 'failed', ms: performance.now() - began, said }
}

/**
 * Duration of each test file with services on the unchanged copy, in ms. Throws if a test fails, since such a test
 * detects nothing.
 */
export async function timeTests(
  copy: Copy,
  files: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, number>> {
  const file = join(copy.root, 'unchanged.json')
  const reporters = ['--maxWorkers=1', '--reporter=json', `--outputFile.json=${file}`]
  const { ended, said } = await runTests(copy, 'services', files, UNCHANGED_MS, environment, reporters)
  if (ended !== 'passed') throw new Error(`without any change the tests have ${ended}\n${said}`)
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  return new Map(testResults.map((each) => [relative(copy.root, each.name), durationOf(each)]))
}

const durationOf = ({ assertionResults }: VitestReport['testResults'][number]): number =>
  assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
