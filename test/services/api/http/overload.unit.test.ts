import { describe, expect, test } from 'vitest'
import { Lateness } from '../../../../services/api/http/overload.ts'

const TICK_MS = 20

/** An event loop with the test's clock: it ticks, reads requests, and ends its turns when the test says so. */
function loop() {
  let nowMs = 1_000
  let ends: (() => void)[] = []
  const lateness = new Lateness(() => nowMs)
  return {
    pass: (ms: number) => {
      nowMs += ms
    },
    tick: () => lateness.tick(),
    read: () => lateness.readMs((end) => void ends.push(end)),
    endTurn: () => {
      for (const end of ends) end()
      ends = []
    },
  }
}

test('before anything was measured, nothing is late', () => {
  expect(loop().read()).toBe(0)
})

test('a loop that ticks in time is not late, however long it was idle', () => {
  const { pass, tick, read, endTurn } = loop()
  for (let turn = 0; turn < 100; turn += 1) {
    pass(TICK_MS)
    tick()
  }
  expect(read()).toBe(0)
  endTurn()
})

describe('a stall', () => {
  test('alone makes no request late', () => {
    const { pass, tick, read } = loop()
    pass(TICK_MS)
    tick()
    pass(5_000)
    tick()
    expect(read()).toBe(0)
  })

  test('in every turn makes every request as late as the shorter of the last two', () => {
    const { pass, tick, read, endTurn } = loop()
    pass(1_520)
    tick()
    pass(1_220)
    tick()
    expect(read()).toBe(1_200)
    endTurn()
    pass(3_020)
    tick()
    expect(read()).toBe(1_200)
  })

  test('is over with the first tick in time', () => {
    const { pass, tick, read } = loop()
    for (const ms of [1_520, 1_520, TICK_MS]) {
      pass(ms)
      tick()
    }
    expect(read()).toBe(0)
  })
})

describe('within one turn', () => {
  test('a request is as late as the turn has been reading, and the first one is not', () => {
    const { pass, read } = loop()
    const late = [read()]
    for (const ms of [3, 500, 600]) {
      pass(ms)
      late.push(read())
    }
    expect(late).toEqual([0, 3, 503, 1_103])
  })

  test('what was done before anything was read does not count, nor does the turn before', () => {
    const { pass, read, endTurn } = loop()
    pass(900)
    expect(read()).toBe(0)
    pass(900)
    endTurn()
    expect(read()).toBe(0)
  })
})
