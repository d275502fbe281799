import { join } from 'node:path'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { shippedRecords } from '../scripts/shipped-records.ts'
import { loadSigningKey } from '../services/platform/signing-key.ts'
import { type Loaded, releaseRows } from './releases/rows.ts'
import { serveRecord } from './releases/serve-record.ts'
import { snapshotSize } from './releases/snapshot-size.ts'
import { startCosts } from './releases/start-costs.ts'
import { syntheticRecords } from './releases/synthetic-records.ts'
import type { Cores } from './support/cores.ts'
import { type Local, withPool } from './support/local.ts'
import type { BenchRow, Say } from './support/row.ts'

const CONNECTIONS = 4
const TELL_EVERY = 20

export type ReleasesPlan = {
  /** How many of the shipped releases serve, at most. */
  readonly shipped: number
  /** How many synthetic releases, and how many times Bihar's 34 rows, its categories and cases each has. */
  readonly count: number
  readonly times: number
  /** How often an API is started. */
  readonly starts: number
}
const FULL: ReleasesPlan = { shipped: Number.POSITIVE_INFINITY, count: 200, times: 15, starts: 3 }

/**
 * What a snapshot of the shipped releases holds and how long an API with them takes to start, then the same of `count`
 * large synthetic ones on top. `local` must be migrated and empty.
 */
export function benchReleases(local: Local, cores: Cores, say: Say, plan: ReleasesPlan = FULL): Promise<BenchRow[]> {
  return withPool(local.pipelineUrl, CONNECTIONS, async (pool) => {
    const signer = await loadSigningKey(join(local.home, 'signing-key.pem'))
    const served = { releases: 0, rows: 0, recordBytes: 0 }
    const serve = async (record: ReleaseRecord): Promise<void> => {
      served.recordBytes += await serveRecord(pool, signer, record)
      served.rows += record.rows.length
      served.releases += 1
    }
    const measured = async (): Promise<Loaded> => {
      const size = await snapshotSize(local, served.releases)
      return { ...served, size, starts: await startCosts(local, cores, plan.starts) }
    }
    // What rests on a document that is not shipped would not serve after `npm start` either.
    const shipped = (await shippedRecords()).filter(({ wanted }) => wanted.length === 0).slice(0, plan.shipped)
    for (const { record } of shipped) await serve(record)
    say(`${served.releases} shipped releases serve`)
    const few = await measured()
    const states = new Set(shipped.map(({ record }) => record.state_code))
    for await (const record of syntheticRecords(local.home, plan.count, plan.times, states)) {
      await serve(record)
      const made = served.releases - few.releases
      if (made % TELL_EVERY === 0) say(`${made} of ${plan.count} synthetic releases serve`)
    }
    return releaseRows(few, await measured())
  })
}
