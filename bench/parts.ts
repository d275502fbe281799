import { benchEngine } from './engine.ts'
import { benchEventLog } from './event-log.ts'
import { benchPipeline } from './pipeline.ts'
import { type Local, withLocal } from './support/local.ts'
import type { BenchRow, PartName, Say } from './support/row.ts'

/** A part's rows, and in a few words what they were measured on. */
export type Measured = { readonly rows: readonly BenchRow[]; readonly setting: string }

/** Measures on databases of its own, started for the part. */
async function onLocal(work: (local: Local) => Promise<BenchRow[]>): Promise<Measured> {
  return withLocal(async (local) => ({ rows: await work(local), setting: local.description }))
}

/** How each part is measured at its full size. */
export const PART_RUNNERS: Readonly<Record<PartName, (say: Say) => Promise<Measured>>> = {
  engine: async () => ({ rows: await benchEngine(), setting: 'in process, no database' }),
  pipeline: (say) => onLocal((local) => benchPipeline(local, say)),
  log: (say) => onLocal((local) => benchEventLog(local, say)),
}
