import { z } from 'zod'

/** A tool as `tools/list` shows it. */
export type ToolDefinition = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: {
    readonly readOnlyHint: true
    readonly destructiveHint: false
    readonly idempotentHint: true
    readonly openWorldHint: false
  }
}
type Defined = Pick<ToolDefinition, 'name' | 'title' | 'description'> & {
  readonly input: z.ZodType
  readonly output: z.ZodType
}
type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/** JSON Schema 2020-12 of a zod object. Answers stay open: a client must live with new fields (contract, opening). */
function objectSchema(schema: z.ZodType): ObjectSchema {
  const { type, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })
  if (type !== 'object') throw new Error('a tool takes and gives objects')
  return { type, ...rest }
}

/**
 * Tools read, give the same for the same question, and reach nothing outside (docs/design/contract.md#agent-endpoint).
 */
export function definitionOf({ name, title, description, input, output }: Defined): ToolDefinition {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input),
    outputSchema: objectSchema(output),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }
}
