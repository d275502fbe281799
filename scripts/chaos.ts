import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { environmentOf } from '../test/support/tier.ts'
import { CHAOS_PARTS, chaosReport, hasHeld } from './chaos-report.ts'
import { conditionsText, loadAverage } from './conditions.ts'
import { runVitest } from './run-program.ts'
import { aboveZero, endAfterUsage } from './usage.ts'

/** `npm run chaos`: all fault tests, in full. Exit 1 if one fails. */

const { seed, docs } = new Command('chaos')
  .description('kills, cuts off and floods every part in turn, and checks that nothing is lost')
  .option('--seed <n>', 'breaks other things at other times', aboveZero, 20260401)
  .option('--docs', 'write the report to docs/chaos.md too')
  .exitOverride(endAfterUsage)
  .parse()
  .opts<{ seed: number; docs?: true }>()

const began = performance.now()
const before = loadAverage()
const machine = await conditionsText(new Date())
const environment = { ...environmentOf('normal'), PRAMAAN_CHAOS: 'full', PRAMAAN_CHAOS_SEED: String(seed) }
const files = CHAOS_PARTS.map(([file]) => file)
const { report, code } = await runVitest(['--project', 'services', ...files], environment)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
const conditions = `Conditions: ${machine}; load average ${before} before, ${loadAverage()} after; ${minutes} minutes.`
const page = chaosReport(report, { seed: String(seed), conditions })
console.log(page)
if (docs) await writeFile(new URL('../docs/chaos.md', import.meta.url), page)
process.exitCode = hasHeld(report) && code === 0 ? 0 : 1
