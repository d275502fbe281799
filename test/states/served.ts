import { STATES } from '../../scripts/shipped-records.ts'
import { promote } from '../../services/operations/lifecycle.ts'
import { nameOf, type ReleaseView } from '../../services/operations/release-view.ts'
import { type TestApi, testApi } from '../support/api.ts'
import type { Answer } from '../support/api-call.ts'
import { everyStateDatabase, runSigner } from '../support/api-release.ts'
import { FOLDERS, ODISHA_2025_26, OERC_ORDER, OERC_ORDER_ABSENT } from '../support/definitions.ts'
import { ASHA } from '../support/people.ts'
import { type TestPipeline, testPipeline } from '../support/pipeline.ts'

/**
 * All shipped definitions through the real pipeline into one database, and one API on it, as after a first start. The
 * definition whose original is not part of this repository is included if the original is found next to it.
 */
export type Served = {
  readonly pipeline: TestPipeline
  readonly api: TestApi
  /** By definition folder. */
  readonly releases: ReadonlyMap<string, ReleaseView>
  /** Output of `release run` for the definition whose original was not found. */
  readonly withoutOriginal: unknown
  readonly promoteTo: (stage: 'reference' | 'production', folder: string) => Promise<ReleaseView>
  readonly close: () => Promise<void>
}

export async function servedStates(): Promise<Served> {
  const pipeline = await testPipeline({ database: await everyStateDatabase(), signer: runSigner() })
  // As in a deployment: the gates of the largest release block this process for longer than the short locks of a test
  // pipeline, and a job whose lock was lost runs again.
  await pipeline.work({ lockDurationMs: 30_000, reconcileAfterSeconds: 120 })
  const releases = new Map<string, ReleaseView>()
  const run = (folder: string): Promise<ReleaseView> => pipeline.run(`${STATES}/${folder}`)
  const promoteTo = async (stage: 'reference' | 'production', folder: string): Promise<ReleaseView> => {
    const release = releases.get(folder)
    if (release === undefined) throw new Error(`${folder} was not run`)
    const now = (): Date => new Date()
    return promote({ pool: pipeline.pool, by: ASHA, now }, nameOf(release), null, stage)
  }
  // Run again, like a second start: releases in service are not changed.
  for (const folder of FOLDERS) if (folder !== ODISHA_2025_26) releases.set(folder, await run(folder))
  const withoutOriginal = await run(ODISHA_2025_26).catch((error: unknown) => error)
  if (!OERC_ORDER_ABSENT) {
    const added = await pipeline.cli('source', 'add', OERC_ORDER, '--json')
    if (added.code !== 0) throw new Error(`source add failed: ${added.stdout}${added.stderr}`)
    releases.set(ODISHA_2025_26, await run(ODISHA_2025_26))
  }
  // The pipeline drops the database that both use.
  const api = await testApi({}, { ...pipeline.database, drop: async () => {} })
  const close = async (): Promise<void> => {
    await api.close()
    await pipeline.close()
  }
  return { pipeline, api, releases, withoutOriginal, promoteTo, close }
}

export function calculateAt({ api }: Served, body: object, key?: string): Promise<Answer> {
  return api.call('/v1/calculate', { method: 'POST', body, ...(key === undefined ? {} : { key }) })
}
