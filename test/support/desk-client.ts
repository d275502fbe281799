import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { enrolPerson } from '../../pipeline/commands/trust-acts.ts'
import { type Authenticator, passkeyEnrolment } from './authenticator.ts'
import { ASHA, BASHIR } from './people.ts'
import type { TestPipeline } from './pipeline.ts'

type Headers = Readonly<Record<string, string>>
type DeskAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** The body as JSON. */
  json<T = Record<string, unknown>>(): T
  /** The code with which it was refused. */
  readonly code: string | undefined
}

/** Sends requests to the desk, with headers that a browser would not let a page set. */
export class DeskClient {
  readonly origin: string
  cookie = ''

  constructor(origin: string) {
    this.origin = origin
  }

  static async signedIn(origin: string, who: Authenticator): Promise<DeskClient> {
    const made = new DeskClient(origin)
    const answer = await made.signIn(who)
    if (answer.status !== 200) throw new Error(`${who.name} is not signed in: ${answer.text}`)
    return made
  }

  /** The answer while it is still being received. */
  open(path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<IncomingMessage> {
    const own: Headers = { ...(this.cookie === '' ? {} : { cookie: this.cookie }), ...headers }
    return new Promise((resolve, reject) => {
      const asked = request(new URL(path, this.origin), { method, headers: own, agent: false })
      asked.once('response', resolve).once('error', reject)
      asked.end(body)
    })
  }

  async get(path: string, headers: Headers = {}): Promise<DeskAnswer> {
    return answerOf(await this.open(path, { headers }))
  }

  async post(path: string, body: object, headers: Headers = {}): Promise<DeskAnswer> {
    const own = { origin: this.origin, 'content-type': 'application/json', ...headers }
    return answerOf(await this.open(path, { method: 'POST', headers: own, body: JSON.stringify(body) }))
  }

  /** Signs in; keeps the cookie on success. */
  async signIn(who: Authenticator, how: Parameters<Authenticator['assert']>[1] = {}): Promise<DeskAnswer> {
    const { nonce, text: message } = (await this.post('/sign-in/question', {})).json<{ nonce: string; text: string }>()
    return this.answer(who, nonce, message, how)
  }

  async answer(
    who: Authenticator,
    nonce: string,
    message: string,
    how: Parameters<Authenticator['assert']>[1] = {},
  ): Promise<DeskAnswer> {
    const assertion = who.assert(new TextEncoder().encode(message), how)
    const given = { nonce, credential_id: who.passkey.credential_id, assertion }
    const answer = await this.post('/sign-in', given)
    const [cookie = ''] = answer.headers['set-cookie'] ?? []
    if (answer.status === 200) this.cookie = cookie.split(';')[0] ?? ''
    return answer
  }

  /** Starts an act; returns what it asks to sign. */
  async begin(act: object): Promise<{ id: string; text: string }> {
    const answer = await this.post('/acts', act)
    const step = answer.json<{ step?: string; id: string; text: string }>()
    if (step.step !== 'sign') throw new Error(`nothing to sign: ${answer.text}`)
    return step
  }
}

async function answerOf(response: IncomingMessage): Promise<DeskAnswer> {
  const body = await text(response)
  const parse = <T>(): T => JSON.parse(body) as T
  const said = body.startsWith('{') ? parse<{ error?: { code: string } }>() : {}
  const { statusCode: status = 0, headers } = response
  return { status, headers, text: body, json: parse, code: said.error?.code }
}

/** Enrols a passkey, signed by the first test people. */
export async function enrolPasskey({ pool, foundation }: TestPipeline, who: Authenticator): Promise<void> {
  const asked = passkeyEnrolment(who, foundation.origin)
  const done = await enrolPerson({ pool, signatories: [ASHA, BASHIR], now: () => new Date() }, asked)
  if (!done.ok) throw new Error(done.message)
}
