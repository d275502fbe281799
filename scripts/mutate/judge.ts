import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Area } from './areas.ts'
import { testsRunning } from './coverage.ts'
import { EQUIVALENTS } from './equivalents.ts'
import type { Covered } from './executed.ts'
import { type Mutation, mutated } from './mutations.ts'
import { stepsOf } from './sample.ts'
import { type Copy, type Project, runTests } from './tests.ts'
import type { Verdict } from './verdicts.ts'

type Judging = {
  readonly copy: Copy
  readonly covered: readonly Covered[]
  /** Duration of each test file with services on the unchanged tree, in ms. */
  readonly unchangedMs: ReadonlyMap<string, number>
  readonly environment: NodeJS.ProcessEnv
}

/** A run counts as timed out if it exceeds this multiple of its duration on the unchanged tree, plus this constant. */
const PATIENCE = 6
const LEAST_MS = 60_000
/** Pure tests run in two steps: first this number of files, which detect nearly every mutation, then others. */
const FIRST_FILES = 6
/**
 * Maximum processor time for the pure tests of one mutation: some lines are run by nearly every file. A mutation not
 * detected within it counts as undetected, although a more expensive file might detect it.
 */
const PROCESSOR_MS = 60_000
/** Number of attempts on a busy machine. */
const TRIES = 3

type Step = { readonly project: Project; readonly tests: readonly string[]; readonly limitMs: number }

/** The tests for a mutation, cheapest first. */
function stepsFor({ copy, covered, unchangedMs }: Judging, area: Area, mutation: Mutation): Step[] {
  const limitOf = (times: readonly number[]): number => times.reduce((sum, ms) => sum + PATIENCE * ms, LEAST_MS)
  let spentMs = 0
  const running = testsRunning(covered, mutation.file, mutation.runsAt).filter(({ processorMs }) => {
    spentMs += processorMs
    return spentMs <= PROCESSOR_MS || spentMs === processorMs
  })
  const pure = [running.slice(0, FIRST_FILES), running.slice(FIRST_FILES)].map((tests) => ({
    project: 'pure' as const,
    tests: tests.map(({ test }) => test),
    limitMs: limitOf(tests.map(({ processorMs }) => processorMs)),
  }))
  const services = stepsOf(copy.root, area).map((tests) => ({
    project: 'services' as const,
    tests,
    limitMs: limitOf(tests.map((test) => unchangedMs.get(test) ?? 0)),
  }))
  return [...pure, ...services].filter(({ tests }) => tests.length > 0)
}

/** Tests one mutation, in the copy. */
export async function judge(judging: Judging, area: Area, mutation: Mutation): Promise<Verdict> {
  const began = performance.now()
  const given = (noticed: Verdict['noticed'], by: string): Verdict => ({
    noticed,
    by,
    ms: Math.round(performance.now() - began),
  })
  const path = join(judging.copy.root, mutation.file)
  const source = readFileSync(path, 'utf8')
  const steps = stepsFor(judging, area, mutation)
  for (const step of steps) {
    const found = await noticedBy(judging, step, {
      change: () => writeFileSync(path, mutated(source, mutation)),
      undo: () => writeFileSync(path, source),
    })
    if (found !== null) return given(found.noticed, found.by)
  }
  const change = `${mutation.original} -> ${mutation.replacement}`
  const equivalent = EQUIVALENTS.find(
    ({ file, within, change: known }) => file === mutation.file && within === mutation.within && known === change,
  )
  const files = steps.reduce((sum, { tests }) => sum + tests.length, 0)
  return given(equivalent === undefined ? 'no' : 'equivalent', `not by ${files} files of tests`)
}

/**
 * Whether tests detect a change. An endless test run is detected by its timeout; if the same tests also time out
 * without the mutation, the machine was slow, and the mutation is tested again.
 */
async function noticedBy(
  { copy, environment }: Judging,
  { project, tests, limitMs }: Step,
  { change, undo }: { readonly change: () => void; readonly undo: () => void },
): Promise<Pick<Verdict, 'noticed' | 'by'> | null> {
  for (let attempt = 0, limit = limitMs; attempt < TRIES; attempt += 1, limit *= PATIENCE) {
    change()
    const { ended, said } = await runTests(copy, project, tests, limit, environment).finally(undo)
    if (ended === 'passed') return null
    const by = failureIn(said)
    if (ended === 'failed' && !/timed out/i.test(said)) return { noticed: 'by a test', by }
    const without = await runTests(copy, project, tests, limit, environment)
    if (without.ended === 'passed' && without.ms * PATIENCE <= 2 * limit)
      return ended === 'late' ? { noticed: 'by time', by: `later than ${limit} ms` } : { noticed: 'by a test', by }
  }
  throw new Error(`${TRIES} times the machine was too busy to run ${tests.join(' ')}`)
}

/** The first test that failed. */
const failureIn = (said: string): string => /FAIL +(.+)/.exec(said)?.[1]?.trim() ?? said.trim().slice(-200)
