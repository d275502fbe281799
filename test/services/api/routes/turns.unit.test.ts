import { expect, it } from 'vitest'
import { inTurns } from '../../../../services/api/routes/calculate.ts'

/** Steps of half a millisecond by a clock that the steps advance. */
function stepsOf(count: number) {
  let now = 0
  const turns: number[] = []
  function* steps(): Generator<undefined, string> {
    for (let step = 0; step < count; step += 1) {
      now += 0.5
      yield
    }
    return 'done'
  }
  return { steps: steps(), turns, nowMs: () => now }
}

it('lets other work run after each millisecond of steps, and returns the result of the steps', async () => {
  const { steps, turns, nowMs } = stepsOf(20)
  let isDone = false
  const watch = (): void => {
    if (isDone) return
    turns.push(nowMs())
    setImmediate(watch)
  }
  setImmediate(watch)
  expect(await inTurns(steps, nowMs)).toBe('done')
  isDone = true
  // No other work waited for more than a millisecond of them.
  expect(turns.slice(0, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})
