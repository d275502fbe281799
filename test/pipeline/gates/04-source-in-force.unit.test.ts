import { describe, expect, it } from 'vitest'
import { sourceInForce } from '../../../pipeline/gates/04-source-in-force.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Source } from '../../../releases/record/source.ts'
import { quoted } from './support/figures.ts'
import { sampleProfile, sampleSolar } from './support/rules.ts'
import { energyOf, findingsOf, rowOf, sourceOf } from './support/sample.ts'

type Edit = (record: ReleaseRecord) => void
const set =
  (sourceId: string, edit: Partial<Source>): Edit =>
  (record) =>
    void Object.assign(sourceOf(record, sourceId), edit)

/** A quotation of the sample's original. */
const IN_ORDER = quoted('XX-ORDER', 2, 2)

const atOrder = (findings: readonly string[]): string[] =>
  findings.filter((text) => text.startsWith('rows/R-SL/energy/0'))
const atDs = (findings: readonly string[]): string[] => findings.filter((text) => text.startsWith('rows/R-DS/energy/0'))
const IN_FORCE = 'a source in force from 2026-04-01 to 2027-03-31'

describe('source.in_force, for figures of grade order and transcription,', () => {
  it.each(['petition', 'draft', 'stayed', 'quashed'] as const)('fails a %s source', async (legal_status) => {
    expect(await findingsOf(sourceInForce, set('XX-ORDER', { legal_status }))).toEqual([
      `rows/R-SL/energy/0 | ${IN_FORCE} | XX-ORDER is ${legal_status}`,
    ])
  })

  it('fails a source that ends inside the served period', async () => {
    expect(await findingsOf(sourceInForce, set('XX-ORDER', { effective_to: '2027-03-30' }))).toEqual([
      `rows/R-SL/energy/0 | ${IN_FORCE} | XX-ORDER is in_force for 2026-04-01 to 2027-03-30`,
    ])
  })

  it('fails a source that begins a day after the served period', async () => {
    expect(await findingsOf(sourceInForce, set('XX-ORDER', { effective_from: '2026-04-02' }))).toEqual([
      `rows/R-SL/energy/0 | ${IN_FORCE} | XX-ORDER is in_force for from 2026-04-02`,
    ])
  })

  it('fails a source without a period', async () => {
    expect(await findingsOf(sourceInForce, set('XX-ORDER', { effective_from: null }))).toEqual([
      `rows/R-SL/energy/0 | ${IN_FORCE} | XX-ORDER is in_force for no period`,
    ])
  })

  it('fails an unknown status without a reason, and passes it with one', async () => {
    const unknown = { legal_status: 'unknown' as const }
    expect(await findingsOf(sourceInForce, set('XX-ORDER', unknown))).toEqual([
      `rows/R-SL/energy/0 | ${IN_FORCE} | XX-ORDER is unknown, without a legal_status_reason`,
    ])
    expect(await findingsOf(sourceInForce, set('XX-ORDER', { ...unknown, legal_status_reason: 'not opened' }))).toEqual(
      [],
    )
  })

  it('passes a superseded order for its own year', async () => {
    const edit = { legal_status: 'superseded' as const, effective_to: '2027-03-31' }
    expect(await findingsOf(sourceInForce, set('XX-ORDER', edit))).toEqual([])
  })

  it('judges each figure for the period its own row serves', async () => {
    const findings = await findingsOf(sourceInForce, (record) => {
      set('XX-SHEET', { effective_from: '2026-05-01' })(record)
      rowOf(record, 'R-DS').effective_from = '2026-05-01'
    })
    expect(atDs(findings)).toEqual([])
    expect(findings).toContain(
      `rows/R-NDS-SMALL/wheeling/0 | ${IN_FORCE} | XX-SHEET is in_force for 2026-05-01 to 2027-03-31`,
    )
  })

  it('judges a month of FPPAS for its recovery month alone', async () => {
    const findings = await findingsOf(sourceInForce, (record) => {
      const period = record.rules.fppas_periods[0]!
      Object.assign(period.figure, { grade: 'transcription', source_id: 'XX-ORDER' })
      set('XX-ORDER', { effective_from: '2026-06-01', effective_to: '2026-06-30' })(record)
    })
    expect(findings).toEqual([`rows/R-SL/energy/0 | ${IN_FORCE} | XX-ORDER is in_force for 2026-06-01 to 2026-06-30`])
  })
})

