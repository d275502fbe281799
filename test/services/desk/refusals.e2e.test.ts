import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, enrolledPerson, type TestDesk, testDesk } from '../../support/desk.ts'
import { inventedFolder } from '../../support/invented-definition.ts'
import { expectToLookRight } from '../../support/looks-right.ts'
import { ASHA, BASHIR } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { replaceIn } from './three-people.ts'

/** What the desk says when an act is refused, not signed, or changes nothing. */

const ID = 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1'
const WHOLE = `${ID}@1`
const SHORTER = `${ID}@2`

let pipeline: TestPipeline
let desk: TestDesk
let chitra: DeskPerson

const folder = (name: string): Promise<string> =>
  inventedFolder(pipeline.home, name, (...args) => pipeline.doneAs(ASHA, ...args))

beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
  desk = await testDesk(pipeline)
  await folder('whole')
  await replaceIn(join(await folder('broken'), 'release.yaml'), 'release_id: ZZ-2026', 'release_id: ZZ-2031')
  const shorter = await folder('shorter')
  for (const file of ['release.yaml', 'sources.yaml'])
    await replaceIn(join(shorter, file), 'effective_to: 2027-03-31', 'effective_to: 2026-09-30')
  chitra = await enrolledPerson(pipeline, desk, 'chitra')
})
afterAll(async () => {
  await chitra?.close()
  await desk?.stop()
  await pipeline?.close()
})

test('who opens and does not sign the second text is told that the first is done', async () => {
  await chitra.go('/')
  await chitra.page.getByLabel('Definition folder').selectOption('whole')
  const [first = ''] = await chitra.signs('Open')
  expect(JSON.parse(await chitra.isAsked(first))).toMatchObject({ command: 'open' })
  await chitra.page.getByRole('button', { name: 'Do not sign' }).click()
  const said = await chitra.said()
  expect(said).toContain('the act was not signed; what you signed before is in the log (SIGNATURE_DECLINED)')
  expect(said).toMatch(/in_the_log:\n +source add of \S+/)
  await chitra.page.getByRole('button', { name: 'Open', exact: true }).click()
  await chitra.isAsked()
  await chitra.page.keyboard.press('Escape')
  await chitra.page.getByText('the act was not signed: nothing was changed (SIGNATURE_DECLINED)').waitFor()
})

test('a definition that cannot be read: every finding is shown, with its place', async () => {
  await chitra.go('/')
  await chitra.page.getByLabel('Definition folder').selectOption('broken')
  await chitra.page.getByRole('button', { name: 'Open', exact: true }).click()
  const said = await chitra.said()
  expect(said).toContain('1 finding; the definition cannot be read as a record (DEFINITION_REFUSED)')
  expect(said).toMatch(/release\.yaml:\d+[\s\S]*expected .*\n\s+found +ZZ-2031/)
  await expectToLookRight(chitra.page, 'refused')
})

test('who opened a release sees its figures, and neither ticks nor a signature are offered', async () => {
  await chitra.go('/')
  await chitra.page.getByLabel('Definition folder').selectOption('whole')
  await chitra.signs('Open')
  await chitra.page.getByRole('heading', { name: WHOLE }).waitFor()
  await pipeline.doneAs(ASHA, 'release', 'gate', WHOLE)
  await chitra.page.getByText('You opened this release, so others must review it.').waitFor()
  await chitra.page.getByRole('link', { name: /^See \d+ figures$/ }).click()
  await chitra.page.getByText('You opened this release, so others must review it.').waitFor()
  expect(await chitra.page.getByRole('checkbox').count()).toBe(0)
  expect(await chitra.page.getByRole('button', { name: 'Sign the review' }).count()).toBe(0)
  expect(await chitra.page.locator('.figure').count()).toBeGreaterThan(5)
  await expectToLookRight(chitra.page, 'not-offered')
})

test('an act that is done already is not said to be done again', async () => {
  await pipeline.doneAs(ASHA, 'release', 'open', join(pipeline.home, 'shorter'))
  await pipeline.doneAs(ASHA, 'release', 'gate', SHORTER)
  for (const release of [WHOLE, SHORTER]) await pipeline.doneAs(BASHIR, 'release', 'approve', release)
  await pipeline.doneAs(BASHIR, 'release', 'promote', WHOLE)
  for (const [act, said] of [
    [{ kind: 'open', folder: 'whole' }, `nothing was opened: the definition has not changed since ${WHOLE}`],
    [{ kind: 'approve', release: SHORTER }, `nothing was changed: ${SHORTER} was already approved by bashir`],
    [
      { kind: 'promote', release: WHOLE, scope: '', stage: 'reference', leave_gap: false },
      `nothing was changed: ${WHOLE} is already in service at stage reference`,
    ],
  ] as const)
    expect(await chitra.post('/acts', act)).toEqual({ status: 200, body: { step: 'done', said, to: null } })
})

test('a promotion that leaves a gap: the plan is shown, and what to do at the desk', async () => {
  await chitra.go(`/releases/${SHORTER}`)
  await chitra.page.getByLabel('Stage').selectOption('reference')
  await chitra.page.getByRole('button', { name: 'Promote', exact: true }).click()
  const said = await chitra.said()
  expect(said).toContain('tick “Even if days or categories lose their answer” if the gap is intended (LEAVES_GAP)')
  expect(said).toMatch(/out of service: .*@1 [\s\S]*loses its answer:\n\s+2026-10-01 to 2027-03-31/)
  expect(said).not.toContain('--leave-gap')
  await chitra.page.getByLabel('Even if days or categories lose their answer').check()
  await chitra.signs('Promote')
  await chitra.page.getByText(`${SHORTER} is in service at stage reference`).waitFor()
})

test('a field that cannot be read: each is named on its own line', async () => {
  await chitra.go(`/releases/${SHORTER}`)
  await chitra.page.getByText('Withdraw it').click()
  await chitra.page.getByLabel('Reason for the withdrawal').fill('   ')
  await chitra.page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await chitra.page.getByText('REQUEST_UNREADABLE').waitFor()
  expect(await chitra.page.locator('#said').textContent()).toMatch(/^reason: must not be empty \(REQUEST_UNREADABLE\)/)
})
