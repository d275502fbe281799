import { LRUCache } from 'lru-cache'
import { RecentTimes } from './recent-times.ts'
import { type Admission, type Allowance, BURST_US, MINUTE_US } from './window.ts'

const MOST_KEYS = 10_000

/** Admitted requests of the last minute. Those before place `burst` have left the burst window. */
type Log = { readonly times: RecentTimes; burst: number }

/** The same sliding log in this process, used while Redis is unreachable and for addresses without a key. */
export class LocalLimiter {
  readonly #nowUs: () => number
  readonly #logs = new LRUCache<string, Log>({
    max: MOST_KEYS,
    memoMethod: () => ({ times: new RecentTimes(), burst: 0 }),
  })

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
    const log = this.#logs.memo(keyId)
    if (log.times.insert(atUs) < log.burst) log.burst += 1
  }

  /** Removes a request that was admitted at that time, because it does not count after all. */
  takeBack(keyId: string, atUs: number): void {
    const log = this.#logs.memo(keyId)
    const place = log.times.remove(atUs)
    if (place >= 0 && place < log.burst) log.burst -= 1
  }

  #judge(keyId: string, { perMinute, burst }: Allowance, enters: boolean): Admission {
    const nowUs = this.#nowUs()
    const log = this.#logs.memo(keyId)
    advance(log, nowUs)
    let usedMinute = log.times.length
    let usedBurst = log.times.length - log.burst
    const admitted = usedMinute < perMinute && usedBurst < burst
    if (admitted && enters) {
      this.enter(keyId, nowUs)
      usedMinute += 1
      usedBurst += 1
    }
    const oldestOf = (used: number, room: number): number =>
      log.times.at(log.times.length - Math.min(used, room)) ?? nowUs
    return {
      admitted,
      usedMinute,
      usedBurst,
      minuteFreesAtUs: usedMinute === 0 ? nowUs : oldestOf(usedMinute, perMinute) + MINUTE_US,
      burstFreesAtUs: usedBurst === 0 ? nowUs : oldestOf(usedBurst, burst) + BURST_US,
      nowUs,
    }
  }
}

function advance(log: Log, nowUs: number): void {
  const { times } = log
  log.burst = Math.max(0, log.burst - times.forgetUntil(nowUs - MINUTE_US))
  while ((times.at(log.burst) ?? nowUs) <= nowUs - BURST_US) log.burst += 1
}
