import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareWhenQuiet } from '../../../../services/api/start/prepare.ts'

const FAILED = new Error('cannot be made')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Three steps, of which the second fails, in an instance that was asked `sinceMs()` ago. `inFirst` runs in the first. */
function prepared(sinceMs: () => number, inFirst: () => void) {
  const done: string[] = []
  const stop = prepareWhenQuiet(
    [
      async () => {
        done.push('first')
        inFirst()
      },
      async () => {
        done.push('second')
        throw FAILED
      },
      async () => done.push('third'),
    ],
    sinceMs,
    (error) => done.push(error.message),
  )
  return { done, stop }
}

test('no step runs while requests arrive, and one that arrives in a step comes before the next', async () => {
  let sinceMs = 24
  const { done } = prepared(
    () => sinceMs,
    () => {
      sinceMs = 0
    },
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual([])
  sinceMs = 25
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['first'])
  sinceMs = 25
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['first', 'second', FAILED.message, 'third'])
  expect(vi.getTimerCount(), 'nothing is left to wait for').toBe(0)
})

test('what is stopped makes nothing more, and waits for nothing', async () => {
  const { done, stop } = prepared(
    () => 25,
    () => stop(),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['first'])
  expect(vi.getTimerCount()).toBe(0)
})
