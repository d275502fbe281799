/** Limits of a key: requests in any minute, and in any ten seconds (spec: Limits). */
export type Allowance = { readonly perMinute: number; readonly burst: number }

export const MINUTE_US = 60_000_000
export const BURST_US = 10_000_000

/** A limiter's result. Times are microseconds of the limiter's clock. `used` counts include an admitted request. */
export type Admission = {
  readonly admitted: boolean
  readonly usedMinute: number
  readonly usedBurst: number
  /** When the oldest counted request leaves each window; now if a window is empty. */
  readonly minuteFreesAtUs: number
  readonly burstFreesAtUs: number
  readonly nowUs: number
}

/** The same for several bills at once, all or none. */
export type BillAdmission = {
  readonly admitted: boolean
  /** Bills in the window, including those of an admitted batch. */
  readonly used: number
  /**
   * When more requests are allowed; after a refusal, when all of the requested ones are. Now if the window is empty.
   */
  readonly freesAtUs: number
  readonly nowUs: number
}

/** The position in a limit of a request or its bills, for headers and the 429 body. */
export type LimitView = {
  readonly limit: number
  readonly remaining: number
  readonly resetEpoch: number
  readonly retryAfterSeconds: number
  readonly reason: 'burst_limit' | 'minute_limit' | 'bill_limit'
}

/** When there is more room, in whole seconds rounded up: since the epoch, and from now (at least 1). */
function freeing(freesAtUs: number, nowUs: number): { resetEpoch: number; retryAfterSeconds: number } {
  return {
    resetEpoch: Math.ceil(freesAtUs / 1_000_000),
    retryAfterSeconds: Math.max(1, Math.ceil((freesAtUs - nowUs) / 1_000_000)),
  }
}

/**
 * The window with the least room; on a refusal, the last of the full windows to free up, since nothing is admitted
 * before. `resetEpoch` is whole epoch seconds, rounded up. Source: spec: Limits; docs/design/contract.md#checks rule 4.
 */
export function viewOf({ perMinute, burst }: Allowance, admission: Admission): LimitView {
  const minuteRoom = Math.max(0, perMinute - admission.usedMinute)
  const burstRoom = Math.max(0, burst - admission.usedBurst)
  const minuteBinds = admission.admitted
    ? minuteRoom < burstRoom
    : minuteRoom === 0 && (burstRoom > 0 || admission.minuteFreesAtUs >= admission.burstFreesAtUs)
  const freesAtUs = minuteBinds ? admission.minuteFreesAtUs : admission.burstFreesAtUs
  return {
    limit: minuteBinds ? perMinute : burst,
    remaining: minuteBinds ? minuteRoom : burstRoom,
    ...freeing(freesAtUs, admission.nowUs),
    reason: minuteBinds ? 'minute_limit' : 'burst_limit',
  }
}

/** `resetEpoch` is whole epoch seconds, rounded up (docs/design/contract.md#batches). */
export function billViewOf(limit: number, { used, freesAtUs, nowUs }: BillAdmission): LimitView {
  return { limit, remaining: Math.max(0, limit - used), ...freeing(freesAtUs, nowUs), reason: 'bill_limit' }
}
