import { expect, test } from 'vitest'
import type { RegressionCase } from '../../../releases/record/record.ts'
import { billText, changeText, compareRecords, rowText } from '../../../services/cli/diff.ts'
import { buildEnergy, buildFigure, buildFixed, buildRecord, type RowParts } from '../../support/record-builder.ts'
import { buildAdjustment } from '../../support/rule-builder.ts'

const bill = (row_id: string, more: Partial<RegressionCase> = {}): RegressionCase => ({
  case_id: `${row_id}-C01`,
  row_id,
  inputs: { subcategory_code: 'DOM', energy_units: '100' },
  expected: { energy_charge_paise: 50_000, fixed_charge_paise: 5_000, base_tariff_paise: 55_000 },
  working: '100 x 5.00 = 500.00; 500.00 + 50.00 = 550.00',
  ...more,
})
const release = (rows: readonly RowParts[], cases = rows.map(({ row_id = 'ROW' }) => bill(row_id))) =>
  buildRecord({ rows, cases })

const slabs = (first: string, second: string) =>
  buildEnergy('telescopic', [
    ['50', first],
    [null, second],
  ])

test('nothing differs between a release and itself', () => {
  const record = release([{}])
  expect(compareRecords(record, record)).toEqual({ changes: [], rows: [], reference_bills: [] })
})

test('a rule that changed is a change, by the values of it that differ', () => {
  const surcharge = (when: string, order: number) =>
    buildRecord({
      rules: {
        adjustments: [
          buildAdjustment('SEASON', 'percent', [[when, 'add', '12']], { order }),
          buildAdjustment('RENT', 'per_bill', [['', 'add', '25']], { side: 'beside', order: 2 }),
        ],
      },
    })
  const { changes } = compareRecords(surcharge('area_type=rural', 1), surcharge('area_type=urban', 3))
  expect(changes.map(({ path }) => path)).toEqual(['', '/rural', '/urban'].map((at) => `rules/adjustments/SEASON${at}`))
  expect(changes.slice(0, 1).map(changeText)).toEqual([
    [
      '  rules/adjustments/SEASON',
      '      cases.0.case_id: rural -> urban',
      '      cases.0.description: area_type=rural -> area_type=urban',
      '      cases.0.when.0.value: rural -> urban',
      '      order: 1 -> 3',
    ].join('\n'),
  ])
  const roundedUp = { ...release([{}]), rounding: 'half_away_from_zero_per_line_to_paise' as const }
  expect(compareRecords(release([{}]), roundedUp).changes.map(({ path }) => path)).toEqual(['rounding'])
})

test('a rate that changed is shown old and new, with the effect on the reference bill', () => {
  const before = release([{ energy: slabs('4', '5'), slab_type: 'telescopic' }])
  const after = release([{ energy: slabs('4', '5.5'), slab_type: 'telescopic' }])
  const { changes, rows, reference_bills } = compareRecords(before, after)

  expect(changes.filter(({ path }) => path.startsWith('rows/'))).toEqual([
    { path: 'rows/ROW/energy/1', before: '5 Rs/kWh (transcription)', after: '5.5 Rs/kWh (transcription)' },
  ])
  const [row] = rows
  expect(row).toMatchObject({ change: 'changed', before_row_id: 'ROW', after_row_id: 'ROW', fields: [] })
  expect(
    row?.figures.map(({ part, before, after, amount_changed, grade_changed }) => [
      part,
      before?.value,
      after?.value,
      amount_changed,
      grade_changed,
    ]),
  ).toEqual([['energy, above 50', '5', '5.5', true, false]])
  // 50 x 4.00 + 50 x 5.00 + 50.00 before; 50 x 5.50 after.
  expect(reference_bills).toMatchObject([{ before_paise: 50_000, after_paise: 52_500, effect_paise: 2_500 }])
})

test('the same value by another arithmetic is a change', () => {
  const of = (formula: string) => {
    const derivation = { formula, inputs: [{ value: '2', what: 'half of it', year: '2026-27' }] }
    const figure = { ...buildFigure('4', 'Rs/kWh', 'derived'), derivation }
    return release([{ energy: buildEnergy('flat', [[null, figure]]) }])
  }
  expect(compareRecords(of('2 + 2'), of('2 * 2')).changes.map(changeText)).toContain(
    '  rows/ROW/energy/0\n      4 Rs/kWh = 2 + 2 (derived) -> 4 Rs/kWh = 2 * 2 (derived)',
  )
})

test('a grade that changed is a change, and no effect on the bill', () => {
  const of = (grade: 'order' | 'transcription') =>
    release([{ energy: buildEnergy('flat', [[null, buildFigure('5', 'Rs/kWh', grade)]]) }])
  const { rows, reference_bills } = compareRecords(of('order'), of('transcription'))

  expect(rows[0]?.figures).toMatchObject([
    { part: 'energy', amount_changed: false, grade_changed: true, citation_changed: true },
  ])
  expect(reference_bills).toMatchObject([{ effect_paise: 0 }])
})

