import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { OperationRefusal } from '../../services/operations/refusal.ts'
import { loadConfig } from '../../services/platform/config.ts'
import { localPeople } from '../../services/platform/trust-file.ts'
import { conditionsText, loadAverage } from '../support/machine.ts'
import { serveDefinition, shippedFolders, withLocal, withWorker } from '../support/stack.ts'
import { pictureOf } from './picture.ts'
import { faultsOf, reportOf } from './report.ts'
import { type LoadPlan, runLoad } from './run.ts'

/**
 * `npm run load [-- --seconds N --rate N --seed N --docs]`: everything that clients do at once, open loop, on a stack of its own.
 * Exit 1 where something that must hold did not. `--docs` writes docs/load.md and docs/load.svg, else they go to the home.
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '250' },
    seed: { type: 'string', default: '20260401' },
    docs: { type: 'boolean', default: false },
  },
})
const number = (name: 'seconds' | 'rate' | 'seed'): number => {
  const value = Number(values[name])
  if (Number.isSafeInteger(value) && value > 0) return value
  console.error(`--${name} takes a whole number above 0`)
  process.exit(2)
}
const plan: LoadPlan = {
  seconds: number('seconds'),
  rate: number('rate'),
  seed: number('seed'),
  connections: 256,
  keepEvery: 100,
  limits: { perMinute: 60, burst: 20 },
}

const say = (line: string): void => console.error(`load: ${line}`)
const date = new Date()
const before = loadAverage()
const { outcome, setting } = await withLocal((local) =>
  withWorker(local, async (pool) => {
    const { person: by, approver } = await localPeople(local.home, 'bench')
    say('taking every shipped release through its gates')
    for (const folder of await shippedFolders()) {
      await serveDefinition(pool, folder, local.home).catch((error: unknown) => {
        // The one whose original is not part of the project.
        if (!(error instanceof OperationRefusal) || error.code !== 'SOURCE_NOT_AT_HAND') throw error
        say(`${error.message}: left out`)
      })
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
const folder = values.docs ? fileURLToPath(new URL('../../docs', import.meta.url)) : join(loadConfig().home, 'load')
await mkdir(folder, { recursive: true })
const report = reportOf(outcome, plan, conditions)
await writeFile(join(folder, 'load.md'), report)
await writeFile(join(folder, 'load.svg'), pictureOf(outcome, plan.seconds))
console.log(report)
console.log(`written to ${folder}`)
if (faultsOf(outcome, plan).length > 0) process.exitCode = 1

/** Lines of a log that say an error, or that a process ended by one. */
function complaintsOf(log: string): number {
  return log.split('\n').filter((line) => /^\{"level":(50|60)\b/.test(line)).length
}
