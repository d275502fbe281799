import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise as cruiseTree } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { afterAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const CONFIG = join(ROOT, '.dependency-cruiser.cjs')
const FLOORS = ['releases', 'pipeline', 'services', 'clients', 'scripts', 'bench']
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }

type Violation = { rule: { name: string }; from: string; to: string }
type Cruise = {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: { violations: Violation[] }
}

/** Exit code of the checker, run like `npm run boundaries` in another folder. */
function exitCodeIn(directory: string): Promise<number> {
  const cli = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [cli, '--config', CONFIG, '--output-type', 'err', ...FLOORS]
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: directory }, (error, stdout, stderr) => {
      if (stdout === '') fail(error ?? new Error(stderr))
      else done(typeof error?.code === 'number' ? error.code : 0)
    })
  })
}

/** What the checker finds in a folder, in this process: starting it takes many times as long as reading a small tree. */
async function cruise(directory: string, folders: readonly string[] = FLOORS): Promise<Cruise> {
  const options = { ...(await extractDepcruiseOptions(CONFIG)), baseDir: directory, outputType: 'json' as const }
  const tsConfig = extractTSConfig(join(directory, 'tsconfig.json'))
  const { output } = await cruiseTree([...folders], options, undefined, { tsConfig })
  return JSON.parse(output as string)
}

const trees: string[] = []
afterAll(() => Promise.all(trees.map((tree) => rm(tree, { recursive: true }))))

/** A small project; each file has the imports listed for it. */
async function house(files: Record<string, readonly string[]>): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'house-'))
  trees.push(tree)
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  for (const file of ['tsconfig.json', 'package.json']) await copyFile(join(ROOT, file), join(tree, file))
  for (const floor of FLOORS) await mkdir(join(tree, floor), { recursive: true })
  for (const [file, imports] of Object.entries(files)) {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    const lines = imports.map((specifier, index) => `import * as used${index} from '${specifier}'`)
    await writeFile(join(tree, file), [...lines, 'export const here = true', ''].join('\n'))
  }
  return tree
}

const namesOf = (violations: Violation[]) => violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

// That the whole source tree follows the rules is a step of `npm test` of its own.
test('imports of the source tree are really followed', async () => {
  const { modules } = await cruise(ROOT, ['pipeline/event-log'])
  const append = modules.find((module) => module.source === 'pipeline/event-log/append.ts')
  const followed = append?.dependencies.map((dependency) => dependency.resolved)
  expect(followed).toContain('releases/record/canonical.ts')
  expect(followed).toContain('pipeline/event-log/chain.ts')
})

test('allowed imports pass', async () => {
  const tree = await house({
    'releases/crypto/digest.node.ts': ['node:crypto'],
    'releases/crypto/digest.browser.ts': ['@noble/hashes/sha2.js'],
    'releases/record/record.ts': ['zod', '../crypto/digest.node.ts'],
    'releases/engine/inputs.ts': ['../record/record.ts'],
    'releases/engine/reference/evaluate.ts': ['../inputs.ts', '../../record/record.ts', './rational.ts'],
    'releases/engine/reference/rational.ts': [],
    'releases/proof/verify/verify.ts': ['../../record/record.ts'],
    'releases/proof/sign/sign.ts': ['../verify/verify.ts', 'node:crypto'],
    'pipeline/gates/gate.ts': ['../../releases/record/record.ts'],
    'pipeline/gates/schema.ts': ['./gate.ts', 'ajv/dist/2020.js'],
    'pipeline/lifecycle/decide.ts': ['../../releases/record/record.ts', '../gates/gate.ts', 'zod'],
    'pipeline/event-log/append.ts': ['pg', '../../releases/record/record.ts'],
    'pipeline/event-log/read.ts': ['pg'],
    'pipeline/projections/queries.ts': ['pg'],
    'services/platform/postgres.ts': ['pg', 'node:fs'],
    'services/api/app.ts': ['../platform/postgres.ts', '../../pipeline/projections/queries.ts', 'fastify'],
    'services/worker/main.ts': ['../platform/postgres.ts', '../../pipeline/event-log/append.ts', 'bullmq'],
  })
  const { summary } = await cruise(tree)
  expect(namesOf(summary.violations)).toEqual([])
})

