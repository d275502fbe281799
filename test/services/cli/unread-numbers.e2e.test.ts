import { afterAll, beforeAll, expect, test } from 'vitest'
import { askCli, type CliError } from '../../support/cli.ts'
import { FILLS, type Fill, inventedFolder } from '../../support/invented-definition.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

const ID = 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1'
let pipeline: TestPipeline

async function done(...args: string[]): Promise<void> {
  const outcome = await pipeline.cli(...args, '--json')
  expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0)
}
async function refusedAtProduction(revision: number): Promise<CliError['error']> {
  const outcome = await pipeline.cli('release', 'promote', `${ID}@${revision}`, '--stage', 'production', '--json')
  expect(outcome.code, outcome.stdout).toBe(1)
  return outcome.json<CliError>().error
}

/** The invented order as a sealed release, with the coverage declared in `fills`. */
async function sealed(name: string, fills: readonly Fill[]): Promise<void> {
  const folder = await inventedFolder(pipeline.home, name, done, fills)
  await done('release', 'open', folder)
  await done('release', 'gate', ID)
}

beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
})
afterAll(() => pipeline?.close())

test('stage production is refused while a number is missing, a seal where a page with figures is not covered; then people are asked', async () => {
  const undismissed = FILLS.filter(([, from]) => from !== 'dismissed: []')
  await sealed('missing', undismissed)
  expect(await refusedAtProduction(1)).toMatchObject({
    code: 'NOT_COVERED',
    details: {
      unread: [
        'ZZ-ORDER-2026-27 p.2 line 19: two of "Note: meters are read once in two months. The charges are those of a month."',
      ],
    },
  })

  const uncovered: Fill[] = [...undismissed, ['readings.yaml', 'from_page: 1, to_page: 2', 'from_page: 1, to_page: 1']]
  await done('release', 'open', await inventedFolder(pipeline.home, 'uncovered', done, uncovered))
  const rejected = (await pipeline.cli('release', 'gate', ID, '--json')).json<CliError>().error
  expect(rejected).toMatchObject({ code: 'RELEASE_REJECTED' })
  // Figures on a page that is not covered cannot have a grade for production.
  const gates = (rejected.details.findings ?? []).map(({ gate }) => gate)
  expect(new Set(gates)).toEqual(new Set(['evidence.grade_supported']))

  await sealed('covered', FILLS)
  expect(['NOT_ATTESTED', 'RELEASE_NOT_APPROVED', 'FOUR_EYES']).toContain((await refusedAtProduction(3)).code)
})

test('coverage: that no page is covered is not said as nothing missing', async () => {
  const { code, stdout } = await askCli({}, ['definition', 'coverage', 'releases/states/GJ/2026-27'])

  expect([code, stdout]).toEqual([0, expect.stringMatching(/^no page is covered, so no number was looked for: name/)])
})
