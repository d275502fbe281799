import { describe, expect, test } from 'vitest'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { editedDefinition } from '../../support/fixture-definition.ts'
import { all, inCell, itFinds, type Mistake, onLine } from './diagnostics.ts'

const ROWS = 'rows.csv'
const row = (number: number, from: string | RegExp, to: string) => onLine(ROWS, number, from, to)
const cell = (number: number, column: string, text: string) => inCell(ROWS, number, column, text)

const TABLE: Mistake[] = [
  ['an unknown column', row(1, /$/, ',colour'), 'rows.csv:1:colour', 'only the columns row_id', '`colour`'],
  ['a mistaken column', row(1, ',value,', ',vaule,'), 'rows.csv:1:vaule', 'perhaps `value`', '`vaule`'],
  ['a missing column', row(1, ',value,', ',vaule,'), 'rows.csv:1:value', 'the column `value`', 'it is missing'],
  ['a column that stands twice', row(1, /$/, ',quote'), 'rows.csv:1:quote', 'the column `quote` once', 'column 43'],
  ['too few cells', row(3, /,$/, ''), 'rows.csv:3', '42 cells', '41 cells'],
  ['too many cells', row(3, /$/, ',more'), 'rows.csv:3', '42 cells', '43 cells'],
  ['a quote that is not closed', row(4, 'XX-DOM', '"XX-DOM'), 'rows.csv:4', 'paired quotes', 'Quote'],
  ['a quote in the middle of a cell', row(4, 'XX-DOM', '"XX"-DOM'), 'rows.csv:4', 'paired quotes', 'Closing Quote'],
  [
    'an empty table',
    (files) => files.set(ROWS, '\n'),
    'rows.csv:1',
    'a header line with the columns row_id',
    'no lines',
  ],
]

test.each([';', '\t'])('a table with %j between its columns is one finding', (separator) => {
  const files = editedDefinition((each) => each.set(ROWS, each.get(ROWS)!.replaceAll(',', separator)))
  const { findings } = readDefinition(files)

  expect(findings.filter(({ where }) => where.startsWith(ROWS))).toEqual([
    expect.objectContaining({ where: 'rows.csv:1', expected: 'columns separated by commas' }),
  ])
})

const CELLS: Mistake[] = [
  [
    'a decimal that is none',
    row(5, ',5.25,Rs/kWh,trans', ',5.25x,Rs/kWh,trans'),
    'rows.csv:5:value',
    'a decimal such as',
    '`5.25x`',
  ],
  ['a decimal with exponent', row(5, ',100,300,', ',1e2,300,'), 'rows.csv:5:from', 'a decimal such as', '`1e2`'],
  ['a step without beginning', row(5, ',100,300,', ',,300,'), 'rows.csv:5:from', 'a decimal such as', 'nothing'],
  ['an unknown unit', row(2, ',Rs/kWh,', ',INR/kWh,'), 'rows.csv:2:unit', 'one of `Rs/kWh`', '`INR/kWh`'],
  ['an unknown area', cell(2, 'area_type', 'Rural'), 'rows.csv:2:area_type', 'one of `any`, `rural`', '`Rural`'],
  ['an unknown grade', row(2, ',transcription,', ',guess,'), 'rows.csv:2:grade', 'one of `order`', '`guess`'],
  ['an unknown method', cell(2, 'method', 'tiered'), 'rows.csv:2:method', 'one of `flat`, `telescopic`', '`tiered`'],
  [
    'a unit that is not rupees for something',
    cell(3, 'unit', 'number'),
    'rows.csv:3:unit',
    'a rate in rupees for a unit',
    '`number`',
  ],
  ['a multiple of no charge', cell(3, 'unit', 'times'), 'rows.csv:3:unit', '`rates_of`, the charge', '`times`'],
  [
    'a name with its unit',
    cell(3, 'per', 'contract_demand'),
    'rows.csv:3:per',
    'perhaps `contract_demand_kva`',
    'demand`',
  ],
  ['a unit that does not say what it counts', cell(3, 'unit', 'Rs/phase'), 'rows.csv:3:per', 'each phase', 'nothing'],
  ['an unknown count', cell(3, 'per', 'house'), 'rows.csv:3:per', 'an input or a quantity', '`house`'],
  ['a count that is no number', cell(3, 'per', 'phase'), 'rows.csv:3:per', 'that is a number', '`phase`'],
  ['an unknown component', cell(3, 'component', 'demand'), 'rows.csv:3:component', 'one of `energy`', '`demand`'],
  ['no component', cell(3, 'charge', 'meter'), 'rows.csv:3:component', 'one of `energy`', 'nothing'],
  ['no charge', cell(2, 'charge', ''), 'rows.csv:2:charge', 'a code', 'nothing'],
  ['an unknown side', cell(3, 'side', 'above'), 'rows.csv:3:side', 'one of `base`, `beside`', '`above`'],
  [
    'another component without a label',
    all(cell(3, 'charge', 'meter'), cell(3, 'component', 'other')),
    'rows.csv:3:charge_label',
    'the name of the charge on a bill, such as `Meter rent`',
    'nothing',
  ],
  [
    'rates of another charge without a label',
    all(
      cell(3, 'charge', 'excess'),
      cell(3, 'component', 'other'),
      cell(3, 'rates_of', 'XX-DOM.fixed'),
      cell(3, 'unit', 'times'),
    ),
    'rows.csv:3:charge_label',
    'such as `Charge for excess demand`: it takes the rates of another charge, but not its name',
    'nothing',
  ],
  ['a wrong date of a charge', cell(3, 'charge_from', '1.10.2026'), 'rows.csv:3:charge_from', 'a date', '`1.10.2026`'],
  ['a page that is no number', row(2, 'SCHEDULE,1,', 'SCHEDULE,p1,'), 'rows.csv:2:page', 'at least 1', '`p1`'],
  ['a missing quote', row(2, 'energy 700.00 P/kWh on every unit', ''), 'rows.csv:2:quote', 'text', 'nothing'],
  ['a missing label', row(2, ',Water works,', ',,'), 'rows.csv:2:label', 'text', 'nothing'],
  ['a row that begins without id', row(2, 'XX-WATER', ''), 'rows.csv:2:row_id', 'a code', 'nothing'],
  [
    'a condition that cannot be read',
    row(4, '_kw<=10', '_kw<='),
    'rows.csv:4:conditions',
    'a value for connected_load_kw',
    'the end of the text',
  ],
  [
    'a condition that compares a number with a word',
    row(4, '_kw<=10', '_kw<=5kW'),
    'rows.csv:4:conditions',
    'a decimal for connected_load_kw',
    '`5kW`',
  ],
  [
    'a condition on an unknown field',
    row(4, 'connected_load_kw<=10', 'connected_load_kv<=10'),
    'rows.csv:4:conditions',
    'perhaps `connected_load_kw`',
    '`connected_load_kv`',
  ],
]

