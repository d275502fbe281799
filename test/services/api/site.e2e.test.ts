import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bodyOf } from '../../../pipeline/gates/calculation/draft.ts'
import { domainsOf } from '../../../pipeline/gates/requests/domains.ts'
import { draftsGenerator } from '../../../pipeline/gates/requests/generate-inputs.ts'
import { seededRandom } from '../../../pipeline/gates/requests/random.ts'
import { hold, unhold } from '../../../services/operations/lifecycle.ts'
import type { TestApi, TestInstance } from '../../support/api.ts'
import { everyStateDatabase } from '../../support/api-database.ts'
import type { TestBrowser } from '../../support/browser.ts'
import { compressedBytes } from '../../support/compressed-bytes.ts'
import { expectToLookRight } from '../../support/looks-right.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'
import { answeredHere, recordsOf, type TestSite, testSite } from '../../support/site.ts'

/** The site in a real browser, which verifies releases and calculates locally. */

const REQUESTS = 350

let site: TestSite
let api: TestApi
let server: TestInstance
let browser: TestBrowser
let page: Page

beforeAll(async () => {
  site = await testSite({ viewport: { width: 1440, height: 900 } }, await everyStateDatabase())
  ;({ api, server, browser, page } = site)
})
afterAll(() => site?.close())

