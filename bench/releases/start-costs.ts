import { fileURLToPath } from 'node:url'
import type { Cores } from '../support/cores.ts'
import type { Local } from '../support/local.ts'
import { runProcess } from './run-process.ts'
import type { StartCost } from './start-process.ts'

const PROCESS = fileURLToPath(new URL('./start-process.ts', import.meta.url))

/** What it takes an API process to start, so many times. Throws when one is not ready: then something does not serve. */
export async function startCosts(local: Local, cores: Cores, times: number): Promise<StartCost[]> {
  const costs: StartCost[] = []
  for (let index = 0; index < times; index += 1) {
    const cost = (await runProcess([PROCESS, local.apiUrl, local.redisUrl, local.prefix], cores)) as StartCost
    if (cost.status !== 200) throw new Error(`an API started and /readyz never answered 200, but ${cost.status}`)
    costs.push(cost)
  }
  return costs
}