describe('source.in_force, for carried figures,', () => {
  const CARRIED =
    'a statement of no change in force from 2026-04-01 to 2027-03-31, and a source that was in force in its year'

  it('fails when the statement of no change does not hold for the served period', async () => {
    expect(await findingsOf(sourceInForce, set('XX-NO-CHANGE', { effective_to: '2026-12-31' }))).toEqual([
      `rows/R-KJ-RURAL/energy/0 | ${CARRIED} | XX-NO-CHANGE is in_force for 2026-04-01 to 2026-12-31`,
      `rows/R-KJ-URBAN/energy/0 | ${CARRIED} | XX-NO-CHANGE is in_force for 2026-04-01 to 2026-12-31`,
    ])
  })

  it('does not ask the source of the earlier year to hold for this one', async () => {
    const findings = await findingsOf(sourceInForce, (record) => {
      energyOf(record, 'R-KJ-RURAL').source_id = 'XX-ORDER'
      set('XX-ORDER', { effective_from: '2025-04-01', effective_to: '2026-03-31', legal_status: 'superseded' })(record)
    })
    expect(findings.filter((text) => text.startsWith('rows/R-KJ-RURAL'))).toEqual([])
    expect(atOrder(findings)).toHaveLength(1)
  })

  it.each([
    ['another year', { effective_from: '2024-04-01', effective_to: '2025-03-31' }, '2024-04-01 to 2025-03-31'],
    ['this year', { effective_from: '2026-04-01', effective_to: null }, 'from 2026-04-01'],
    ['no period', { effective_from: null }, 'no period'],
  ])('fails when that source is of %s', async (_, period, text) => {
    const found = `carried_from 2025-26, and XX-EARLIER is superseded for ${text}`
    expect(await findingsOf(sourceInForce, set('XX-EARLIER', period))).toEqual([
      `rows/R-KJ-RURAL/energy/0 | ${CARRIED} | ${found}`,
      `rows/R-KJ-URBAN/energy/0 | ${CARRIED} | ${found}`,
    ])
  })

  it.each(['1998-99', '2025-99'])('fails when it is carried from %s', async (from_year) => {
    const edit: Edit = (record) => void Object.assign(energyOf(record, 'R-KJ-RURAL').carried!, { from_year })
    expect(await findingsOf(sourceInForce, edit)).toEqual([
      `rows/R-KJ-RURAL/energy/0 | ${CARRIED} | carried_from ${from_year}, and XX-EARLIER is superseded for 2025-04-01 to 2026-03-31`,
    ])
  })

  it('passes a source that began within that year', async () => {
    const within = set('XX-EARLIER', { effective_from: '2026-03-31', effective_to: null })
    expect(await findingsOf(sourceInForce, within)).toEqual([])
  })

  it('fails when that source is a petition', async () => {
    const findings = await findingsOf(sourceInForce, (record) => {
      energyOf(record, 'R-KJ-RURAL').source_id = 'XX-ORDER'
      set('XX-ORDER', { legal_status: 'petition' })(record)
    })
    expect(findings).toContain(`rows/R-KJ-RURAL/energy/0 | ${CARRIED} | XX-ORDER is petition`)
  })
})

describe('source.in_force, for the other grades,', () => {
  it('fails a derived figure quoted from a petition, and does not judge the years of its inputs', async () => {
    const petition = (record: ReleaseRecord): void => {
      energyOf(record, 'R-NDS-SMALL').source_id = 'XX-ORDER'
      set('XX-ORDER', { legal_status: 'petition' })(record)
    }
    expect(await findingsOf(sourceInForce, petition)).toContain(
      'rows/R-NDS-SMALL/energy/0 | a source that is not a petition, draft, stayed or quashed document | XX-ORDER is petition',
    )
    const old = (record: ReleaseRecord): void => {
      energyOf(record, 'R-NDS-SMALL').source_id = 'XX-ORDER'
      set('XX-ORDER', { effective_from: '2020-04-01', effective_to: '2021-03-31' })(record)
    }
    expect((await findingsOf(sourceInForce, old)).filter((text) => text.startsWith('rows/R-NDS-SMALL'))).toEqual([])
  })

  it('fails a specimen whose source claims a legal status', async () => {
    const findings = await findingsOf(sourceInForce, set('XX-SPECIMEN', { legal_status: 'in_force' }))
    expect(findings).toEqual([
      'sources/XX-SPECIMEN | legal_status not_applicable only for a specimen | in_force for a document of kind specimen',
      'rows/R-SL/fixed/0 | a specimen source, with legal_status not_applicable | XX-SPECIMEN is in_force',
      'rules/adjustments/TOD/peak | a specimen source, with legal_status not_applicable | XX-SPECIMEN is in_force',
      'rules/fppas_periods/FPPAS-2026-04 | a specimen source, with legal_status not_applicable | XX-SPECIMEN is in_force',
    ])
  })

  it('fails not_applicable for a source that is not a specimen', async () => {
    expect(await findingsOf(sourceInForce, set('XX-ORDER', { legal_status: 'not_applicable' }))).toEqual([
      'sources/XX-ORDER | legal_status not_applicable only for a specimen | not_applicable for a document of kind original',
      `rows/R-SL/energy/0 | ${IN_FORCE} | XX-ORDER is not_applicable, which is for specimens`,
    ])
  })

  it('does not judge what a held figure, a held fact or a blocked component cites', async () => {
    const findings = await findingsOf(sourceInForce, (record) => {
      set('XX-ORDER', { legal_status: 'draft' })(record)
      energyOf(record, 'R-AG').source_id = 'XX-ORDER'
      Object.assign(record.rules.facts[0]!, { grade: 'held', evidence: IN_ORDER })
      record.blocked_components = [
        {
          component: 'duty',
          reason: 'draft',
          explanation: 'a draft',
          unblocked_by: 'the act',
          stands_for: null,
          evidence: IN_ORDER,
        },
      ]
      energyOf(record, 'R-SL').source_id = 'XX-SHEET'
    })
    expect(findings).toEqual([])
  })
})

