import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pack from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

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

/** The Chromium of the npm package, unpacked once, in it, so that another version is unpacked anew. */
const UNPACKED = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/unpacked', import.meta.url))

async function chromiumPath(): Promise<string> {
  const path = join(UNPACKED, 'chromium')
  if (existsSync(path)) return path
  const draft = mkdtempSync(`${UNPACKED}-`)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = draft
  await pack.executablePath()
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  try {
    renameSync(draft, UNPACKED)
  } catch {
    // Another process was first.
    rmSync(draft, { recursive: true })
  }
  return path
}

/** This build, in one process, crashes now and then while it starts; a crash before the first page is nothing of ours. */
const LAUNCHES = 3

async function launched(executablePath: string): Promise<Browser> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await chromium.launch({ executablePath, args: FLAGS, timeout: 120_000 })
    } catch (error) {
      if (attempt === LAUNCHES || !String(error).includes('signal=SIGSEGV')) throw error
    }
  }
}

/** A real Chromium with a temporary profile. */
export async function testBrowser(options: BrowserContextOptions = {}): Promise<TestBrowser> {
  const executablePath = await chromiumPath()
  const browser = await launched(executablePath)
  const context = await browser.newContext(options)
  // The first page after a start may be slow on a busy machine.
  context.setDefaultTimeout(120_000)
  const [asked, complaints]: [string[], string[]] = [[], []]
  context.on('request', (request) => asked.push(request.url()))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return { context, asked, complaints, close: () => browser.close() }
}
