import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../../pipeline/event-log/read.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { type DeskPerson, enrolledPerson, type TestDesk, testDesk } from '../../support/desk.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { orders } from './three-people.ts'

/** Scripts of the desk's pages: one act at a time, what its dialog shows, and updates while somebody works. */

const NAME = 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1@1'

let pipeline: TestPipeline
let desk: TestDesk
let [chitra, devi]: DeskPerson[] = []

beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
  desk = await testDesk(pipeline)
  await orders(pipeline.home, (...args) => pipeline.doneAs(ASHA, ...args))
  await pipeline.doneAs(ASHA, 'release', 'open', join(pipeline.home, 'covered'))
  await pipeline.doneAs(ASHA, 'release', 'gate', NAME)
  chitra = await enrolledPerson(pipeline, desk, 'chitra')
  devi = await enrolledPerson(pipeline, desk, 'devi')
})
afterAll(async () => {
  for (const one of [chitra, devi]) await one?.close()
  await desk?.stop()
  await pipeline?.close()
})

const typesOf = async (stream: string): Promise<string[]> =>
  (await readStream(pipeline.pool, stream)).map(({ type }) => type)

test('a second act is refused while one is not finished: the one that is signed is the one that is shown', async () => {
  await chitra!.go(`/releases/${NAME}`)
  await chitra!.page.getByText('Withdraw it').click()
  await chitra!.page.getByLabel('Reason for the withdrawal').fill('a mistake')
  // Both before the dialog of the first opens.
  await chitra!.page.evaluate(`for (const words of ['Withdraw', 'Approve'])
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words).click()`)
  expect(await chitra!.said()).toBe('Another act on this page is not finished: ask again after it.')
  expect(JSON.parse(await chitra!.isAsked())).toMatchObject({ command: 'withdraw' })
  await chitra!.page.getByRole('button', { name: 'Do not sign' }).click()
  await chitra!.page.getByText('SIGNATURE_DECLINED').waitFor()
  await chitra!.signs('Approve')
  await chitra!.page.getByText(`${NAME} is approved`).waitFor()
  expect(await typesOf(streamOf.state('ZZ'))).not.toContain('ReleaseWithdrawn')
})

test('what a person wrote is shown in full before they sign it, however long its words are', async () => {
  const address = `https://commission.example/orders/2026/${'retail-supply-tariff-'.repeat(5)}7-of-2026.pdf`
  await devi!.go(`/releases/${NAME}`)
  await devi!.page.getByText("Attest that it is the regulator's own").click()
  await devi!.page.getByLabel('Where you got this file').fill(address)
  await devi!.page.getByLabel('What you compared it with').fill('every page')
  await devi!.page.getByRole('button', { name: 'Attest', exact: true }).click()
  await devi!.isAsked()
  expect(await devi!.page.locator('#sign-facts').textContent()).toContain(address)
  await devi!.page.keyboard.press('Escape')
  await devi!.page.getByText('SIGNATURE_DECLINED').waitFor()
})

test('what was typed in a form stays when somebody else changes the part of the page around it', async () => {
  for (const one of [devi!, chitra!]) {
    await one.go(`/releases/${NAME}`)
    await one.page.getByText("Attest that it is the regulator's own").click()
    await one.page.getByLabel('Where you got this file').fill(`the site, by ${one.name}`)
    await one.page.getByLabel('What you compared it with').fill('every page')
  }
  // Nobody types any more, but nothing is sent yet.
  await devi!.page.getByRole('heading', { name: 'Documents' }).click()
  await chitra!.signs('Attest')
  await devi!.page.getByText('chitra attested it on').waitFor()
  expect(await devi!.page.getByLabel('Where you got this file').inputValue()).toBe('the site, by devi')
  await devi!.signs('Attest')
  await devi!.page.getByText('devi attested it on').waitFor()
})

test('a form whose act is done is empty', async () => {
  await chitra!.go(`/releases/${NAME}`)
  await chitra!.page.getByLabel('Stage').selectOption('reference')
  await chitra!.signs('Promote')
  await chitra!.page.getByText('is in service at stage reference').waitFor()
  await chitra!.page.getByText('Hold a component').click()
  await chitra!.page.getByLabel('Reason for the hold').fill('a reader doubts it')
  await chitra!.signs('Hold')
  await chitra!.page.getByRole('button', { name: 'Free', exact: true }).waitFor()
  await chitra!.page.getByText(`${NAME} holds`).waitFor()
  expect(await chitra!.page.getByLabel('Reason for the hold').inputValue()).toBe('')
})

