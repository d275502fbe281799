import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { once } from '../services/platform/once.ts'
import { startEmbeddedPostgres, startEmbeddedValkey } from '../test/support/services.ts'
import { environmentOf } from '../test/support/tier.ts'
import { conditionsText, loadAverage } from './conditions.ts'
import { AREAS } from './mutate/areas.ts'
import { measureCoverage } from './mutate/coverage.ts'
import { judge } from './mutate/judge.ts'
import { type Mutation, nameOf } from './mutate/mutations.ts'
import { hasHeld, type Judged, mutationReport } from './mutate/report.ts'
import { drawn, mutationsIn, stepsOf } from './mutate/sample.ts'
import { type Copy, copyTree, timeTests } from './mutate/tests.ts'
import { type Verdict, Verdicts } from './mutate/verdicts.ts'
import { aboveZero, endAfterUsage } from './usage.ts'

/**
 * `npm run mutate`: mutation tests. Small mutations, selected by a seed, each alone in a copy of the tree, each tested
 * by the tests that run the changed line. Exit 1 if too few are detected.
 */

const { count, seed, jobs, only, again, docs } = new Command('mutate')
  .description('changes the code in small ways, one at a time, and counts which changes the tests notice')
  .option('--count <n>', 'how many changes', aboveZero, 300)
  .option('--seed <n>', 'draws other changes', aboveZero, 20260401)
  .option('--only <texts...>', 'of these, the ones whose name contains one of the texts')
  .option('--jobs <n>', 'changes judged at a time', aboveZero, 2)
  .option('--again', 'judge anew what an earlier run has judged; otherwise a run that was stopped goes on')
  .option('--docs', 'write the report to docs/mutation.md too')
  .exitOverride(endAfterUsage)
  .parse()
  .opts<{ count: number; seed: number; jobs: number; only?: string[]; again?: true; docs?: true }>()

const say = (line: string): void => console.error(`mutate: ${line}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/mutate')
const verdicts = new Verdicts(join(cache, again ? `verdicts-${Date.now()}.jsonl` : 'verdicts.jsonl'))

const before = loadAverage()
const machine = await conditionsText(new Date())
await using stack = new AsyncDisposableStack()
// Never changed: the tree may be edited meanwhile, and the other copies contain a mutation while the tests run.
const copy = stack.adopt(await copyTree(root), (made) => made.remove())
const places = await Promise.all(Array.from({ length: jobs }, () => copyTree(copy.root)))
for (const place of places) stack.adopt(place, (made) => made.remove())
const wanted = AREAS.flatMap((area) =>
  drawn(mutationsIn(copy.root, area), Math.ceil((count * area.share) / 100), seed).map((mutation) => ({
    area,
    mutation,
  })),
).filter(({ mutation }) => only === undefined || only.some((text) => nameOf(mutation).includes(text)))
const left = wanted.filter(({ mutation }) => verdicts.noticed(mutation) === undefined)
const sources = new Set(left.map(({ mutation }) => mutation.file))
const covered = await measureCoverage(copy, join(cache, 'coverage'), sources, say)

/** Services for tests: one stack for all, since starting one per run would take most of the time. */
const servicesOnce = once(async () => {
  const postgres = stack.adopt(await startEmbeddedPostgres(), ({ stop }) => stop())
  const redis = stack.adopt(await startEmbeddedValkey(), ({ stop }) => stop())
  const environment = {
    ...environmentOf('normal'),
    TEST_DATABASE_URL: postgres.url,
    TEST_REDIS_URL: redis.url,
  }
  const tests = [...new Set(AREAS.flatMap((area) => stepsOf(copy.root, area).flat()))]
  say(`running ${tests.length} files of tests with services on the unchanged tree`)
  return { environment, unchangedMs: await timeTests(copy, tests, environment) }
})
const WITHOUT = { environment: environmentOf('normal'), unchangedMs: new Map<string, number>() }

const judged = new Map<Mutation, Verdict>(
  wanted.flatMap(({ mutation }) => {
    const known = verdicts.noticed(mutation)
    return known === undefined ? [] : [[mutation, known] as const]
  }),
)
if (judged.size > 0) say(`${judged.size} were noticed before`)

/** Tests the remaining mutations in a copy, one by one. */
async function judgeIn(place: Copy): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { area, mutation } = next
    const means = area.services.length === 0 ? WITHOUT : await servicesOnce()
    const verdict = await judge({ copy: place, covered, ...means }, area, mutation)
    verdicts.add(mutation, verdict)
    judged.set(mutation, verdict)
    const outcome = verdict.noticed === 'no' ? 'NOT NOTICED' : verdict.noticed
    say(`${judged.size}/${wanted.length} ${outcome} ${nameOf(mutation)} (${verdict.ms} ms, ${verdict.by})`)
  }
}
await Promise.all(places.map(judgeIn))

const milliseconds = [...judged.values()].reduce((sum, { ms }) => sum + ms, 0)
const minutes = (milliseconds / 60_000).toFixed(1)
const conditions = `Conditions: ${machine}; load average ${before} before, ${loadAverage()} after; ${minutes} minutes of judging, ${jobs} at a time.`
const all = wanted.flatMap(({ area, mutation }): Judged[] => {
  const verdict = judged.get(mutation)
  return verdict === undefined ? [] : [{ area: area.name, mutation, noticed: verdict.noticed }]
})
const page = mutationReport(all, { seed, conditions })
console.log(page)
if (docs) await writeFile(join(root, 'docs/mutation.md'), page)
process.exitCode = hasHeld(all) ? 0 : 1