/** Each rule with imports that it must catch: rule, importing file, specifier, target. */
const wrongs: [rule: string, from: string, specifier: string, to: string][] = [
  ['every-import-resolves', 'services/cli/main.ts', './not-there.ts', './not-there.ts'],
  ['service-runs-without-development-libraries', 'services/api/bench.ts', 'autocannon', 'node_modules/autocannon'],
  ['releases-import-nothing-but-releases', 'releases/engine/calculate.ts', 'node:fs', 'fs'],
  ['releases-import-nothing-but-releases', 'releases/record/read.ts', 'node:process', 'process'],
  ['releases-import-nothing-but-releases', 'releases/record/parse.ts', 'yaml', 'node_modules/yaml'],
  ['releases-import-nothing-but-releases', 'releases/record/hash.ts', 'node:crypto', 'crypto'],
  ['releases-sign-and-hash-in-one-place', 'releases/crypto/digest.node.ts', 'node:fs', 'fs'],
  [
    'releases-import-nothing-but-releases',
    'releases/record/up.ts',
    '../../pipeline/gates/gate.ts',
    'pipeline/gates/gate.ts',
  ],
  ['verify-does-not-import-sign', 'releases/proof/verify/direct.ts', '../sign/sign.ts', 'releases/proof/sign/sign.ts'],
  [
    'verify-does-not-import-sign',
    'releases/proof/verify/round.ts',
    '../format/lends.ts',
    'releases/proof/sign/sign.ts',
  ],
  [
    'reference-does-not-import-engine',
    'releases/engine/reference/borrow.ts',
    '../round.ts',
    'releases/engine/round.ts',
  ],
  [
    'pipeline-imports-only-releases',
    'pipeline/relay/relay.ts',
    '../../services/platform/env.ts',
    'services/platform/env.ts',
  ],
  ['pipeline-imports-only-releases', 'pipeline/relay/bench.ts', '../../bench/bench.ts', 'bench/bench.ts'],
  [
    'only-services-import-services',
    'pipeline/jobs/env.ts',
    '../../services/platform/env.ts',
    'services/platform/env.ts',
  ],
  [
    'only-services-import-services',
    'releases/record/env.ts',
    '../../services/platform/env.ts',
    'services/platform/env.ts',
  ],
  ['lifecycle-is-pure', 'pipeline/lifecycle/file.ts', 'node:fs/promises', 'fs/promises'],
  ['lifecycle-is-pure', 'pipeline/lifecycle/store.ts', 'pg', 'node_modules/pg'],
  ['lifecycle-is-pure', 'pipeline/lifecycle/log.ts', '../event-log/append.ts', 'pipeline/event-log/append.ts'],
  ['lifecycle-is-pure', 'pipeline/lifecycle/gate.ts', '../gates/cited.ts', 'pipeline/gates/cited.ts'],
  ['gates-are-pure', 'pipeline/gates/net.ts', 'node:http', 'http'],
  ['gates-are-pure', 'pipeline/gates/spawn.ts', 'node:child_process', 'child_process'],
  ['gates-are-pure', 'pipeline/gates/queue.ts', 'bullmq', 'node_modules/bullmq'],
  ['gates-are-pure', 'pipeline/gates/redis.ts', 'ioredis', 'node_modules/ioredis'],
  ['gates-are-pure', 'pipeline/gates/log.ts', '../event-log/read.ts', 'pipeline/event-log/read.ts'],
  [
    'api-does-not-import-the-writing-half',
    'services/api/write.ts',
    '../../pipeline/event-log/append.ts',
    'pipeline/event-log/append.ts',
  ],
  [
    'api-does-not-import-the-writing-half',
    'services/api/work.ts',
    '../../pipeline/jobs/job.ts',
    'pipeline/jobs/job.ts',
  ],
  [
    'api-does-not-import-the-writing-half',
    'services/api/add.ts',
    '../../pipeline/relay/add.ts',
    'pipeline/relay/add.ts',
  ],
  [
    'api-does-not-import-the-writing-half',
    'services/api/take.ts',
    '../../pipeline/intake/take.ts',
    'pipeline/intake/take.ts',
  ],
  [
    'api-does-not-import-the-writing-half',
    'services/api/decide.ts',
    '../../pipeline/lifecycle/decide.ts',
    'pipeline/lifecycle/decide.ts',
  ],
  [
    'api-does-not-import-the-writing-half',
    'services/mcp/run.ts',
    '../../pipeline/commands/run.ts',
    'pipeline/commands/run.ts',
  ],
  ['api-does-not-reach-the-writing-half', 'services/api/keys.ts', '../keys/issue.ts', 'pipeline/event-log/append.ts'],
]

