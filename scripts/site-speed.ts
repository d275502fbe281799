import { testBrowser } from '../test/support/browser.ts'
import { compressedBytes } from '../test/support/compressed-bytes.ts'

// Measures the start page of a running site in a real browser: how soon it calculates, how long the longest frame is while the
// slider runs over all its units, and what crosses the network first.
//   node scripts/bootstrap.mjs scripts/site-speed.ts http://127.0.0.1:8080

const [origin] = process.argv.slice(2)
if (origin === undefined) {
  process.stderr.write('usage: site-speed.ts <address of a running site>\n')
  process.exit(2)
}
const VISITS = 5

/** Moves the slider once in each frame, from one end to the other. Gives the milliseconds between frames. */
const SLIDE = `new Promise((resolve) => {
  const slider = document.querySelector('.units input[type=range]')
  const frames = []
  let units = 0
  let last = null
  const step = (now) => {
    if (last !== null) frames.push(now - last)
    last = now
    if (units > 1000) return resolve(frames)
    slider.value = String(units)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    units += 5
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

const { context, close } = await testBrowser()
try {
  const interactive: number[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    const page = await context.newPage()
    await page.goto(origin, { waitUntil: 'commit' })
    await page.locator('.answer .total').first().waitFor()
    interactive.push(Number(await page.evaluate('performance.now()')))
    await page.close()
  }
  const page = await context.newPage()
  await page.goto(origin)
  await page.locator('.answer .total').first().waitFor()
  const frames = (await page.evaluate(SLIDE)) as number[]
  const files = await page.evaluate(
    `[...document.querySelectorAll('link[rel=stylesheet], script[src]')].map((each) => each.href ?? each.src)`,
  )
  const sizes = await Promise.all([origin, ...(files as string[])].map(compressedBytes))
  const ms = (value: number): string => `${Math.round(value)} ms`
  process.stdout.write(
    [
      `first amount, verified, of ${VISITS} visits: ${interactive.map(ms).join(', ')}`,
      `frames while the slider runs over 0 to 1,000 units: ${frames.length}, the longest ${ms(Math.max(...frames))}`,
      `first view, gzip: ${sizes.reduce((sum, size) => sum + size, 0)} bytes in ${sizes.length} files`,
      '',
    ].join('\n'),
  )
} finally {
  await close()
}