describe('the calculator', () => {
  test('starts with a worked example, verified in this browser', async () => {
    expect(await page.locator('.answer .total').first().textContent()).toMatch(/^₹[\d,]+\.\d\d/)
    expect(await page.locator('.proof').first().textContent()).toContain('Verified in this browser')
  })

  test("starts with a household's category whose curve has slabs", async () => {
    const shown = await Promise.all((await page.locator('.choice select').all()).map((each) => each.inputValue()))
    expect(shown.slice(0, 3)).toEqual(['GJ', 'GJ_DGVCL', 'DOMESTIC_URBAN'])
    expect(await page.locator('.chart .edge').count()).toBeGreaterThan(1)
    expect(await page.getByRole('img', { name: /^Base tariff from 0 to 1000 units, up to ₹/ }).count()).toBe(1)
  })

  test('gives the same amounts, refusals and hashes as the API', async () => {
    const key = await api.key({ evidence_floor: 'derived', per_minute: 100_000, burst: 100_000 })
    const records = await recordsOf(server)
    expect(records).toHaveLength(7)
    let amounts = 0
    for (const record of records) {
      const { state_code: state } = record
      const next = draftsGenerator(domainsOf(record), seededRandom(state.charCodeAt(0) * 256 + state.charCodeAt(1)))
      const asked = Array.from({ length: REQUESTS / 7 }, () => bodyOf(state, next()))
      const here = await answeredHere(page, state, asked)
      for (const [index, body] of asked.entries()) {
        const { status, text } = await server.call('/v1/calculate', { method: 'POST', body, key })
        const there = JSON.parse(text)
        expect({ body, said: here[index] }).toEqual({
          body,
          said: status === 200 ? there.data.calculation_sha256 : there.error.code,
        })
        if (status === 200) amounts += 1
      }
    }
    expect(amounts).toBeGreaterThan(REQUESTS / 5)
  })

  test('reports what does not verify, and calculates nothing', async () => {
    const altered = await browser.context.newPage()
    await altered.route('**/public/releases/*', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      // One character of the record, which is base64 in the bundle.
      const at = text.indexOf('"record":"') + 1000
      const other = text[at] === 'A' ? 'B' : 'A'
      await route.fulfill({ response, body: text.slice(0, at) + other + text.slice(at + 1) })
    })
    await altered.goto(server.origin)
    const notice = altered.getByRole('alert')
    await notice.waitFor()
    expect(await notice.textContent()).toMatch(/Not verified, so nothing is calculated.*does not verify/)
    expect(await altered.locator('.answer').count()).toBe(0)
    await altered.close()
  })

  test('a key that did not sign is reported', async () => {
    const altered = await browser.context.newPage()
    await altered.route('**/v1/trust.json', async (route) => {
      const response = await route.fetch()
      const trust = JSON.parse(await response.text())
      // The base point of the curve: a valid key that belongs to nobody.
      const key = 'WGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmY='
      const keys = trust.keys.map((each: object) => ({ ...each, public_key: key }))
      await route.fulfill({ response, body: JSON.stringify({ ...trust, keys }) })
    })
    await altered.goto(server.origin)
    const notice = altered.getByRole('alert')
    await notice.waitFor()
    expect(await notice.textContent()).toMatch(
      /Not verified, so nothing is calculated.*(The public keys cannot be read|could not be verified)/,
    )
    expect(await altered.locator('.answer').count()).toBe(0)
    await altered.close()
  })

  test('a list of releases that differs from the signed one is reported', async () => {
    const altered = await browser.context.newPage()
    await altered.route('**/log/serving.json', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace('"stage":"reference"', '"stage":"production"') })
    })
    await altered.goto(server.origin)
    const notice = altered.getByRole('alert')
    await notice.waitFor()
    expect(await notice.textContent()).toMatch(
      /nothing is calculated.*The signed list of releases in service could not be verified/,
    )
    expect(await altered.locator('.answer').count()).toBe(0)
    await altered.close()
  })

  test('a checkpoint older than one seen before is reported', async () => {
    const visit = await browser.context.newPage()
    const [state, note] = await Promise.all(
      ['/log/serving.json', '/log/checkpoint'].map(async (path) => (await fetch(`${server.origin}${path}`)).text()),
    )
    const by = { pool: api.pool, by: ASHA, now: () => new Date() }
    await hold(by, 'BR-2026-27-VERIFIED-STRICT-BASE-V1', 'rows/BR-DS-II/energy', 'for a moment')
    await unhold(by, 'BR-2026-27-VERIFIED-STRICT-BASE-V1', 'rows/BR-DS-II/energy', 'it was a moment')
    await vi.waitUntil(
      async () =>
        Number((await (await fetch(`${server.origin}/log/checkpoint`)).text()).split('\n')[1]) >=
        Number(note?.split('\n')[1]) + 2,
      PATIENCE,
    )
    await visit.goto(server.origin)
    await visit.locator('.proof').first().waitFor()
    await visit.route('**/log/serving.json', (route) => route.fulfill({ body: state ?? '' }))
    await visit.route('**/log/checkpoint', (route) => route.fulfill({ body: note ?? '' }))
    await visit.goto(server.origin)
    const notice = visit.getByRole('alert')
    await notice.waitFor()
    expect(await notice.textContent()).toMatch(/nothing is calculated.*older than the one that was seen here before/)
    expect(await visit.locator('.answer').count()).toBe(0)
    await visit.close()
  })

  test('says why there is no amount, what an amount assumes, and the duty beside it', async () => {
    const visit = await browser.context.newPage()
    await visit.goto(server.origin)
    await visit.locator('.proof').first().waitFor()
    expect(await visit.locator('.left-out summary').textContent()).toMatch(/^Not included: .*assumes: \d+ notes$/)
    const choose = (label: string, value: string) =>
      visit.locator(`#calculator label:has-text("${label}") select`).first().selectOption(value)
    await choose('State', 'MH')
    await choose('Category', 'LT-IV-A')
    await visit.locator('label:has-text("Connected load (HP)") input').fill('3')
    await visit.locator('.refused dd', { hasText: 'Nobody has published which places belong' }).waitFor()
    await choose('State', 'TS')
    const duty = visit.locator('.sum', {
      hasText: /^Electricity duty by its act, not included: (order|transcription) ₹/,
    })
    await duty.getByRole('link', { name: /₹.*, show the evidence/ }).click()
    await visit.locator('.figure:target', { hasText: 'duty' }).locator('blockquote').waitFor()
    await expectToLookRight(visit, 'site-evidence-rules')
    await visit.close()
  })

  test('names the licensees that are not served, and lets nobody choose them', async () => {
    const visit = await browser.context.newPage()
    await visit.goto(server.origin)
    await visit.locator('.proof').first().waitFor()
    const licensee = visit.locator('#calculator label:has-text("Licensee") select')
    const named = (group: string) => licensee.locator(`optgroup[label="${group}"] option`).allTextContents()
    await visit.locator('#calculator select').first().selectOption('GJ')
    await visit.locator('.proof a', { hasText: 'GJ-' }).waitFor()
    expect(await named('Served')).toHaveLength(4)
    expect(await named('Not served')).toContain('Torrent Power Limited (Distribution), Ahmedabad and Gandhinagar')
    expect(await licensee.locator('option:enabled').count()).toBe(4)
    await visit.locator('#calculator select').first().selectOption('RJ')
    await visit.locator('.proof a', { hasText: 'RJ-' }).waitFor()
    expect(await licensee.locator('optgroup').count()).toBe(0)
    expect(await licensee.locator('option').count()).toBe(3)
    await visit.close()
  })

  test('compares two categories, one curve each', async () => {
    await page.getByRole('button', { name: /Compare/ }).click()
    await page.locator('.side').nth(1).locator('.answer').waitFor()
    expect(await page.locator('.chart .curve').count()).toBe(2)
    expect(await page.locator('.chart figcaption').textContent()).toMatch(/A, solid, B, dashed\. Thin lines[^.]*\.$/)
    await page.getByRole('button', { name: 'Show one' }).click()
  })

  test('draws the bill for each time of day that a category distinguishes', async () => {
    const visit = await browser.context.newPage()
    await visit.goto(server.origin)
    await visit.locator('.proof').first().waitFor()
    await visit.locator('#calculator select').first().selectOption('MH')
    const category = visit.locator('#calculator label:has-text("Category") select')
    await category.selectOption({ label: 'LT II(C) Non-residential >50 kW' })
    await visit.locator('label:has-text("Contract demand (kVA)") input').fill('60')
    await visit.locator('label:has-text("Connected load") input').fill('60')
    await visit.getByText('Time of day changes this bill: give also Bill period: from, Bill period: to.').waitFor()
    await visit.locator('.choice summary').click()
    await visit.getByLabel('Bill period: from').fill('2026-07-01')
    await visit.getByLabel('Bill period: to').fill('2026-07-31')
    await visit.getByText('no verified rate for it applies to these inputs').waitFor()
    await visit.getByLabel('Bill period: from').fill('')
    await visit.getByLabel('Bill period: to').fill('')
    await visit.locator('label:has-text("Day of the tariff") input').fill('2026-05-15')
    await visit.locator('.zones .zone').first().waitFor()
    const zones = await visit.locator('.zones .zone').allTextContents()
    expect(zones.map((zone) => zone.slice(0, 10))).toEqual(['00 to 09 h', '09 to 17 h', '17 to 24 h'])
    for (const zone of zones) expect(zone).toMatch(/₹[\d,]+\.\d\d$/)
    expect(new Set(zones.map((zone) => zone.slice(10))).size).toBe(3)
    expect(await visit.getByLabel('Energy by zone: 09 to 17 h (kVAh)').count()).toBe(1)
    expect(await visit.locator('.choice').textContent()).not.toMatch(/energy_units|hours_/)
    expect(await visit.locator('.chart:not(.zones)').count()).toBe(1)
    await visit.getByRole('textbox', { name: /^Units of the bill/ }).fill('9000')
    for (const [hours, some] of [
      ['00 to 09', '0'],
      ['09 to 17', '9000'],
      ['17 to 24', '0'],
    ] as const)
      await visit.getByLabel(`Energy by zone: ${hours} h (kVAh)`).fill(some)
    await visit.locator('.working', { hasText: /^15 % of ₹1,34,010\.00$/ }).waitFor()
    expect(await visit.locator('.chart:not(.zones)').count()).toBe(0)
    await visit.close()
  })
})

