import { expect, test } from 'vitest'
import { type AnswerPlan, compileAnswerPlan, planWhenAsked } from '../../../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../../../releases/engine/answer-request.ts'
import { LARGEST_QUANTITY } from '../../../../releases/engine/inputs.ts'
import type { CalculateBody } from '../../../../releases/engine/request/body.ts'
import { missingFields } from '../../../../releases/engine/request/missing-fields.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { shippedRecord } from '../../../support/definitions.ts'

/** Of many releases that may answer, only the one that does is compiled. */

const YEARS = Array.from({ length: 20 }, (_, index) => 2007 + index)
const { record: model } = await shippedRecord('BR/2026-27')

function ofYear(year: number): ReleaseRecord {
  const text = JSON.stringify(model)
    .replaceAll(`"${model.effective_from}"`, `"${year}-04-01"`)
    .replaceAll(`"${model.effective_to}"`, `"${year + 1}-03-31"`)
  return { ...JSON.parse(text), release_id: `BR-${year}-TEST-V1` }
}

const context = { releaseSha256: '0'.repeat(64), revision: 1, stage: 'reference', logPosition: 1, holds: [] } as const
const RECORDS = YEARS.map(ofYear)
const WHOLE = RECORDS.map((record) => compileAnswerPlan(record, context))

/** The same plans compiled on first use, and the years of those that were. */
function lazily(): { plans: AnswerPlan[]; compiled: string[] } {
  const compiled: string[] = []
  const plans = RECORDS.map((record, index) =>
    planWhenAsked(record, context, LARGEST_QUANTITY, () => {
      if (!compiled.includes(record.release_id)) compiled.push(record.release_id)
      return WHOLE[index]!
    }),
  )
  return { plans, compiled }
}

const BILL = { state_code: 'BR', ...model.cases.find(({ expected }) => 'base_tariff_paise' in expected)?.inputs }
const asking = (more: object) => ({ ...BILL, ...more }) as unknown as CalculateBody

test.each([
  ['no day', {}, ['BR-2026-TEST-V1']],
  ['a day long ago', { effective_on: '2009-05-01' }, ['BR-2009-TEST-V1']],
  ['a bill of some days', { bill_period: { from: '2015-05-01', to: '2015-05-31' } }, ['BR-2015-TEST-V1']],
  ['a day that nothing serves', { effective_on: '1999-01-01' }, []],
  ['an unknown category', { effective_on: '2012-05-01', subcategory_code: 'NONE' }, ['BR-2012-TEST-V1']],
])(
  'a request of %s compiles one release of twenty years, or none, and is answered as with all of them',
  (_, more, years) => {
    const { plans, compiled } = lazily()
    const told = (inService: readonly AnswerPlan[]) => {
      const answer = answerRequest(inService, asking(more), 'derived')
      return answer.ok ? [answer.dataText, answer.envelopeText] : answer
    }

    expect(told(plans)).toEqual(told(WHOLE))
    expect(compiled).toEqual(years)
  },
)

test('what a request lacks is told by one release', () => {
  const { plans, compiled } = lazily()
  expect(missingFields(plans, { state_code: 'BR' })).toEqual(missingFields(WHOLE, { state_code: 'BR' }))
  expect(compiled.length).toBeLessThan(2)
})

test('every part of it is that of the compiled one', () => {
  const { plans } = lazily()
  const [lazy, whole] = [plans[0]!, WHOLE[0]!]
  expect(Object.keys(lazy).sort()).toEqual(Object.keys(whole).sort())
  for (const name of Object.keys(whole) as (keyof AnswerPlan)[]) expect(lazy[name], name).toBe(whole[name])
})
