import { expect, it, test } from 'vitest'
import { canonicalBytes } from '../../../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { shippedRecords } from '../../../../scripts/shipped-records.ts'
import { readRecord } from '../../../../services/api/snapshot/read-record.ts'
import { buildRecord } from '../../../support/record-builder.ts'

const read = (record: ReleaseRecord) => readRecord(Buffer.from(canonicalBytes(record)))

it.each(await shippedRecords())('$folder is read whole but for its cases, which are counted', ({ record }) => {
  expect(read(record)).toEqual({ record: { ...record, cases: [] }, regressionCases: record.cases.length })
})

test('what the cases stand between is not found in texts, nor in the names of inputs', () => {
  const [sample] = buildRecord().cases
  const inputs = { ...sample!.inputs, catalogue: ']', cases: '"cases":[' }
  const record = buildRecord({
    state_name: 'A "cases":[] and ],"catalogue":true',
    calculation_scope: '{"cases":[1],"catalogue":false}',
    cases: [
      { ...sample!, inputs, working: 'then ],"catalogue":true,"cases":[ follows' },
      { ...sample!, case_id: 'CASE-2', working: '{"case_id":' },
    ],
  })
  expect(read(record)).toEqual({ record: { ...record, cases: [] }, regressionCases: 2 })
})

test.each(['', '{}', '{"cases":[', 'no JSON'])('%j is no record', (text) => {
  expect(() => readRecord(Buffer.from(text))).toThrow(SyntaxError)
})
