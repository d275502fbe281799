import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { conditionsText, loadAverage } from '../bench/support/machine.ts'
import { environmentOf } from '../test/support/tier.ts'
import { CHAOS_PARTS, chaosReport, hasHeld } from './chaos-report.ts'
import { runVitest } from './run-program.ts'

/**
 * `npm run chaos [-- --seed N --docs]`: every test that breaks something, in full. The report is on stdout; with `--docs`
 * in docs/chaos.md too. Exit 1 where something did not hold.
 */

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '20260401' }, docs: { type: 'boolean', default: false } },
})
if (!/^[1-9]\d{0,8}$/.test(values.seed)) {
  console.error('--seed takes a whole number of at most nine digits')
  process.exit(2)
}

const began = performance.now()
const before = loadAverage()
const machine = await conditionsText(new Date())
const environment = { ...environmentOf('normal'), PRAMAAN_CHAOS: 'full', PRAMAAN_CHAOS_SEED: values.seed }
const files = CHAOS_PARTS.map(([file]) => file)
const { report, code } = await runVitest(['--project', 'services', ...files], environment)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
const conditions = `Conditions: ${machine}; load average ${before} before, ${loadAverage()} after; ${minutes} minutes.`
const page = chaosReport(report, { seed: values.seed, conditions })
console.log(page)
if (values.docs) await writeFile(new URL('../docs/chaos.md', import.meta.url), page)
process.exitCode = hasHeld(report) && code === 0 ? 0 : 1
