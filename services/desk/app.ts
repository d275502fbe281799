import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod'
import { readHead } from '../../pipeline/event-log/read.ts'
import { NULL_CHARACTER } from '../../pipeline/lifecycle/events.ts'
import { assertionSchema } from '../../releases/proof/format/passkey.ts'
import { BODY_LIMIT } from '../api/checks/bodies.ts'
import { parseStrictJson } from '../api/checks/strict-json.ts'
import { pagePolicy, standardHeaders } from '../api/reply/standard-headers.ts'
import { sendStatic } from '../api/reply/static-answer.ts'
import { buildPages } from '../api/site/build.ts'
import { requireWorker, startGates } from '../operations/gate-run.ts'
import { readRecord } from '../operations/lifecycle.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { releaseNamed } from '../operations/release-view.ts'
import { cellsOf } from '../operations/review.ts'
import { matchesPath } from '../platform/matches-path.ts'
import { once } from '../platform/once.ts'
import { isLost } from '../platform/server-fault.ts'
import { actSchema, workOf } from './acts.ts'
import { type Desk, standingProposals } from './desk.ts'
import { registerEvents } from './events.ts'
import { read, registerGuard, requireSignedIn, type SignedIn, whoAsks } from './guard.ts'
import type { Frame, Pages } from './models.ts'
import { peopleModel, pictureAt, releaseModel, releasesModel, reviewModel } from './models-of.ts'
import { refusedAs } from './refused.ts'
import { registerSignIn } from './sign-in.ts'

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The desk's pages and their browser scripts, built on first use (docs/adr/0017-site-built-at-start.md). */
export const builtDesk = once(() =>
  buildPages<Pages>({ script: at('browser/main.ts'), style: at('style.css'), pages: at('pages/index.tsx') }),
)

const POLICY = pagePolicy("'self'")
const STATUS: Readonly<Record<string, number>> = {
  SIGN_IN_REQUIRED: 401,
  SIGN_IN_REFUSED: 401,
  PAGE_REFUSED: 403,
  PAGE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RELEASE_NOT_FOUND: 404,
  COMPONENT_NOT_FOUND: 404,
  REQUEST_UNREADABLE: 400,
  NOT_RUNNING: 503,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
}

const NO_PAGE = new OperationRefusal('PAGE_NOT_FOUND', 'this page does not exist')

/** The desk without a listener. Everything except the sign-in, the enrolment and the assets needs a session. */
export async function createDeskApp(desk: Desk): Promise<FastifyInstance> {
  const headers = standardHeaders(desk.origin.startsWith('https:'))
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    // An address that cannot be read. The guard has not run: nothing but the refusal is sent.
    frameworkErrors: (_error, _request, reply) => {
      ;(reply as FastifyReply).code(404).headers(headers).send(refusedAs(NO_PAGE))
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    const parsed = parseStrictJson(body)
    if (parsed.ok && !NULL_CHARACTER.test(body.toString())) return parsed.value
    const reason = parsed.ok ? 'a string holds a null character' : parsed.reason
    throw new OperationRefusal('REQUEST_UNREADABLE', `the body cannot be read: ${reason}`)
  })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  registerGuard(app, desk)
  app.setErrorHandler((error, request, reply) => sendFailure(desk, error, request, reply))
  refuseUnknown(app)
  app.get<{ Params: { file: string } }>('/assets/:file', async ({ params: { file } }, reply) => {
    const answer = (await builtDesk()).files.get(file)
    if (answer === undefined) throw new OperationRefusal('PAGE_NOT_FOUND', 'this file does not exist')
    return sendStatic(reply, answer)
  })
  registerSignIn(app, desk)
  registerPages(app, desk)
  registerActs(app, desk)
  registerEvents(app, desk)
  return app
}

/** A known address with another method is 405 with Allow. Before the body is read: its faults do not matter. */
function refuseUnknown(app: FastifyInstance): void {
  const methods = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()])
  })
  const refuse = async ({ url, method }: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const path = url.split('?', 1)[0] ?? ''
    const allowed = [...methods].find(([pattern]) => matchesPath(pattern, path))?.[1]
    if (allowed === undefined) throw NO_PAGE
    reply.header('allow', allowed.toSorted().join(', '))
    throw new OperationRefusal('METHOD_NOT_ALLOWED', `${path} does not accept ${method}`, { allowed })
  }
  app.setNotFoundHandler(refuse)
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuse(request, reply)
  })
}

async function frameOf(desk: Desk, signedIn: SignedIn | null): Promise<Frame> {
  const { assets } = await builtDesk()
  const person = signedIn?.session.person ?? null
  const waiting = (await standingProposals(desk)).filter(({ signature }) => signature.person !== person).length
  return { assets, person, position: (await readHead(desk.pool)).position, waiting }
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(html)
}

type Named = { Params: { name: string }; Querystring: { figure?: string; whole?: string } }
type Write = (pages: Pages, frame: Frame, request: FastifyRequest<Named>, who: SignedIn) => Promise<string> | string

