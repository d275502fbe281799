import type { paths } from './contract.ts'

/** The API of a service, typed by its contract. Needs nothing but `fetch`. */

export type Method = 'get' | 'post'
type Operation<Path extends keyof paths, M extends Method> = NonNullable<paths[Path][M]>
/** Paths with a method, whose answer is JSON. */
export type PathsOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends undefined
    ? never
    : [Answer<Operation<Path, M>>] extends [never]
      ? never
      : Path
}[keyof paths]

type Answer<Op> = Op extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never
type Query<Op> = Op extends { parameters: { query?: infer Given } } ? Given : never
type Parts<Op> = Op extends { parameters: { path: infer Given } } ? Given : never
type Sent<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never

export type Asked<Op> = {
  readonly query?: Query<Op>
  /** Path parameters in braces. */
  readonly path?: Parts<Op>
  readonly body?: Sent<Op>
}

export type ApiOptions = {
  /** Such as `https://tariffs.example.org`. */
  readonly origin: string
  /** Sent as X-API-Key; space and line ends around it are left out. Keep it on a server. */
  readonly key: string
  /**
   * Maximum number of attempts for a request that was not answered or was temporarily refused (429, 503); default 3.
   */
  readonly tries?: number
  /** Maximum wait between two attempts, in ms; default 60,000, the longest that a limit of the service asks for. */
  readonly longestWaitMs?: number
  /** Maximum time of one attempt, in ms; default 30,000. After it the service counts as not reached. */
  readonly timeoutMs?: number
}

/** What is wrong with each field, if the details say so. */
function fieldsText({ fields }: Readonly<Record<string, unknown>>): string {
  const given: readonly ({ readonly message?: unknown } | null)[] = Array.isArray(fields) ? fields : []
  const messages = given.map((each) => each?.message).filter((message) => typeof message === 'string')
  return messages.length === 0 ? '' : ` (${messages.join('; ')})`
}

/**
 * A refusal of the service, with its code; `NETWORK` if the service was not reached, or the answer is not JSON. Its
 * message includes what is wrong with each field.
 */
export class PramaanError extends Error {
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** Quote it in questions about the answer; null: there was no answer. */
  readonly requestId: string | null
  constructor(
    code: string,
    status: number,
    message: string,
    details: Readonly<Record<string, unknown>>,
    requestId: string | null,
  ) {
    super(`${code}: ${message}${fieldsText(details)}`)
    this.name = 'PramaanError'
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

type GetAsked<Op> = Omit<Asked<Op>, 'body'>
/** Required if the path has parameters. */
type AskedOf<Op> = [Parts<Op>] extends [never]
  ? [asked?: GetAsked<Op>]
  : [asked: GetAsked<Op> & { readonly path: Parts<Op> }]

export type Api = {
  get<Path extends PathsOf<'get'>>(
    path: Path,
    ...asked: AskedOf<Operation<Path, 'get'>>
  ): Promise<Answer<Operation<Path, 'get'>>>
  post<Path extends PathsOf<'post'>>(
    path: Path,
    body: Sent<Operation<Path, 'post'>>,
  ): Promise<Answer<Operation<Path, 'post'>>>
}

/** A client of a service. Every call returns the whole answer, or throws PramaanError. */
export function openApi(options: ApiOptions): Api {
  return {
    get: async (path, asked = {}) => (await send(options, 'GET', addressOf(path, asked), undefined)) as never,
    post: async (path, body) => (await send(options, 'POST', path, body)) as never,
  }
}

type Given = { readonly query?: unknown; readonly path?: unknown }

function addressOf(path: string, { query = {}, path: parts = {} }: Given): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = (parts as Record<string, unknown>)[name] ?? ''
    if (value === '') throw new TypeError(`${path}: give a value for ${name} in \`path\``)
    return encodeURIComponent(String(value))
  })
  const given = Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? filled : `${filled}?${text}`
}

const FIRST_WAIT_MS = 250

