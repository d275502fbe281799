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

export type Judging = {
  readonly copy: Copy
  readonly covered: readonly Covered[]
  /** How long each file of tests with services takes on the unchanged tree, in ms. */
  readonly unchangedMs: ReadonlyMap<string, number>
  readonly environment: NodeJS.ProcessEnv
}

/** A run that takes this much longer than so many times what the unchanged tree takes is late. */
const PATIENCE = 6
const LEAST_MS = 60_000
/** Pure tests are run in two steps: so many files, which notice nearly every mutation, and then others. */
const FIRST_FILES = 6
/**
 * Of processor, as much as the pure tests of one mutation may take: some line is run by nearly every file. What those within
 * it do not notice counts as not noticed, though a dearer file may.
 */
const PROCESSOR_MS = 60_000
/** A busy machine is given so many chances. */
const TRIES = 3

type Step = { readonly project: Project; readonly tests: readonly string[]; readonly limitMs: number }

/** The tests to be run for a mutation, the cheapest first. */
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

/** Judges one mutation, in the copy. */
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
 * Whether tests notice a change. One that makes them come to no end is noticed by time; one that they were only late for, as
 * they are then without it, is judged again: that was the machine.
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