function registerPages(app: FastifyInstance, desk: Desk): void {
  const page = (path: string, write: Write): void => {
    app.get<Named>(path, async (request, reply) => {
      const who = await whoAsks(desk, request)
      if (who === null) return reply.redirect('/sign-in', 303)
      // The frame first, so that the page is not older than the position from which it listens for events.
      const frame = await frameOf(desk, who)
      return sendPage(reply, await write((await builtDesk()).pages, frame, request, who))
    })
  }
  const open = (path: string, of: 'signIn' | 'enrol'): void => {
    app.get(path, async (request, reply) => {
      const frame = await frameOf(desk, await whoAsks(desk, request))
      return sendPage(reply, (await builtDesk()).pages[of](frame))
    })
  }
  open('/sign-in', 'signIn')
  open('/enrol', 'enrol')
  page('/', async (pages, frame) => pages.releases(frame, await releasesModel(desk)))
  page('/people', async (pages, frame, _request, { session }) =>
    pages.people(frame, await peopleModel(desk, session.person)),
  )
  page('/releases/:name', async (pages, frame, { params: { name } }, { session }) =>
    pages.release(frame, await releaseModel(desk, name, session.person)),
  )
  page('/releases/:name/review', async (pages, frame, { params: { name } }, { session }) =>
    pages.review(frame, await reviewModel(desk, name, session.person)),
  )
  app.get<Named>('/releases/:name/picture', async (request, reply) => {
    await requireSignedIn(desk, request)
    const { figure = '', whole } = request.query
    const svg = await pictureAt(desk, request.params.name, figure, whole !== undefined)
    return reply.type('image/svg+xml').send(svg)
  })
}

const signatureSchema = z.strictObject({ assertion: assertionSchema.nullable() })
const gateSchema = z.strictObject({ release: z.string() })
const tickSchema = z.strictObject({ release: z.string(), cell: z.string(), hash: z.string(), ticked: z.boolean() })

function registerActs(app: FastifyInstance, desk: Desk): void {
  app.post('/acts', async (request) => {
    const { session, holder } = await requireSignedIn(desk, request)
    const asked = read(actSchema, request.body)
    const who = { person: session.person, keyId: session.keyId, credentialId: holder.passkey.credential_id }
    return desk.waiting.begin(who, workOf(desk, asked))
  })

  app.post<{ Params: { id: string } }>('/acts/:id', async (request) => {
    const { session } = await requireSignedIn(desk, request)
    const { assertion } = read(signatureSchema, request.body)
    return desk.waiting.answer(session.person, request.params.id, assertion)
  })

  // Not an act: the gates give the same findings for everyone.
  app.post('/gate', async (request) => {
    const { session } = await requireSignedIn(desk, request)
    const { release } = read(gateSchema, request.body)
    await requireWorker(desk.pool)
    await startGates(desk.pool, release, session.person, desk.now)
    return {}
  })

  app.post('/ticks', async (request) => {
    const { session } = await requireSignedIn(desk, request)
    const { release, cell, hash, ticked } = read(tickSchema, request.body)
    const view = await releaseNamed(desk.pool, release)
    const record = await readRecord(desk.pool, view)
    const stands = record !== null && cellsOf(record).some((each) => each.cell === cell && each.hash === hash)
    if (!stands || view.release_sha256 === null)
      throw new OperationRefusal('REVIEW_INCOMPLETE', `${cell} is not a cell of the current ${release}`)
    const ticks = await desk.ticks.set(session.person, view.release_sha256, { cell, hash }, ticked)
    desk.feed.changed()
    return { ticked: ticks.length }
  })
}

const FAILED = new OperationRefusal('COMMAND_FAILED', 'the desk failed; see its log')
/** A new `npm start` has its database at another port, at which this desk will not look. */
const NO_DATABASE = new OperationRefusal(
  'NOT_RUNNING',
  'the database does not answer: wait until it does; if `npm start` was started again, also start the desk again',
)

/** Null: not the fault of the request. */
function refusalOf(error: unknown): OperationRefusal | null {
  if (error instanceof OperationRefusal) return error
  if (isLost(error)) return NO_DATABASE
  switch ((error as { statusCode?: number }).statusCode) {
    case 400:
      return new OperationRefusal('REQUEST_UNREADABLE', 'the request cannot be read: its headers contradict its body')
    case 413:
      return new OperationRefusal('PAYLOAD_TOO_LARGE', `the body is larger than ${BODY_LIMIT} bytes`)
    case 415:
      return new OperationRefusal('UNSUPPORTED_MEDIA_TYPE', 'the body is not application/json')
    default:
      return null
  }
}

async function sendFailure(
  desk: Desk,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = refusalOf(error)
  if (refusal === null || refusal === NO_DATABASE) desk.log.error({ err: error }, 'the desk failed')
  const refused = refusedAs(refusal ?? FAILED)
  const { code, message, lines = '' } = refused.error
  reply.code(STATUS[code] ?? (refusal === null ? 500 : 409))
  if (request.method !== 'GET' || code === 'PAGE_REFUSED') return reply.send(refused)
  const who = await whoAsks(desk, request).catch(() => null)
  // If the database is unavailable there is no frame, and the page is shown without it.
  const { assets, pages } = await builtDesk()
  const frame = await frameOf(desk, who).catch(() => ({ assets, person: null, position: 0, waiting: 0 }))
  return sendPage(reply, pages.refused(frame, { code, message, lines }))
}
