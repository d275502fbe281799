import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { ROUTES } from '../../../../services/api/routes/index.ts'

test('the schemas that requests are judged by are schemas: nothing looks at that while it runs', () => {
  const ajv = new Ajv({ strict: false })
  const judged = ROUTES.flatMap(({ path, query, body }) => [
    ...(query === null ? [] : [{ path, schema: query }]),
    ...(body === undefined ? [] : [{ path, schema: body }]),
  ])
  expect(judged.length).toBeGreaterThan(10)
  for (const { path, schema } of judged)
    expect(ajv.validateSchema(z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })), path).toBe(true)
})
