import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { loadConfig } from '../services/platform/config.ts'
import { PART_RUNNERS } from './parts.ts'
import { conditionsAt, loadAverage } from './support/conditions.ts'
import { type BenchRow, PARTS, type PartName } from './support/row.ts'
import { tableText } from './support/table.ts'

/** `npm run bench [-- part… --json FILE]`: ratios, each against a baseline of the same run. The table is on stdout. */

type PartReport = { part: PartName; load_before: number; load_after: number; setting: string; seconds: number }

function partNamed(name: string, before: PartName[] = []): PartName[] {
  const part = PARTS.find((known) => known === name)
  if (part === undefined) throw new InvalidArgumentError(`the parts are ${PARTS.join(', ')}.`)
  return [...before, part]
}

const command = new Command('bench')
  .argument('[parts...]', `what to measure: ${PARTS.join(', ')} (default: all)`, partNamed)
  .option('--json <file>', 'where the results go as JSON (default: a new file in $PRAMAAN_HOME/bench)')
  .parse()
const named = command.processedArgs[0] as readonly PartName[]
const chosen: readonly PartName[] = named.length === 0 ? PARTS : named
const { json } = command.opts<{ json?: string }>()

const began = new Date()
const conditions = await conditionsAt(began)
const rows: BenchRow[] = []
const reports: PartReport[] = []
for (const part of PARTS.filter((name) => chosen.includes(name))) {
  const start = performance.now()
  const loadBefore = loadAverage()
  const say = (line: string): void => console.error(`${part}: ${line}`)
  say(`begins, load average ${loadBefore}`)
  const measured = await PART_RUNNERS[part](say)
  rows.push(...measured.rows)
  const seconds = Math.round((performance.now() - start) / 1000)
  reports.push({ part, load_before: loadBefore, load_after: loadAverage(), setting: measured.setting, seconds })
  say(`done in ${seconds} s`)
}

const { cpu, cores, memoryGb, system, node, commit, date } = conditions
console.log(tableText(rows))
console.log(`\n${cpu}, ${cores} cores, ${memoryGb} GB; ${system}; Node ${node}; commit ${commit}; ${date}`)
for (const { part, setting, load_before, load_after } of reports) {
  console.log(`${part}: ${setting}; load average ${load_before} before, ${load_after} after`)
}
const file = resolve(json ?? join(loadConfig().home, 'bench', `${date.replaceAll(/[:.]/g, '-')}.json`))
await mkdir(dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify({ conditions, parts: reports, rows }, null, 2)}\n`)
console.log(`results: ${file}`)
const missed = rows.filter(({ target }) => target?.met === false)
if (missed.length > 0) console.log(`${missed.length} targets missed: ${missed.map(({ name }) => name).join('; ')}`)
