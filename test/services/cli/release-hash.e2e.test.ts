import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDiscarded } from '../../../pipeline/event-log/in-transaction.ts'
import { releaseNamed } from '../../../services/operations/release-view.ts'
import { everyStateDatabase, runSigner } from '../../support/api-release.ts'
import type { CliError } from '../../support/cli.ts'
import { servingRelease, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/** A release is named by the beginning of its hash too, as `release list` prints it. */

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline({ database: await everyStateDatabase(), signer: runSigner() })
  await pipeline.work()
})
afterAll(() => pipeline?.close())

const release = (...args: string[]) => pipeline.cli('release', ...args, '--json')
const hashOf = async (state: string): Promise<string> => (await servingRelease(pipeline, state)).release_sha256 ?? ''

test('every command that takes an id takes the 12 digits that `release list` prints', async () => {
  const [bihar, rajasthan] = [await hashOf('BR'), await hashOf('RJ')]
  const part = bihar.slice(0, 12)
  const shown = await pipeline.cli('release', 'list')

  expect(shown.stdout).toContain(part)
  expect((await release('show', part.toUpperCase())).json()).toMatchObject({ state_code: 'BR', release_sha256: bihar })
  expect((await release('diff', part, rajasthan.slice(0, 8))).code).toBe(0)
  expect((await release('plan', part)).json()).toMatchObject({ scope: 'BR', loses: [] })
  expect((await release('verify', part)).json()).toMatchObject({ verified: true, release_sha256: bihar })
  expect((await release('gate', part)).json<CliError>().error.code).toBe('ALREADY_GATED')
  expect((await release('show', part.slice(0, 7))).json<CliError>().error.code).toBe('RELEASE_NOT_FOUND')
})

test('digits with which no hash begins, or two, are refused', async () => {
  const [part, message] = [
    '0'.repeat(8),
    expect.stringMatching(/^no release has a release_sha256 that begins with 0{8};/),
  ]
  expect((await release('show', part)).json<CliError>().error).toMatchObject({ code: 'RELEASE_NOT_FOUND', message })

  await inDiscarded(pipeline.owner, async (client) => {
    const { rowCount } = await client.query(
      "UPDATE read.releases SET release_sha256 = $1 || substr(release_sha256, 9) WHERE state_code IN ('BR', 'RJ')",
      [part],
    )
    await expect(releaseNamed(client, part)).rejects.toMatchObject({
      code: 'RELEASE_NOT_FOUND',
      message: `${rowCount} releases have a release_sha256 that begins with ${part}: give more digits`,
    })
  })
})
