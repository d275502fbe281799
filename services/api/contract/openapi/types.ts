import type { z } from 'zod'
import type { ErrorCode } from '../../../platform/errors.ts'

/** JSON of the document. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

/** A success of an operation: its media types and what it carries. */
export type Success = {
  readonly mediaTypes: readonly string[]
  readonly description: string
  readonly schema: z.ZodType
}

/** What the document says of a route beyond its RouteSpec: one entry a route, in openapi/operations/. */
export type OperationDoc = {
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly success: Success
  /** Codes of its own, beside those that come with a key, a query or a body. */
  readonly codes: readonly ErrorCode[]
  /** It has an ETag and answers If-None-Match with 304. */
  readonly conditional: boolean
  /** An answer outside the envelope and the catalogue of codes (readiness). */
  readonly other?: { readonly status: string; readonly description: string; readonly schema: z.ZodType }
  readonly pathParameters?: Readonly<Record<string, { readonly schema: z.ZodType; readonly description: string }>>
}
