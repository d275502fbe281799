import type { FastifyReply } from 'fastify'
import { takesGzip } from './accept-encoding.ts'
import { identityOf, matches, tagOf } from './conditional.ts'
import { packedTail, plainTail, sendTail } from './ok-tail.ts'

/** What an answer is of: the hashes of the releases it is made of, the question, and which route was asked. */
type Subject = {
  readonly releases: readonly string[]
  readonly query: Readonly<Record<string, unknown>>
  readonly about: string
}

/** The most memory that the kept answers of an instance take. */
export const KEPT_BYTES = 8 * 1024 * 1024

/**
 * Answers what follows from releases and the query alone: 304 to who has it, else 200 with its tag. That never changes, so
 * it is written once and not for each request, and packed once for those who take gzip; a release that leaves service is
 * simply not asked for again. `body` writes `data` and `meta` as JSON text.
 */
export function sendCatalogue(
  reply: FastifyReply,
  { releases, query, about }: Subject,
  body: () => { readonly data: string; readonly meta: string },
): FastifyReply {
  const { request, server } = reply
  const etag = tagOf(identityOf(releases, query, about))
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const gzip = takesGzip(request)
  const name = gzip ? `${etag} gzip` : etag
  const { keptAnswers } = server
  const tail = keptAnswers.get(name) ?? keptAnswers.keep(name, gzip ? packedTail(body()) : plainTail(body()))
  return sendTail(reply, tail)
}
