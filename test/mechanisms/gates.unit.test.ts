import { expect, it } from 'vitest'
import { ORDERS } from './orders/index.ts'
import { mistakesIn } from './support/judge.ts'

it.each(Object.entries(ORDERS))('%s passes the gates', async (_name, order) => {
  expect(await mistakesIn(order)).toEqual([])
})
