import type { FastifyReply } from 'fastify'
import { identityOf, matches, tagOf } from './conditional.ts'
import { type OkTail, okTail, sendTail } from './ok-tail.ts'

/** What an answer is of: the hashes of the releases it is made of, the question, and which route was asked. */
type Subject = {
  readonly releases: readonly string[]
  readonly query: Readonly<Record<string, unknown>>
  readonly about: string
}

type Kept = { readonly etag: string; readonly tail: OkTail }
const sizeOf = ({ tail: { plain, packed } }: Kept): number => plain.length + (packed?.deflated.length ?? 0)

const MOST_BYTES = 8 * 1024 * 1024

/**
 * Answers by what they are of, the least recently made leaving first. One that is made of releases alone never changes,
 * so it is written once and not for each request; a release that leaves service is simply not asked for again.
 */
const kept = new Map<string, Kept>()
let bytes = 0

function keep(identity: string, answer: Kept): Kept {
  kept.set(identity, answer)
  bytes += sizeOf(answer)
  for (const [oldest, leaving] of kept) {
    if (bytes <= MOST_BYTES) break
    kept.delete(oldest)
    bytes -= sizeOf(leaving)
  }
  return answer
}

/**
 * Answers what follows from sealed releases and the query alone: 304 to who has it, else 200 with its tag. `body` writes
 * `data` and `meta` as JSON text.
 */
export function sendCatalogue(
  reply: FastifyReply,
  { releases, query, about }: Subject,
  body: () => { readonly data: string; readonly meta: string },
): FastifyReply {
  const identity = identityOf(releases, query, about)
  const answer = kept.get(identity) ?? keep(identity, make(identity, body()))
  reply.header('etag', answer.etag).header('cache-control', 'private, no-cache')
  if (matches(reply.request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  return sendTail(reply, answer.tail)
}

function make(identity: string, { data, meta }: { readonly data: string; readonly meta: string }): Kept {
  return { etag: tagOf(identity), tail: okTail(data, meta) }
}
