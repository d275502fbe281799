import { describe, expect, it } from 'vitest'
import { schemaRecordValid } from '../../../pipeline/gates/10-schema-record-valid.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { energyOf, findingsOf, findingText, rowOf, sampleCandidate, sampleMeans } from './support/sample.ts'

describe('schema.record_valid fails when', () => {
  it('a key is unknown, a value mistyped, a word none of the list: all are named, each with its place', async () => {
    const findings = await findingsOf(schemaRecordValid, (record) => {
      Object.assign(record, { approved: true })
      Object.assign(energyOf(record, 'R-DS', 1), { value: 7.1, grade: 'certain' })
      Object.assign(rowOf(record, 'R-SL').fixed!.bands[0]!, { from: '00' })
      Object.assign(record.rules.adjustments[0]!.options[0]!, { effect: 'raise' })
    })
    expect(findings).toEqual([
      ' | no key "approved" | / is {"approved":true,"blocked_components":[],"calculation_scope":"verified_base_tariff","cases":[{"case_…',
      'rows/R-DS/energy/1 | one of ["order","transcription","carried","derived","specimen","held"] | /rows/0/energy/slabs/1/figure/grade is "certain"',
      'rows/R-DS/energy/1 | must be string | /rows/0/energy/slabs/1/figure/value is 7.1',
      expect.stringMatching(
        /^rows\/R-SL\/fixed\/0\/from \| must match pattern .* \| \/rows\/5\/fixed\/bands\/0\/from is "00"$/,
      ),
      'rules/adjustments/TOD/peak/effect | one of ["add","subtract","none"] | /rules/adjustments/0/options/0/effect is "raise"',
    ])
  })

  it('a required part is missing', async () => {
    const findings = await findingsOf(schemaRecordValid, (record) => {
      delete (record as Partial<ReleaseRecord>).controller_version
    })
    expect(findings).toEqual([expect.stringContaining("| must have required property 'controller_version' | / is {")])
  })

  it('the definition was not read cleanly', async () => {
    const slip = { where: 'rows.csv:3', expected: 'a known column', found: 'column colour', evidence: null }
    const { findings, passed } = await schemaRecordValid.check(
      sampleCandidate(() => {}, { intakeFindings: [slip] }),
      sampleMeans(),
    )
    expect(passed).toBe(false)
    expect(findings).toEqual([slip])
  })

  it('the bytes are no JSON', async () => {
    const bytes = new TextEncoder().encode('{"rows":')
    const { findings } = await schemaRecordValid.check(
      sampleCandidate(() => {}, { bytes }),
      sampleMeans(),
    )
    expect(findings.map(findingText)).toEqual([expect.stringMatching(/^release \| a record in JSON \| .*JSON/)])
  })

  it('the bytes, not the record beside them, break the schema', async () => {
    const bytes = new TextEncoder().encode('{}')
    const { passed } = await schemaRecordValid.check(
      sampleCandidate(() => {}, { bytes }),
      sampleMeans(),
    )
    expect(passed).toBe(false)
  })
})
