import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { OERC_ORDER_ABSENT, OERC_ORDER_REASON } from '../support/definitions.ts'
import { TIER } from '../support/tier.ts'
import { type Judge, judgeOfOrder } from './oerc/judge.ts'
import { MISREADINGS } from './oerc/misreadings.ts'
import { refusedBy } from './oerc/refused-by.ts'

/**
 * The first misreading of each kind and refusing gate; all of them in the nightly tier. A gate checks the whole order
 * each time.
 */
const JUDGED = MISREADINGS.filter(
  (each, index) =>
    TIER === 'nightly' ||
    MISREADINGS.findIndex(({ sort }) => sort === each.sort) === index ||
    MISREADINGS.findIndex((other) => refusedBy(other) === refusedBy(each)) === index,
)

describe('ways to read the order wrongly', () => {
  it('are at least 60 different ones, of every kind', () => {
    expect(MISREADINGS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(MISREADINGS.map(({ name }) => name)).size).toBe(MISREADINGS.length)
    expect(new Set(MISREADINGS.map(({ sort }) => sort)).size).toBe(14)
  })
})

describe('a definition that reads the order wrongly', () => {
  let judge: Judge

  beforeAll(async () => {
    if (!OERC_ORDER_ABSENT) judge = await judgeOfOrder()
  }, 300_000)

  for (const each of JUDGED) {
    const gate = refusedBy(each)
    it(`${each.name}: refused by ${gate}`, async (context) => {
      context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
      const wrong = judge.misread(each)
      expect(wrong.changed.every((count) => count > 0)).toBe(true)
      expect(isDeepStrictEqual(wrong.record, judge.record)).toBe(false)
      expect(await judge.findings(gate, wrong.record, wrong.read)).not.toEqual([])
    })
  }

  it('is refused by none of these gates where it reads it rightly', async (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    for (const gate of new Set(MISREADINGS.map(refusedBy))) {
      expect(await judge.findings(gate, judge.record)).toEqual([])
    }
  })
})
