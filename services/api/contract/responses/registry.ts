import { z } from 'zod'

/**
 * The schemas that the contract knows by name: components of the OpenAPI document, and what the agent's tools answer with.
 * They are open (a client must live with new fields; contract 2, "Fields may be added"); tests close them, so that no
 * field is sent that is not written here.
 */
export const namedSchemas = z.registry<{ id: string }>()

/** Gives a schema its name and what it is, in one sentence. */
export function named<S extends z.ZodType>(id: string, description: string, schema: S): S {
  const described = schema.describe(description)
  namedSchemas.add(described, { id })
  return described
}
