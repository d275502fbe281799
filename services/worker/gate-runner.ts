import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { GATES } from '../../pipeline/gates/index.ts'
import { GateRunner } from '../../pipeline/workers/run-gate.ts'
import { systemNow } from '../platform/clock.ts'
import { calculateElsewhere } from './calculate-elsewhere.ts'

const SCHEMA = new URL('../../releases/record/record.schema.json', import.meta.url)

/** The gates with the means they need, on a pool of the pipeline's. */
export async function createGateRunner(pool: Pool, actor: string): Promise<GateRunner> {
  const recordSchema = JSON.parse(await readFile(SCHEMA, 'utf8')) as object
  return new GateRunner({ pool, gates: GATES, recordSchema, calculateElsewhere, actor, now: systemNow })
}
