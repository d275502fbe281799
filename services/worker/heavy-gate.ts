import type { SandboxedJob } from 'bullmq'
import type { GateJob } from '../../pipeline/relay/jobs.ts'
import { loadConfig, required } from '../platform/config.ts'
import { createPool } from '../platform/postgres.ts'
import { createGateRunner } from './gate-runner.ts'

/** BullMQ loads this file in a thread of its own for the gates that burn CPU. Its settings come by the environment. */
const config = loadConfig()
const pool = createPool({
  url: required(config.pipelineDatabaseUrl, 'PIPELINE_DATABASE_URL', 'the worker hands it over'),
  applicationName: 'pramaan-heavy-gate',
  max: 2,
  onError: () => {},
})
const runner = createGateRunner(pool, 'gate-worker')

export default async function heavyGate(job: SandboxedJob<GateJob>): Promise<{ passed: boolean }> {
  return runner.run(job.data)
}
