import type { z } from 'zod'

/**
 * The schemas that the contract knows by name: components of the OpenAPI document, and what the agent's tools answer with.
 * They are open (a client must live with new fields; contract 2, "Fields may be added"); tests close them, so that no
 * field is sent that is not written here.
 */
const schemas = new Map<string, z.ZodType>()
export const namedSchemas: ReadonlyMap<string, z.ZodType> = schemas

/** Gives a schema its name and what it is, in one sentence. Throws for a name taken: two schemas cannot share it. */
export function named<S extends z.ZodType>(id: string, description: string, schema: S): S {
  if (schemas.has(id)) throw new Error(`two schemas are called ${id}`)
  const described = schema.describe(description)
  schemas.set(id, described)
  return described
}
