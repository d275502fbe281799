import type { SandboxedJob } from 'bullmq'
import type { GateJob } from '../../pipeline/relay/jobs.ts'
import { loadConfigFor } from '../platform/config.ts'
import { createPool } from '../platform/postgres.ts'
import { createGateRunner } from './gate-runner.ts'

/** BullMQ loads this file in a thread for the gates that burn CPU. Its settings come from the environment. */
const config = loadConfigFor(['pipelineDatabaseUrl'])
const pool = createPool({
  url: config.pipelineDatabaseUrl,
  applicationName: 'pramaan-heavy-gate',
  max: 2,
  onError: () => {},
})
const runner = createGateRunner(pool)

export default async function heavyGate(job: SandboxedJob<GateJob>): Promise<{ passed: boolean }> {
  return runner.run(job.data)
}
