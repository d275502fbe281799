import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { linesNamed } from '../api/checks/http.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { type Desk, type PasskeyPerson, peopleOf } from './desk.ts'
import type { Session } from './sessions.ts'

/** By the desk's address: cookies are shared by all ports of a host, and two desks would sign each other out. */
function cookieName(deskOrigin: string): string {
  const { protocol, port } = new URL(deskOrigin)
  return protocol === 'https:' ? `__Host-pramaan_desk_${port || '443'}` : `pramaan_desk_${port || '80'}`
}

const HOST = new Set(['host'])

/**
 * Refuses requests that do not come from the desk's own pages, before anything else: another Host (DNS rebinding),
 * another Origin, and a changing request without an Origin. Browsers send both; no page can set them.
 */
export function registerGuard(app: FastifyInstance, { origin }: Desk): void {
  const { host } = new URL(origin)
  app.addHook('onRequest', async ({ method, headers, raw }) => {
    const hosts = linesNamed(HOST, raw)
    const reads = method === 'GET' || method === 'HEAD'
    const from = headers.origin ?? (reads ? origin : '')
    const site = headers['sec-fetch-site'] ?? 'same-origin'
    if (hosts !== 1 || headers.host !== host || from !== origin || !(site === 'same-origin' || site === 'none'))
      throw new OperationRefusal(
        'PAGE_REFUSED',
        `this desk accepts requests only at ${origin} and only from its own pages`,
      )
  })
}

export function giveCookie(reply: FastifyReply, { origin }: Desk, id: string | null): void {
  reply.header('set-cookie', cookieText(origin, id))
}

/** `id` null: the cookie ends. */
export function cookieText(origin: string, id: string | null): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const age = id === null ? '; Max-Age=0' : ''
  return `${cookieName(origin)}=${id ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${age}`
}

export function sessionIdOf({ origin }: Desk, { headers }: FastifyRequest): string {
  const name = cookieName(origin)
  const found = (headers.cookie ?? '').split(';').map((part) => part.trim().split('='))
  return found.find(([given]) => given === name)?.[1] ?? ''
}

export type SignedIn = { readonly session: Session; readonly holder: PasskeyPerson }

/** Whether a person asks; a page that follows the log asks by itself (Fetch Metadata: it reads, and shows no document). */
const isUse = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'GET' || headers['sec-fetch-dest'] !== 'empty'

/** The signed-in person; null: nobody is signed in with an enrolled key. Extends their session if they ask themselves. */
export async function whoAsks(desk: Desk, request: FastifyRequest, use = isUse(request)): Promise<SignedIn | null> {
  const session = desk.sessions.find(sessionIdOf(desk, request), use)
  if (session === null) return null
  const { holders } = await peopleOf(desk)
  const holder = holders.find(({ name, keyId }) => name === session.person && keyId === session.keyId)
  if (holder !== undefined) return { session, holder }
  desk.sessions.close(session.id)
  return null
}

/** The same, refused with SIGN_IN_REQUIRED. */
export async function requireSignedIn(desk: Desk, request: FastifyRequest): Promise<SignedIn> {
  const found = await whoAsks(desk, request)
  if (found === null) throw new OperationRefusal('SIGN_IN_REQUIRED', 'sign in with your passkey first')
  return found
}

/** Parses a request's body by a schema. Refused with REQUEST_UNREADABLE and the fields at fault. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new OperationRefusal('REQUEST_UNREADABLE', faults.join('\n'))
}
