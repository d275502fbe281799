import type { z } from 'zod'

/** A value to send: it is not modified, so its lists may be read-only. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Sent<T[Name]> }
    : T
/** Type of an answer, from its schema. */
export type SentBy<Schema extends z.ZodType> = Sent<z.output<Schema>>

declare const written: unique symbol

/**
 * JSON text with the type of its content, which is checked where the text is made, since it is not parsed again before
 * sending.
 */
export type JsonText<T> = string & { readonly [written]: T }

export function jsonText<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>
}

export function jsonList<T>(items: readonly JsonText<T>[]): JsonText<readonly T[]> {
  return prepared(`[${items.join(',')}]`)
}

/** Text whose form its writer guarantees: that of the engine, which writes canonical JSON piece by piece. */
export function prepared<T>(text: string): JsonText<T> {
  return text as JsonText<T>
}