const EVIDENCE: Mistake[] = [
  ['an unresolved citation', row(7, 'C1|C2', 'C1|C3'), 'rows.csv:7:citations', 'the id of a citation', '`C3`'],
  [
    'an unresolved statement',
    row(7, 'NC-2026', 'NC-2027'),
    'rows.csv:7:statement',
    'release.yaml (NC-2026)',
    '`NC-2027`',
  ],
  [
    'a carried figure without statement',
    row(7, 'NC-2026', ''),
    'rows.csv:7:statement',
    'a map with the keys source_id',
    'nothing',
  ],
  [
    'a statement without year',
    row(7, '2025-26,NC-2026', ',NC-2026'),
    'rows.csv:7:carried_from',
    'a financial year',
    'nothing',
  ],
  ['a formula without inputs', row(9, /320\.00 = .*2026-27/, ''), 'rows.csv:9:inputs', 'a list', 'nothing'],
  [
    'an input without year',
    row(9, 'factor @ 2026-27', 'factor'),
    'rows.csv:9:inputs',
    'inputs such as',
    '`1.05 = factor`',
  ],
  [
    'an input that is no decimal',
    row(9, '1.05 = factor', 'x = factor'),
    'rows.csv:9:inputs',
    'a decimal such as',
    '`x`',
  ],
  ['a hold without what would free it', row(3, /,,$/, ',not published,'), 'rows.csv:3:unblocked_by', 'text', 'nothing'],
]

const SHAPE: Mistake[] = [
  [
    'a row-level cell that changes',
    cell(5, 'subcategory_code', 'WATER'),
    'rows.csv:5:subcategory_code',
    'nothing, or `DOM`, as on line 4',
    '`WATER`',
  ],
  ['a row-level cell given late', cell(5, 'note', 'late'), 'rows.csv:5:note', 'nothing, as on line 4', '`late`'],
  [
    'a method that changes inside a charge',
    cell(6, 'method', 'whole'),
    'rows.csv:6:method',
    'nothing, or `telescopic`, as on line 4',
    '`whole`',
  ],
  [
    'a row whose lines are apart',
    cell(9, 'row_id', 'XX-WATER'),
    'rows.csv:9:row_id',
    'the lines of a row together',
    'began on line 2',
  ],
  [
    'a charge-level cell given late',
    cell(6, 'steps_label', 'units'),
    'rows.csv:6:steps_label',
    'nothing, as on line 4, the first of the charge',
    '`units`',
  ],
  [
    'rates of a charge that is not named in full',
    all(cell(3, 'rates_of', 'fixed'), cell(3, 'unit', 'times')),
    'rows.csv:3:rates_of',
    '`row_id.charge_id`',
    '`fixed`',
  ],
  [
    'rates of a charge that is not there',
    all(cell(3, 'rates_of', 'XX-DOM.fixd'), cell(3, 'unit', 'times')),
    'rows.csv:3:rates_of',
    'perhaps `XX-DOM.fixed`',
    '`XX-DOM.fixd`',
  ],
  [
    'two lines of a charge with the rates of another',
    all(cell(4, 'rates_of', 'XX-WATER.energy'), cell(4, 'method', '')),
    'rows.csv:5',
    'one line, the multiple',
    'another one',
  ],
  [
    'a row of several licensees with one id',
    cell(2, 'licensee_code', 'XX_NORTH|XX_SOUTH'),
    'rows.csv:2:row_id',
    '`{licensee}` in the id',
    '`XX-WATER`',
  ],
  [
    'a row without category',
    row(2, 'WATER,Water works', 'WELL,Water works'),
    'rows.csv:2:subcategory_code',
    'a category of categories.yaml',
    '`WELL`',
  ],
]

test('a fixed charge without its unit is not asked for a label as well', () => {
  const edit = all(cell(3, 'rates_of', 'XX-DOM.fixd'), cell(3, 'unit', 'times'))
  const { findings } = readDefinition(editedDefinition(edit))

  expect(findings.map(({ where }) => where)).toEqual(['rows.csv:3:rates_of'])
})

describe('a mistake in rows.csv is found with file, line and column', () => {
  describe('the table', () => itFinds(TABLE))
  describe('cells', () => itFinds(CELLS))
  describe('evidence', () => itFinds(EVIDENCE))
  describe('rows and charges', () => itFinds(SHAPE))
})
