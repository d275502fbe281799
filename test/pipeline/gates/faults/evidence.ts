import type { sourceCited } from '../../../../pipeline/gates/05-source-cited.ts'
import type { evidenceFiguresCited } from '../../../../pipeline/gates/06-evidence-figures-cited.ts'
import type { evidenceQuoteFound } from '../../../../pipeline/gates/07-evidence-quote-found.ts'
import type { Figure } from '../../../../releases/record/figure.ts'
import type { Source } from '../../../../releases/record/source.ts'
import { quoted } from '../support/figures.ts'
import { energyOf, sampleRecord, sourceOf, withoutSheets } from '../support/sample.ts'
import { CELL, READ } from './cell.ts'
import { edit, type Fixture, type TableOf } from './fixture.ts'

const order = (change: Partial<Source>): Fixture =>
  edit((record) => Object.assign(sourceOf(record, 'XX-ORDER'), change))
const figure = (row: string, change: Partial<Figure>): Fixture =>
  edit((record) => Object.assign(energyOf(record, row), change))
const place = (page: number, line: number | null) => ({ locator: { page, line, section: null } })

export const cited: TableOf<typeof sourceCited> = {
  sound: sampleRecord,
  faults: {
    uncited: figure('R-SL', { source_id: 'XX-SHEET', ...place(1, 1) }),
    no_such_source: [
      figure('R-DS', { source_id: 'XX-GONE' }),
      edit(({ rules }) => (rules.facts[0]!.evidence.source_id = 'XX-GONE')),
      edit(({ quantities }) => (quantities[0]!.evidence!.source_id = 'XX-GONE')),
    ],
    no_such_page: figure('R-SL', place(3, 2)),
    corrects_nothing: [order({ corrects: 'XX-GONE' }), order({ corrects: 'XX-ORDER' })],
    corrects_a_later_one: order({ corrects: 'XX-SHEET', dated: '2026-03-17' }),
    reading_unresolved: {
      means: () => ({
        reread: async () => ({
          figures: [],
          problems: [{ path: 'readings/R/rows/0', expected: 'one row with this label', found: 'none' }],
          headings: [],
        }),
      }),
    },
  },
}

export const figuresCited: TableOf<typeof evidenceFiguresCited> = {
  sound: () => {
    const record = sampleRecord()
    withoutSheets()(record)
    return record
  },
  faults: {
    no_source: figure('R-DS', { source_id: '' }),
    no_page: [figure('R-DS', place(0, 1)), figure('R-DS', place(1.5, 1))],
    no_quote: figure('R-DS', { quote: ' ' }),
    no_citation: [figure('R-DS', { citations: [] }), figure('R-DS', { citations: [' '] })],
    held_with_value: figure('R-AG', { value: '3.1' }),
    held_without_reason: figure('R-AG', { held: { reason: '', unblocked_by: 'the order' } }),
    held_without_remedy: figure('R-AG', { held: { reason: 'unread', unblocked_by: ' ' } }),
    no_value: figure('R-DS', { value: null }),
    not_printed: figure('R-DS', { printed: null }),
    no_printed_unit: figure('R-DS', { printed_unit: null }),
    reason_without_hold: figure('R-DS', { held: { reason: 'unsure', unblocked_by: 'the order' } }),
    formula_uncited: edit(({ quantities }) => (quantities[0]!.evidence = null)),
    part_uncited: edit(({ rules }) => {
      const part = { charge_id: 'energy', quantity: 'connected_load', by: 'average_rate' as const, evidence: null }
      rules.adjustments[0]!.part = part
    }),
    typed_from_a_sheet: edit((record) => (sourceOf(record, 'XX-SHEET').media_type = 'text/csv')),
  },
}

const fact = (quote: string, line: number | null): Fixture =>
  edit(({ rules }) => (rules.facts[0]!.evidence = { ...quoted('XX-SHEET', 1, 13), ...place(1, line), quote }))

export const quoteFound: TableOf<typeof evidenceQuoteFound> = {
  sound: sampleRecord,
  faults: {
    blank_quote: figure('R-DS', { quote: ' ' }),
    no_text: {
      means: (means) => ({
        pages: async (hash) => (hash === sourceOf(sampleRecord(), 'XX-ORDER').sha256 ? null : means.pages(hash)),
      }),
    },
    no_such_page: figure('R-SL', place(3, 1)),
    no_such_line: figure('R-SL', place(2, 9)),
    not_on_the_page: fact('rebate,2.5 percent', null),
    not_on_the_line: [fact('rebate,2.5 percent', 13), fact('rebate,1.5 percent', 12)],
    // A comma separates fields in a sheet, so the number is a decimal.
    cut_number: [fact('5 percent,digital payment', 13), fact('5 percent,digital payment', null)],
    words_not_found: {
      candidate: () => ({
        sentences: [{ source_id: 'XX-ORDER', page: 2, says: 'until further orders', because: 'it ends nothing' }],
      }),
    },
    cell_not_found: figure('R-DS', { cell: CELL }),
    figures_file: [
      { candidate: () => ({ figures: [READ] }) },
      { means: () => ({ reread: async () => ({ figures: [READ], problems: [], headings: [] }) }) },
    ],
  },
}
