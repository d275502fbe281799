import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { testBrowser } from '../test/support/browser.ts'

// Makes pictures of every page of a running site, narrow and wide, light and dark:
//   node scripts/bootstrap.mjs scripts/site-pictures.ts http://127.0.0.1:8080 <folder>

const [origin, folder] = process.argv.slice(2)
if (origin === undefined || folder === undefined) {
  process.stderr.write('usage: site-pictures.ts <address of a running site> <folder for the pictures>\n')
  process.exit(2)
}

const WIDTHS = [390, 1440]
const SCHEMES = ['light', 'dark'] as const

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
    glossary: '/glossary',
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(origin + path)
        if (path === '/') await page.locator('.proof').first().waitFor()
        if (name === 'compared') {
          await page.getByRole('button', { name: /Compare/ }).click()
          await page.locator('.side').nth(1).locator('.proof, .refused').first().waitFor()
        }
        const file = `${name}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(folder, file), fullPage: name !== 'glossary' })
        process.stdout.write(`${file}\n`)
      }
    }
  }
} finally {
  await close()
}
