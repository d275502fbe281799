import { describe, expect, it } from 'vitest'
import { evidenceFiguresCited } from '../../../pipeline/gates/06-evidence-figures-cited.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { energyOf, findingsOf, peakOf } from './support/sample.ts'

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
    'held_reason | a held figure without its reason',
  ],
  [
    'a held figure does not say what would free it',
    'R-AG',
    { held: { reason: 'unread', unblocked_by: ' ' } },
    'unblocked_by | a held figure that does not say what would free it',
  ],
]

describe('evidence.figures_cited fails when', () => {
  it.each(CASES)('%s', async (_, row, edit, expected) => {
    expect(await findingsOf(evidenceFiguresCited, (record) => void Object.assign(energyOf(record, row), edit))).toEqual(
      [`rows/${row}/energy/0 | ${expected}`],
    )
  })

  it('a figure of a rule lacks its evidence, as well as one of a row', async () => {
    const findings = await findingsOf(evidenceFiguresCited, (record) => {
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
