import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pack from '@sparticuz/chromium'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

/** Headless, without a browser's background traffic. Web security stays enabled. */
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
  /** Requested addresses. */
  readonly asked: string[]
  /** Errors reported by pages, including violations of their policy. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** A real Chromium from its npm package, with a temporary profile folder. */
export async function testBrowser(options: BrowserContextOptions = {}): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'pramaan-browser-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  const executablePath = await pack.executablePath()
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  const browser = await chromium.launch({ executablePath, args: FLAGS, timeout: 120_000 })
  const context = await browser.newContext(options)
  // The first page after a start may be slow on a busy machine.
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
