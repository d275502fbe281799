import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A folder for screenshots, for people to look at; without it none are taken. */
const PICTURES = process.env['PRAMAAN_TEST_PICTURES'] ?? null

type Violations = { violations: { id: string; nodes: { html: string }[] }[] }

/** What axe-core finds on a page: by all its rules, or by some. */
export async function accessFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Once a document: compiling it takes a third as long as a run.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Violations> } }
    const wanted = { resultTypes: ['violations'] }
    const { violations } = await axe.run(only.length === 0 ? wanted : { ...wanted, runOnly: [...only] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, rules)
}

/** Checks a page, narrow and wide, light and dark, with large text: nothing overflows, and axe-core finds nothing. */
export async function expectToLookRight(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const seen = `${name} ${width} ${colorScheme}`
      expect({ seen, overflow: await overflowOf(page) }).toEqual({ seen, overflow: 0 })
      const found = await accessFaults(page)
      expect({ seen, found }).toEqual({ seen, found: [] })
      if (PICTURES === null) continue
      await mkdir(PICTURES, { recursive: true })
      const path = join(PICTURES, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  // Who needs large letters on a small screen must not have to scroll in two directions (WCAG 2.2, 1.4.4 and 1.4.10).
  for (const width of [320, 360, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await setTextSize(page, 2)
    const seen = `${name} ${width}, text of 200 %`
    expect({ seen, overflow: await overflowOf(page) }).toEqual({ seen, overflow: 0 })
    await setTextSize(page, 1)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Pixels by which a page is wider than its window. */
async function overflowOf(page: Page): Promise<number> {
  return Math.max(Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')), 0)
}

/** Text of a page at a multiple of its own size, as a reader's setting makes it. */
async function setTextSize(page: Page, times: number): Promise<void> {
  await page.evaluate((by) => {
    const { style } = document.documentElement
    style.fontSize = ''
    if (by !== 1) style.fontSize = `${by * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)}px`
  }, times)
}
