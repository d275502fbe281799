import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Desk } from './desk.ts'
import { read, requireSignedIn, whoAsks } from './guard.ts'
import type { Told } from './wire.ts'

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const querySchema = z.object({ after: position })

/**
 * Events as server-sent events (HTML Living Standard, 9.2). The id of each is its log position, so that a reconnecting
 * browser sends the last one it has (`Last-Event-ID`) and receives all later ones. Ends with the session.
 */
export function registerEvents(app: FastifyInstance, desk: Desk): void {
  app.get('/events', async (request, reply) => {
    await requireSignedIn(desk, request)
    const { after } = read(querySchema, request.query)
    const last = position.safeParse(request.headers['last-event-id'])
    const { raw } = reply
    const gone = new AbortController()
    raw.once('close', () => gone.abort())
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    raw.write('retry: 500\n\n')
    const breathe = async (): Promise<void> => {
      if ((await whoAsks(desk, request, false)) === null) gone.abort()
      else raw.write(':\n\n')
    }
    const tell = async (told: Told | null): Promise<void> => {
      // A revoked person receives nothing more.
      if (told?.type === 'PersonRevoked') void breathe().catch(() => gone.abort())
      const taken = raw.write(
        told === null ? 'event: desk\ndata: {}\n\n' : `id: ${told.position}\ndata: ${JSON.stringify(told)}\n\n`,
      )
      // Waits for slow readers, so that the log is not buffered for them.
      if (!taken) await once(raw, 'drain', { signal: gone.signal })
    }
    try {
      await desk.feed.follow(last.success ? last.data : after, { tell, breathe, signal: gone.signal })
    } catch (error) {
      // The browser reconnects automatically and receives missed events.
      if (!gone.signal.aborted) desk.log.warn({ err: error }, 'events')
    } finally {
      raw.end()
    }
  })
}
