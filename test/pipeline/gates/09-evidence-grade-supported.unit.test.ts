import { describe, expect, it } from 'vitest'
import { evidenceGradeSupported } from '../../../pipeline/gates/09-evidence-grade-supported.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { quoted } from './support/figures.ts'
import { sampleProfile, sampleSolar } from './support/rules.ts'
import { chargeOf, energyOf, findingsOf, sampleMeans, sourceOf } from './support/sample.ts'
import { sampleSources } from './support/sources.ts'

const derivation = (record: ReleaseRecord) => energyOf(record, 'R-NDS-SMALL').derivation!
const QUOTE = 'NDS,energy,petitioned 8.35 less the rise of 0.35 is 8.00,Rs/kWh'

describe('evidence.grade_supported fails when', () => {
  it('grade order rests on a transcription', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        energyOf(record, 'R-DS').grade = 'order'
      }),
    ).toEqual(['rows/R-DS/energy/0 | a source of kind original for grade order | XX-SHEET is of kind transcription'])
  })

  it('the bytes behind grade order are not held', async () => {
    const { sha256 } = sampleSources()[1]!
    const bytes = async (hash: string) => (hash === sha256 ? null : sampleMeans().bytes(hash))
    expect(await findingsOf(evidenceGradeSupported, () => {}, { bytes })).toEqual([
      'rows/R-SL/energy/0 | grade order only if the original is stored | the bytes of XX-ORDER are not stored',
    ])
  })

  it.each(['transcription', 'carried', 'derived'] as const)('grade %s rests on a specimen sheet', async (grade) => {
    const findings = await findingsOf(evidenceGradeSupported, (record) => {
      Object.assign(chargeOf(record, 'R-SL', 'fixed').steps[0]!.figure, { grade })
    })
    expect(findings).toContain(
      `rows/R-SL/fixed/0 | a source of kind transcription or original for grade ${grade} | XX-SPECIMEN is of kind specimen`,
    )
  })

  it('a specimen is quoted from a document', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        energyOf(record, 'R-DS').grade = 'specimen'
      }),
    ).toEqual(['rows/R-DS/energy/0 | a source of kind specimen for grade specimen | XX-SHEET is of kind transcription'])
  })

  it('a carried figure names no statement, is of this year, or rests on a specimen', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        energyOf(record, 'R-KJ-RURAL').carried = null
        energyOf(record, 'R-KJ-URBAN').carried!.from_year = '2026-27'
        energyOf(record, 'R-KJ-URBAN').carried!.statement.source_id = 'XX-SPECIMEN'
      }),
    ).toEqual([
      'rows/R-KJ-RURAL/energy/0 | carried_from and statement | a carried figure names neither',
      'rows/R-KJ-URBAN/energy/0 | carried_from a year before 2026-27 | carried_from 2026-27',
      'rows/R-KJ-URBAN/energy/0 | a published statement of no change | XX-SPECIMEN is a specimen',
    ])
  })

  it('evidence of another grade is attached', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        energyOf(record, 'R-DS').carried = energyOf(record, 'R-KJ-RURAL').carried
        energyOf(record, 'R-DS', 1).derivation = derivation(record)
      }),
    ).toEqual([
      'rows/R-DS/energy/0 | carried_from only for grade carried | grade transcription',
      'rows/R-DS/energy/1 | formula only for grade derived | grade transcription',
    ])
  })

  it('a derived figure has no formula', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        energyOf(record, 'R-NDS-SMALL').derivation = null
      }),
    ).toEqual(['rows/R-NDS-SMALL/energy/0 | formula and inputs | a derived figure has neither'])
  })

  it('the formula gives another result', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        derivation(record).formula = '8.35 + 0.35'
      }),
    ).toEqual(['rows/R-NDS-SMALL/energy/0 | 8.35 + 0.35 = 8.7 | printed 8.00'])
  })

  it('a literal of the formula is not an input and stands nowhere', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        derivation(record).formula = '8.35 - 0.30 - 0.05'
      }),
    ).toEqual([
      'rows/R-NDS-SMALL/energy/0 | every literal of "8.35 - 0.30 - 0.05" among its inputs | 0.30 is not one of 8.35, 0.35',
      `rows/R-NDS-SMALL/energy/0 | every literal of "8.35 - 0.30 - 0.05" in the quote | 0.30 is not in "${QUOTE}"`,
      'rows/R-NDS-SMALL/energy/0 | every literal of "8.35 - 0.30 - 0.05" among its inputs | 0.05 is not one of 8.35, 0.35',
      `rows/R-NDS-SMALL/energy/0 | every literal of "8.35 - 0.30 - 0.05" in the quote | 0.05 is not in "${QUOTE}"`,
    ])
  })

  it('the formula cannot be read', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        derivation(record).formula = '8.35 minus 0.35'
      }),
    ).toEqual([
      'rows/R-NDS-SMALL/energy/0 | a formula of + - * / ( ) and round(x, places) | "8.35 minus 0.35": unexpected "minus 0.35"',
    ])
  })
})

