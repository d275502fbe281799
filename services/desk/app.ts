import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod'
import { readHead } from '../../pipeline/event-log/read.ts'
import { assertionSchema } from '../../releases/proof/format/passkey.ts'
import { pagePolicy, standardHeaders } from '../api/reply/standard-headers.ts'
import { sendStatic } from '../api/reply/static-answer.ts'
import { requireWorker, startGates } from '../operations/gate-run.ts'
import { readRecord } from '../operations/lifecycle.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { releaseNamed } from '../operations/release-view.ts'
import { cellsOf } from '../operations/review.ts'
import { actSchema, workOf } from './acts.ts'
import { builtDesk } from './build.ts'
import { type Desk, standingProposals } from './desk.ts'
import { registerEvents } from './events.ts'
import { read, registerGuard, requireSignedIn, type SignedIn, whoAsks } from './guard.ts'
import type { Frame, Pages } from './models.ts'
import { peopleModel, pictureAt, releaseModel, releasesModel, reviewModel } from './models-of.ts'
import { registerSignIn } from './sign-in.ts'
import type { Refused } from './wire.ts'

const POLICY = pagePolicy("'self'")
const BODY_BYTES = 256 * 1024
const STATUS: Readonly<Record<string, number>> = {
  SIGN_IN_REQUIRED: 401,
  SIGN_IN_REFUSED: 401,
  PAGE_REFUSED: 403,
  PAGE_NOT_FOUND: 404,
  RELEASE_NOT_FOUND: 404,
  COMPONENT_NOT_FOUND: 404,
  REQUEST_UNREADABLE: 400,
}

/** The desk without a listener. Everything except the sign-in, the enrolment and the assets needs a session. */
export async function createDeskApp(desk: Desk): Promise<FastifyInstance> {
  const app = fastify({ logger: false, bodyLimit: BODY_BYTES, forceCloseConnections: true })
  const headers = standardHeaders(desk.origin.startsWith('https:'))
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  registerGuard(app, desk)
  app.setErrorHandler((error, request, reply) => sendFailure(desk, error, request, reply))
  app.setNotFoundHandler(() => {
    throw new OperationRefusal('PAGE_NOT_FOUND', 'this page does not exist')
  })
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
  page('/releases/:name', async (pages, frame, { params: { name } }) =>
    pages.release(frame, await releaseModel(desk, name)),
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

async function sendFailure(
  desk: Desk,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = error instanceof OperationRefusal
  const unread = !known && (error as { statusCode?: number }).statusCode === 400
  if (!known && !unread) desk.log.error({ err: error }, 'the desk failed')
  const code = known ? error.code : unread ? 'REQUEST_UNREADABLE' : 'COMMAND_FAILED'
  const message = known ? error.message : unread ? 'the body is not JSON' : 'the desk failed; see its log'
  const details = known ? error.details : {}
  reply.code(STATUS[code] ?? (known ? 409 : unread ? 400 : 500))
  if (request.method !== 'GET' || code === 'PAGE_REFUSED')
    return reply.send({ error: { code, message, details } } satisfies Refused)
  const who = await whoAsks(desk, request).catch(() => null)
  // If the database is unavailable there is no frame, and the page is shown without it.
  const { assets, pages } = await builtDesk()
  const frame = await frameOf(desk, who).catch(() => ({ assets, person: null, position: 0, waiting: 0 }))
  return sendPage(reply, pages.refused(frame, { code, message }))
}
