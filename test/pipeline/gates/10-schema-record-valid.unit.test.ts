import { describe, expect, it } from 'vitest'
import { FORMS, schemaRecordValid } from '../../../pipeline/gates/10-schema-record-valid.ts'
import recordSchema from '../../../releases/record/record.schema.json' with { type: 'json' }
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildQuantity, conditions, formula } from '../../support/record-builder.ts'
import { chargeOf, energyOf, findingsOf, findingText, sampleCandidate, sampleMeans } from './support/sample.ts'

describe('schema.record_valid fails when', () => {
  it('a key is unknown, a value mistyped, a word none of the list: all are named, each with its place', async () => {
    const findings = await findingsOf(schemaRecordValid, (record) => {
      Object.assign(record, { approved: true })
      Object.assign(energyOf(record, 'R-DS', 1), { value: 7.1, grade: 'certain' })
      Object.assign(chargeOf(record, 'R-SL', 'fixed').steps[0]!, { from: '00' })
      Object.assign(record.rules.adjustments[0]!.cases[0]!, { effect: 'raise' })
    })
    expect(findings).toEqual([
      ' | no key "approved" | / is {"approved":true,"blocked_components":[],"calculation_scope":"verified_base_tariff","cases":[{"case_…',
      'rows/R-DS/energy/1 | one of ["order","transcription","carried","derived","specimen","held"] | /rows/0/charges/0/steps/1/figure/grade is "certain"',
      'rows/R-DS/energy/1 | must be string | /rows/0/charges/0/steps/1/figure/value is 7.1',
      // A decimal or a name: neither fits.
      expect.stringMatching(
        /^rows\/R-SL\/fixed\/0\/from \| a decimal, such as 4\.50 \| \/rows\/5\/charges\/1\/steps\/0\/from is "00"$/,
      ),
      expect.stringMatching(/^rows\/R-SL\/fixed\/0\/from \| the name of an input or a quantity .* is "00"$/),
      'rules/adjustments/TOD/peak/effect | one of ["add","subtract","none"] | /rules/adjustments/0/cases/0/effect is "raise"',
    ])
  })

  it('a text has not the form of its place: the finding says the form in words, for every pattern of the schema', async () => {
    const patterns = JSON.stringify(recordSchema).match(/(?<="pattern":)"(?:[^"\\]|\\.)*"/g) ?? []
    const sources = new Set(patterns.map((pattern): string => JSON.parse(pattern)))
    expect(sources.size).toBeGreaterThan(10)
    for (const pattern of sources) expect(FORMS, pattern).toHaveProperty([pattern])
    const findings = await findingsOf(schemaRecordValid, (record) => {
      Object.assign(record.rows[0]!, { raw_category_label: '', subcategory_code: 'two words' })
    })
    expect(findings.map((each) => each.split(' | ')[1]).sort()).toEqual([
      'a code of letters, digits, points, underscores and hyphens, without spaces',
      'text of at least 1 character',
    ])
  })

  it('there is no case: the finding says how many there must be', async () => {
    const findings = await findingsOf(schemaRecordValid, (record) => {
      record.cases = []
    })
    expect(findings).toEqual(['cases | at least 1 entry | /cases is []'])
  })

  it('a required part is missing', async () => {
    const findings = await findingsOf(schemaRecordValid, (record) => {
      delete (record as Partial<ReleaseRecord>).controller_version
    })
    expect(findings).toEqual([expect.stringContaining('| the key "controller_version" | / is {')])
  })

  it('the definition was not read cleanly', async () => {
    const mistake = { where: 'rows.csv:3', expected: 'a known column', found: 'column colour', evidence: null }
    const { findings, passed } = await schemaRecordValid.check(
      sampleCandidate(() => {}, { intakeFindings: [mistake] }),
      sampleMeans(),
    )
    expect(passed).toBe(false)
    expect(findings).toEqual([{ ...mistake, fault: 'misread' }])
  })

  it('the bytes are not JSON', async () => {
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

  it.each<[string, (record: ReleaseRecord) => void, string]>([
    [
      'a charge counts what nothing is',
      (record) => void Object.assign(chargeOf(record, 'R-SL', 'energy'), { per: 'energy_unit' }),
      'rows/R-SL/energy | energy_unit is neither a quantity nor an input that counts something',
    ],
    [
      'a charge may count less than nothing',
      (record) => {
        record.quantities.push(buildQuantity('surplus', 'energy_units - contract_demand_kva'))
        chargeOf(record, 'R-SL', 'energy').per = 'surplus'
      },
      'rows/R-SL/energy | surplus may be negative: write max(0, …)',
    ],
    [
      'a quantity depends on itself',
      ({ quantities }) => {
        quantities[0]!.cases[0]!.formula = 'load_parts'
      },
      'quantities/load_parts | depends on itself: load_parts -> load_parts',
    ],
    [
      'no value meets the conditions of a division',
      ({ quantities }) => {
        const when = conditions('connected_load>0 and connected_load<=0')
        Object.assign(quantities[0]!.cases[0]!, { formula: formula('energy_units / connected_load'), when })
      },
      'quantities/load_parts/cases/0 | divides by connected_load, but no value meets the conditions of the case',
    ],
  ])('the engine cannot compile it: %s', async (_, edit, expected) => {
    const [path, reason] = expected.split(' | ')
    expect(await findingsOf(schemaRecordValid, edit)).toEqual([`${path} | what the engine can compile | ${reason}`])
  })

  it('the engine cannot compile it: a divisor may be 0', async () => {
    const [found, ...others] = await findingsOf(schemaRecordValid, ({ quantities }) => {
      quantities[0]!.cases[0]!.formula = formula('energy_units / connected_load')
    })
    expect(others).toEqual([])
    expect(found).toMatch(
      /^quantities\/load_parts\/.* \| what the engine can compile \| divides by connected_load, which may be 0/,
    )
  })
})
