import { expect, it } from 'vitest'
import { amounts } from './ask.ts'
import type { Order, Worked } from './order.ts'
import { readOrder } from './read-order.ts'

/** One test for each worked amount, and one that intake reads the definition with them as its regression cases. */
export function showsWorked(order: Order, worked: readonly Worked[]): void {
  it('is read without a finding', async () => {
    const { findings } = await readOrder(order, worked)
    expect(findings).toEqual([])
  })

  it.each(worked.map((each) => [each.working, each] as const))('%s', async (_working, { body, amounts: expected }) => {
    expect(await amounts(order, body)).toEqual(expected)
  })
}
