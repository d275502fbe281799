import { expect, test } from 'vitest'
import { proposeCases } from '../../../pipeline/intake/draft/propose-cases.ts'
import { inventedDefinition } from '../../support/invented-definition.ts'
import { zooRecord } from '../gates/zoo-record.ts'

const { candidate } = await inventedDefinition()

test('requests are proposed at each edge and a unit above it, for each row, without those that a case asks', () => {
  const proposed = proposeCases({ ...candidate.record, cases: candidate.record.cases.slice(0, 0) })
  const ofDomestic = proposed.filter(({ row_id }) => row_id === 'ZZ-LT-DOMESTIC').map(({ input }) => input)

  expect(ofDomestic).toContain('subcategory_code=ZZ-LT-DOMESTIC; energy_units=100; connected_load=200')
  expect(ofDomestic).toContain('subcategory_code=ZZ-LT-DOMESTIC; energy_units=101; connected_load=200')
  for (const { row_id } of candidate.record.rows)
    expect(proposed.filter((each) => each.row_id === row_id).length, row_id).toBeGreaterThanOrEqual(3)
  expect(new Set(proposed.map(({ case_id }) => case_id)).size).toBe(proposed.length)
})

test('what is asked already is not proposed again, and ids that are taken are not given twice', () => {
  const first = proposeCases(candidate.record)
  const asked = first.map(({ case_id, row_id, input }) => ({
    ...candidate.record.cases[0]!,
    case_id,
    row_id,
    inputs: Object.fromEntries(input.split('; ').map((pair) => pair.split('=') as [string, string])),
  }))

  expect(first.length).toBeGreaterThan(5)
  expect(proposeCases({ ...candidate.record, cases: [...candidate.record.cases, ...asked] })).toEqual([])
})

test('no quantity is above its largest: a power factor is 1 where 200 is usual', () => {
  const record = { ...zooRecord(), cases: [] }
  for (const category of record.categories) {
    if (category.subcategory_code !== 'DEMAND') continue
    category.required_inputs.push('power_factor')
    category.optional_inputs = category.optional_inputs.filter(({ field }) => field !== 'power_factor')
  }
  const proposed = proposeCases(record).flatMap(({ input }) => /power_factor=([\d.]+)/.exec(input)?.[1] ?? [])
  expect(new Set(proposed)).toEqual(new Set(['1', '0.9', '0.901']))
})

test('where a row has a minimum, a request for as little as possible is proposed', () => {
  const record = { ...zooRecord(), cases: [] }
  const least = record.rows.filter(({ charges }) => charges.some(({ minimum_of }) => minimum_of !== null))
  expect(least.length).toBeGreaterThan(0)
  const proposed = proposeCases(record)
  for (const { row_id } of least)
    expect(proposed.filter((each) => each.row_id === row_id).map(({ input }) => input)).toContainEqual(
      expect.stringMatching(/energy_units=0(?:;|$)/),
    )
})
