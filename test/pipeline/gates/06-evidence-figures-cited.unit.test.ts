import { describe, expect, it } from 'vitest'
import { evidenceFiguresCited } from '../../../pipeline/gates/06-evidence-figures-cited.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildFigure, buildValue, formula } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { chargeOf, energyOf, findingsOf, peakOf, sourceOf, withoutSheets } from './support/sample.ts'

const found = (edit: (record: ReleaseRecord) => void) => findingsOf(evidenceFiguresCited, withoutSheets(edit))

type Case = readonly [name: string, row: string, edit: Partial<Figure>, expected: string]

const CASES: readonly Case[] = [
  ['a figure has no source', 'R-DS', { source_id: '' }, 'source_id | no source'],
  [
    'a figure has no page',
    'R-DS',
    { locator: { page: 0, line: 1, section: null } },
    'a locator with a page from 1 | page 0',
  ],
  ['a figure has no quote', 'R-DS', { quote: ' ' }, 'quote | no quote'],
  [
    'a figure has no citation',
    'R-DS',
    { citations: [] },
    'a public citation, because its grade is transcription | no citation',
  ],
  [
    'its citations are blank',
    'R-DS',
    { citations: [' '] },
    'a public citation, because its grade is transcription | no citation',
  ],
  ['a figure has no value', 'R-DS', { value: null }, 'a value, because its grade is transcription | no value'],
  ['nothing is printed', 'R-DS', { printed: null }, 'printed | no printed figure'],
  ['the printed unit is missing', 'R-DS', { printed_unit: null }, 'printed_unit | no printed unit'],
  [
    'a figure that is not held gives a reason for being held',
    'R-DS',
    { held: { reason: 'unsure', unblocked_by: 'the order' } },
    'no held_reason, because its grade is transcription | held: unsure',
  ],
  ['a held figure has a value', 'R-AG', { value: '3.1' }, 'no value, because the figure is held | value 3.1'],
  [
    'a held figure gives no reason',
    'R-AG',
    { held: { reason: '', unblocked_by: 'the order' } },
    'held_reason | a held figure without a reason',
  ],
  [
    'a held figure does not say what would free it',
    'R-AG',
    { held: { reason: 'unread', unblocked_by: ' ' } },
    'unblocked_by | a held figure that does not say what would release it',
  ],
]

describe('evidence.figures_cited fails when', () => {
  it.each(CASES)('%s', async (_, row, edit, expected) => {
    expect(await found((record) => void Object.assign(energyOf(record, row), edit))).toEqual([
      `rows/${row}/energy/0 | ${expected}`,
    ])
  })

  it('a figure of a rule lacks its evidence, as well as one of a row', async () => {
    const findings = await found((record) => {
      peakOf(record).quote = ''
      record.rules.subsidy!.entitlements[0]!.units.citations = []
      record.rules.subsidy!.fixed_within.printed = null
      record.rules.fppas_periods[0]!.figure.value = null
    })
    expect(findings.map((text) => text.split(' | ')[0])).toEqual([
      'rules/adjustments/TOD/peak',
      'rules/subsidy/entitlements/25',
      'rules/subsidy/fixed_within',
      'rules/fppas_periods/FPPAS-2026-04',
    ])
  })
})

