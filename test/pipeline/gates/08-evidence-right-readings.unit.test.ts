import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../../pipeline/gates/gate.ts'
import { conditions, formula } from '../../support/record-builder.ts'
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

describe('a sentence about who exceeds a share of the contract demand', () => {
  const sentence = (share: string): string =>
    `Consumers whose recorded demand exceeds ${share} of the contract demand pay a surcharge of ${PAISE}.`
  const limit = (when: string, share = '1.05'): Edit => {
    return (record) => {
      record.rules.adjustments[0]!.cases[0]!.when = conditions(when)
      if (!when.includes('limit')) return
      record.quantities.push({
        ...record.quantities[0]!,
        quantity_id: 'limit',
        cases: [{ ...record.quantities[0]!.cases[0]!, when: [], formula: formula(`${share} * contract_demand_kva`) }],
        figures: [],
        evidence: null,
      })
    }
  }
  const numbers = async (share: string, edit: Edit): Promise<string> =>
    (await judged(sentence(share), sentence(share), [edit])).sentence
      .filter((each) => each.includes('of the quote'))
      .join()

  it('is read by a condition on a quantity that has this share', async () => {
    expect(await numbers('105 percent', limit('recorded_demand_kva>limit'))).toBe('')
    expect(await numbers('110 percent', limit('recorded_demand_kva>limit'))).toContain('110 of the quote')
    expect(await numbers('105 percent', limit('recorded_demand_kva>contract_demand_kva'))).toContain('105 of the quote')
  })

  it('is read by a condition on the contract demand itself where it is 100 percent of it', async () => {
    const whole = limit('recorded_demand_kva>contract_demand_kva')
    expect(await numbers('100%', whole)).toBe('')
    expect(await numbers('100 kVA', whole)).toContain('100 of the quote')
    expect(await numbers('100%', limit('recorded_demand_kva>50'))).toContain('100 of the quote')
  })
})
