/** A minute, the window that bills are counted in, in microseconds. */
export const BILLS_WINDOW_US = 60_000_000

/** A limiter's answer about several bills at once. Times are microseconds of the limiter's clock. */
export type BillAdmission = {
  readonly admitted: boolean
  /** Bills of the window, those of an admitted batch among them. */
  readonly used: number
  /** When there is more room: on a refusal, room for all that were asked for. The present when the window is empty. */
  readonly freesAtUs: number
  readonly nowUs: number
}

/** A batch's place in its limit, as headers and the 429 body say it. */
export type BillView = {
  readonly limit: number
  readonly remaining: number
  readonly resetEpoch: number
  readonly retryAfterSeconds: number
}

/** `resetEpoch` is whole epoch seconds, rounded up (docs/design/contract.md#batches). */
export function billViewOf(limit: number, { used, freesAtUs, nowUs }: BillAdmission): BillView {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetEpoch: Math.ceil(freesAtUs / 1_000_000),
    retryAfterSeconds: Math.max(1, Math.ceil((freesAtUs - nowUs) / 1_000_000)),
  }
}