/** Checked here: what is no header would be repeated in the error of `fetch`, and so get into logs. */
const KEY = /^[\x21-\x7e]*$/
const NOT_ONE_KEY = 'the key has spaces, several lines or other letters: give only the line that begins with pk_'

async function send(options: ApiOptions, method: string, address: string, body: unknown): Promise<unknown> {
  if (!KEY.test(options.key.trim())) throw new PramaanError('API_KEY_REQUIRED', 0, NOT_ONE_KEY, {}, null)
  const { tries = 3, longestWaitMs = 60_000 } = options
  for (let tried = 1; ; tried += 1) {
    const outcome = await sendOnce(options, method, address, body)
    if (!(outcome instanceof Refused)) return outcome
    const { error, waitMs } = outcome
    const wait = waitMs ?? FIRST_WAIT_MS * 2 ** tried
    if (tried >= tries || ![0, 429, 503].includes(error.status) || wait > longestWaitMs) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

class Refused {
  readonly error: PramaanError
  readonly waitMs: number | null
  constructor(error: PramaanError, waitMs: number | null) {
    this.error = error
    this.waitMs = waitMs
  }
}

/** What else than the service answers, such as a proxy, may have anything in these places. */
type Envelope = {
  readonly request_id?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly details?: unknown } | null
}

const REDIRECTS = [301, 302, 303, 307, 308]

async function sendOnce(
  { origin, key, timeoutMs = 30_000 }: ApiOptions,
  method: string,
  address: string,
  body: unknown,
): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  try {
    const response = await fetch(`${origin.replace(/\/+$/, '')}${address}`, {
      method,
      headers: { 'x-api-key': key.trim(), ...type },
      // Not followed: the key is only sent to the address that it was given for.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...sent,
    })
    if (response.type === 'opaqueredirect' || REDIRECTS.includes(response.status))
      return new Refused(redirectOf(response), null)
    const text = await response.text()
    return response.ok ? answerOf(text) : new Refused(refusalOf(response, text), waitMsOf(response.headers))
  } catch (error) {
    return new Refused(new PramaanError('NETWORK', 0, causeOf(error), {}, null), null)
  }
}

/** What failed, as text: `fetch` says only that it did, and what is in the cause. */
export function causeOf(error: unknown): string {
  return String(error instanceof Error && error.cause !== undefined ? error.cause : error)
}

function answerOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Such as the sign-in page of a proxy.
    const message = `the answer is not JSON: ${text === '' ? 'it is empty' : text.slice(0, 200)}`
    return new Refused(new PramaanError('NETWORK', 0, message, {}, null), null)
  }
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3); null: neither. */
function waitMsOf(headers: Headers): number | null {
  const after = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(after)) return Number(after) * 1000
  const until = HTTP_DATE.test(after) ? Date.parse(after) : Number.NaN
  if (Number.isNaN(until)) return null
  // The sender's clock, because the date is by that one.
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(sent) ? Date.now() : sent))
}

/** A browser does not show the status and the target of a redirect. */
function redirectOf({ status, headers }: Response): PramaanError {
  const message = `redirected to ${headers.get('location') ?? 'another address'}, which is not followed`
  return new PramaanError(status === 0 ? 'NETWORK' : `HTTP_${status}`, status, message, {}, null)
}

function refusalOf({ status, statusText }: Response, text: string): PramaanError {
  let envelope: Envelope | null = null
  try {
    envelope = JSON.parse(text) as Envelope | null
  } catch {
    // A proxy may have answered in another format.
  }
  const { error, request_id: requestId } = envelope ?? {}
  const { code, message, details } = error ?? {}
  const isObject = typeof details === 'object' && details !== null && !Array.isArray(details)
  return new PramaanError(
    typeof code === 'string' ? code : `HTTP_${status}`,
    status,
    typeof message === 'string' ? message : text.slice(0, 200) || statusText,
    isObject ? (details as Record<string, unknown>) : {},
    typeof requestId === 'string' ? requestId : null,
  )
}