test('a person at the keyboard who does not sign is at the same button again', async () => {
  await devi!.go(`/releases/${NAME}`)
  await devi!.page.getByText('Withdraw it').press('Enter')
  await devi!.page.getByLabel('Reason for the withdrawal').fill('a mistake')
  await devi!.page.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter')
  await devi!.isAsked()
  await devi!.page.keyboard.press('Escape')
  await devi!.page.getByText('SIGNATURE_DECLINED').waitFor()
  await devi!.page.waitForFunction(`document.activeElement.textContent === 'Withdraw'`)
})

test('tick and untick in quick succession: the last one stays', async () => {
  await devi!.go(`/releases/${NAME}/review`)
  const box = devi!.page.getByRole('checkbox').first()
  const sent: boolean[] = []
  const slow = Promise.withResolvers<void>()
  await devi!.page.route('**/ticks', async (route) => {
    const { ticked } = route.request().postDataJSON() as { ticked: boolean }
    sent.push(ticked)
    // The first arrives late.
    if (sent.length === 1) await slow.promise
    await route.continue()
  })
  await box.click()
  await box.click()
  await devi!.page.waitForFunction('!document.querySelector("[data-tick]").checked')
  await expect.poll(() => sent, { message: 'the second waits for the first' }).toEqual([true])
  const second = devi!.page.waitForResponse(
    (answer) => answer.url().endsWith('/ticks') && answer.request().postDataJSON().ticked === false,
  )
  slow.resolve()
  expect((await second).status()).toBe(200)
  await devi!.page.unroute('**/ticks')
  await devi!.page.reload()
  expect(await box.isChecked()).toBe(false)
})

test('a page that the browser shows again by its back button follows the log again', async () => {
  await devi!.go(`/releases/${NAME}`)
  const free = devi!.page.getByRole('button', { name: 'Free', exact: true })
  const component = await devi!.page.locator('form[data-act=unhold] input[name=component]').inputValue()
  // The events of a page that is kept and restored.
  await devi!.page.evaluate(`for (const type of ['pagehide', 'pageshow'])
    dispatchEvent(new PageTransitionEvent(type, { persisted: true }))`)
  await pipeline.doneAs(ASHA, 'release', 'unhold', NAME, component, '--reason', 'it was looked up')
  await free.waitFor({ state: 'detached' })
})

test('a page whose session is over, such as after a restart of the desk, goes to the sign-in by itself', async () => {
  await devi!.go(`/releases/${NAME}`)
  await desk.stop()
  await desk.start()
  await devi!.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
})

test('whoever signs out in one tab is signed out in the others, which show nothing more', async () => {
  await devi!.signsIn()
  await devi!.go(`/releases/${NAME}`)
  const other = await devi!.context.newPage()
  await other.goto(`${desk.origin}/people`)
  await other.getByRole('button', { name: 'Sign out devi' }).click()
  // Sooner than after the fifteen seconds in which a page asks by itself.
  await devi!.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor({ timeout: 10_000 })
  await other.close()
})

test('what is said of an act is announced: the place for it is there before', async () => {
  const place = devi!.page.getByRole('status')
  expect(await place.count()).toBe(1)
  expect(await place.textContent()).toBe('')
})

test('who may not have a name is told which names there are', async () => {
  await devi!.go('/enrol')
  const help = await devi!.page.getByLabel(/Your name/).getAttribute('aria-describedby')
  expect(await devi!.page.locator(`#${help}`).textContent()).toMatch(/^Up to 64 letters/)
})

test('a page follows the log again after something in front of the desk has answered for it', async () => {
  await devi!.signsIn()
  const answered = (status: number) =>
    devi!.page.waitForResponse((one) => one.url().includes('/events') && one.status() === status)
  await devi!.page.route('**/events*', (route) => route.fulfill({ status: 502 }))
  const [refused] = [answered(502), await devi!.go('/people')]
  await refused
  const followed = answered(200)
  await devi!.page.unroute('**/events*')
  await followed
  await devi!.page.getByText("Revoke somebody's key").click()
  await devi!.page.getByLabel('Whose').selectOption('bashir')
  await devi!.page.getByLabel('Why').fill('left')
  await devi!.page.getByRole('heading', { name: 'People' }).click()
  await pipeline.doneAs(ASHA, 'person', 'revoke', 'bashir', '--reason', 'a test')
  await devi!.page.getByText('revoked at position').waitFor()
  // Their key cannot be revoked again: also the choice in the form follows the log, and what was typed stays.
  await expect
    .poll(() => devi!.page.locator('select[name=person] option').allTextContents(), PATIENCE)
    .not.toContain('bashir')
  expect(await devi!.page.getByLabel('Why').inputValue()).toBe('left')
  expect(await devi!.page.getByLabel('Whose').inputValue(), 'nobody else in their place').toBe('')
})
