import * as z from 'zod'

type Defined = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodType
  readonly output: z.ZodType
}
type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/**
 * JSON Schema of a zod object, in the protocol's default dialect (2020-12). The bounds of safe integers are left out.
 */
function objectSchema(schema: z.ZodType): ObjectSchema {
  const {
    type,
    $schema: _dialect,
    ...rest
  } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  if (type !== 'object') throw new Error('arguments and results of a tool are objects')
  return { type, ...rest }
}

type Schema = Readonly<{ [keyword: string]: unknown }>
/** The envelope, then the members of `data` and `meta`. */
const OUTLINED_LEVELS = 2

/**
 * Members of an answer by name and type, down to those of `data` and `meta`; the OpenAPI document describes their
 * content. An agent's context always contains the list of tools, so it must be short. Answers stay open: a client must
 * accept new fields (docs/design/contract.md#envelope).
 */
function outlineOf(schema: ObjectSchema): ObjectSchema {
  const { $defs = {} } = schema as { $defs?: Readonly<Record<string, Schema>> }
  const resolved = (given: Schema): Schema => {
    const { $ref } = given
    return typeof $ref === 'string' ? resolved($defs[$ref.slice('#/$defs/'.length)] ?? {}) : given
  }
  const typesOf = (given: Schema): string[] => {
    const { type, anyOf, oneOf } = resolved(given) as { type?: string; anyOf?: Schema[]; oneOf?: Schema[] }
    return type === undefined ? [...(anyOf ?? []), ...(oneOf ?? [])].flatMap(typesOf) : [type]
  }
  const outline = (given: Schema, levels: number): Schema => {
    const [type = 'object', ...others] = new Set(typesOf(given))
    if (others.length > 0) return { anyOf: [type, ...others].map((one) => ({ type: one })) }
    const { properties, items, required } = resolved(given) as {
      properties?: Readonly<Record<string, Schema>>
      items?: Schema
      required?: readonly string[]
    }
    if (type === 'array') return { type, ...(items === undefined ? {} : { items: outline(items, levels) }) }
    if (type !== 'object' || properties === undefined || levels === 0) return { type }
    const members = Object.entries(properties).map(([name, one]) => [name, outline(one, levels - 1)])
    const isEnvelope = levels === OUTLINED_LEVELS
    return { type, properties: Object.fromEntries(members), ...(isEnvelope && required ? { required } : {}) }
  }
  return { ...outline(schema, OUTLINED_LEVELS), type: 'object' }
}

/** A tool as listed in `tools/list`. */
export type ToolDefinition = Readonly<ReturnType<typeof definitionOf>>

/** Tools only read, are idempotent, and reach nothing outside the service (docs/design/contract.md#agent-endpoint). */
export function definitionOf({ name, title, description, input, output }: Defined) {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input),
    outputSchema: outlineOf(objectSchema(output)),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }
}
