import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { everyStateDatabase } from '../../support/api-database.ts'
import { type TestSite, testSite } from '../../support/site.ts'

/** What a reader has typed and chosen in the calculator stays when they choose something else, or the network fails. */

let site: TestSite
let page: Page

beforeAll(async () => {
  site = await testSite({ viewport: { width: 1440, height: 900 } }, await everyStateDatabase())
  page = site.page
})
afterAll(() => site?.close())
beforeEach(async () => {
  await page.goto(`${site.server.origin}/glossary`)
})

const opens = async (hash = ''): Promise<void> => {
  await page.goto(`${site.server.origin}/${hash}`)
  await page.locator('.proof').first().waitFor()
}
const state = () => page.locator('#calculator select').first()
const units = () => page.getByRole('textbox', { name: /^Units of the bill/ })
const field = (label: string) => page.locator('#calculator label', { hasText: label }).locator('input, select')

test('another state keeps the units that were typed', async () => {
  await opens()
  await units().fill('314')
  await state().selectOption('RJ')
  await page.locator('.proof a', { hasText: 'RJ-' }).waitFor()
  expect(await units().inputValue()).toBe('314')
})

test('another category keeps the inputs that it has too, in the same unit, and no others', async () => {
  await opens('#units=150&A.state=BR&A.code=DS-II&A.given.connected_load=3&A.given.billing_days=30')
  await field('Category').selectOption('NDS-II')
  // It has no subsidy, which is what the days are for.
  await field('Billing days').waitFor({ state: 'detached' })
  expect(await field('Connected load (kW)').inputValue()).toBe('3')
  expect(await page.getByText('Not available here').count()).toBe(0)
  await field('Category').selectOption('IAS-I')
  await field('Connected load (HP)').waitFor()
  expect(await field('Connected load (HP)').inputValue()).toBe('')
})

test('a state that could not be fetched stays chosen, and is there once the network is', async () => {
  await opens('#units=150&A.state=BR&A.code=DS-II&A.given.connected_load=3')
  await page.route('**/public/releases/*', (route) => route.abort())
  await state().selectOption('RJ')
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').waitFor()
  expect([await state().inputValue(), await units().count()]).toEqual(['RJ', 0])
  await page.unroute('**/public/releases/*')
  await page.locator('.proof a', { hasText: 'RJ-' }).waitFor()
  expect(await units().inputValue()).toBe('150')
})