const bystanders: Record<string, readonly string[]> = {
  'bench/bench.ts': [],
  'releases/engine/round.ts': [],
  'releases/proof/sign/sign.ts': [],
  'releases/proof/format/lends.ts': ['../sign/sign.ts'],
  'pipeline/commands/run.ts': [],
  'pipeline/event-log/append.ts': [],
  'pipeline/event-log/read.ts': [],
  'pipeline/gates/cited.ts': [],
  'pipeline/gates/gate.ts': [],
  'pipeline/intake/take.ts': [],
  'pipeline/lifecycle/decide.ts': [],
  'pipeline/relay/add.ts': [],
  'pipeline/jobs/job.ts': [],
  'services/keys/issue.ts': ['../../pipeline/event-log/append.ts'],
  'services/platform/env.ts': [],
}

/** Each rule against cycles, a tree with one, and the expected report. */
const cycles: [rule: string, files: Record<string, readonly string[]>, reported: string][] = [
  [
    'no-file-cycles',
    {
      'pipeline/relay/about.ts': ['./back.ts'],
      'pipeline/relay/back.ts': ['./round.ts'],
      'pipeline/relay/round.ts': ['./about.ts'],
    },
    'pipeline/relay/about.ts → pipeline/relay/back.ts',
  ],
  [
    'no-folder-cycles',
    {
      'services/cli/asks.ts': ['../keys/answers.ts'],
      'services/cli/lends.ts': [],
      'services/keys/answers.ts': [],
      'services/keys/borrows.ts': ['../cli/lends.ts'],
    },
    'services/cli → services/keys',
  ],
  [
    'no-folder-cycles',
    {
      'bench/measure.ts': ['../scripts/people.ts'],
      'bench/machine.ts': [],
      'scripts/people.ts': [],
      'scripts/report.ts': ['../bench/machine.ts'],
    },
    'bench → scripts',
  ],
]

test.each(cycles)('%s fails on a tree with a cycle, and on nothing else', async (rule, files, reported) => {
  const { summary } = await cruise(await house(files))
  expect(namesOf(summary.violations)).toContain(`${rule}: ${reported}`)
  expect(new Set(summary.violations.map((found) => found.rule.name))).toEqual(new Set([rule]))
})

test('every rule fails on a tree that breaks it', async () => {
  const shown = [...wrongs, ...cycles].map(([rule]) => rule)
  expect(new Set(shown)).toEqual(new Set(config.forbidden.map((rule) => rule.name)))
  const culprits = Object.fromEntries(wrongs.map(([, from, specifier]) => [from, [specifier]]))
  const tree = await house({ ...bystanders, ...culprits })
  expect(await exitCodeIn(tree)).toBeGreaterThan(0)
  const { summary } = await cruise(tree)
  for (const [rule, from, specifier, to] of wrongs) {
    const caught = summary.violations.filter((found) => found.rule.name === rule && found.from === from)
    const targets = caught.map((found) => found.to)
    expect(
      targets.some((target) => target === to || target.includes(`${to}/`)),
      `${rule}: ${from} → ${specifier}`,
    ).toBe(true)
  }
  const guilty = new Set(wrongs.map(([, from]) => from))
  expect(summary.violations.filter((found) => !guilty.has(found.from)).map((found) => found.from)).toEqual([])
})

test('a type import counts', async () => {
  const tree = await house({ 'pipeline/lifecycle/decide.ts': [] })
  await writeFile(
    join(tree, 'pipeline/lifecycle/decide.ts'),
    `import type { Pool } from 'pg'\nexport type Here = Pool\n`,
  )
  const { summary } = await cruise(tree)
  expect(summary.violations.map((found) => found.rule.name)).toEqual(['lifecycle-is-pure'])
})
