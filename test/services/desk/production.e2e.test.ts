import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStream } from '../../../pipeline/event-log/read.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { type DeskPerson, type TestDesk, testDesk } from '../../support/desk.ts'
import { expectToLookRight } from '../../support/looks-right.ts'
import { ASHA, BASHIR } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { challengeOf, laterOrder, orders, peopleAt, servedAt } from './three-people.ts'

/** Three people, each with a separate browser and passkey, take an invented order from open to production. */

const ID = 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1'
/** The first revision has a figure that its order does not print; the second is correct. */
const WRONG = `${ID}@1`
const NAME = `${ID}@2`
/** A revision with another title of the order, made on the command line and replaced by a rollback. */
const LATER = `${ID}@3`

let pipeline: TestPipeline
let desk: TestDesk
let [chitra, devi, esha]: DeskPerson[] = []

const served = () => servedAt(pipeline, ID)

beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
  desk = await testDesk(pipeline)
  await orders(pipeline.home, (...args) => pipeline.doneAs(ASHA, ...args))
  ;[chitra, devi, esha] = await peopleAt(desk.origin)
})
afterAll(async () => {
  for (const one of [chitra, devi, esha]) await one?.close()
  await desk?.stop()
  await pipeline?.close()
})

describe('enrolment', () => {
  test('with a request of the desk, by two people with key files', async () => {
    for (const [index, one] of [chitra, devi].entries()) {
      const [request, proposal] = [join(pipeline.home, `request-${index}`), join(pipeline.home, `proposal-${index}`)]
      await writeFile(request, await one!.asksToBeEnrolled())
      if (index === 0) await expectToLookRight(one!.page, 'enrol')
      await pipeline.doneAs(ASHA, 'person', 'enrol', request, '--propose', proposal)
      await pipeline.doneAs(BASHIR, 'person', 'countersign', proposal)
    }
  })

  test('by two people at the desk: the first proposes, which changes nothing, and the second signs too', async () => {
    await esha!.asksToBeEnrolled()
    await chitra!.go('/sign-in')
    await expectToLookRight(chitra!.page, 'sign-in')
    await chitra!.signsIn()
    await chitra!.go('/people')
    await expectToLookRight(chitra!.page, 'people')
    await chitra!.signs('Enrol esha')
    await chitra!.page.getByText('signed by chitra').waitFor()
    expect(await chitra!.page.getByRole('button', { name: 'Sign as the second' }).count()).toBe(0)

    await esha!.go('/sign-in')
    await esha!.page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    expect(await esha!.said(), 'before the second signature').toContain('SIGN_IN_REFUSED')

    await devi!.signsIn()
    await devi!.go('/people')
    const [text = ''] = await devi!.signs('Sign as the second')
    expect(JSON.parse(text)).toMatchObject({
      command: 'enrol',
      person: 'devi',
      events: [{ payload: { person: 'esha' } }],
    })
    expect(await devi!.said()).toBe('enrol is done, signed by chitra and you')
    await esha!.signsIn()
  })
})

describe('an order that was read wrongly', () => {
  test('is opened with a signature for its document and one for the release', async () => {
    await chitra!.go('/')
    await chitra!.page.getByLabel('Definition folder').selectOption('wrong')
    const signed = await chitra!.signs('Open', 2)
    expect(signed.map((text) => JSON.parse(text).command)).toEqual(['source_add', 'open'])
    await chitra!.page.getByRole('heading', { name: WRONG }).waitFor()
  })

  test('is rejected, with its findings by cause beside the page of the figure', async () => {
    await chitra!.page.getByRole('button', { name: 'Run the 29 gates' }).click()
    await chitra!.page.locator('#standing').getByText('rejected').first().waitFor()
    const cause = chitra!.page.locator('.cause', { has: chitra!.page.locator('img') })
    expect(await cause.textContent()).toContain('480')
    const picture = cause.locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(100)
    await expectToLookRight(chitra!.page, 'rejected')
  })
})

