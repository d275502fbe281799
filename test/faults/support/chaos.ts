import { TestRunner } from 'vitest'
import type { Counted } from './counted.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Measurement of a test, in words. */
    measured?: string[]
    /** Counts for the totals of the report. */
    counted?: Partial<Record<Counted, number>>
  }
}

/** `npm run chaos` sets another one with --seed. */
export const CHAOS_SEED = Number(process.env['PRAMAAN_CHAOS_SEED'] ?? 20_260_401)

/** How often something is broken: `full` by `npm run chaos`, `few` in `npm test`. */
export function trials({ few, full }: { readonly few: number; readonly full: number }): number {
  return process.env['PRAMAAN_CHAOS'] === 'full' ? full : few
}

/** Says what a test has measured, for whoever reads its output, and for the report. */
export function measured(what: string): void {
  // biome-ignore lint/suspicious/noConsole: the output of a test is where its measures belong
  console.log(`  measured: ${what}`)
  const meta = TestRunner.getCurrentTest()?.meta
  if (meta !== undefined) meta.measured = [...(meta.measured ?? []), what]
}

/** Adds to the sums of the report. */
export function counted(what: Counted, by = 1): void {
  const meta = TestRunner.getCurrentTest()?.meta
  if (meta !== undefined) meta.counted = { ...meta.counted, [what]: (meta.counted?.[what] ?? 0) + by }
}
