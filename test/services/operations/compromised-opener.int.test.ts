import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestState } from '../../../pipeline/signed-state/signed-state.ts'
import { runRelease } from '../../../services/operations/run-release.ts'
import { untilSigned } from '../../../services/operations/until-signed.ts'
import { ASHA, BASHIR, MACHINE } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/** What somebody opened with a stolen key is opened again by another person, with the same definition. */

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
})
afterAll(() => pipeline?.close())

test('a definition that was opened with a compromised key is opened again, unchanged, and replaces that revision', async () => {
  const folder = await pipeline.folder()
  const first = await pipeline.run(folder)
  const again = () =>
    runRelease(
      {
        ...{ pool: pipeline.pool, sourcesPath: `${pipeline.home}/sources`, by: BASHIR, approver: MACHINE },
        ...{ now: () => new Date(), progress: () => () => {}, reopen: true },
      },
      folder,
    )
  expect(await again()).toEqual(first)

  const stolen = ['--reason', 'stolen', '--compromised-since', '1', '--json']
  const { code, stdout } = await pipeline.cliAs(BASHIR, 'person', 'revoke', ASHA.name, ...stolen)
  expect(code, stdout).toBe(0)
  const second = await again()
  expect(second).toMatchObject({ revision: 2, status: 'released', opened_by: BASHIR.name })
  expect(second.release_sha256).toBe(first.release_sha256)
  expect(await again()).toEqual(second)

  await untilSigned(pipeline.pool, pipeline.foundation)
  const { state } = await newestState(pipeline.pool, pipeline.foundation)
  const serving = state?.serving.serving.map(({ release_id, revision }) => [release_id, revision])
  expect(serving).toEqual([[FIXTURE_ID, 2]])
  expect((await pipeline.cliAs(BASHIR, 'log', 'verify')).stdout).toContain('intact')
})
