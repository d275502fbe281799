import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { rebuild } from '../../../pipeline/projections/read-model.ts'
import { hold, promote, withdraw } from '../../../services/operations/lifecycle.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { everyStateDatabase, runSigner } from '../../support/api-release.ts'
import type { CliError } from '../../support/cli.ts'
import { ASHA } from '../../support/people.ts'
import { servingRelease, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
let release: ReleaseView

beforeAll(async () => {
  pipeline = await testPipeline({ database: await everyStateDatabase(), signer: runSigner() })
  await pipeline.work()
  release = await servingRelease(pipeline, 'BR')
})
afterAll(() => pipeline?.close())

const parts = { by: ASHA, now: () => new Date() }

describe('audit as-of', () => {
  const asOf = (scope: string, time: string) => pipeline.cli('audit', 'as-of', scope, time, '--json')
  type Served = {
    releases: { release_id: string; revision: number; stage: string; holds: string[]; position: number }[]
  }
  const servedAt = async (time: string, scope = 'BR') => (await asOf(scope, time)).json<Served>().releases
  const timeOf = async (type: string, state = 'BR'): Promise<string> => {
    const { rows } = await pipeline.owner.query<{ at: Date }>(
      'SELECT recorded_at AS at FROM event_log WHERE type = $1 AND stream = $2 ORDER BY position DESC LIMIT 1',
      [type, streamOf.state(state)],
    )
    return rows[0]?.at.toISOString() ?? ''
  }
  const now = (): string => new Date().toISOString()
  const justBefore = (time: string): string => new Date(Date.parse(time) - 1).toISOString()

  test('before the promotion nothing served, from its moment on the release did', async () => {
    const promoted = await timeOf('ReleasePromoted')

    expect(await servedAt(justBefore(await timeOf('CandidateOpened')))).toEqual([])
    expect(await servedAt(justBefore(promoted))).toEqual([])
    expect(await servedAt(promoted)).toMatchObject([
      { release_id: release.release_id, revision: 1, stage: 'reference', holds: [] },
    ])
    expect(await servedAt(now())).toHaveLength(1)
    const dated = await pipeline.cli('audit', 'as-of', 'BR', '2020-01-01')
    const midnight = 'nothing served BR at 2020-01-01T00:00:00.000Z'
    expect(dated.stdout).toBe(`${midnight} (a date alone means 00:00 UTC, 05:30 in India)\n`)
    expect((await pipeline.cli('audit', 'as-of', 'BR', '2020-01-01T00:00:00Z')).stdout).toBe(`${midnight}\n`)
    for (const scope of ['ZZ', 'ZZ_NBPDCL', 'RJ_NOBODY'])
      expect((await asOf(scope, now())).json<CliError>().error.code).toBe('RELEASE_NOT_FOUND')
  })

  test('a hold is told from its moment on, and no promotion to a scope that is not its own moves it', async () => {
    const component = 'rows/BR-DS-II/energy'
    await hold({ ...parts, pool: pipeline.pool }, release.release_id, component, 'in doubt')
    const held = await timeOf('ComponentHeld')
    await expect(
      promote({ ...parts, pool: pipeline.pool }, release.release_id, 'BR_NBPDCL', 'reference'),
    ).rejects.toMatchObject({ code: 'SCOPE_NOT_OF_STATE' })

    expect(await servedAt(justBefore(held))).toMatchObject([{ holds: [] }])
    expect(await servedAt(held)).toMatchObject([{ holds: [component] }])
    expect((await pipeline.cli('audit', 'as-of', 'BR', held)).stdout).toContain(`\n    held: ${component}\n`)
    expect(await servedAt(now(), 'BR_NBPDCL')).toMatchObject([{ scope: 'BR' }])
    expect(await servedAt(now())).toMatchObject([{ holds: [component] }])
    expect((await servingRelease(pipeline, 'BR')).holds).toMatchObject([{ component }])
  })

  test('a release that serves its state is not taken from it for the scope of one licensee', async () => {
    const { release_id: id } = await servingRelease(pipeline, 'RJ')
    await expect(promote({ ...parts, pool: pipeline.pool }, id, 'RJ_JVVNL', 'reference')).rejects.toMatchObject({
      code: 'ALREADY_IN_SERVICE',
      details: { scope: 'RJ' },
    })

    for (const scope of ['RJ', 'RJ_JVVNL'])
      expect(await servedAt(now(), scope)).toMatchObject([{ release_id: id, scope: 'RJ' }])
    for (const scope of ['rj', 'RJ-JVVNL', 'RAJ', '']) expect((await asOf(scope, now())).code).toBe(2)
  })

  test('after the withdrawal nothing serves, and the past stays as it was', async () => {
    await withdraw({ ...parts, pool: pipeline.pool }, release.release_id, 'printed wrong')
    const withdrawn = await timeOf('ReleaseWithdrawn')

    expect(await servedAt(justBefore(withdrawn))).toHaveLength(1)
    expect(await servedAt(withdrawn)).toEqual([])
  })

  test('it is read from the log alone: a read model that says otherwise changes nothing', async () => {
    await pipeline.owner.query('DELETE FROM read.releases')
    const promoted = await pipeline.owner.query<{ at: Date }>(
      `SELECT recorded_at AS at FROM event_log WHERE type = 'ReleasePromoted' AND stream = $1 ORDER BY position LIMIT 1`,
      [streamOf.state('BR')],
    )

    expect(await servedAt(promoted.rows[0]?.at.toISOString() ?? '')).toHaveLength(1)
    await rebuild(pipeline.pool)
  })
})
