import { counted } from '../../../releases/record/counted.ts'
import type { Done, Step } from '../wire.ts'
import { signText } from './passkey.ts'
import { isRefused, post, say, sayRefused } from './post.ts'

/** The page has one dialog: what it shows must be what is signed, so a second act waits for its person to ask again. */
let isUnderWay = false

/** Runs an act, unless another one of this page is not finished. Whether it is done. */
export async function act(asked: object): Promise<boolean> {
  if (isUnderWay) {
    say('Another act on this page is not finished: ask again after it.', true)
    return false
  }
  isUnderWay = true
  try {
    return await run(asked)
  } finally {
    isUnderWay = false
  }
}

/** Shows the text, gets it signed, and continues until the act is done or refused. */
async function run(asked: object): Promise<boolean> {
  say('')
  let answer = await post<Step>('/acts', asked)
  while (!isRefused(answer) && answer.step === 'sign') {
    const { id, text, credential } = answer
    const signed = (await agreed(answer)) ? await signText(text, credential) : null
    answer = await post<Step>(`/acts/${id}`, { assertion: signed?.assertion ?? null })
  }
  if (isRefused(answer)) sayRefused(answer)
  else finished(answer)
  return !isRefused(answer)
}

function finished({ said, to }: Done): void {
  if (to !== null && to !== location.pathname) location.assign(to)
  else say(said)
}

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no ${id}`)
  return found
}

/** Shows an act in the exact text to be signed. True if its person agrees to sign. */
function agreed({ text, beside }: Extract<Step, { step: 'sign' }>): Promise<boolean> {
  const dialog = element('sign') as HTMLDialogElement
  element('sign-facts').replaceChildren(...factsOf(text))
  element('sign-text').textContent = text
  element('sign-beside').textContent = beside
  element('sign-beside').hidden = beside === null
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    const yes = (): void => dialog.close('yes')
    const no = (): void => dialog.close('no')
    element('sign-yes').addEventListener('click', yes)
    element('sign-no').addEventListener('click', no)
    dialog.addEventListener(
      'close',
      () => {
        element('sign-yes').removeEventListener('click', yes)
        element('sign-no').removeEventListener('click', no)
        resolve(dialog.returnValue === 'yes')
      },
      { once: true },
    )
  })
}

type Content = {
  readonly command: string
  readonly person: string
  readonly stream: string
  readonly stream_version: number
  readonly events: readonly { readonly type: string; readonly payload: Readonly<Record<string, unknown>> }[]
}

function factsOf(text: string): HTMLElement[] {
  const { command, person, stream, stream_version, events } = JSON.parse(text) as Content
  const head = list([
    ['Act', command.replaceAll('_', ' ')],
    ['Signed as', person],
    ['Position in the log', `${stream}, after ${stream_version} events`],
  ])
  return [
    head,
    ...events.flatMap(({ type, payload }) => {
      const title = document.createElement('h3')
      title.textContent = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
      return [title, list(flat(payload))]
    }),
  ]
}

/** A payload as lines, including nested objects; lists are shown as counts. The exact text is shown below. */
function flat(payload: object): [string, string][] {
  return Object.entries(payload).flatMap(([name, value]): [string, string][] => {
    const term = name.replaceAll('_', ' ')
    if (Array.isArray(value)) return [[term, counted(value.length, 'entry', 'entries')]]
    if (typeof value === 'object' && value !== null)
      return flat(value).map(([below, said]): [string, string] => [`${term}: ${below}`, said])
    return [[term, UNREAD.has(name) ? `${String(value).slice(0, 24)}…` : String(value)]]
  })
}

/** Fields of keys and signatures, which nobody reads; all others are shown in full: a component, where a file is from. */
const UNREAD: ReadonlySet<string> = new Set([
  'public_key',
  'proof',
  'authenticator_data',
  'client_data_json',
  'signature',
])

function list(facts: readonly (readonly [string, string])[]): HTMLElement {
  const made = document.createElement('dl')
  made.className = 'facts'
  for (const [name, value] of facts) {
    const [term, said] = [document.createElement('dt'), document.createElement('dd')]
    term.textContent = name
    said.textContent = value
    made.append(term, said)
  }
  return made
}
