import { Ajv, type ValidateFunction } from 'ajv'
import * as z from 'zod'

const COMPILED = new WeakMap<z.ZodType, ValidateFunction>()

/**
 * The validator of a schema, for requests and batch items: nothing is coerced, added or removed, and all faults are
 * reported. It is compiled once (JSON Schema, draft-7), on first use: compiling those of all routes took a tenth of the
 * start time.
 */
export function validatorOf(schema: z.ZodType): ValidateFunction {
  const known = COMPILED.get(schema)
  if (known !== undefined) return known
  const rules = { coerceTypes: false, useDefaults: false, removeAdditional: false, allErrors: true, strict: false }
  // The schemas are ours, and tests validate them against the meta-schema, whose compilation takes longer than that of
  // all of ours.
  const compiled = new Ajv({ ...rules, meta: false, validateSchema: false }).compile(
    z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }),
  )
  COMPILED.set(schema, compiled)
  return compiled
}
