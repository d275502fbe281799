import { expect, it } from 'vitest'
import { amounts } from './ask.ts'
import { mistakesIn } from './judge.ts'
import type { Order, Worked } from './order.ts'

/**
 * One test for each worked amount, and one that intake and the gates accept the definition with these as its regression
 * cases.
 */
export function showsWorked(order: Order, worked: readonly Worked[]): void {
  it('is read without a finding, and passes the gates', async () => {
    expect(await mistakesIn(order, worked)).toEqual([])
  })

  it.each(worked.map((each) => [each.working, each] as const))('%s', async (_working, { body, amounts: expected }) => {
    expect(await amounts(order, body)).toEqual(expected)
  })
}
