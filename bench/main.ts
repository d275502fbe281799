import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { conditionsText, loadAverage } from '../scripts/conditions.ts'
import { wholeNumber } from '../services/cli/arguments.ts'
import { loadConfig } from '../services/platform/config.ts'
import { benchApi } from './api.ts'
import { benchBatch } from './batch.ts'
import { benchEngine } from './engine.ts'
import { benchLarge, benchVerify } from './large.ts'
import { benchLatency } from './latency.ts'
import { benchMemory } from './memory.ts'
import { benchPeers } from './peers.ts'
import { benchEventLog, benchReleaseRun } from './pipeline.ts'
import { benchScale } from './scale.ts'
import { benchApiStart, benchNpmStart } from './start.ts'
import { withIndia } from './support/kept-india.ts'
import { withCores } from './support/machine.ts'
import { type BenchRow, type Measured, type Say, tableText } from './support/report.ts'
import { BIHAR, benchKeys, type Local, type Setup, serveDefinition, withLocal, withWorker } from './support/stack.ts'
import { benchTrust } from './trust.ts'

/** `npm run bench [-- part… --json FILE]`: ratios, each against a baseline of the same run. The tables are on stdout. */

type Options = { readonly peers: string; readonly releases: number; readonly folder: string }
type Part = { readonly about: string; readonly run: (say: Say, options: Options) => Promise<Measured> }
type Rows = Promise<readonly BenchRow[]>

const PARTS: Readonly<Record<string, Part>> = {
  engine: {
    about: 'bills of every shipped definition, refusals and whole answers a second, beside the reference evaluator',
    run: async () => ({ rows: await benchEngine(), setting: 'in process, no database' }),
  },
  pipeline: {
    about: 'definitions from opened to promoted through all gates; event log: appends a second',
    run: (say) =>
      onLocal(async (local) => {
        const runs = await benchReleaseRun(local, say)
        // Last, because a worker could not read its events.
        return [...runs, ...(await benchEventLog(local, say))]
      }),
  },
  api: {
    about: 'requests a second and processor time of our routes, beside a bare Fastify route on the same core',
    run: (say) => onServing(say, benchApi),
  },
  batch: {
    about: 'bills a second of POST /v1/calculations, beside the same answers made in process',
    run: (say) => onServing(say, benchBatch),
  },
  latency: {
    about: 'what 99 of 100 answers take at 1,000 and 3,000 requests a second, and right after a start',
    run: (say) => onServing(say, benchLatency),
  },
  start: {
    about: 'an API process to its first 200, beside bare Fastify; npm start, first and second',
    run: async (say) => {
      const api = await onServing(say, benchApiStart)
      return { ...api, rows: [...api.rows, ...(await benchNpmStart(say))] }
    },
  },
  trust: {
    about: 'a log of 10,000 signed acts: verified, started from; an act on its way to every instance',
    run: (say) => onLocal((local) => benchTrust(local, withCores, say)),
  },
  memory: {
    about: 'resident memory after 100,000 requests and its growth',
    run: (say) => onServing(say, benchMemory),
  },
  large: {
    about: 'synthetic India, built once and kept in a folder: what grows with releases, events and entries',
    run: (say, { releases, folder }) => onIndia(say, releases, folder),
  },
  peers: {
    about: 'the same bills by two other engines, whose checkouts --peers names; left out unless it does',
    run: async (_say, { peers }) => ({ rows: await benchPeers(peers), setting: 'in process, no database' }),
  },
  scale: {
    about: 'what a request, a new key and an instance at rest cost API, Redis and Postgres each; bytes of an answer',
    run: (say) => onServing(say, benchScale),
  },
}

/** Measures on databases started for this part. */
function onLocal(work: (local: Local) => Rows): Promise<Measured> {
  return withLocal(async (local) => ({ rows: await work(local), setting: local.description }))
}

/** Measures with Bihar in service and keys issued, with the server under load on a separate core. */
function onServing(say: Say, work: (setup: Setup) => Rows): Promise<Measured> {
  return withCores(async (cores) => {
    const { rows, setting } = await onLocal(async (local) => {
      say('taking Bihar through its gates')
      const keys = await withWorker(local, async (pool) => {
        await serveDefinition(pool, BIHAR, local.home)
        return benchKeys(pool)
      })
      return work({ local, keys, cores, say })
    })
    return { rows, setting: `${setting}; ${cores.text}` }
  })
}

/** Measures on synthetic India, and compares verifying its log with verifying one half as large. */
async function onIndia(say: Say, releases: number, folder: string): Promise<Measured> {
  const half = Math.max(1, Math.round(releases / 2))
  return withIndia(folder, half, say, (small, smaller) =>
    withIndia(folder, releases, say, async (local, india) => {
      const rows = await withCores((cores) => benchLarge(local, india, cores, say))
      const sizes = [
        { local: small, india: smaller },
        { local, india },
      ]
      return { rows: [...rows, ...(await benchVerify(sizes, say))], setting: local.description }
    }),
  )
}

function partNamed(name: string, before: string[] = []): string[] {
  if (!Object.hasOwn(PARTS, name)) throw new InvalidArgumentError(`the parts are ${Object.keys(PARTS).join(', ')}.`)
  return [...before, name]
}

const abouts = Object.entries(PARTS)
  .map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`)
  .join('\n')
const command = new Command('bench')
  .argument('[parts...]', 'what to measure (default: all)', partNamed)
  .option('--json <file>', 'where the results go as JSON (default: a new file in $PRAMAAN_HOME/bench)')
  .option('--peers <folder>', 'where the checkouts TheDiscomBill and ratebook are, for the part peers')
  .option(
    '--releases <count>',
    'how many releases the part large has, at most 3,900; events and entries in proportion: a million and 100,000',
    wholeNumber(2, 3_900),
    3_900,
  )
  .option(
    '--folder <folder>',
    'where the part large keeps what it builds, in minutes and some gigabytes, and finds it again (default: $PRAMAAN_HOME/bench)',
  )
  .addHelpText('after', `\nParts:\n${abouts}`)
  .parse()
const named = command.processedArgs[0] as readonly string[]
const { json, peers, releases, folder } = command.opts<{
  json?: string
  peers?: string
  releases: number
  folder?: string
}>()
const ownFolder = join(loadConfig().home, 'bench')

const date = new Date()
const conditions = await conditionsText(date)
console.log(conditions)
const results: object[] = []
const missed: string[] = []
for (const [part, { run }] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(part)) continue
  if (part === 'peers' && peers === undefined) {
    console.error('peers: not measured, --peers names no folder')
    continue
  }
  const start = performance.now()
  const before = loadAverage()
  const say = (line: string): void => console.error(`${part}: ${line}`)
  say(`begins, load average ${before}`)
  const { rows, setting } = await run(say, {
    peers: resolve(peers ?? '.'),
    releases,
    folder: resolve(folder ?? ownFolder),
  })
  const seconds = Math.round((performance.now() - start) / 1000)
  const circumstances = `${setting}; load average ${before} before, ${loadAverage()} after; ${seconds} s`
  console.log(`\n${part}: ${circumstances}\n${tableText(rows)}`)
  results.push({ part, circumstances, rows })
  missed.push(...rows.filter(({ target }) => target?.met === false).map(({ name }) => name))
}
const file = resolve(json ?? join(ownFolder, `${date.toISOString().replaceAll(/[:.]/g, '-')}.json`))
await mkdir(dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify({ conditions, parts: results }, null, 2)}\n`)
console.log(`\nresults: ${file}`)
if (missed.length > 0) console.log(`${missed.length} targets missed: ${missed.join('; ')}`)
