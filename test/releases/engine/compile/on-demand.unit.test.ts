import { expect, test } from 'vitest'
import { compileAnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../../../releases/engine/answer-request.ts'
import { compilePlan, type Plan, planOnDemand } from '../../../../releases/engine/compile/plan.ts'
import { CompileError } from '../../../../releases/engine/language/compile-error.ts'
import type { CalculateBody } from '../../../../releases/engine/request/body.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { FOLDERS, shippedRecord } from '../../../support/definitions.ts'
import { buildFixed, buildRecord } from '../../../support/record-builder.ts'

/** Categories that are compiled when they are asked for. */

const context = { releaseSha256: '0'.repeat(64), revision: 1, stage: 'reference', logPosition: 1, holds: [] } as const

/** Maximum number of cases of a release, spread over all of them. */
const CASES = 40

function bodiesOf({ cases, rows, state_code }: ReleaseRecord): CalculateBody[] {
  const every = Math.ceil(cases.length / CASES)
  return cases
    .filter((_, index) => index % every === 0)
    .map(({ inputs, row_id: id }) => {
      const row = rows.find(({ row_id }) => row_id === id)
      return { state_code, subcategory_code: row?.subcategory_code, ...inputs } as unknown as CalculateBody
    })
}

const told = (record: ReleaseRecord, plan: Plan, body: CalculateBody): unknown => {
  const answer = answerRequest([compileAnswerPlan(record, context, plan)], body, 'specimen')
  return answer.ok ? [answer.dataText, answer.envelopeText] : answer
}

test.each(FOLDERS)('%s answers from categories compiled one by one as from all of them', async (folder) => {
  const { record } = await shippedRecord(folder)
  const [whole, asked] = [compilePlan(record), planOnDemand(record)]
  for (const body of bodiesOf(record)) expect(told(record, asked, body)).toEqual(told(record, whole, body))
  expect([asked.largest, [...asked.takes]]).toEqual([whole.largest, [...whole.takes]])
  for (const licensee of [null, ...record.licensees.map(({ code }) => code)])
    expect(asked.available(licensee)).toEqual(whole.available(licensee))
  expect(asked.categories.map(({ code, licenseeCode }) => [code, licenseeCode])).toEqual(
    whole.categories.map(({ code, licenseeCode }) => [code, licenseeCode]),
  )
})

test('a category is compiled once, and those before it not at all', async () => {
  const { record } = await shippedRecord('BR/2026-27')
  let read = 0
  const rows = record.rows.map((row) => ({
    ...row,
    get charges() {
      read += row.subcategory_code === 'DS-II' ? 0 : 1
      return row.charges
    },
  }))
  const plan = planOnDemand({ ...record, rows })
  read = 0
  const found = plan.find(null, 'DS-II')
  expect([found?.code, read]).toEqual(['DS-II', 0])
  expect(plan.find(null, 'DS-II')).toBe(found)
  expect(plan.categories.find(({ code }) => code === 'DS-II')).toBe(found)
  expect(plan.categories).toBe(plan.categories)
})

test('a category that cannot be compiled is refused when it is asked for, and at once where all are compiled', () => {
  const record = buildRecord({ rows: [{ fixed: buildFixed('flat', 'kW', [[null, '1']], { per: 'made' }) }] })
  expect(() => compilePlan(record)).toThrow(CompileError)
  const plan = planOnDemand(record)
  for (let again = 0; again < 2; again += 1)
    expect(() => plan.find(null, record.categories[0]!.subcategory_code)).toThrow(CompileError)
  expect(() => plan.categories).toThrow(CompileError)
})
