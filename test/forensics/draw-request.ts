import { bodyOf } from '../../pipeline/gates/calculation/draft.ts'
import type { Random } from '../../pipeline/gates/requests/random.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Request } from './reference-bill.ts'
import type { State } from './seeded-bills.ts'

const DAY_MS = 86_400_000
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** A request of a state: a known one with other units and, if it gives no days, a bill of 28 to 31 days. */
export function drawRequest({ record, requests }: State, random: Random): Request {
  const known = random.pick(requests)!
  const hasZones = known['energy_by_zone'] !== undefined
  const largest = random.pick([60, 250, 700, 3_000])!
  const units = hasZones || random.percent(25) ? {} : { energy_units: String(1 + random.below(largest)) }
  const isDated = known['bill_period'] !== undefined || known['billing_days'] !== undefined
  const from = dayAfter(record.effective_from, random.below(300))
  const period = { from, to: dayAfter(from, 27 + random.below(4)) }
  const days = isDated || random.percent(30) ? {} : { bill_period: period, ...dated(known, period) }
  const demand = known['contract_demand_kva']
  const isBilled = demand !== undefined && known['billed_demand_kva'] === undefined && random.percent(70)
  const billed = isBilled ? { billed_demand_kva: String(Math.max(1, Math.floor(Number(demand) * 0.7))) } : {}
  return { ...known, ...units, ...days, ...billed }
}

/** Dates in addition to a period: a bill is dated after it. */
function dated(known: Request, { to }: { to: string }): object {
  const { billing_date, effective_on } = known
  return {
    ...(billing_date === undefined ? {} : { billing_date: to }),
    ...(effective_on === undefined ? {} : { effective_on: to }),
  }
}

/** The requests of a record's regression cases that have an amount. */
export function knownRequests(record: ReleaseRecord): Request[] {
  return record.cases
    .filter(({ expected }) => !('refusal' in expected))
    .map(({ inputs }) => bodyOf(record.state_code, inputs))
}