describe('source.in_force, for rules in words,', () => {
  const only =
    (edit: Edit): Edit =>
    (record) => {
      energyOf(record, 'R-SL').source_id = 'XX-SHEET'
      edit(record)
    }
  const USABLE = 'a source that is not a petition, draft, stayed or quashed document'

  it.each(['petition', 'draft', 'stayed', 'quashed'] as const)('fails a %s source of each of them', async (status) => {
    const edit = only((record) => {
      set('XX-ORDER', { legal_status: status })(record)
      record.rules.facts[0]!.evidence = IN_ORDER
      record.rules.subsidy!.conditions[0]!.evidence = IN_ORDER
      record.rules.solar = [sampleSolar({ evidence: IN_ORDER })]
      record.rules.complete_payable = [sampleProfile({ evidence: IN_ORDER })]
    })
    expect(await findingsOf(sourceInForce, edit)).toEqual([
      `rules/subsidy/conditions/0 | ${USABLE} | XX-ORDER is ${status}`,
      `rules/facts/REBATE | ${USABLE} | XX-ORDER is ${status}`,
      `rules/solar/net_metering/0 | ${IN_FORCE} | XX-ORDER is ${status}`,
      `rules/complete_payable/HOME | ${IN_FORCE} | XX-ORDER is ${status}`,
    ])
  })

  it('fails a solar rule and a profile whose source ends in the year, and passes a fact of an earlier one', async () => {
    const edit = only((record) => {
      set('XX-ORDER', { legal_status: 'superseded', effective_to: '2026-12-31' })(record)
      record.rules.facts[0]!.evidence = IN_ORDER
      record.rules.solar = [sampleSolar({ evidence: IN_ORDER })]
      record.rules.complete_payable = [sampleProfile({ evidence: IN_ORDER })]
    })
    const found = 'XX-ORDER is superseded for 2026-04-01 to 2026-12-31'
    expect(await findingsOf(sourceInForce, edit)).toEqual([
      `rules/solar/net_metering/0 | ${IN_FORCE} | ${found}`,
      `rules/complete_payable/HOME | ${IN_FORCE} | ${found}`,
    ])
  })

  it('passes a specimen rule on a specimen sheet, and fails another grade there', async () => {
    const evidence = quoted('XX-SPECIMEN', 1, 1)
    const solar = (grade: 'specimen' | 'transcription') =>
      findingsOf(sourceInForce, (record) => void record.rules.solar.push(sampleSolar({ evidence, grade })))
    expect(await solar('specimen')).toEqual([])
    expect(await solar('transcription')).toEqual([
      `rules/solar/net_metering/0 | ${IN_FORCE} | XX-SPECIMEN is not_applicable, which is for specimens`,
    ])
  })
})

describe('source.in_force, for what quantities and parts of charges rest on,', () => {
  const IN_FORCE = 'a source in force from 2026-04-01 to 2027-03-31'

  it('fails a figure of a quantity whose source was superseded', async () => {
    const findings = await findingsOf(sourceInForce, ({ quantities }) => {
      quantities[0]!.figures[0]!.figure.source_id = 'XX-EARLIER'
    })
    expect(findings).toEqual([
      `quantities/load_parts/least | ${IN_FORCE} | XX-EARLIER is superseded for 2025-04-01 to 2026-03-31`,
    ])
  })

  it.each([
    ['XX-EARLIER', 'XX-EARLIER is superseded for 2025-04-01 to 2026-03-31'],
    ['XX-SPECIMEN', 'XX-SPECIMEN is not_applicable, which is for specimens'],
  ])('fails a formula that rests on %s', async (source_id, found) => {
    const findings = await findingsOf(sourceInForce, ({ quantities }) => {
      quantities[0]!.evidence!.source_id = source_id
    })
    expect(findings).toEqual([`quantities/load_parts/evidence | ${IN_FORCE} | ${found}`])
  })

  it('fails a part of a charge that rests on a superseded source', async () => {
    const findings = await findingsOf(sourceInForce, ({ rules }) => {
      const evidence = quoted('XX-EARLIER', 1, 2)
      rules.adjustments[0]!.part = { charge_id: 'energy', quantity: 'connected_load', by: 'top_of_steps', evidence }
    })
    expect(findings).toEqual([
      `rules/adjustments/TOD/part | ${IN_FORCE} | XX-EARLIER is superseded for 2025-04-01 to 2026-03-31`,
    ])
  })
})
