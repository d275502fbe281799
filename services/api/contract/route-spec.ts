import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FieldProblem } from '../../../releases/engine/refuse.ts'
import type { ApiKey, Scope } from '../../keys/key.ts'
import type { KeptAnswers } from '../kept-answers.ts'
import type { Services } from '../services.ts'

/** One route: what it needs, what it takes, what it does. One file each, listed in routes/index.ts. */
export type RouteSpec = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Null: no key is needed. */
  readonly scope: Scope | null
  readonly query: z.ZodType | null
  readonly body: z.ZodType | null
  /** What a schema cannot say of a body; reported together with what it says. */
  readonly bodyProblems?: (body: unknown) => readonly FieldProblem[]
  /** The state a request asks for when it names none; null: none is asked for, the answer is filtered. */
  readonly defaultState: string | null
  /** Work that an instance does before it listens, so that no request waits for it. */
  readonly prepare?: () => Promise<unknown>
  readonly handle: (services: Services, request: FastifyRequest, reply: FastifyReply) => unknown
}

declare module 'fastify' {
  interface FastifyInstance {
    keptAnswers: KeptAnswers
  }
  interface FastifyRequest {
    /** Set once the key is known. */
    apiKey: ApiKey | null
    startedAtMs: number
  }
  interface FastifyContextConfig {
    spec?: RouteSpec
  }
}