describe('an invented order', () => {
  test('is opened by the first; its document is in the log already', async () => {
    await chitra!.go('/')
    await chitra!.page.getByLabel('Definition folder').selectOption('covered')
    await expectToLookRight(chitra!.page, 'releases')
    const signed = await chitra!.signs('Open')
    expect(signed.map((text) => JSON.parse(text).command)).toEqual(['open'])
    await chitra!.page.getByRole('heading', { name: NAME }).waitFor()
  })

  test('shows its gate run live in every tab, and after a lost connection is restored', async () => {
    await devi!.go(`/releases/${NAME}`)
    const second = await devi!.context.newPage()
    await second.goto(`${desk.origin}/releases/${NAME}`)
    await esha!.go(`/releases/${NAME}`)
    await esha!.context.setOffline(true)
    await chitra!.page.getByRole('button', { name: 'Run the 29 gates' }).click()
    await chitra!.page.getByText('29 of 29 gates, ').waitFor()
    expect(await esha!.page.getByText('The gates have not run yet.').count()).toBe(1)
    await esha!.context.setOffline(false)
    for (const page of [chitra!.page, devi!.page, second, esha!.page]) {
      await page.getByText('29 of 29 gates, ').waitFor()
      await page.locator('#standing').getByText('sealed').first().waitFor()
      expect(await page.locator('.gates .passed').count()).toBe(29)
    }
    await second.close()
    await expectToLookRight(devi!.page, 'sealed')
  })

  test('is not approved by who opened it, and not brought to production by two', async () => {
    await chitra!.go(`/releases/${NAME}`)
    expect(await chitra!.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(await chitra!.post('/acts', { kind: 'approve', release: NAME })).toMatchObject({
      status: 409,
      body: { error: { code: 'FOUR_EYES' } },
    })
    await devi!.go(`/releases/${NAME}`)
    const [text = ''] = await devi!.signs('Approve')
    expect(JSON.parse(text)).toMatchObject({
      command: 'approve',
      person: 'devi',
      events: [{ payload: { release_id: ID, revision: 2 } }],
    })
    await devi!.page.getByText('by devi').first().waitFor()
    const approval = (await readStream(pipeline.pool, streamOf.state('ZZ'))).find(
      ({ type }) => type === 'ReleaseApproved',
    )
    const [signature] = approval?.act?.signatures ?? []
    expect(signature).toMatchObject({ algorithm: 'webauthn-es256', person: 'devi' })
    expect(challengeOf(signature), 'what the log keeps is the assertion over the text that was shown').toBe(
      createHash('sha256').update(text).digest('base64url'),
    )
    const promote = { kind: 'promote', release: NAME, scope: 'ZZ', stage: 'production', leave_gap: false }
    for (const who of [chitra!, devi!])
      expect(await who.post('/acts', promote)).toMatchObject({ body: { error: { code: 'FOUR_EYES' } } })
    await esha!.go(`/releases/${NAME}`)
    expect(await esha!.post('/acts', promote)).toMatchObject({ body: { error: { code: 'NOT_ATTESTED' } } })
  })

  test('has its document attested by two who did not add it', async () => {
    expect(await chitra!.page.getByText("Attest that it is the regulator's own").count()).toBe(0)
    for (const one of [devi!, esha!]) {
      await one.go(`/releases/${NAME}`)
      await one.page.getByText("Attest that it is the regulator's own").click()
      await one.page.getByLabel('Where you got this file').fill('the site of the commission')
      await one.page.getByLabel('What you compared it with').fill('every page')
      await one.signs('Attest')
      await one.page.getByText(`${one.name} attested it on`).waitFor()
    }
  })

  test('is reviewed figure by figure; ticks survive reloads and restarts, and each is for one figure', async () => {
    await devi!.go(`/releases/${NAME}/review`)
    const boxes = devi!.page.getByRole('checkbox')
    const count = await boxes.count()
    expect(count).toBeGreaterThan(5)
    const sign = devi!.page.getByRole('button', { name: 'Sign the review' })
    await expectToLookRight(devi!.page, 'review')
    await boxes.nth(0).check()
    await devi!.page.getByText(`1 of ${count} ticked`).waitFor()
    expect(await sign.isDisabled()).toBe(true)
    expect(await devi!.post('/acts', { kind: 'review', release: NAME })).toMatchObject({
      body: { error: { code: 'REVIEW_INCOMPLETE' } },
    })
    await devi!.context.setOffline(true)
    await boxes.nth(1).click()
    expect(await devi!.said(), 'a tick that the desk did not take is not shown').toContain('NO_ANSWER')
    expect(await boxes.nth(1).isChecked()).toBe(false)
    await devi!.context.setOffline(false)
    expect(await devi!.post('/ticks', { release: NAME, cell: 'rows/none', hash: '', ticked: true })).toMatchObject({
      status: 409,
    })

    await desk.stop()
    await desk.start()
    await devi!.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await devi!.signsIn()
    await devi!.go(`/releases/${NAME}/review`)
    expect(await boxes.nth(0).isChecked()).toBe(true)
    for (let index = 1; index < count; index += 1) {
      await boxes.nth(index).check()
      await devi!.page.getByText(`${index + 1} of ${count} ticked`).waitFor()
    }
    const [text = ''] = await devi!.signs('Sign the review')
    expect(JSON.parse(text)).toMatchObject({ command: 'review', events: [{ payload: { cells: count } }] })
    expect(await devi!.said()).toBe(`${NAME} is reviewed`)
  })

  test('is promoted by the third, who is shown the plan, and serves at stage production', async () => {
    await esha!.signsIn()
    await esha!.go(`/releases/${NAME}`)
    await esha!.page.getByLabel('Stage').selectOption('production')
    await esha!.page.getByRole('button', { name: 'Promote', exact: true }).click()
    await esha!.isAsked()
    expect(await esha!.page.locator('#sign-beside').textContent()).toContain('at stage production')
    await expectToLookRight(esha!.page, 'promote')
    expect(await served(), 'before it is signed').toBeUndefined()
    await esha!.page.getByRole('button', { name: 'Sign with your passkey' }).click()
    expect(await esha!.said()).toBe(`${NAME} is in service at stage production`)
    expect(await served()).toMatchObject({ stage: 'production', four_eyes: true, unattested: [], holds: [] })
  })

  test('is replaced by a later revision, and comes back by a roll-back on its page', async () => {
    const folder = await laterOrder(pipeline.home, (...args) => pipeline.doneAs(ASHA, ...args))
    await pipeline.doneAs(ASHA, 'release', 'open', folder)
    await pipeline.doneAs(ASHA, 'release', 'gate', LATER)
    await pipeline.doneAs(BASHIR, 'release', 'approve', LATER)
    await pipeline.doneAs(BASHIR, 'release', 'promote', LATER, '--stage', 'reference')
    expect(await served()).toMatchObject({ revision: 3, stage: 'reference' })

    await esha!.go(`/releases/${NAME}`)
    await esha!.page.getByRole('heading', { name: 'Roll back to it' }).waitFor()
    await expectToLookRight(esha!.page, 'superseded')
    await esha!.page.getByLabel('Stage').selectOption('production')
    const [text = ''] = await esha!.signs('Roll back')
    expect(JSON.parse(text)).toMatchObject({ command: 'promote' })
    expect(await esha!.said()).toBe(`${NAME} is in service at stage production`)
    expect(await served()).toMatchObject({ revision: 2, stage: 'production' })
  })

  test('is held by one person, and freed by two', async () => {
    await chitra!.signsIn()
    await chitra!.go(`/releases/${NAME}`)
    await chitra!.page.getByText('Hold a component').click()
    await chitra!.page.getByLabel('Reason for the hold').fill('a reader doubts it')
    await chitra!.signs('Hold')
    await chitra!.page.getByRole('button', { name: 'Free', exact: true }).waitFor()
    expect((await served())?.holds).toHaveLength(1)
    await expectToLookRight(chitra!.page, 'in-service')

    await chitra!.page.getByLabel(/Reason for ending the hold/).fill('it was looked up')
    await chitra!.signs('Free')
    await chitra!.page.waitForURL('**/people')
    expect((await served())?.holds, 'a proposal changes nothing').toHaveLength(1)
    await devi!.go('/people')
    await devi!.signs('Sign as the second')
    expect(await devi!.said()).toBe('unhold is done, signed by chitra and you')
    expect((await served())?.holds).toEqual([])
  })

  test('is shown as checked, and withdrawn, by one person each', async () => {
    await devi!.go(`/releases/${NAME}`)
    await devi!.page.getByText('Record a check of a component').click()
    const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
    await devi!.page.getByLabel('Date of the next check').fill(inAYear)
    const [text = ''] = await devi!.signs('Checked')
    expect(JSON.parse(text)).toMatchObject({ command: 'check', events: [{ payload: { check_by: inAYear } }] })
    expect(await devi!.said()).toContain('was checked')

    await chitra!.go(`/releases/${NAME}`)
    await chitra!.page.getByText('Withdraw it').click()
    await chitra!.page.getByLabel('Reason for the withdrawal').fill('the order was recalled')
    await chitra!.signs('Withdraw')
    expect(await chitra!.said()).toBe(`${NAME} is withdrawn`)
    expect(await served()).toBeUndefined()
    await expectToLookRight(chitra!.page, 'withdrawn')
  })

  test('a passkey that was revoked is signed out in all its tabs, and cannot sign in', async () => {
    await esha!.go(`/releases/${NAME}`)
    await chitra!.go('/people')
    await chitra!.page.getByText("Revoke somebody's key").click()
    await chitra!.page.getByLabel('Whose').selectOption('esha')
    await chitra!.page.getByLabel('Why').fill('she left')
    await chitra!.signs('Revoke')
    await esha!.page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    expect(await esha!.said()).toContain('SIGN_IN_REFUSED')
  })

  test('no page broke a rule of its policy', () => {
    expect([chitra, devi, esha].flatMap((one) => one?.complaints())).toEqual([])
  })
})
