import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hold, unhold, withdraw } from '../../../services/operations/lifecycle.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'
import { type TestSite, testSite } from '../../support/site.ts'

/** The calculator's address: links, reloads, the history of the browser; what serves changes, or stops for a while; terms. */

let site: TestSite
let page: Page
let origin: string

beforeAll(async () => {
  site = await testSite()
  page = site.page
  origin = site.server.origin
})
afterAll(() => site?.close())

const units = () => page.getByRole('textbox', { name: /^Units of the bill/ })
const total = async (): Promise<string> => (await page.locator('.answer .total').first().textContent()) ?? ''

test('a link, a reload and a way back show the same inputs and the same amount', async () => {
  await units().fill('137')
  await page.getByRole('button', { name: /Compare/ }).click()
  await page.locator('.side').nth(1).locator('.proof').waitFor()
  await expect.poll(() => page.url(), PATIENCE).toMatch(/#units=137&A\.state=.*&B\.state=/)
  const [link, amount] = [page.url(), await total()]
  const same = async (): Promise<void> => {
    await page.locator('.side').nth(1).locator('.proof').waitFor()
    expect([await units().first().inputValue(), await total(), page.url()]).toEqual(['137', amount, link])
  }
  await page.reload()
  await same()
  await page.goto(`${origin}/glossary`)
  await page.goBack()
  await same()
  const asked = site.browser.asked.filter((url) => url.includes('units=137') && !url.startsWith(`${origin}/#`))
  expect(asked).toEqual([])
  await page.evaluate(`location.hash = ${JSON.stringify(new URL(link).hash.replace('units=137', 'units=138'))}`)
  await expect.poll(() => units().first().inputValue(), PATIENCE).toBe('138')
})

test('a link to a category that is not there says so, and what the answer is for', async () => {
  const address = new URL(page.url()).hash.replace(/A\.code=[^&]*/, 'A.code=GONE')
  await page.goto(`${origin}/glossary`)
  await page.goto(`${origin}/${address}`)
  await page.getByText('Not available here: GONE. The answer is for what the form shows.').waitFor()
})

test('a link to a state that is not served says so, calculates nothing for it, and stays until another is chosen', async () => {
  const link = new URL(page.url()).hash.replace('A.code=GONE&', '')
  const unserved = (state: string) =>
    page.getByText(`The state “${state}” is not served, so nothing is calculated for it. Choose a state.`)
  const amounts = () => page.locator('.answer .total').count()
  for (const [side, count] of [
    ['A', 1],
    ['B', 1],
  ] as const) {
    const address = `${origin}/${link.replace(`${side}.state=BR`, `${side}.state=ZZ`)}`
    await page.goto(`${origin}/glossary`)
    await page.goto(address)
    await unserved('ZZ').waitFor()
    await page.locator('.proof').first().waitFor()
    expect([await amounts(), page.url()]).toEqual([count, address])
  }
  await page.goto(`${origin}/glossary`)
  await page.goto(`${origin}/#units=137&A.state=zz&A.code=X`)
  await unserved('zz').waitFor()
  expect([await amounts(), await page.getByRole('combobox', { name: 'State' }).inputValue()]).toEqual([0, ''])
  await page.evaluate(`location.hash = 'units=137&A.state=YY&A.code=X'`)
  await unserved('YY').waitFor()
  await page.getByRole('combobox', { name: 'State' }).selectOption('BR')
  await page.locator('.proof').waitFor()
  await expect.poll(() => page.url(), PATIENCE).toMatch(/#units=137&A\.state=BR&/)
  await page.evaluate(`location.hash = ${JSON.stringify(link)}`)
  await page.locator('.side').nth(1).locator('.proof').waitFor()
})

test('the link to the content keeps the bill in the address', async () => {
  const visit = await site.browser.context.newPage()
  await visit.goto(`${origin}/#A.state=BR&A.code=DS-II&A.given.connected_load=2&units=141`)
  // The page has written its address, and has no other change to write.
  await expect.poll(() => visit.url(), PATIENCE).toContain('/#units=141&')
  await visit.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect.poll(() => visit.evaluate('location.hash'), PATIENCE).toContain('#units=141&')
  await visit.reload()
  await visit.locator('.proof').waitFor()
  expect(await visit.getByRole('textbox', { name: /^Units of the bill/ }).inputValue()).toBe('141')
  await visit.close()
})

test('a subsidy has a grade, and its amount leads to the quote of the entitlement', async () => {
  const visit = await site.browser.context.newPage()
  await visit.goto(`${origin}/#units=150&A.state=BR&A.code=DS-II&A.given.billing_days=30&A.given.connected_load=2`)
  const deducted = visit.locator('.sum', { hasText: /^Subsidy deducted: / })
  await deducted.locator('.chip').waitFor()
  await deducted.getByRole('link', { name: /, show the evidence$/ }).click()
  await visit.locator('.figure:target', { hasText: 'free units of 30 days' }).locator('blockquote').waitFor()
  await visit.close()
})

describe('a link that compares a large connection with a household', () => {
  let visit: Page
  beforeAll(async () => {
    visit = await site.browser.context.newPage()
    const large = 'A.state=BR&A.code=HTS-II&A.given.contract_demand_kva=30000'
    const unread = 'A.given.payment.by_due_date=yes&A.given.recorded_demand_kva=140'
    const household = 'B.state=BR&B.code=DS-II&B.given.connected_load=2'
    await visit.goto(`${origin}/#units=1000&${large}&${unread}&${household}`)
    await visit.locator('.side').nth(1).locator('.proof').waitFor()
  })
  afterAll(() => visit?.close())
  const side = (index: number) => visit.locator('.side').nth(index)

  test('shows every digit of the amounts at its chart', async () => {
    const labels = await visit.locator('.chart .tick text').all()
    expect(await labels.at(-1)?.textContent()).toMatch(/^₹\d,\d\d,\d\d,\d\d\d$/)
    for (const label of labels)
      expect(await label.evaluate((text) => (text as SVGTextElement).getBBox().x)).toBeGreaterThanOrEqual(0)
  })

  test('says beside the amount what a missing input leaves out', async () => {
    expect(await side(0).locator('.left-out summary').textContent()).toMatch(
      /^Not included: .*statutory levies.* Nor, as the notes say: a time-of-day factor\. What this amount assumes/,
    )
  })

  test('names the inputs that its category does not read', async () => {
    const notice = 'Not available here: “Payment: by due date”, “Recorded demand (kVA)”.'
    const noticesOf = (index: number) => side(index).locator('.notice').allTextContents()
    expect(await noticesOf(0)).toEqual([`${notice} The answer is for what the form shows.`])
    expect(await noticesOf(1)).toEqual([])
  })

  test('says that the units of the two curves differ', async () => {
    expect(await visit.locator('.chart figcaption').textContent()).toContain(
      'A is in kVAh and B in kWh, which are never converted: the same number of units is not the same consumption.',
    )
  })

  test('keeps what is typed just before the page is left or loaded again', async () => {
    const units = visit.getByRole('textbox', { name: /^Units of the bill/ }).first()
    await units.fill('143')
    await visit.getByRole('link', { name: 'Glossary' }).click()
    await visit.waitForURL('**/glossary')
    await visit.goBack()
    await side(1).locator('.proof').waitFor()
    expect(await units.inputValue()).toBe('143')
    // In one step of the page: no pause can pass between them.
    await units.evaluate((input: HTMLInputElement) => {
      input.value = '144'
      input.dispatchEvent(new Event('input', { bubbles: true }))
      location.reload()
    })
    const came = () => visit.evaluate(`performance.getEntriesByType('navigation')[0].type`).catch(() => '')
    await expect.poll(came, PATIENCE).toBe('reload')
    expect(await units.inputValue()).toBe('144')
  })
})

test('what could not be fetched is tried again, with the same inputs', async () => {
  const visit = await site.browser.context.newPage()
  let isDown = true
  await visit.route('**/public/releases/*', (route) => (isDown ? route.abort() : route.continue()))
  await visit.goto(`${origin}/${new URL(page.url()).hash.replace(/units=\d*/, 'units=139')}`)
  await visit.getByRole('alert').first().waitFor()
  isDown = false
  await visit.getByRole('button', { name: 'Try again' }).first().click()
  await visit.locator('.proof').first().waitFor()
  expect(
    await visit
      .getByRole('textbox', { name: /^Units of the bill/ })
      .first()
      .inputValue(),
  ).toBe('139')
  await visit.close()
})

test('while the calculator is fetched the page says so, later that it did not come, and without JavaScript what can be read', async () => {
  const visit = await site.browser.context.newPage()
  await visit.route('**/assets/main-*.js', (route) => route.abort())
  await visit.goto(origin)
  const shown = async () => [
    await visit.getByText('Loading the calculator…').isVisible(),
    await visit.getByText('The calculator has not been loaded. Reload the page to try again.').isVisible(),
  ]
  expect(await shown()).toEqual([true, false])
  await visit.evaluate('document.getAnimations().forEach((each) => each.finish())')
  expect(await shown()).toEqual([false, true])
  await visit.close()
  const html = await (await fetch(origin)).text()
  expect(html).toMatch(/<noscript>.*needs JavaScript/s)
})

test('a failure stands alone, without what the page says while it loads', async () => {
  const visit = await site.browser.context.newPage()
  await visit.route('**/log/serving.json', (route) => route.abort())
  await visit.goto(origin)
  await visit.getByRole('alert').waitFor()
  expect(await visit.locator('#calculator').textContent()).toMatch(/^Not verified.*Try again$/)
  await visit.close()
})

test('the terms of a page lead to entries of the glossary that are there', async () => {
  const textOf = async (path: string) => (await fetch(`${origin}${path}`)).text()
  const first = (text: string, link: RegExp): string => link.exec(text)?.[1] ?? ''
  const home = await textOf('/')
  const release = await textOf(first(home, /href="(\/releases\/[^"]+)"/))
  const evidence = await textOf(first(release, /href="(\/evidence\/[^"]+)"/))
  const glossary = await textOf('/glossary')
  const pages: readonly [string, string][] = [
    [home, 'transcription'],
    [await textOf('/releases'), 'gate'],
    [release, 'stage'],
    [evidence, 'transcription'],
  ]
  for (const [text, expected] of pages) {
    const terms = [...text.matchAll(/href="\/glossary#([^"]+)"/g)].map(([, term = '']) => term)
    expect(terms).toContain(expected)
    for (const term of terms) expect(glossary).toContain(`id="${term}"`)
  }
})

describe('an open page', () => {
  const RELEASE = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
  let visit: Page
  beforeAll(async () => {
    visit = await site.browser.context.newPage()
    await visit.clock.install()
    await visit.goto(origin)
    await visit.locator('.proof').waitFor()
  })
  const by = () => ({ pool: site.api.pool, by: ASHA, now: () => new Date() })
  const listed = async () => (await fetch(`${origin}/public/serving.json`)).text()
  const unconfirmed = () =>
    visit.getByText(/^Not confirmed since \d\d:\d\d: what is in service could not be read again/)

  test('follows a hold and its end within ten seconds, and asks nothing when the slider moves', async () => {
    const before = await visit.locator('.answer .total').textContent()
    const evidence = await visit.locator('.lines .amount a').first().getAttribute('href')
    const page = await (await fetch(`${origin}${evidence}`)).text()
    const component = `rows/${/<title>(\S+)/.exec(page)?.[1]}/energy`
    await hold(by(), RELEASE, component, 'for a moment')
    await expect.poll(listed, PATIENCE).toContain('for a moment')
    await visit.clock.fastForward(10_000)
    await visit.locator('.refused').waitFor()
    expect(await visit.locator('.answer').count()).toBe(0)
    await unhold(by(), RELEASE, component, 'it was a moment')
    await expect.poll(listed, PATIENCE).not.toContain('for a moment')
    await visit.clock.fastForward(10_000)
    await visit.locator('.proof').waitFor()
    expect(await visit.locator('.answer .total').textContent()).toBe(before)
    const asked = site.browser.asked.length
    for (let units = 100; units < 120; units += 1) await visit.getByRole('slider').fill(String(units))
    expect(site.browser.asked.length - asked).toBeLessThan(20)
  })

  test.each([
    ['aborts', (route: Route) => route.abort()],
    ['does not answer', () => {}],
  ])('whose service %s keeps its amount and says since when it is not confirmed', async (_, answer) => {
    const before = await visit.locator('.answer .total').textContent()
    await visit.route('**/log/serving.json', answer)
    const asked = visit.waitForRequest('**/log/serving.json')
    await visit.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await asked
    await visit.clock.fastForward(10_000)
    await unconfirmed().waitFor()
    expect(await visit.locator('.answer .total').textContent()).toBe(before)
    await visit.unroute('**/log/serving.json')
    await visit.clock.fastForward(10_000)
    await unconfirmed().waitFor({ state: 'detached' })
  })

  test('calculates nothing if what is read again does not verify', async () => {
    await visit.route('**/log/serving.json', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('"stage":"reference"', '"stage":"production"')
      await route.fulfill({ response, body })
    })
    await visit.clock.fastForward(10_000)
    await visit.getByRole('alert').getByText('could not be verified').waitFor()
    expect(await visit.locator('.answer').count()).toBe(0)
    await visit.unroute('**/log/serving.json')
    await visit.clock.fastForward(10_000)
    await visit.locator('.proof').waitFor()
  })

  test('shows no amount of a release that was withdrawn', async () => {
    await withdraw(by(), RELEASE, 'it was wrong')
    await expect.poll(listed, PATIENCE).toBe('{"releases":[]}')
    await visit.clock.fastForward(10_000)
    await visit.getByText('The state “BR” is not served').waitFor()
    expect(await visit.locator('.answer').count()).toBe(0)
    await visit.close()
  })
})
