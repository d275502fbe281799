import type { evidenceGradeSupported } from '../../../../pipeline/gates/09-evidence-grade-supported.ts'
import type { Figure } from '../../../../releases/record/figure.ts'
import type { Grade } from '../../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { sampleSolar } from '../support/rules.ts'
import { chargeOf, energyOf, sampleRecord, sourceOf } from '../support/sample.ts'
import { CELL } from './cell.ts'
import { edit, type Fixture, type TableOf } from './fixture.ts'

const figure = (row: string, change: Partial<Figure>): Fixture =>
  edit((record) => Object.assign(energyOf(record, row), change))
const carried = (record: ReleaseRecord) => energyOf(record, 'R-KJ-RURAL').carried!
const derivation = (record: ReleaseRecord) => energyOf(record, 'R-NDS-SMALL').derivation!
const unknown = 'hearsay' as Exclude<Grade, 'held'>
/** The formula of the figure that is the petitioned rate less the rise. */
const formula = (text: string, ...inputs: readonly string[]): Fixture =>
  edit((record) => {
    const own = derivation(record)
    own.formula = text
    own.inputs.push(...inputs.map((value) => ({ value, what: 'a part of the rise', year: '2026-27' })))
  })

export const gradeSupported: TableOf<typeof evidenceGradeSupported> = {
  sound: sampleRecord,
  faults: {
    unknown_grade: [
      figure('R-DS', { grade: unknown }),
      edit(({ rules }) => (rules.facts[0]!.grade = unknown)),
      edit(({ rules }) => rules.solar.push(sampleSolar({ grade: unknown }))),
    ],
    other_kind: [
      figure('R-DS', { grade: 'order' }),
      figure('R-DS', { grade: 'specimen' }),
      edit((record) => (chargeOf(record, 'R-SL', 'fixed').steps[0]!.figure.grade = 'transcription')),
      edit(({ rules }) => (rules.facts[0]!.grade = 'order')),
    ],
    not_held: {
      means: (means) => ({
        bytes: async (hash) => (hash === sourceOf(sampleRecord(), 'XX-ORDER').sha256 ? null : means.bytes(hash)),
      }),
    },
    grade_of_solar: [
      edit(({ rules }) => rules.solar.push(sampleSolar({ grade: 'carried' }))),
      edit(({ rules }) => rules.solar.push(sampleSolar({ grade: 'derived' }))),
    ],
    carried_for_another_grade: edit((record) => (energyOf(record, 'R-DS').carried = carried(record))),
    carried_from_nothing: figure('R-KJ-RURAL', { carried: null }),
    carried_from_this_year: edit((record) => (carried(record).from_year = '2026-27')),
    carried_by_a_specimen: edit((record) => (carried(record).statement.source_id = 'XX-SPECIMEN')),
    column_not_approved: [
      figure('R-DS', { cell: { ...CELL, column: ['Existing Energy Charge (Rs/kWh)'] } }),
      figure('R-DS', { cell: { ...CELL, column: ['Tariff', 'Proposed'] } }),
    ],
    page_not_covered: {
      candidate: () => ({ covers: [{ source_id: 'XX-ORDER', from_page: 1, to_page: 1, dismissed: [] }] }),
    },
    formula_for_another_grade: edit((record) => (energyOf(record, 'R-DS').derivation = derivation(record))),
    derived_from_nothing: figure('R-NDS-SMALL', { derivation: null }),
    no_formula: formula('8.35 minus 0.35'),
    no_input: edit((record) => derivation(record).inputs.pop()),
    literal_not_quoted: formula('8.35 - 0.30 - 0.05', '0.30', '0.05'),
    other_result: formula('8.35 + 0.35'),
  },
}
