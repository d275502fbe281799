import type { Pool } from 'pg'
import type { Gate, GateName } from '../../pipeline/gates/gate.ts'
import type { Checkpoint } from '../../releases/proof/format/checkpoint.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import type { Config } from '../platform/config.ts'
import type { Logger } from '../platform/logger.ts'
import { refuseOldRecords } from '../platform/record-version.ts'
import { QUEUE_PREFIX } from '../platform/redis.ts'
import { firstAsked } from '../platform/server-fault.ts'
import { ensureSigningKey, loadSigningKey } from '../platform/signing-key.ts'
import { logHasBegun, workerFoundation } from '../platform/trust-file.ts'
import { keepCheckpoint, readKeptCheckpoint } from './checkpoint-file.ts'

export type WorkerParts = {
  readonly pool: Pool
  /** URL of `pool`'s database, for the threads that open their own pool. */
  readonly pipelineUrl: string
  /** The setting that names it, for messages. */
  readonly databaseSetting?: string
  readonly redisUrl: string
  readonly prefix: string
  readonly signer: SigningKey
  /** First events that the log must have, or that start it. */
  readonly foundation: Trust
  /** The last signed state, stored outside the database. */
  readonly anchor: Checkpoint | null
  readonly concurrency: number
  /**
   * Gates that all run in this process, including heavy ones. Default: the product's gates, with heavy ones in threads.
   */
  readonly gates?: ReadonlyMap<GateName, Gate>
  readonly log: Logger
  /** A gate without a verdict for this long is enqueued again. */
  readonly reconcileAfterSeconds?: number
  readonly reconcileEveryMs?: number
  /** How often checks that were not repeated in time are looked for. */
  readonly lapsesEveryMs?: number
  /** Shorter in tests that kill workers. */
  readonly lockDurationMs?: number
  readonly onCheckpoint?: (note: string) => Promise<void>
  /** Called if the log is not the one that was signed so far, or another key signs it now: this worker must end. */
  readonly onStop?: (reason: string) => void
  /** 0 or absent: no metrics listener. */
  readonly metricsPort?: number
  /** Where traces are sent; null or absent: no traces. */
  readonly otlpEndpoint?: string | null
}

/** The first people of an empty log. */
type FirstPeople = Parameters<typeof workerFoundation>[3]

/** Settings of a worker, the same in `npm run worker` and `npm start`. */
export async function workerParts(
  config: Config & { readonly pipelineDatabaseUrl: string; readonly redisUrl: string },
  pool: Pool,
  log: Logger,
  firstPeople: FirstPeople,
): Promise<WorkerParts> {
  const hasBegun = await firstAsked(config.pipelineSetting, async () => {
    await refuseOldRecords(pool)
    return logHasBegun(pool)
  })
  const mayCreate = !hasBegun && !config.isSigningKeyNamed
  const signer = mayCreate
    ? await ensureSigningKey(config.signingKeyPath)
    : await loadSigningKey(config.signingKeyPath, hasBegun)
  return {
    pool,
    pipelineUrl: config.pipelineDatabaseUrl,
    databaseSetting: config.pipelineSetting,
    redisUrl: config.redisUrl,
    prefix: QUEUE_PREFIX,
    signer,
    foundation: await workerFoundation(config, pool, signer, firstPeople),
    anchor: await readKeptCheckpoint(config.home),
    concurrency: config.workerConcurrency,
    log,
    onCheckpoint: (note) => keepCheckpoint(config.home, note),
    otlpEndpoint: config.otlpEndpoint,
  }
}
