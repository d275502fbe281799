import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, type TestInstance, testApi } from '../../support/api.ts'
import { type TestBrowser, testBrowser } from '../../support/browser.ts'
import { accessFaults } from '../../support/looks-right.ts'

/** The documentation page in a real browser, from a listening server (docs/design/contract.md#addresses `/v1/docs`). */

let api: TestApi
let server: TestInstance
let browser: TestBrowser
let page: Page

beforeAll(async () => {
  api = await testApi()
  server = await api.start({ trustProxy: false })
  browser = await testBrowser()
  page = await browser.context.newPage()
  await page.goto(`${server.origin}/v1/docs`)
  await page.locator('.opblock').first().waitFor()
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

describe('the documentation page', () => {
  test('as it opens, has one main landmark, and text that stands out from its ground', async () => {
    expect(await accessFaults(page, ['color-contrast', 'landmark-no-duplicate-main'])).toEqual([])
  })

  test('takes a key, sends a calculation and shows its 164400 paise', async () => {
    const key = await api.key()
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    await page.locator('#auth-bearer-value, #api_key_value').first().fill(key)
    await page.getByRole('button', { name: 'Apply credentials' }).first().click()
    await page.getByRole('button', { name: 'Close' }).first().click()

    const operation = page.locator('#operations-Calculation-calculate')
    await operation
      .getByRole('button', { name: /calculate/ })
      .first()
      .click()
    const body = operation.locator('textarea.body-param__text')
    await body.fill(
      JSON.stringify({ state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }),
    )
    await operation.getByRole('button', { name: 'Execute' }).click()
    const answer = operation.locator('.live-responses-table .highlight-code').first()
    await answer.waitFor()
    expect(await answer.textContent()).toMatch(/"base_tariff_paise":\s*164400/)
    expect(await operation.locator('.live-responses-table tbody .response-col_status').first().textContent()).toMatch(
      /200/,
    )
  })

  test('shows every operation of the contract', async () => {
    const shown = await page.locator('.opblock-summary-path').allTextContents()
    const { paths } = JSON.parse((await server.call('/v1/openapi.json')).text)
    expect(shown.map((path) => path.replaceAll('\u200b', '')).sort()).toEqual(Object.keys(paths).sort())
    expect(await page.locator('.info .title').textContent()).toContain('Pramaan Verified Tariff API')
  })

  test('shows the shape of an answer, an example of it', async () => {
    const operation = page.locator('#operations-Calculation-calculate')
    const responses = operation.locator('.responses-table:not(.live-responses-table)')
    if (!(await responses.isVisible())) await operation.locator('.opblock-summary-control').click()
    await responses.getByRole('tab', { name: 'Schema' }).first().click()
    await responses.locator('.json-schema-2020-12').first().waitFor()
    await responses.getByRole('tab', { name: 'Example Value' }).first().click()
    expect(await responses.textContent()).toContain('"base_tariff_paise": 164400')
  })

  test('sends requests only to its own origin, and violates no rule of its policy', () => {
    expect(browser.asked.length).toBeGreaterThan(5)
    const elsewhere = browser.asked.filter((url) => !url.startsWith(`${server.origin}/`) && !url.startsWith('data:'))
    expect(elsewhere).toEqual([])
    expect(browser.complaints).toEqual([])
  })
})
