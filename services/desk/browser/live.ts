import type { Told } from '../wire.ts'
import { replaceContent } from './forms.ts'

/** Keeps the page up to date with the log: for every event that concerns it, its live parts are fetched again. */

const TOGETHER_MS = 100
const AGAIN_MS = 1_000

/** Whether the page was connected before: what is not in the log, such as proposals, is not told again. */
let isAgain = false
let events: EventSource | null = null
let wanted = false
let fetching = false

export function followLog(): void {
  const { person, position, heard = position, about } = document.body.dataset
  if (person === undefined || heard === undefined) return
  events?.close()
  const source = new EventSource(`/events?after=${heard}`)
  events = source
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { release, position: at } = JSON.parse(data) as Told
    document.body.dataset['heard'] = String(at)
    // Events about a document or about people belong to no release and may concern any page.
    if (about === undefined || release === null || release === about) refresh()
  })
  source.addEventListener('desk', refresh)
  source.addEventListener('open', () => {
    if (isAgain) refresh()
    isAgain = true
  })
  // A browser reconnects by itself, except after a refusal: the session is over, or there is no database at present.
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED || source !== events) return
    refresh()
    setTimeout(followLog, AGAIN_MS)
  })
}

/** A page that is left stops following; a browser may keep it and show it again by its back button. */
window.addEventListener('pagehide', () => events?.close())
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) followLog()
})

export function refresh(): void {
  if (wanted) return
  wanted = true
  setTimeout(() => void bringUpToDate(), TOGETHER_MS)
}

async function bringUpToDate(): Promise<void> {
  if (fetching) {
    setTimeout(() => void bringUpToDate(), TOGETHER_MS)
    return
  }
  fetching = true
  wanted = false
  try {
    const response = await fetch(location.href)
    if (response.redirected) location.assign('/sign-in')
    else if (response.ok) replaceLiving(new DOMParser().parseFromString(await response.text(), 'text/html'))
    else setTimeout(refresh, AGAIN_MS)
  } catch {
    // The desk is unreachable. Events in the meantime are shown once it is reachable again.
    setTimeout(refresh, AGAIN_MS)
  } finally {
    fetching = false
  }
}

function replaceLiving(made: Document): void {
  for (const old of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const fresh = made.getElementById(old.id)
    if (fresh === null || fresh.innerHTML === old.innerHTML) continue
    // A field is not replaced while someone types in it; it is updated when they leave it.
    const typing = document.activeElement
    if (old.contains(typing) && typing?.matches('input:not([type=checkbox]), select'))
      typing.addEventListener('blur', refresh, { once: true })
    else update(old, fresh)
  }
  const nav = made.querySelector('header nav')
  if (nav !== null) document.querySelector('header nav')?.replaceWith(nav)
}

/** Updates element by element where both are alike, so that pictures and open parts are kept. */
function update(old: Element, fresh: Element): void {
  const [before, after] = [[...old.children], [...fresh.children]]
  const alike = before.length === after.length && before.every((each, index) => each.tagName === after[index]?.tagName)
  if (!alike || before.length === 0) {
    if (old.innerHTML !== fresh.innerHTML) replaceContent(old, fresh)
    copyAttributes(old, fresh)
    return
  }
  if (textOf(old) !== textOf(fresh)) replaceContent(old, fresh)
  else
    for (const [index, child] of before.entries()) {
      const next = after[index]
      if (next !== undefined && next.outerHTML !== child.outerHTML) update(child, next)
    }
  copyAttributes(old, fresh)
}

/** Text directly in an element, not in its children. */
const textOf = (element: Element): string =>
  [...element.childNodes].map((node) => (node instanceof Text ? node.data : '\u0000')).join('')

function copyAttributes(old: Element, fresh: Element): void {
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !(name === 'open' && old.tagName === 'DETAILS')) old.removeAttribute(name)
  if (old instanceof HTMLInputElement && old.type === 'checkbox' && old.dataset['tick'] !== undefined)
    old.checked = fresh.hasAttribute('checked')
}
