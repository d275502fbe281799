import type { SignInQuestion } from '../wire.ts'
import { act } from './act.ts'
import { emptyForm, fieldsOf } from './forms.ts'
import { followLog, refresh } from './live.ts'
import { makePasskey, signText } from './passkey.ts'
import { isRefused, post, say, sayRefused } from './post.ts'

async function signIn(): Promise<void> {
  const asked = await post<SignInQuestion>('/sign-in/question', {})
  if (isRefused(asked)) return sayRefused(asked)
  const signed = await signText(asked.text, null)
  if (signed === null) return say('No passkey was used: you are not signed in.', true)
  const { credential: credential_id, assertion } = signed
  const answer = await post<{ person: string }>('/sign-in', { nonce: asked.nonce, credential_id, assertion })
  if (isRefused(answer)) sayRefused(answer)
  else location.assign('/')
}

async function signOut(): Promise<void> {
  await post('/sign-out', {})
  location.assign('/sign-in')
}

async function enrol(form: HTMLFormElement): Promise<void> {
  const name = String(new FormData(form).get('name') ?? '')
  const made = await makePasskey(name)
  if (made === null) return say('No passkey was made.', true)
  const asked = await post<{ text: string }>('/enrol/question', { name, public_key: made.publicKey })
  if (isRefused(asked)) return sayRefused(asked)
  const signed = await signText(asked.text, made.credential)
  if (signed === null) return say('The new passkey did not sign: no request was made.', true)
  const passkey = { credential_id: made.credential, rp_id: location.hostname, origin: location.origin }
  const request = { origin: 'this desk', name, public_key: made.publicKey, passkey, proof: signed.assertion }
  const answer = await post<{ request: string; key_id: string }>('/enrol', request)
  if (isRefused(answer)) return sayRefused(answer)
  say(`${name} has asked to be enrolled.`)
  const place = document.getElementById('request')
  if (place === null) return
  for (const [id, text] of [
    ['request-key', answer.key_id],
    ['request-text', answer.request],
  ] as const)
    place.querySelector(`#${id}`)?.replaceChildren(text)
  place.hidden = false
}

/** All ticks of the page so far. */
let ticked: Promise<void> = Promise.resolve()

/** Sends ticks in the order in which they were set, so that the last one stays. */
function tick(box: HTMLInputElement, what: string): void {
  const { checked } = box
  ticked = ticked.then(async () => {
    const answer = await post<{ ticked: number }>('/ticks', { ...JSON.parse(what), ticked: checked })
    if (!isRefused(answer)) return
    // Otherwise it was set again in the meantime, and that is sent next.
    if (box.checked === checked) box.checked = !checked
    sayRefused(answer)
  })
}

async function gate(release: string): Promise<void> {
  const answer = await post<object>('/gate', { release })
  if (isRefused(answer)) sayRefused(answer)
  refresh()
}

/** While an act is in progress its button cannot start another. Then a person at the keyboard is where they were. */
async function busy(button: HTMLButtonElement | null, work: () => Promise<unknown>): Promise<void> {
  if (button !== null) button.disabled = true
  try {
    await work()
  } finally {
    if (button !== null) button.disabled = false
    if (document.activeElement === document.body) button?.focus()
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button') : null
  const { do: named, ask, gate: release } = button?.dataset ?? {}
  if (named === 'sign-in') void busy(button, signIn)
  if (named === 'sign-out') void busy(button, signOut)
  if (ask !== undefined) void busy(button, () => act(JSON.parse(ask)))
  if (release !== undefined) void busy(button, () => gate(release))
})

document.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const { act: kind, form: named } = form.dataset
  if (kind !== undefined)
    void busy(button, async () => {
      if (await act({ kind, ...fieldsOf(form) })) emptyForm(form)
    })
  if (named === 'enrol') void busy(button, () => enrol(form))
})

document.addEventListener('change', ({ target }) => {
  const what = target instanceof HTMLInputElement ? target.dataset['tick'] : undefined
  if (what !== undefined) tick(target as HTMLInputElement, what)
})

followLog()
