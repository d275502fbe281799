import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { conditionsText, loadAverage } from '../../scripts/conditions.ts'
import { STATES, shippedRecords } from '../../scripts/shipped-records.ts'
import { aboveZero, endAfterUsage } from '../../scripts/usage.ts'
import { loadConfig } from '../../services/platform/config.ts'
import { localPeople } from '../../services/platform/trust-file.ts'
import { serveDefinition, withLocal, withWorker } from '../support/stack.ts'
import { pictureOf } from './picture.ts'
import { faultsOf, reportOf } from './report.ts'
import { type LoadPlan, runLoad } from './run.ts'

/**
 * `npm run load`: everything that clients do at once, open loop, on a separate stack. Exit 1 if a requirement is not
 * met.
 */

const { seconds, rate, seed, docs } = new Command('load')
  .description('sends everything that clients send, at once, at a fixed rate, and checks every answer')
  .option('--seconds <n>', 'how long', aboveZero, 600)
  .option('--rate <n>', 'requests a second', aboveZero, 250)
  .option('--seed <n>', 'draws other requests', aboveZero, 20260401)
  .option('--docs', 'write the report to docs/load.md and docs/load.svg, not to $PRAMAAN_HOME')
  .exitOverride(endAfterUsage)
  .parse()
  .opts<{ seconds: number; rate: number; seed: number; docs?: true }>()
const plan: LoadPlan = { seconds, rate, seed, connections: 256, keepEvery: 100, limits: { perMinute: 60, burst: 20 } }

const say = (line: string): void => console.error(`load: ${line}`)
const date = new Date()
const before = loadAverage()
const { outcome, setting } = await withLocal((local) =>
  withWorker(local, async (pool) => {
    const { person: by, approver } = await localPeople(local.home, 'bench')
    say('taking every shipped release through its gates')
    for (const { folder, wanted } of await shippedRecords()) {
      // The original of one is not part of the project.
      if (wanted.length > 0) say(`${folder} needs a document that is not shipped: left out`)
      else await serveDefinition(pool, join(STATES, folder), local.home)
    }
    const outcome = await runLoad({ local, pool, by, approver, say }, plan)
    const complaints = complaintsOf(await readFile(join(local.home, 'api.log'), 'utf8'))
    return { outcome, setting: `${local.description}; ${complaints} lines of level error in the log of the API` }
  }),
)
const machine = await conditionsText(date)
const conditions = [
  `Conditions: ${machine}; ${setting}. Load generator, API, databases and worker shared the cores: load average ${before} before, ${loadAverage()} after.`,
]
const folder = docs ? fileURLToPath(new URL('../../docs', import.meta.url)) : join(loadConfig().home, 'load')
await mkdir(folder, { recursive: true })
const report = reportOf(outcome, plan, conditions)
await writeFile(join(folder, 'load.md'), report)
await writeFile(join(folder, 'load.svg'), pictureOf(outcome, plan.seconds))
console.log(report)
console.log(`written to ${folder}`)
if (faultsOf(outcome, plan).length > 0) process.exitCode = 1

/** Log lines with an error, or about a process that ended because of one. */
function complaintsOf(log: string): number {
  return log.split('\n').filter((line) => /^\{"level":(50|60)\b/.test(line)).length
}
