import type { Refused } from '../wire.ts'

/** Sends JSON to the desk. A lost connection is treated as a refusal: nothing is assumed to be done. */
export async function post<T>(path: string, body: object): Promise<T | Refused> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as T | Refused
  } catch {
    const message = 'The desk did not answer. Reload the page before you try again.'
    return { error: { code: 'NO_ANSWER', message } }
  }
}

export function isRefused(answer: object): answer is Refused {
  return 'error' in answer
}

/** Shows a message at the top of the page, with further lines below it. */
export function say(text: string, isBad = false, lines = ''): void {
  const place = document.getElementById('said')
  const [said, more] = [place?.querySelector('p'), place?.querySelector('pre')]
  if (place === null || said == null || more == null) return
  said.textContent = text
  more.textContent = lines
  more.hidden = lines === ''
  place.classList.toggle('bad', isBad)
  place.hidden = text === ''
  place.scrollIntoView({ block: 'nearest' })
}

export const sayRefused = ({ error: { code, message, lines } }: Refused): void =>
  say(`${message} (${code})`, true, lines)
