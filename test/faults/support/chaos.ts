import { TestRunner } from 'vitest'
import { TIER } from '../../support/tier.ts'
import type { Counted } from './counted.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Measurement of a test, as text. */
    measured?: string[]
    /** Counts for the totals of the report. */
    counted?: Partial<Record<Counted, number>>
  }
}

/** `npm run chaos` can set another one with --seed. */
export const CHAOS_SEED = Number(process.env['PRAMAAN_CHAOS_SEED'] ?? 20_260_401)

const FULL = process.env['PRAMAAN_CHAOS'] === 'full'

/** Whether every kind of fault is tried: in `npm run chaos` and `npm run test:nightly`. `npm test` leaves out those that are much like others. */
export const EVERY_FAULT = FULL || TIER === 'nightly'

/** How often something is broken: `full` in `npm run chaos`, `few` otherwise. */
export function trials({ few, full }: { readonly few: number; readonly full: number }): number {
  return FULL ? full : few
}

/** Records a test's measurement in the output and the report. */
export function measured(what: string): void {
  // biome-ignore lint/suspicious/noConsole: the output of a test is where its measures belong
  console.log(`  measured: ${what}`)
  const meta = TestRunner.getCurrentTest()?.meta
  if (meta !== undefined) meta.measured = [...(meta.measured ?? []), what]
}

/** Adds to the totals of the report. */
export function counted(what: Counted, by = 1): void {
  const meta = TestRunner.getCurrentTest()?.meta
  if (meta !== undefined) meta.counted = { ...meta.counted, [what]: (meta.counted?.[what] ?? 0) + by }
}
