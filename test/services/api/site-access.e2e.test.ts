import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectToLookRight } from '../../support/looks-right.ts'
import { PATIENCE } from '../../support/patience.ts'
import { type TestSite, testSite } from '../../support/site.ts'

/** What readers get who listen to the calculator, or print it. */

let site: TestSite
let page: Page

beforeAll(async () => {
  site = await testSite({ viewport: { width: 1440, height: 900 } })
  page = site.page
})
afterAll(() => site?.close())

const unitsField = (side = 'The bill') =>
  page.getByRole('form', { name: side, exact: true }).getByRole('textbox', { name: 'Units of the bill (kWh)' })

test('a change is announced as the amount, or why there is none, and no more; what announces it stays', async () => {
  expect(await page.locator('[aria-live]').count()).toBe(0)
  const status = await page.locator('.side').getByRole('status').elementHandle()
  const said = async (): Promise<string> => (await status?.textContent()) ?? 'gone'
  expect(await said()).toMatch(/^₹[\d,]+\.\d\dbase tariff · not an official bill$/)
  const before = await unitsField().inputValue()
  await unitsField().fill('1,000')
  await page.locator('.refused').waitFor()
  expect(await said()).toMatch(
    /^No amountUnits of the bill \(kWh\): Must be a number from 0 to 1,00,00,000, in the digits 0 to 9/,
  )
  expect(await page.locator('.chart .asked').count()).toBe(0)
  await unitsField().fill(before)
  await page.locator('.proof').waitFor()
  expect(await said()).toMatch(/^₹/)
  expect(await page.locator('.chart .asked').count()).toBe(1)
})

test('each line of an answer has a header, and both fields of the units have their unit', async () => {
  expect(await page.locator('.lines').first().getByRole('rowheader').first().textContent()).toMatch(/charge/)
  expect(await page.getByRole('slider', { name: 'Units of the bill (kWh), as a slider' }).count()).toBe(1)
})

/** The text that describes a control to screen readers. */
async function describes(control: Locator): Promise<string> {
  const ids = (await control.getAttribute('aria-describedby'))?.split(' ') ?? []
  return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()))).join(' | ')
}

const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.id')

test('a field that is refused is marked and says what is wrong with it, and the reason leads there', async () => {
  const before = await unitsField().inputValue()
  for (const [text, said] of [
    ['12,5', /^Must be a number from 0/],
    ['२००', /^Must be a number from 0/],
    ['10000001', /^Must be a number from 0 to 1,00,00,000, /],
    ['', /^Is required$/],
  ] as const) {
    await unitsField().fill(text)
    await page.locator('.refused').waitFor()
    expect(await unitsField().getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => describes(unitsField()), PATIENCE).toMatch(said)
  }
  await page.locator('.refused').getByRole('link', { name: 'Units of the bill (kWh)' }).click()
  expect(await focused()).toBe(await unitsField().getAttribute('id'))
  await unitsField().fill(before)
  await page.locator('.proof').waitFor()
  expect(await unitsField().getAttribute('aria-invalid')).toBe(null)
  const day = page.getByLabel('Day of the tariff')
  await page.locator('.choice summary').click()
  await day.fill('2020-01-01')
  await page.locator('.refused').waitFor()
  expect(await page.locator('.refused').textContent()).not.toMatch(/details|API/)
  expect(await day.getAttribute('aria-invalid')).toBe('true')
  await page.locator('.choice summary').click()
  await page.locator('.refused').getByRole('link', { name: 'Day of the tariff' }).click()
  expect(await focused()).toBe(await day.getAttribute('id'))
  await day.fill('')
  await page.locator('.proof').waitFor()
})

test('the help of a field is on the page and belongs to its control; none is only in a tooltip', async () => {
  expect(await page.locator('.choice [title]').count()).toBe(0)
  expect(await describes(page.getByLabel('Bill period: from'))).toMatch(/^First day that the bill covers/)
})

test('on paper, what is not included and what an amount assumes stands below it', async () => {
  const note = page.locator('.left-out li').first()
  const isShown = (): Promise<boolean> => note.evaluate((element) => element.checkVisibility())
  expect(await isShown()).toBe(false)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await isShown()).toBe(true)
  expect(await page.locator('nav').isVisible()).toBe(false)
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(251, 250, 245)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})

test('a long word in the name of a state does not make the page wider than a small screen', async () => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.evaluate(`document.querySelector('.states a').prepend('Bundesland'.repeat(8))`)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('two categories beside each other have their names, and no accessibility fault', async () => {
  await page.getByRole('button', { name: /Compare/ }).click()
  await page.locator('.side').nth(1).locator('.answer').waitFor()
  expect(await unitsField('The bill A').count()).toBe(1)
  expect(await unitsField('The bill B').count()).toBe(1)
  await expectToLookRight(page, 'site-compared')
})
