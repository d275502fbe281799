import { expect, test } from 'vitest'
import { once } from '../../../services/platform/once.ts'

test('a value is kept, and a failed one is computed again on the next call', async () => {
  let made = 0
  const get = once(async () => {
    made += 1
    if (made === 1) throw new Error('not yet')
    return made
  })
  await expect(Promise.all([get(), get()])).rejects.toThrow('not yet')
  expect(made, 'shared while it is made').toBe(1)
  expect(await get()).toBe(2)
  expect(await get()).toBe(2)
})
