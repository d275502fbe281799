import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { compileUnsealed } from '../pipeline/gates/calculation/compiled.ts'
import { answerRequest } from '../releases/engine/answer-request.ts'
import { calculate } from '../releases/engine/calculate.ts'
import { compilePlan } from '../releases/engine/compile/plan.ts'
import { shippedRecord } from '../scripts/shipped-records.ts'
import { inputsOf, perSecond, type Size } from './engine.ts'
import { type BenchRow, baseRow, rowBeside } from './support/report.ts'

const FULL: Size = { count: 4_096, rounds: 30 }

/** The energy and fixed charge of a Bihar DS-II bill of 2 kW and 30 days, in paise: what all three calculate. */
type Priced = (units: number) => number
const RATE = '7.42'
const FIXED = '160'
const UNITS = (index: number): number => 51 + index

const run = promisify(execFile)
const versionOf = async (folder: string): Promise<string> =>
  (await run('git', ['-C', folder, 'log', '-1', '--format=%h of %cs'])).stdout.trim()

/**
 * The same bills by this engine and by two others, one by one in this process. `folder` contains their checkouts,
 * `TheDiscomBill` and `ratebook`, which are not part of this repository; the row of a missing peer says so. Neither
 * serves bills over HTTP from Node: one has a function for Deno, the other has none. Throws if a peer's amount differs.
 */
export async function benchPeers(folder: string, size: Size = FULL): Promise<BenchRow[]> {
  const own = await ownEngine()
  const rate = (priced: Priced): number => perSecond(size, UNITS, priced)
  const base = baseRow('bills of this engine', rate(own.bill), 'bills/s', { note: 'exact paise' })
  const rows = [
    base,
    rowBeside(base, 'whole answers of this engine', rate(own.answer), { note: 'text, evidence, hash' }),
  ]
  for (const [name, load] of Object.entries(PEERS)) {
    const checkout = join(folder, name)
    const priced = await load(checkout).catch((error: Error) => error)
    if (priced instanceof Error) {
      rows.push(rowBeside(base, name, Number.NaN, { note: `not measured: ${priced.message}` }))
      continue
    }
    for (const units of [51, 200, 1_000]) {
      if (priced(units) !== own.bill(units)) throw new Error(`${name}: ${units} units come to ${priced(units)} paise`)
    }
    rows.push(rowBeside(base, name, rate(priced), { note: await versionOf(checkout) }))
  }
  return rows
}

async function ownEngine(): Promise<{ bill: Priced; answer: Priced }> {
  const { record } = await shippedRecord('BR/2026-27')
  const serving = [compileUnsealed(record)]
  const plan = compilePlan(record)
  const bodyOf = (units: number) =>
    ({ state_code: 'BR', subcategory_code: 'DS-II', energy_units: units, connected_load: 2 }) as const
  return {
    bill: (units) => {
      const result = calculate(plan, inputsOf(bodyOf(units)), 'derived')
      return (result.ok ? result.basePaise : null) ?? Number.NaN
    },
    answer: (units) => {
      const answer = answerRequest(serving, bodyOf(units), 'derived')
      return answer.ok ? answer.dataText.length : Number.NaN
    },
  }
}

type Bill = { readonly totalEnergy: number; readonly fixedCharge: number }
type Discom = { calculateBill(asked: object): Bill & { readonly error?: true } }
type Ratebook = {
  Tariff: { fromJson(value: object): object }
  Usage: { aggregate(units: string): object }
  BillingWindow: { fromIso(from: string, days: number): object }
  estimateBill(tariff: object, usage: object, window: object): { ok: boolean; total: { times(by: number): object } }
}

const PEERS: Readonly<Record<string, (checkout: string) => Promise<Priced>>> = {
  TheDiscomBill: async (checkout) => {
    const from = (file: string): Promise<object> => import(pathToFileURL(join(checkout, 'js', file)).href)
    await ((await from('tariffs/registry.js')) as { ensureAll(): Promise<void> }).ensureAll()
    const { calculateBill } = (await from('engine.js')) as Discom
    const asked = { discomId: 'nbpdcl', categoryId: 'domestic', supplyTypeId: 'ds2', connectedLoadKw: 2 }
    return (units) => {
      const bill = calculateBill({ ...asked, units, billingDate: '2026-11-01', billingPeriodDays: 30 })
      return Math.round((bill.totalEnergy + bill.fixedCharge) * 100)
    }
  },
  ratebook: async (checkout) => {
    const context: { engine?: Ratebook } = createContext({})
    runInContext(
      `${await readFile(join(checkout, 'demo/ratebook-engine.js'), 'utf8')};this.engine=RatebookEngine`,
      context,
    )
    const example = 'packages/ratebook-homeassistant/src/ratebook_ha/tariffs/flat-residential.json'
    const flat = JSON.parse(await readFile(join(checkout, example), 'utf8'))
    flat.energy.periods[0].tiers[0].rate = RATE
    flat.fixed_charges[0].amount = FIXED
    const { engine } = context
    if (engine === undefined) throw new Error('its bundle names no engine')
    const tariff = engine.Tariff.fromJson(flat)
    const window = engine.BillingWindow.fromIso('2026-11-01', 30)
    return (units) => {
      const { ok, total } = engine.estimateBill(tariff, engine.Usage.aggregate(String(units)), window)
      return ok ? Number(total.times(100)) : Number.NaN
    }
  },
}
