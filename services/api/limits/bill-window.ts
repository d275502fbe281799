import { freeing, type LimitView } from './window.ts'

/** A limiter's result for several bills at once. Times are microseconds of the limiter's clock. */
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

/** A batch's position in its limit, for headers and the 429 body. */
export type BillView = Omit<LimitView, 'reason'>

/** `resetEpoch` is whole epoch seconds, rounded up (docs/design/contract.md#batches). */
export function billViewOf(limit: number, { used, freesAtUs, nowUs }: BillAdmission): BillView {
  return { limit, remaining: Math.max(0, limit - used), ...freeing(freesAtUs, nowUs) }
}
