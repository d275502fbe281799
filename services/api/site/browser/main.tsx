import { render } from 'preact'
import { config } from 'zod'
import { ask } from './ask.ts'
import { Calculator, NotVerified } from './calculator.tsx'
import { servedReleases, verifiedState } from './verified-state.ts'

// The page's policy forbids code generated from text, which the schema library would try.
config({ jitless: true })

/** For readers who want to calculate in the browser's console: the functions that the page uses. */
Object.assign(globalThis, { pramaan: { servedReleases, verifiedState, ask } })

const place = document.getElementById('calculator')
if (place !== null) {
  // What the page says as long as this script has not run.
  place.replaceChildren()
  render(<p class="notice">Reading what is in service…</p>, place)
  const served = await servedReleases()
  if (!served.ok || served.releases.length === 0) {
    const why = served.ok ? 'No release is in service.' : served.failed
    render(<NotVerified why={why} />, place)
  } else render(<Calculator served={served.releases} opensOn={place.dataset['state'] ?? ''} />, place)
}
