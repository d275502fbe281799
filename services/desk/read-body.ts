import { z } from 'zod'
import { OperationRefusal } from '../operations/refusal.ts'

/** A request's body as it must be. Refused with REQUEST_UNREADABLE and the fields that are not. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new OperationRefusal('REQUEST_UNREADABLE', z.prettifyError(parsed.error))
}
