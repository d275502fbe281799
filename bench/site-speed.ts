import { testBrowser } from '../test/support/browser.ts'
import { compressedBytes } from '../test/support/compressed-bytes.ts'
import { median } from './support/report.ts'

// Measures the start page of a running site in a real browser: time to the first amount, cost of moving the slider, and
// the size of the first download.
//   node scripts/bootstrap.mjs bench/site-speed.ts http://127.0.0.1:8080

const [origin] = process.argv.slice(2)
if (origin === undefined) {
  process.stderr.write('usage: site-speed.ts <address of a running site>\n')
  process.exit(2)
}
const VISITS = 5

/**
 * Moves the slider once per frame, from one end to the other. Returns milliseconds between frames, and of work for each
 * move until the page is rendered and laid out.
 */
const SLIDE = `(async () => {
  const slider = document.querySelector('.units input[type=range]')
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const [frames, work] = [[], []]
  let last = await nextFrame()
  for (let units = 0; units <= 1000; units += 5) {
    const began = performance.now()
    slider.value = String(units)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    // The page renders in a microtask, which was queued before this one.
    await null
    document.body.getBoundingClientRect()
    work.push(performance.now() - began)
    const now = await nextFrame()
    frames.push(now - last)
    last = now
  }
  return { frames, work }
})()`

type Slid = { readonly frames: readonly number[]; readonly work: readonly number[] }

const { context, close } = await testBrowser()
try {
  const interactive = await Array.fromAsync({ length: VISITS }, async () => {
    const page = await context.newPage()
    await page.goto(origin, { waitUntil: 'commit' })
    await page.locator('.answer .total').first().waitFor()
    const ms = Number(await page.evaluate('performance.now()'))
    await page.close()
    return ms
  })
  const page = await context.newPage()
  await page.goto(origin)
  await page.locator('.answer .total').first().waitFor()
  const one = (await page.evaluate(SLIDE)) as Slid
  await page.getByRole('button', { name: /Compare/ }).click()
  await page.locator('.side').nth(1).locator('.answer').waitFor()
  const two = (await page.evaluate(SLIDE)) as Slid
  const files = await page.evaluate(
    `[...document.querySelectorAll('link[rel=stylesheet], script[src]')].map((each) => each.href ?? each.src)`,
  )
  const sizes = await Promise.all([origin, ...(files as string[])].map(compressedBytes))
  const ms = (value: number): string => `${Math.round(value * 10) / 10} ms`
  const slid = (what: string, { frames, work }: Slid): string => {
    const longest = ms(Math.max(...frames))
    return `${what}, ${work.length} moves over 0 to 1,000 units: ${ms(median(work))} of work a move, at most ${ms(Math.max(...work))}; longest frame ${longest}`
  }
  process.stdout.write(
    [
      `first amount, verified, of ${VISITS} visits: ${interactive.map(ms).join(', ')}`,
      slid('one category', one),
      slid('two categories', two),
      `first view, gzip: ${sizes.reduce((sum, size) => sum + size, 0)} bytes in ${sizes.length} files`,
      '',
    ].join('\n'),
  )
} finally {
  await close()
}
