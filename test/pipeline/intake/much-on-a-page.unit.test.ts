import { expect, test } from 'vitest'
import { linesOf } from '../../../pipeline/intake/layout/lines.ts'
import { isStruck, type Rule } from '../../../pipeline/intake/text/pdf-marks.ts'

/**
 * A page may have as many runs of text and lines as its limits allow, and each was compared with each: minutes for a page
 * of some kilobytes. Counted, not timed: how often one is looked at.
 */

test('runs of two long lines are looked at a few times each', () => {
  const count = 2_000
  let looks = 0
  const runs = Array.from({ length: count }, (_, index) => {
    const [left, top] = [Math.floor((index * 1000) / count), index % 2 === 0 ? 100 : 109]
    return {
      text: '7',
      size: 10,
      wide: 5,
      get box() {
        looks += 1
        return [left, top, left + 1, top + 10] as const
      },
    }
  })
  expect(linesOf(runs).map(({ top }) => top)).toEqual([100, 109])
  expect(looks / count).toBeLessThan(60)
})

test('only the lines at the height of a text are looked at', () => {
  let looks = 0
  const at = (y: number): Rule => ({
    left: 0,
    right: 20,
    get y() {
      looks += 1
      return y
    },
  })
  const rules = [...Array.from({ length: 10_000 }, (_, index) => at(index / 100)), at(696), at(700)]
  const marks = { rules, rulings: [], hasInvisible: false }
  const struck = (y: number): boolean => isStruck([10, 0, 0, 10, 0, y], 20, marks, [1, 0, 0, 1, 0, 0])
  expect([struck(700), struck(800), struck(50)]).toEqual([true, false, true])
  expect(looks).toBeLessThan(100)
})
