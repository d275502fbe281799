import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pack from '@sparticuz/chromium'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

/** Headless, and without the traffic a browser makes on its own account. The rules of the web stay on. */
const FLAGS = [
  "--headless='shell'",
  '--no-sandbox',
  '--no-zygote',
  '--single-process',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type TestBrowser = {
  readonly context: BrowserContext
  /** Addresses that were asked for. */
  readonly asked: string[]
  /** Errors that pages reported, broken rules of their policy among them. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** A real Chromium out of the package that brings it, in a folder of its own that goes with it. */
export async function testBrowser(options: BrowserContextOptions = {}): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'pramaan-browser-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  const executablePath = await pack.executablePath()
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  const browser = await chromium.launch({ executablePath, args: FLAGS, timeout: 120_000 })
  const context = await browser.newContext(options)
  // The first page after a start waits for a busy machine, and for nothing else.
  context.setDefaultTimeout(120_000)
  const [asked, complaints]: [string[], string[]] = [[], []]
  context.on('request', (request) => asked.push(request.url()))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  const close = async (): Promise<void> => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { context, asked, complaints, close }
}
