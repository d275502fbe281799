import { LRUCache } from 'lru-cache'
import { type BillAdmission, MINUTE_US } from './window.ts'

const MOST_KEYS = 10_000
const COMPACT_AT = 1_024

/**
 * Batches, oldest first: when each was admitted, and the cumulative number of bills. Those before `first` have expired.
 */
type Log = { times: number[]; totals: number[]; first: number }

/**
 * The sliding log of bills in this process, used while Redis is unreachable, and so that losing Redis gives no new
 * allowance.
 */
export class LocalBills {
  readonly #nowUs: () => number
  readonly #logs = new LRUCache<string, Log>({
    max: MOST_KEYS,
    memoMethod: () => ({ times: [], totals: [], first: 0 }),
  })

  constructor(nowUs: () => number) {
    this.#nowUs = nowUs
  }

  admit(keyId: string, bills: number, limit: number): BillAdmission {
    const admission = this.peek(keyId, bills, limit)
    if (!admission.admitted) return admission
    this.enter(keyId, bills, admission.nowUs)
    return { ...admission, used: admission.used + bills }
  }

  /** Whether `admit` would accept them; `used` is without them. */
  peek(keyId: string, bills: number, limit: number): BillAdmission {
    const nowUs = this.#nowUs()
    const log = this.#logs.memo(keyId)
    advance(log, nowUs)
    const used = usedOf(log)
    const admitted = used + bills <= limit
    const freeing = admitted ? log.first : freedBy(log, used + bills - limit)
    const time = log.times[freeing]
    const freesAtUs = time === undefined ? nowUs + (admitted ? MINUTE_US : 0) : time + MINUTE_US
    return { admitted, used, freesAtUs, nowUs }
  }

  /** Records bills admitted here or elsewhere, at their original time. */
  enter(keyId: string, bills: number, atUs: number): void {
    const { times, totals } = this.#logs.memo(keyId)
    // Totals increase with time: a late entry is recorded at the last time, and so expires no earlier.
    times.push(Math.max(atUs, times.at(-1) ?? 0))
    totals.push((totals.at(-1) ?? 0) + bills)
  }
}

const gone = ({ totals, first }: Log): number => (first === 0 ? 0 : (totals[first - 1] ?? 0))

const usedOf = (log: Log): number => (log.totals.at(-1) ?? 0) - gone(log)

function freedBy(log: Log, bills: number): number {
  const wanted = gone(log) + bills
  const index = log.totals.findIndex((total, place) => place >= log.first && total >= wanted)
  return index === -1 ? log.totals.length - 1 : index
}

function advance(log: Log, nowUs: number): void {
  while (log.first < log.times.length && (log.times[log.first] ?? 0) <= nowUs - MINUTE_US) log.first += 1
  if (log.first < COMPACT_AT || log.first * 2 < log.times.length) return
  const before = gone(log)
  log.times = log.times.slice(log.first)
  log.totals = log.totals.slice(log.first).map((total) => total - before)
  log.first = 0
}
