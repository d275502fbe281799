import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { testBrowser } from '../test/support/browser.ts'

// Takes screenshots of every page of a running site, narrow and wide, light and dark; with --readme the three in
// README.md:
//   node scripts/bootstrap.mjs scripts/site-pictures.ts http://127.0.0.1:8080 <folder> [--readme]

const [origin, folder, only] = process.argv.slice(2)
if (origin === undefined || folder === undefined || (only !== undefined && only !== '--readme')) {
  process.stderr.write('usage: site-pictures.ts <address of a running site> <folder for the pictures> [--readme]\n')
  process.exit(2)
}

type Picture = {
  readonly name: 'calculator' | 'compared' | 'releases' | 'release' | 'evidence' | 'changes' | 'glossary'
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}
const NAMES = ['calculator', 'compared', 'releases', 'release', 'evidence', 'changes', 'glossary'] as const
const EVERY: readonly Picture[] = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((colorScheme) => NAMES.map((name) => ({ name, width, colorScheme }))),
)
const OF_README: readonly Picture[] = [
  { name: 'calculator', width: 1100, colorScheme: 'light' },
  { name: 'compared', width: 1100, colorScheme: 'dark' },
  { name: 'evidence', width: 1100, colorScheme: 'light' },
]

await mkdir(folder, { recursive: true })
const { context, close } = await testBrowser()
try {
  const page = await context.newPage()
  await page.goto(origin)
  await page.locator('.proof').first().waitFor()
  const addressOf = async (selector: string): Promise<string> =>
    (await page.locator(selector).first().getAttribute('href')) ?? '/'
  const pages = {
    calculator: '/',
    compared: '/',
    releases: '/releases',
    release: await addressOf('.states a'),
    evidence: await addressOf('.lines a'),
    changes: '/changes',
    glossary: '/glossary',
  }
  for (const { name, width, colorScheme } of only === undefined ? EVERY : OF_README) {
    await page.setViewportSize({ width, height: only === undefined || name === 'evidence' ? 860 : 1300 })
    await page.emulateMedia({ colorScheme })
    await page.goto(origin + pages[name])
    if (pages[name] === '/') await page.locator('.proof').first().waitFor()
    if (name === 'compared') {
      await page.getByRole('button', { name: /Compare/ }).click()
      await page.locator('.side').nth(1).locator('.proof, .refused').first().waitFor()
    }
    const file = only === undefined ? `${name}-${width}-${colorScheme}.png` : `${name}.png`
    // For pages longer than their screenshot: the form and its answer, or both answers and their curves.
    if (only !== undefined && pages[name] === '/') {
      const [shown, block] = name === 'compared' ? (['.chart', 'end'] as const) : (['#calculator', 'start'] as const)
      await page.locator(shown).evaluate((element, at) => {
        element.style.scrollMargin = '24px'
        element.scrollIntoView({ block: at })
      }, block)
    }
    await page.screenshot({ path: join(folder, file), fullPage: only === undefined && name !== 'glossary' })
    process.stdout.write(`${file}\n`)
  }
} finally {
  await close()
}
