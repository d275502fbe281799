import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#digest'
import type { CliError } from '../../support/cli.ts'
import { CASES, FILLS, type Fill, filled } from '../../support/invented-definition.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { inventedOrder } from '../../support/printed-order.ts'

const ID = 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1'
const order = inventedOrder()
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

/** The invented order as a sealed release, with what `fills` say of coverage. */
async function sealed(name: string, fills: readonly Fill[]): Promise<void> {
  const folder = join(pipeline.home, name)
  const asked = ['--pages', '1-2', '--state', 'ZZ', '--year', '2026-27']
  await done('definition', 'draft', sha256(order), ...asked, '--out', folder)
  const files = new Map<string, string>()
  for (const file of await readdir(folder)) files.set(file, await readFile(join(folder, file), 'utf8'))
  for (const [file, text] of filled(files, fills)) await writeFile(join(folder, file), text)
  await appendFile(join(folder, 'cases.csv'), `${CASES.join('\n')}\n`)
  await done('definition', 'figures', folder)
  await done('release', 'open', folder)
  await done('release', 'gate', ID)
}

beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
  await mkdir(join(pipeline.home, 'sources'), { recursive: true })
  await writeFile(join(pipeline.home, 'sources', 'order.pdf'), order)
})
afterAll(() => pipeline?.close())

test('stage production is refused while a number is missing, or a page with figures is not covered; then people are asked', async () => {
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

  await sealed('uncovered', [...undismissed, ['readings.yaml', 'from_page: 1, to_page: 2', 'from_page: 1, to_page: 1']])
  expect(await refusedAtProduction(2)).toMatchObject({
    code: 'NOT_COVERED',
    details: { unread: ['ZZ-ORDER-2026-27 p.2: figures are read from it, and it is not covered'] },
  })

  await sealed('covered', FILLS)
  expect(['NOT_ATTESTED', 'RELEASE_NOT_APPROVED', 'FOUR_EYES']).toContain((await refusedAtProduction(3)).code)
})
