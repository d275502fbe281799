import { expect, it } from 'vitest'
import { PART_OF_STEPS } from '../../mechanisms/orders/part-of-steps.ts'
import { replaced } from './edits.ts'
import { gateEight } from './gate-eight.ts'

/** Which units of a stepped charge a part has is as its sentence says: the last ones, or each at the average rate. */
it.each([
  ['top_of_steps', 'average_rate', 'by: top_of_steps, as in "last"'],
  ['average_rate', 'top_of_steps', 'by: average_rate, as in "average"'],
])('%s read as %s', async (from, to, expected) => {
  expect(await gateEight(PART_OF_STEPS)).toEqual([])
  const rules = replaced(PART_OF_STEPS.rules ?? '', `by: ${from}`, `by: ${to}`)
  const found = await gateEight({ ...PART_OF_STEPS, rules })
  expect(found.map((each) => each.expected)).toEqual([expected])
})
