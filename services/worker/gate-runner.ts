import type { Pool } from 'pg'
import type { Gate, GateName } from '../../pipeline/gates/gate.ts'
import { GATES } from '../../pipeline/gates/index.ts'
import { GateRunner } from '../../pipeline/jobs/run-gate.ts'
import recordSchema from '../../releases/record/record.schema.json' with { type: 'json' }
import { systemNow } from '../platform/clock.ts'
import { calculateElsewhere } from './calculate-elsewhere.ts'

/** The gates (all, or those given) with their data access through a pool of the pipeline's. */
export function createGateRunner(pool: Pool, gates: ReadonlyMap<GateName, Gate> = GATES): GateRunner {
  return new GateRunner({ pool, gates, recordSchema, calculateElsewhere, actor: 'gate-worker', now: systemNow })
}
