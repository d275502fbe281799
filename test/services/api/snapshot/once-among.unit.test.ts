import { expect, test } from 'vitest'
import { keptUpTo, onceAmong } from '../../../../services/platform/once.ts'

/** Values of 4 bytes each, and how often each was computed. */
function things(room: number, count: number) {
  const kept = keptUpTo(room)
  const made = Array.from({ length: count }, () => 0)
  const ask = made.map((_, index) =>
    onceAmong(kept, 4, () => {
      made[index] = (made[index] ?? 0) + 1
      return index
    }),
  )
  return { ask, made }
}

test('a value requested again is computed once while there is room', () => {
  const { ask, made } = things(8, 2)
  for (let round = 0; round < 3; round += 1) expect(ask.map((each) => each())).toEqual([0, 1])
  expect(made).toEqual([1, 1])
})

test('the oldest value is dropped when others need its room, and computed again on request', () => {
  const { ask, made } = things(8, 3)
  for (const each of ask) each()
  ask[2]?.()
  expect(made).toEqual([1, 1, 1])
  expect(ask[0]?.()).toBe(0)
  expect(made).toEqual([2, 1, 1])
})

test('a value larger than the room is still computed only once', () => {
  const { ask, made } = things(3, 1)
  for (let round = 0; round < 3; round += 1) ask[0]?.()
  expect(made).toEqual([1])
})

test('what fails is tried again', () => {
  let asked = 0
  const ask = onceAmong(keptUpTo(8), 1, () => {
    asked += 1
    if (asked === 1) throw new Error('not yet')
    return asked
  })
  expect(ask).toThrow('not yet')
  expect([ask(), ask()]).toEqual([2, 2])
})
