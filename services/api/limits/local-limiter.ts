import { LRUCache } from 'lru-cache'
import { type Admission, type Allowance, BURST_US, MINUTE_US } from './window.ts'

const MOST_KEYS = 10_000
const COMPACT_AT = 1_024

/** Times of admitted requests, oldest first. Those before index `minute` (or `burst`) have left that window. */
type Log = { times: number[]; minute: number; burst: number }

/** The same sliding log in this process, used while Redis is unreachable and for addresses without a key. */
export class LocalLimiter {
  readonly #nowUs: () => number
  readonly #logs = new LRUCache<string, Log>({ max: MOST_KEYS })

  constructor(nowUs: () => number) {
    this.#nowUs = nowUs
  }

  admit(keyId: string, allowance: Allowance): Admission {
    return this.#judge(keyId, allowance, true)
  }

  /** The result that `admit` would give, without recording a request. */
  peek(keyId: string, allowance: Allowance): Admission {
    return this.#judge(keyId, allowance, false)
  }

  /** Records a request that was admitted elsewhere, at its original time. */
  enter(keyId: string, atUs: number): void {
    const { times, burst } = this.#logOf(keyId)
    let index = times.length
    while (index > burst && (times[index - 1] ?? 0) > atUs) index -= 1
    if (index === times.length) times.push(atUs)
    else times.splice(index, 0, atUs)
  }

  /** Removes a request that was admitted at that time, because it does not count after all. */
  takeBack(keyId: string, atUs: number): void {
    const log = this.#logOf(keyId)
    const index = log.times.lastIndexOf(atUs)
    if (index < 0) return
    log.times.splice(index, 1)
    if (index < log.minute) log.minute -= 1
    if (index < log.burst) log.burst -= 1
  }

  #judge(keyId: string, { perMinute, burst }: Allowance, enters: boolean): Admission {
    const nowUs = this.#nowUs()
    const log = this.#logOf(keyId)
    advance(log, nowUs)
    let usedMinute = log.times.length - log.minute
    let usedBurst = log.times.length - log.burst
    const admitted = usedMinute < perMinute && usedBurst < burst
    if (admitted && enters) {
      log.times.push(nowUs)
      usedMinute += 1
      usedBurst += 1
    }
    const oldestOf = (used: number, room: number): number => log.times[log.times.length - Math.min(used, room)] ?? nowUs
    return {
      admitted,
      usedMinute,
      usedBurst,
      minuteFreesAtUs: usedMinute === 0 ? nowUs : oldestOf(usedMinute, perMinute) + MINUTE_US,
      burstFreesAtUs: usedBurst === 0 ? nowUs : oldestOf(usedBurst, burst) + BURST_US,
      nowUs,
    }
  }

  #logOf(keyId: string): Log {
    const known = this.#logs.get(keyId)
    if (known !== undefined) return known
    const log: Log = { times: [], minute: 0, burst: 0 }
    this.#logs.set(keyId, log)
    return log
  }
}

function advance(log: Log, nowUs: number): void {
  const { times } = log
  while (log.minute < times.length && (times[log.minute] ?? 0) <= nowUs - MINUTE_US) log.minute += 1
  while (log.burst < times.length && (times[log.burst] ?? 0) <= nowUs - BURST_US) log.burst += 1
  if (log.minute < COMPACT_AT || log.minute * 2 < times.length) return
  log.times = times.slice(log.minute)
  log.burst -= log.minute
  log.minute = 0
}