describe('evidence.grade_supported passes', () => {
  it('a transcription grade on an original that states the figure for this year', async () => {
    expect(
      await findingsOf(evidenceGradeSupported, (record) => {
        sourceOf(record, 'XX-SHEET').document_kind = 'original'
      }),
    ).toEqual([])
  })
})

describe('evidence.grade_supported, for rules in words, fails', () => {
  const ORDER = 'a source of kind original for grade order'

  it('a fact, a solar rule or a profile raised to order over a transcription', async () => {
    const evidence = quoted('XX-SHEET', 1, 13)
    const findings = await findingsOf(evidenceGradeSupported, ({ rules }) => {
      rules.facts[0]!.grade = 'order'
      rules.solar = [sampleSolar({ grade: 'order' })]
      rules.complete_payable = [sampleProfile({ evidence })]
    })
    expect(findings).toEqual([
      `rules/facts/REBATE | ${ORDER} | XX-SHEET is of kind transcription`,
      `rules/solar/net_metering/0 | ${ORDER} | XX-SHEET is of kind transcription`,
      `rules/complete_payable/HOME | ${ORDER} | XX-SHEET is of kind transcription`,
    ])
  })

  it('one of grade order whose original is not held', async () => {
    const { sha256 } = sampleSources()[1]!
    const bytes = async (hash: string) => (hash === sha256 ? null : sampleMeans().bytes(hash))
    const edit = ({ rules }: ReleaseRecord): void => void rules.complete_payable.push(sampleProfile())
    expect(await findingsOf(evidenceGradeSupported, edit, { bytes })).toContain(
      'rules/complete_payable/HOME | grade order only if the original is stored | the bytes of XX-ORDER are not stored',
    )
  })

  it.each(['carried', 'derived'] as const)(
    'a solar rule that is %s: it names no statement and no formula',
    async (grade) => {
      const edit = ({ rules }: ReleaseRecord): void => void rules.solar.push(sampleSolar({ grade }))
      expect(await findingsOf(evidenceGradeSupported, edit)).toEqual([
        `rules/solar/net_metering/0 | grade order, transcription or specimen for a solar rule | grade ${grade}`,
      ])
    },
  )
})

it('evidence.grade_supported passes a profile on the original, and a solar rule on a transcription', async () => {
  const edit = ({ rules }: ReleaseRecord): void => {
    rules.solar = [sampleSolar()]
    rules.complete_payable = [sampleProfile()]
  }
  expect(await findingsOf(evidenceGradeSupported, edit)).toEqual([])
})

describe('evidence.grade_supported, for quantities and parts of charges,', () => {
  const EXPECTED =
    'a source of kind transcription or original for grade transcription | XX-SPECIMEN is of kind specimen'

  it('fails a formula, and a part, that rest on a specimen: no answer says the grade of either', async () => {
    const findings = await findingsOf(evidenceGradeSupported, ({ quantities, rules }) => {
      const evidence = quoted('XX-SPECIMEN', 1, 1)
      quantities[0]!.evidence = evidence
      rules.adjustments[0]!.part = { charge_id: 'energy', quantity: 'connected_load', by: 'top_of_steps', evidence }
    })
    expect(findings).toEqual([
      `quantities/load_parts/evidence | ${EXPECTED}`,
      `rules/adjustments/TOD/part | ${EXPECTED}`,
    ])
  })

  it('fails a figure of a quantity whose source does not support its grade', async () => {
    const findings = await findingsOf(evidenceGradeSupported, ({ quantities }) => {
      quantities[0]!.figures[0]!.figure.grade = 'order'
    })
    expect(findings).toEqual([
      'quantities/load_parts/least | a source of kind original for grade order | XX-SHEET is of kind transcription',
    ])
  })
})
