import * as z from 'zod'
import { OperationRefusal } from '../operations/refusal.ts'

/** Parses a request's body by a schema. Refused with REQUEST_UNREADABLE and the fields at fault. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new OperationRefusal('REQUEST_UNREADABLE', z.prettifyError(parsed.error))
}