test('rows whose ids carry a year are the same row, by whom and what they price', () => {
  const before = release([{ row_id: 'DOM-2526', licensee_code: 'BR_NB', energy: buildEnergy('flat', [[null, '5']]) }])
  const after = release([{ row_id: 'DOM-2627', licensee_code: 'BR_NB', energy: buildEnergy('flat', [[null, '6']]) }])
  const { rows, reference_bills } = compareRecords(before, after)

  expect(rows).toMatchObject([{ change: 'changed', before_row_id: 'DOM-2526', after_row_id: 'DOM-2627' }])
  // The licensee is that of the row, where the case does not name it.
  expect(reference_bills).toMatchObject([
    { row_id: 'DOM-2627', before_row_id: 'DOM-2526', before_paise: 55_000, after_paise: 65_000, effect_paise: 10_000 },
  ])
})

test('rows that could be more than one of the other release are paired with none of them', () => {
  const before = release([{ row_id: 'A-2526' }])
  const after = release([
    { row_id: 'B-LOW', conditions: [{ field: 'connected_load', op: '<=', value: '1' }] },
    { row_id: 'B-HIGH', conditions: [{ field: 'connected_load', op: '>', value: '1' }] },
  ])
  expect(
    compareRecords(before, after).rows.map(({ change, before_row_id, after_row_id }) => [
      change,
      before_row_id,
      after_row_id,
    ]),
  ).toEqual([
    ['added', null, 'B-LOW'],
    ['added', null, 'B-HIGH'],
    ['removed', 'A-2526', null],
  ])
})

test('a row that came or went has a bill in one release alone', () => {
  const one = release([{}])
  const two = release(
    [{}, { row_id: 'NEW', subcategory_code: 'NEW' }],
    [bill('ROW'), bill('NEW', { inputs: { subcategory_code: 'NEW', energy_units: '100' } })],
  )
  expect(compareRecords(one, two).reference_bills).toMatchObject([
    { row_id: 'NEW', before_row_id: null, before_paise: null, after_paise: 55_000, effect_paise: null },
  ])
  const gone = compareRecords(two, one)
  expect(gone.rows).toMatchObject([{ change: 'removed', before_row_id: 'NEW', after_row_id: null }])
  expect(gone.reference_bills).toMatchObject([{ row_id: 'NEW', before_paise: 55_000, after_paise: null }])
})

test('what else of a row or of a charge is another is told by name', () => {
  const before = release([{ fixed: buildFixed('flat', 'connection', [[null, '50']]) }])
  const after = release([{ fixed: buildFixed('flat', 'kW', [[null, '50']]), area_type: 'urban' }])
  const [row] = compareRecords(before, after).rows
  expect(row?.fields).toEqual(['area_type', 'fixed charge'])
  expect(row?.change).toBe('changed')
  expect(row?.figures).toMatchObject([{ part: 'fixed', amount_changed: true }])
})

test('differences are shown by name, without JSON', () => {
  const path = 'blocked_components/duty'
  const before = '{"evidence":{"quote":"Duty is levied"},"explanation":"not read","unblocked_by":"the Act"}'
  const after = '{"evidence":null,"explanation":"not read","unblocked_by":"the schedule"}'
  expect(changeText({ path, before, after })).toBe(
    [
      '  blocked_components/duty',
      '      evidence.quote: Duty is levied -> (gone)',
      '      unblocked_by: the Act -> the schedule',
      '      evidence: (not there) -> none',
    ].join('\n'),
  )
  expect(changeText({ path, before: null, after })).toBe(
    '  blocked_components/duty: added\n      evidence: none\n      explanation: not read\n      unblocked_by: the schedule',
  )
  expect(changeText({ path: 'sources/X', before: 'sha256 00', after: null })).toBe('  sources/X: gone\n      sha256 00')
})

test('the readable form has a line for a figure and a line for a bill', () => {
  const { rows, reference_bills } = compareRecords(
    release([{ energy: buildEnergy('flat', [[null, '5']]) }]),
    release([{ energy: buildEnergy('flat', [[null, '6']]), note: 'now dearer' }]),
  )
  expect(rows.map(rowText)).toEqual([
    '  ROW: changed\n' +
      '      energy: 5 Rs/kWh (transcription, T-SHEET) -> 6 Rs/kWh (transcription, T-SHEET)\n' +
      '      also: note',
  ])
  expect(reference_bills.map(billText)).toEqual([
    '  ROW (subcategory_code DOM, energy_units 100): 55000 -> 65000 paise, +10000',
  ])
})

test('a figure of which only the citation changed is shown once', () => {
  const figure = buildFigure('5', 'Rs/kWh')
  const cited = { ...figure, locator: { ...figure.locator, page: figure.locator.page + 1 } }
  const [row] = compareRecords(
    release([{ energy: buildEnergy('flat', [[null, figure]]) }]),
    release([{ energy: buildEnergy('flat', [[null, cited]]) }]),
  ).rows
  expect(row?.figures).toMatchObject([{ amount_changed: false, citation_changed: true }])
  expect(row === undefined ? '' : rowText(row)).toBe(
    '  ROW: changed\n      energy: 5 Rs/kWh (transcription, T-SHEET), same amount, different citation',
  )
})

test('a bill has no effect where its energy is counted in another unit', () => {
  const of = (unit: string) => release([{ energy: buildEnergy('flat', [[null, '5']], { unit }) }])
  const [counted] = compareRecords(of('kVAh'), of('kWh')).reference_bills

  expect(counted).toMatchObject({ before_paise: 55_000, after_paise: 55_000, effect_paise: null })
  expect(counted === undefined ? '' : billText(counted)).toMatch(/: 55000 -> 55000 paise, other unit$/)
})
