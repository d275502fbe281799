import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { newestState } from '../../pipeline/signed-state/signed-state.ts'
import { type RunningDesk, startDesk } from '../../services/desk/start-desk.ts'
import { freePort } from '../../services/platform/free-port.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { loadTrustFile } from '../../services/platform/trust-file.ts'
import { type TestBrowser, testBrowser } from './browser.ts'
import { ASHA, BASHIR } from './people.ts'
import type { TestPipeline } from './pipeline.ts'

/** The desk of a test's pipeline, with the same address after a restart. */
export type TestDesk = { readonly origin: string; start(): Promise<void>; stop(): Promise<void> }

export async function testDesk({ pool, home }: TestPipeline, now = () => new Date()): Promise<TestDesk> {
  const port = await freePort('localhost')
  const origin = `http://localhost:${port}`
  let running: RunningDesk | null = null
  const start = async (): Promise<void> => {
    running = await startDesk(
      {
        pool,
        trust: async () => (await newestState(pool, await loadTrustFile(join(home, 'trust.json')))).trust,
        sourcesPath: join(home, 'sources'),
        definitionsPath: home,
        ticksPath: join(home, 'desk-ticks'),
        now,
        log: createLogger('test-desk', 'error'),
      },
      { port, origin: null },
    )
  }
  await start()
  return { origin, start, stop: async () => void (await running?.close()) }
}

/** A person with a separate browser and an authenticator, who finds everything by the text of the pages. */
export class DeskPerson {
  readonly name: string
  readonly context: BrowserContext
  readonly page: Page
  readonly cdp: CDPSession
  readonly origin: string
  readonly #browser: TestBrowser

  private constructor(name: string, origin: string, browser: TestBrowser, page: Page, cdp: CDPSession) {
    this.name = name
    this.origin = origin
    this.#browser = browser
    this.context = browser.context
    this.page = page
    this.cdp = cdp
  }

  /** A whole browser each: in a single process, contexts of one browser share cookies. */
  static async at(origin: string, name: string): Promise<DeskPerson> {
    const browser = await testBrowser({ viewport: { width: 1440, height: 900 } })
    const page = await browser.context.newPage()
    const cdp = await browser.context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new DeskPerson(name, origin, browser, page, cdp)
  }

  /**
   * Errors reported by pages, including violations of their policy. Refused and broken requests are left out, since
   * tests cause them.
   */
  complaints(): string[] {
    return this.#browser.complaints.filter((text) => !text.startsWith('Failed to load resource'))
  }

  close(): Promise<void> {
    return this.#browser.close()
  }

  /** Makes a passkey and requests enrolment; returns the request in file form. */
  async asksToBeEnrolled(): Promise<string> {
    await this.go('/enrol')
    await this.page.getByLabel(/Your name/).fill(this.name)
    await this.page.getByRole('button', { name: 'Create a passkey and ask' }).click()
    await this.page.locator('#request-text').waitFor()
    return (await this.page.locator('#request-text').textContent()) ?? ''
  }

  async signsIn(): Promise<void> {
    await this.go('/sign-in')
    await this.page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await this.page.getByRole('button', { name: `Sign out ${this.name}` }).waitFor()
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.origin + path)
  }

  /** Message at the head of the page, once there is one. */
  async said(): Promise<string> {
    const place = this.page.locator('#said')
    await place.waitFor()
    return (await place.textContent()) ?? ''
  }

  /** Presses a button and signs what is then shown, as often as needed; returns each signed text. */
  async signs(button: string, times = 1): Promise<string[]> {
    const signed: string[] = []
    await this.page.getByRole('button', { name: button, exact: true }).click()
    for (let time = 0; time < times; time += 1) {
      signed.push(await this.isAsked(signed.at(-1)))
      await this.page.getByRole('button', { name: 'Sign with your passkey' }).click()
    }
    return signed
  }

  /** Waits until a dialog asks to sign something else than `before`; gives the exact text. */
  async isAsked(before = ''): Promise<string> {
    const shown = await this.page.waitForFunction((not) => {
      type Page = { document: { querySelector(of: string): { textContent: string } | null } }
      const { document } = globalThis as unknown as Page
      const text = document.querySelector('#sign[open] #sign-text')?.textContent ?? ''
      return text === not ? '' : text
    }, before)
    return (await shown.jsonValue()) as string
  }

  /** Sends requests to the desk like this person's page: with its cookie and its Origin. */
  async post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
    return this.page.evaluate(
      async ([to, what]) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(to as string, { method: 'POST', headers, body: JSON.stringify(what) })
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      },
      [path, body] as const,
    )
  }
}

/** Somebody with a separate browser, enrolled by the first test people and signed in. */
export async function enrolledPerson(
  { home, doneAs }: TestPipeline,
  { origin }: TestDesk,
  name: string,
): Promise<DeskPerson> {
  const one = await DeskPerson.at(origin, name)
  const [request, proposal] = [join(home, `${name}-request`), join(home, `${name}-proposal`)]
  await writeFile(request, await one.asksToBeEnrolled())
  for (const [who, ...args] of [
    [ASHA, 'person', 'enrol', request, '--propose', proposal],
    [BASHIR, 'person', 'countersign', proposal],
  ] as const)
    await doneAs(who, ...args)
  await one.signsIn()
  return one
}
