import { readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { conditionsText, loadAverage } from '../bench/support/machine.ts'
import { startEmbeddedPostgres, startEmbeddedValkey } from '../test/support/services.ts'
import { environmentOf } from '../test/support/tier.ts'
import { AREAS, type Area } from './mutate/areas.ts'
import { EQUIVALENTS } from './mutate/equivalents.ts'
import { type Mutation, mutated, nameOf } from './mutate/mutations.ts'
import { hasHeld, type Judged, mutationReport } from './mutate/report.ts'
import { drawn, mutationsIn, stepsOf } from './mutate/sample.ts'
import { type Copy, copyTree, runTests, timeTests } from './mutate/tests.ts'

/**
 * `npm run mutate [-- --count N --seed N --only TEXT --docs]`: small wrong changes, drawn by a seed, one at a time in a copy
 * of the tree, each against the tests of its part. The report is on stdout; with `--docs` in docs/mutation.md too. `--only`:
 * those of the sample whose name contains the text. Exit 1 where fewer are noticed than must be.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '20260401' },
    only: { type: 'string', multiple: true, default: [] },
    docs: { type: 'boolean', default: false },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
if (![count, seed].every((given) => Number.isSafeInteger(given) && given > 0)) {
  console.error('--count and --seed take whole numbers above 0')
  process.exit(2)
}

/** A run that takes this much longer than so many times what the unchanged tree takes counts as noticed. */
const PATIENCE = 6
const LEAST_MS = 60_000

const say = (line: string): void => console.error(`mutate: ${line}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

type Wanted = { readonly area: Area; readonly mutation: Mutation }

const root = join(import.meta.dirname, '..')
const wanted: Wanted[] = AREAS.flatMap((area) =>
  drawn(mutationsIn(root, area), Math.ceil((count * area.share) / 100), seed).map((mutation) => ({ area, mutation })),
).filter(({ mutation }) => values.only.length === 0 || values.only.some((text) => nameOf(mutation).includes(text)))

const began = performance.now()
const before = loadAverage()
const machine = await conditionsText(new Date())
await using stack = new AsyncDisposableStack()
const copy = stack.adopt(await copyTree(), (made) => made.remove())
const environment = wanted.some(({ area }) => area.project === 'services')
  ? await withServices()
  : environmentOf('normal')

/** One stack for all: starting one for each run would take most of the time. */
async function withServices(): Promise<NodeJS.ProcessEnv> {
  const postgres = stack.adopt(await startEmbeddedPostgres(), ({ stop }) => stop())
  const redis = stack.adopt(await startEmbeddedValkey(), ({ stop }) => stop())
  return { ...environmentOf('normal'), TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url }
}

/** How long each file of tests takes on the unchanged tree. */
const unchangedMs = new Map<string, number>()
for (const project of ['pure', 'services'] as const) {
  const those = wanted.filter(({ area }) => area.project === project)
  const tests = new Set(those.flatMap(({ area, mutation }) => stepsOf(root, area, mutation.file).flat()))
  if (tests.size === 0) continue
  say(`running ${tests.size} files of tests on the unchanged tree`)
  for (const [test, ms] of await timeTests(copy, project, [...tests], environment)) unchangedMs.set(test, ms)
}
const limitOf = (tests: readonly string[]): number =>
  tests.reduce((sum, test) => sum + PATIENCE * (unchangedMs.get(test) ?? 0), LEAST_MS)

async function judge({ root: place }: Copy, { area, mutation }: Wanted): Promise<Judged> {
  const path = join(place, mutation.file)
  const source = readFileSync(path, 'utf8')
  for (const tests of stepsOf(place, area, mutation.file)) {
    writeFileSync(path, mutated(source, mutation))
    try {
      const { ended } = await runTests(copy, area.project, tests, limitOf(tests), environment)
      if (ended !== 'passed') return { area: area.name, mutation, noticed: ended === 'late' ? 'by time' : 'by a test' }
    } finally {
      writeFileSync(path, source)
    }
  }
  const change = `${mutation.original} -> ${mutation.replacement}`
  const equivalent = EQUIVALENTS.find(
    ({ file, within, change: known }) => file === mutation.file && within === mutation.within && known === change,
  )
  return { area: area.name, mutation, noticed: equivalent === undefined ? 'no' : 'equivalent' }
}

const judged: Judged[] = []
for (const each of wanted) {
  const verdict = await judge(copy, each)
  judged.push(verdict)
  say(
    `${judged.length}/${wanted.length} ${verdict.noticed === 'no' ? 'NOT NOTICED' : verdict.noticed} ${nameOf(each.mutation)}`,
  )
}
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
const conditions = `Conditions: ${machine}; load average ${before} before, ${loadAverage()} after; ${minutes} minutes.`
const page = mutationReport(judged, { seed, conditions })
console.log(page)
if (values.docs) await writeFile(join(root, 'docs/mutation.md'), page)
process.exitCode = hasHeld(judged) ? 0 : 1
