import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerRequest } from '../../../../releases/engine/answer-request.ts'
import { compilePlan } from '../../../../releases/engine/compile/plan.ts'
import {
  add,
  ceiling,
  divide,
  floor,
  fromDecimal,
  halfAwayFromZero,
  halfUp,
  multiply,
  negate,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../../../../releases/engine/reference/rational.ts'
import type { Json } from '../../../support/api-call.ts'
import { planOf } from '../../../support/definitions.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'
import { records } from '../agreement/records.ts'
import { requestsOf } from '../agreement/requests.ts'

/** Whoever reads an answer can work out each amount from what its line shows, and from nothing else. */

const RECORDS = { numRuns: runsOf({ normal: 400, nightly: 20_000 }) }

const asked = records.chain((record) =>
  fc.record({ record: fc.constant(record), request: requestsOf(compilePlan(record)) }),
)

const HUNDRED = rational(100n)
const fraction = (text: string): Rational => {
  const [n, d = '1'] = text.split('/')
  return divide(fromDecimal(String(n)), fromDecimal(d))
}
const quantityOf = ({ quantity, quantity_exact: exact }: Json): Rational => fraction(exact ?? quantity)

type Rounded = (exact: Rational) => bigint

/** Shares and rates of a line: those of its steps, or its own. */
function rated(line: Json, share: Rational): { share: Rational; rate: Rational }[] {
  const steps: Json[] | undefined = line.steps
  return steps === undefined
    ? [{ share, rate: fraction(line.rate) }]
    : steps.map((step) => ({ share: quantityOf(step), rate: fraction(step.rate) }))
}

/** The exact paise that a line shows, before its sign: of a minimum the minimum itself. */
function exactPaise(line: Json): Rational {
  const base = multiply(quantityOf(line), HUNDRED)
  const percent = (): Rational =>
    rated(line, rational(1n))
      .map(({ share, rate }) => divide(multiply(share, rate), HUNDRED))
      .reduce(add, ZERO)
  const multiple = (whole: Rounded): Rational => {
    const of = multiply(fraction(line.rate), HUNDRED)
    return subtract(multiply(rational(whole(divide(base, of))), of), base)
  }
  switch (line.rate_kind) {
    case undefined:
      return rated(line, quantityOf(line))
        .map(({ share, rate }) => multiply(multiply(share, rate), HUNDRED))
        .reduce(add, ZERO)
    case 'percent':
      return multiply(base, percent())
    case 'factor':
      return subtract(multiply(base, percent()), base)
    case 'per_bill':
      return multiply(fraction(line.rate), HUNDRED)
    case 'round_half_up':
      return multiple(halfUp)
    case 'round_up':
      return multiple(ceiling)
    default:
      return multiple(floor)
  }
}

/** The amounts that a line may have by what it shows: it does not say whether it adds or subtracts. */
function possible(line: Json, rounded: Rounded): bigint[] {
  const exact = exactPaise(line)
  const signed = [exact, negate(exact)]
  const base = multiply(quantityOf(line), HUNDRED)
  if (line.rate_kind !== 'factor' || base.denominator !== 1n) return signed.map(rounded)
  return signed.map((each) => rounded(add(base, each)) - base.numerator)
}

test('each amount follows from the quantity, rate or steps of its line', () => {
  const seen = { lines: 0, steps: 0, minimums: 0 }
  forEvery(RECORDS, asked, ({ record, request: { body } }) => {
    const answer = answerRequest([planOf(record)], body, 'specimen')
    if (!answer.ok) return
    const { calculation, beside } = JSON.parse(answer.dataText)
    const rounded = record.rounding === 'half_up_per_line_to_paise' ? halfUp : halfAwayFromZero
    for (const line of [...calculation.lines, ...(beside?.lines ?? [])]) {
      seen.lines += 1
      if (line.steps !== undefined) seen.steps += 1
      if (line.minimum_paise === undefined) {
        expect(possible(line, rounded), JSON.stringify(line)).toContain(BigInt(line.amount_paise))
        continue
      }
      seen.minimums += 1
      // The lines of a minimum are rounded one by one, as those of a charge.
      const shares = rated(line, quantityOf(line))
      const minimum = shares.map(({ share, rate }) => rounded(multiply(multiply(share, rate), HUNDRED)))
      expect(minimum.reduce((sum, each) => sum + each, 0n)).toBe(BigInt(line.minimum_paise))
      expect(line.amount_paise).toBeLessThanOrEqual(line.minimum_paise)
    }
  })
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
})