describe('every page', () => {
  const addressOf = async (selector: string): Promise<string> =>
    (await page.locator(selector).first().getAttribute('href')) ?? ''
  const PAGES: Readonly<Record<string, () => Promise<string>>> = {
    calculator: async () => '/',
    releases: async () => '/releases',
    release: () => addressOf('.states a'),
    evidence: () => addressOf('.lines .amount a'),
    changes: async () => '/changes',
    glossary: async () => '/glossary',
  }

  test.each(Object.entries(PAGES))(
    'looks right: no overflow, no accessibility fault, narrow and wide, light and dark: %s',
    async (name, pathOf) => {
      const each = await browser.context.newPage()
      await each.goto(`${server.origin}${await pathOf()}`)
      if (name === 'calculator') await each.locator('.proof').waitFor()
      await expectToLookRight(each, `site-${name}`)
      await each.close()
    },
  )

  test('a row on hold says so where its figures are shown, and so does its release', async () => {
    const maharashtra = (await recordsOf(server)).find(({ state_code: state }) => state === 'MH')
    const held = maharashtra?.rows.find(({ row_id: id }) => id === 'MH-MSEDCL-LT-IV-A-Z1-5')
    const evidence = await (await fetch(`${server.origin}/evidence/${held?.row_sha256}`)).text()
    expect(evidence).toMatch(/On hold: not used in any amount.*rows\/MH-MSEDCL-LT-IV-A-Z1-5<.*Nobody has published/)
    expect(evidence).not.toContain('rows/MH-MSEDCL-LT-IV-A-Z2')
    const address = await page.locator('.states a', { hasText: 'Maharashtra' }).getAttribute('href')
    expect(await (await fetch(`${server.origin}${address}`)).text()).toMatch(/On hold.*Nobody has published/)
  })

  test('sends requests only to its own origin, and violates no rule of its policy', () => {
    const elsewhere = browser.asked.filter((url) => !url.startsWith(`${server.origin}/`))
    expect(browser.asked.length).toBeGreaterThan(10)
    expect(elsewhere).toEqual([])
    expect(browser.complaints).toEqual([])
  })

  test('the first view is at most 150 KB compressed', async () => {
    const found = await page.locator('link[rel=stylesheet], script').all()
    const files = await Promise.all(
      found.map(async (each) => (await each.getAttribute('href')) ?? (await each.getAttribute('src')) ?? ''),
    )
    expect(files).toHaveLength(2)
    const sizes = await Promise.all(['/', ...files].map((path) => compressedBytes(`${server.origin}${path}`)))
    expect(sizes.every((size) => size > 0)).toBe(true)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000)
  })
})
