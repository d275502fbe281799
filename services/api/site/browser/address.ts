import { useEffect, useRef } from 'preact/hooks'
import type { Chosen } from './choices.ts'

/**
 * The content of the form in the part of the page's address after `#`, so that a link, a reload and the browser's
 * history keep it. Browsers do not send that part, so the household's figures reach no server.
 */

export type Shown = { readonly units: string; readonly one: Chosen; readonly two: Chosen | null }

/** The keys of the two forms, and of an input of theirs: `B.state`, `A.given.connected_load`. */
const SIDES = ['A', 'B'] as const
const GIVEN = 'given.'

export function addressOf({ units, one, two }: Shown): string {
  const parameters = new URLSearchParams({ units })
  for (const [index, chosen] of [one, two].entries()) {
    if (chosen === null) continue
    const { values, ...choice } = chosen
    const given = Object.entries(values).map(([name, text]) => [GIVEN + name, text] as const)
    for (const [name, text] of [...Object.entries(choice), ...given])
      if (text !== '') parameters.set(`${SIDES[index]}.${name}`, text)
  }
  return `#${parameters}`
}

/** What an address shows, also of a state that is not served; null if it is none of a form, such as one of a heading. */
export function shownAt(hash: string): Shown | null {
  const parameters = new URLSearchParams(hash.slice(1))
  const [one = null, two = null] = SIDES.map((side) => chosenAt(parameters, side))
  return one === null ? null : { units: parameters.get('units') ?? '', one, two }
}

function chosenAt(parameters: URLSearchParams, side: string): Chosen | null {
  const at = (name: string): string => parameters.get(`${side}.${name}`) ?? ''
  if (at('state') === '') return null
  const start = `${side}.${GIVEN}`
  const given = [...parameters].filter(([name]) => name.startsWith(start))
  const values = Object.fromEntries(given.map(([name, text]) => [name.slice(start.length), text]))
  return { state: at('state'), release: at('release'), licensee: at('licensee'), code: at('code'), values }
}

/** In the tab's own storage: when the page was left, and the address that it had to have then. */
const LEFT = 'pramaan-left'
/** Clocks of a page and of its navigation may differ by the little that browsers round them. */
const ROUNDED_MS = 1_000

/**
 * What is shown first. A reload opens the address as it was when the reload began, which lacks what was typed less than
 * a pause before that, or later.
 */
export function shownFirst(): Shown | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const [at, address] = navigation?.type === 'reload' ? readLeft() : [0, '']
  // A tab that the browser had put away was not left: what is kept is of an earlier page.
  return shownAt(at > performance.timeOrigin - ROUNDED_MS ? address : location.hash)
}

function readLeft(): readonly [at: number, address: string] {
  try {
    return JSON.parse(sessionStorage.getItem(LEFT) ?? '[0, ""]')
  } catch {
    return [0, '']
  }
}

function keepLeft(address: string): void {
  try {
    sessionStorage.setItem(LEFT, JSON.stringify([Date.now(), address]))
  } catch {
    // A browser may forbid pages to store anything: then a reload shows what its address says.
  }
}

/** Browsers refuse more than about three changes of the address a second, and a slider makes sixty. */
const PAUSE_MS = 400

/** Keeps the address at what is shown; an address that is typed or pasted into the open page is shown. */
export function useAddress(shown: Shown, show: (shown: Shown) => void): void {
  const address = addressOf(shown)
  const opened = useRef(shown.one.state)
  // An example is chosen first. Another state stays chosen also if it cannot be fetched and so has no example yet.
  const isChosen = shown.one.code !== '' || shown.one.state !== opened.current
  const current = useRef({ address, isChosen, show })
  current.current = { address, isChosen, show }
  useEffect(() => {
    if (!isChosen) return
    const timer = setTimeout(() => history.replaceState(null, '', address), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [address])
  useEffect(() => {
    const write = (): void => {
      const { address, isChosen } = current.current
      if (isChosen) history.replaceState(null, '', address)
    }
    const read = (): void => {
      const next = shownAt(location.hash)
      if (next !== null) current.current.show(next)
      // A link within the page, such as the one to its content, leads there, and the address keeps the bill.
      else write()
    }
    // What was typed less than a pause ago is not in the address yet.
    const leave = (): void => {
      if (current.current.isChosen) keepLeft(current.current.address)
      write()
    }
    addEventListener('hashchange', read)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('hashchange', read)
      removeEventListener('pagehide', leave)
    }
  }, [])
}
