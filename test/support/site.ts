import type { BrowserContextOptions, Page } from 'playwright-core'
import { vi } from 'vitest'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type TestApi, type TestInstance, testApi } from './api.ts'
import { type TestBrowser, testBrowser } from './browser.ts'
import type { TestDatabase } from './database.ts'
import { PATIENCE } from './patience.ts'

export type TestSite = {
  readonly api: TestApi
  readonly server: TestInstance
  readonly browser: TestBrowser
  /** The calculator, with its first amount. */
  readonly page: Page
  readonly close: () => Promise<void>
}

/** The site of an instance in a browser. `database`: one with Bihar's release, unless given. */
export async function testSite(options: BrowserContextOptions = {}, database?: TestDatabase): Promise<TestSite> {
  await using opened = new AsyncDisposableStack()
  const api = await testApi({}, database)
  opened.defer(() => api.close())
  const server = await api.start({ trustProxy: false })
  const browser = await testBrowser(options)
  opened.defer(() => browser.close())
  const page = await browser.context.newPage()
  // The first page waits for the build of the site, on a busy machine longer than a connection may last.
  await vi.waitUntil(async () => (await fetch(server.origin).catch(() => null))?.ok === true, {
    ...PATIENCE,
    interval: 1_000,
  })
  await page.goto(server.origin)
  await page.locator('.proof').first().waitFor()
  const kept = opened.move()
  return { api, server, browser, page, close: () => kept.disposeAsync() }
}

/** The records of all releases in service, from their bundles. */
export async function recordsOf({ origin }: Pick<TestInstance, 'origin'>): Promise<ReleaseRecord[]> {
  const { releases } = (await (await fetch(`${origin}/public/serving.json`)).json()) as {
    releases: { release_sha256: string }[]
  }
  return Promise.all(
    releases.map(async ({ release_sha256: hash }) => {
      const { record } = (await (await fetch(`${origin}/public/releases/${hash}`)).json()) as { record: string }
      return JSON.parse(Buffer.from(record, 'base64').toString('utf8')) as ReleaseRecord
    }),
  )
}

/** Controls of the page, in the browser's console. */
type Offered = {
  servedReleases(): Promise<{ ok: boolean; failed?: string; releases: { state_code: string }[] }>
  verifiedState(served: unknown[]): Promise<{ ok: boolean; plans: unknown[]; failed?: string }>
  ask(plans: unknown[], body: unknown): { ok: boolean; code?: string; data?: { calculation_sha256: string } }
}

/** Hashes of the calculations, or codes of the refusals, that the page gives to requests of a state. */
export const answeredHere = (page: Page, state: string, requests: readonly unknown[]) =>
  page.evaluate(
    async ({ code, asked }) => {
      const { servedReleases, verifiedState, ask } = (globalThis as unknown as { pramaan: Offered }).pramaan
      const served = await servedReleases()
      const { plans } = await verifiedState(served.releases.filter((each) => each.state_code === code))
      return asked.map((request) => {
        const answer = ask(plans, request)
        return answer.ok ? answer.data?.calculation_sha256 : answer.code
      })
    },
    { code: state, asked: requests },
  )
