import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../../pipeline/gates/gate.ts'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'

/** Right readings of sentences that are easily refused, and the wrong readings that are nearest to them. */

const PAISE = '20 paise per unit'
const when =
  (text: string): Edit =>
  ({ rules }) => {
    rules.adjustments[0]!.cases[0]!.when = conditions(text)
  }
const found = async (
  text: string,
  quote: string,
  edits: readonly Edit[],
  sentences: Candidate['sentences'] = [],
): Promise<string> => (await judged(text, quote, edits, sentences)).sentence.join('\n')
const declared = (says: string): Candidate['sentences'] => [
  { source_id: 'XX-ORDER', page: 1, says, because: 'It changes nothing.' },
]

describe('a surcharge for late payment under a title that says so', () => {
  const late = when('payment.by_due_date=false')
  const TITLE = 'Late payment: '
  it('is read by what is not paid in time', async () => {
    const text = `${TITLE}If a bill is not paid by the due date, a surcharge of ${PAISE} is due.`
    expect(await found(text, PAISE, [late])).toBe('')
  })

  it.each([
    `${TITLE}If a bill is not paid by the due date, a surcharge of ${PAISE} is not due.`,
    `${TITLE}A surcharge of ${PAISE} is not due on late payment.`,
    `A surcharge of ${PAISE} is not due on late payment.`,
  ])('is refused where it is not due: %s', async (text) => {
    expect(await found(text, PAISE, [late])).toContain('"not" of the sentence declared')
  })
})

it('declared words are taken out as whole words, and not out of the middle of others', async () => {
  const online = `A surcharge of ${PAISE} is due for online payment.`
  expect(await found(online, PAISE, [], declared('line'))).toContain('"online" declared')
  expect(await found(online, PAISE, [], declared('online'))).not.toContain('online')
})

describe('a charge that is 1.5 times the normal one', () => {
  const TIMES = 'In peak hours the energy charge is 1.5 times the normal energy charge.'
  const read =
    (kind: 'factor' | 'percent', value: string): Edit =>
    (record, figure) => {
      said('1.5', 'times', value, 'percent')(record, figure)
      const [adjustment] = record.rules.adjustments
      Object.assign(adjustment!, { of: ['energy'] })
      Object.assign(adjustment!.cases[0]!.values[0]!, { kind, per: null })
    }
  it('is a factor of 150 percent', async () => {
    expect(await found(TIMES, TIMES, [read('factor', '150')])).toBe('')
  })

  it.each([
    ['factor', '1.5', 'value 1.5 * 100 in percent'],
    ['factor', '50', 'value 1.5 * 100 in percent'],
    ['percent', '150', 'unit times, for times printed'],
    ['percent', '50', 'unit times, for times printed'],
  ] as const)('is no %s of %s', async (kind, value, expected) => {
    expect(await found(TIMES, TIMES, [read(kind, value)])).toContain(expected)
  })
})
