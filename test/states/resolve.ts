import { expect } from 'vitest'
import { inexactContext, resolverBody } from '../../releases/engine/resolver/body.ts'
import { type Resolution, resolveCategory } from '../../releases/engine/resolver/resolve-category.ts'
import type { ShippedState } from '../support/definitions.ts'
import { recordOf } from './ask.ts'

/** The answer of POST /category-resolver to a context, whose body the schema takes. */
export function resolve(state: ShippedState, context: object, licensee_code: string | null = null): Resolution {
  const body = { state_code: state, ...(licensee_code === null ? {} : { licensee_code }), context }
  const read = resolverBody.parse(body)
  expect(inexactContext(body)).toEqual([])
  return resolveCategory(recordOf(state), licensee_code, read.context)
}
