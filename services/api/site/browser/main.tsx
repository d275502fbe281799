import { render } from 'preact'
import { config } from 'zod'
import { ask } from './ask.ts'
import { Calculator } from './calculator.tsx'
import { servedReleases, verifiedState } from './verified-state.ts'

// The policy of the page forbids code made of text, and the schema library would try.
config({ jitless: true })

/** For a reader who wants to ask by hand, in the console of the browser: the functions that the page uses. */
Object.assign(globalThis, { pramaan: { servedReleases, verifiedState, ask } })

const place = document.getElementById('calculator')
if (place !== null) {
  const served = await servedReleases()
  if (served === null || served.length === 0) {
    const why = served === null ? 'The list of releases could not be fetched.' : 'No release is in service.'
    render(<p class="notice bad">{why} Nothing is calculated.</p>, place)
  } else render(<Calculator served={served} />, place)
}
