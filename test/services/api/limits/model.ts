import type { Allowance } from '../../../../services/api/limits/window.ts'

export const MINUTE = 60_000_000
export const BURST = 10_000_000

/** The limits in the simplest form: times of admitted requests, in microseconds. */
export class Model {
  readonly times: number[]

  constructor(times: readonly number[] = []) {
    this.times = [...times]
  }

  used(now: number, window: number): number {
    return this.times.filter((time) => time > now - window).length
  }

  wouldAdmit(now: number, { perMinute, burst }: Allowance): boolean {
    return this.used(now, MINUTE) < perMinute && this.used(now, BURST) < burst
  }

  admit(now: number, allowance: Allowance): boolean {
    const admitted = this.wouldAdmit(now, allowance)
    if (admitted) this.times.push(now)
    return admitted
  }
}

/** The most requests that any window of this length admitted. */
export function mostInWindow(times: readonly number[], window: number): number {
  const counts = times.map((start) => times.filter((time) => time >= start && time < start + window).length)
  return Math.max(0, ...counts)
}