describe('evidence.figures_cited fails', () => {
  const uncited = { ...buildFigure('2', 'times'), citations: [] }
  const CITATION = 'a public citation, because its grade is transcription | no citation'

  it.each<[string, (record: ReleaseRecord) => void, string]>([
    [
      'a figure of a quantity',
      ({ quantities }) => void Object.assign(quantities[0]!.figures[0]!.figure, { citations: [] }),
      `quantities/load_parts/least | ${CITATION}`,
    ],
    [
      'a multiple of rates',
      (record) => {
        const rates_of = { row_id: 'R-DS', charge_id: 'energy', multiple: uncited }
        Object.assign(chargeOf(record, 'R-SL', 'energy'), { rates_of, steps: [] })
      },
      `rows/R-SL/energy/multiple | ${CITATION}`,
    ],
    [
      'a cap',
      ({ rules }) => void Object.assign(rules.adjustments[0]!, { cap: buildValue('per_bill', uncited) }),
      `rules/adjustments/TOD/cap | ${CITATION}`,
    ],
    [
      'a floor',
      ({ rules }) => void Object.assign(rules.adjustments[0]!, { floor: buildValue('per_bill', uncited) }),
      `rules/adjustments/TOD/floor | ${CITATION}`,
    ],
    [
      'a formula that rounds, without evidence',
      ({ quantities }) => void Object.assign(quantities[0]!, { evidence: null }),
      'quantities/load_parts | evidence, because its formula contains numbers or rounds | no evidence',
    ],
    [
      'a formula that states a number, without evidence',
      ({ quantities }) => {
        quantities[0]!.evidence = null
        quantities[0]!.cases[0]!.formula = formula('connected_load * 0.8')
      },
      'quantities/load_parts | evidence, because its formula contains numbers or rounds | no evidence',
    ],
    [
      'a part of a stepped charge, without evidence',
      ({ rules }) => {
        const part = { charge_id: 'energy', quantity: 'connected_load', by: 'top_of_steps' as const, evidence: null }
        rules.adjustments[0]!.part = part
      },
      'rules/adjustments/TOD/part | evidence for the part of a charge that counts by top_of_steps | no evidence',
    ],
  ])('%s', async (_, edit, expected) => {
    expect(await found(edit)).toEqual([expected])
  })
})

it('evidence.figures_cited passes a formula of names alone, and a part of a flat charge, without evidence', async () => {
  const findings = await found(({ quantities, rules }) => {
    quantities[0]!.evidence = null
    quantities[0]!.cases[0]!.formula = formula('least * connected_load')
    rules.adjustments[0]!.part = { charge_id: 'energy', quantity: 'connected_load', by: null, evidence: null }
  })
  expect(findings).toEqual([])
})

describe('a figure of a row that is cited by a line of a sheet', () => {
  const SHEET = 'a cell, read by readings.yaml into figures.csv: the source is a sheet (CSV)'
  const typed = (edit: Partial<Figure>) =>
    found((record) => {
      sourceOf(record, 'XX-SHEET').media_type = 'text/csv'
      for (const { figure } of figuresOf(record)) if (figure.source_id === 'XX-SHEET') figure.cell = CELL
      const { cell: _, ...figure } = energyOf(record, 'R-DS')
      chargeOf(record, 'R-DS', 'energy').steps[0]!.figure = { ...figure, ...edit }
    })

  it.each(['order', 'transcription', 'carried', 'derived'] as const)('is refused, of grade %s', async (grade) => {
    expect(await typed({ grade })).toEqual([`rows/R-DS/energy/0 | ${SHEET} | a quote of a line of XX-SHEET`])
  })

  it('passes as a specimen or held, for it is no rate', async () => {
    expect(await typed({ grade: 'specimen' })).toEqual([])
    const held = { reason: 'unread', unblocked_by: 'the order' }
    expect(await typed({ grade: 'held', value: null, held })).toEqual([])
  })

  it('is refused as a multiple of other rates too; of a rule it passes', async () => {
    const sheets = (edit: (record: ReleaseRecord) => void) =>
      findingsOf(evidenceFiguresCited, edit).then((all) => all.map((text) => text.split(' | ')[0]))
    const paths = await sheets((record) => {
      const rates_of = { row_id: 'R-DS', charge_id: 'energy', multiple: { ...energyOf(record, 'R-DS') } }
      Object.assign(chargeOf(record, 'R-SL', 'energy'), { rates_of, steps: [] })
    })
    expect(paths).toContain('rows/R-SL/energy/multiple')
    expect(paths.filter((path) => !path?.startsWith('rows/'))).toEqual([])
  })
})
