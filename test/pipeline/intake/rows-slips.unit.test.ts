import { describe } from 'vitest'
import { change, itFinds, onLine, type Slip } from './slips.ts'

const ROWS = 'rows.csv'
const row = (number: number, from: string | RegExp, to: string) => onLine(ROWS, number, from, to)

const TABLE: Slip[] = [
  ['an unknown column', row(1, /$/, ',colour'), 'rows.csv:1:colour', 'only the columns row_id', '`colour`'],
  ['a mistaken column', row(1, ',value,', ',vaule,'), 'rows.csv:1:vaule', 'perhaps `value`', '`vaule`'],
  ['a missing column', row(1, ',value,', ',vaule,'), 'rows.csv:1:value', 'the column `value`', 'it is missing'],
  ['a column that stands twice', row(1, /$/, ',quote'), 'rows.csv:1:quote', 'the column `quote` once', 'column 33'],
  ['too few cells', row(3, /,$/, ''), 'rows.csv:3', '32 cells', '31 cells'],
  ['too many cells', row(3, /$/, ',more'), 'rows.csv:3', '32 cells', '33 cells'],
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

const CELLS: Slip[] = [
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
  ['an unknown grade', row(2, ',transcription,', ',guess,'), 'rows.csv:2:grade', 'one of `order`', '`guess`'],
  ['an unknown method', row(2, ',flat,', ',tiered,'), 'rows.csv:2:method', 'one of `flat`, `telescopic`', '`tiered`'],
  ['an unknown basis', row(3, ',flat,connection', ',flat,house'), 'rows.csv:3:per', 'one of `connection`', '`house`'],
  [
    'an unknown component',
    row(3, ',fixed,flat', ',demand,flat'),
    'rows.csv:3:component',
    'energy, wheeling, fixed',
    '`demand`',
  ],
  ['no component', row(3, ',fixed,flat', ',,flat'), 'rows.csv:3:component', 'energy, wheeling, fixed', 'nothing'],
  ['a page that is no number', row(2, 'SCHEDULE,1,', 'SCHEDULE,p1,'), 'rows.csv:2:page', 'at least 1', '`p1`'],
  ['a missing quote', row(2, 'energy 700.00 P/kWh on every unit', ''), 'rows.csv:2:quote', 'text', 'nothing'],
  ['a missing label', row(2, ',Water works,', ',,'), 'rows.csv:2:label', 'text', 'nothing'],
  ['a row that begins without id', row(2, 'XX-WATER', ''), 'rows.csv:2:row_id', 'a code', 'nothing'],
  [
    'or_part that is not yes',
    row(3, ',connection,,', ',connection,no,'),
    'rows.csv:3:or_part',
    '`yes`, the size of a part such as `10`, or nothing',
    '`no`',
  ],
  [
    'a condition that cannot be read',
    row(4, '_kw<=10', '_kw<=ten'),
    'rows.csv:4:conditions',
    'decimals for',
    '`connected_load_kw<=ten`',
  ],
]

const EVIDENCE: Slip[] = [
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

const SHAPE: Slip[] = [
  [
    'a row-level cell that changes',
    row(5, /^,,,,/, ',,,WATER,'),
    'rows.csv:5:subcategory_code',
    'nothing, or `DOM`, as on line 4',
    '`WATER`',
  ],
  [
    'a row-level cell given late',
    row(5, /^,,,,,,,,/, ',,,,,,,late,'),
    'rows.csv:5:note',
    'nothing, as on line 4',
    '`late`',
  ],
  [
    'a method that changes inside a charge',
    row(6, ',telescopic,', ',whole,'),
    'rows.csv:6:method',
    'nothing, or `telescopic`, as on line 4',
    '`whole`',
  ],
  [
    'a row whose lines are apart',
    row(9, /^,,/, 'XX-WATER,,'),
    'rows.csv:9:row_id',
    'the lines of a row together',
    'began on line 2',
  ],
  [
    'or_part on energy',
    row(2, ',kWh,,', ',kWh,yes,'),
    'rows.csv:2:or_part',
    'nothing, for energy has no or_part',
    '`yes`',
  ],
  ['wheeling with a range', row(6, 'energy,telescopic,', 'wheeling,,'), 'rows.csv:6:from', 'nothing or `0`', '`300`'],
  [
    'wheeling with a method',
    row(6, 'energy,telescopic,', 'wheeling,whole,'),
    'rows.csv:6:method',
    'nothing or `flat`',
    '`whole`',
  ],
  [
    'two lines of wheeling',
    change(ROWS, /energy,telescopic,kWh,,,(100,300|300,),/g, 'wheeling,,kWh,,,,,'),
    'rows.csv:6',
    'one line of wheeling',
    'another',
  ],
  [
    'a row without category',
    row(2, 'WATER,Water works', 'WELL,Water works'),
    'rows.csv:2:subcategory_code',
    'a category of categories.yaml',
    '`WELL`',
  ],
]

describe('a slip in rows.csv is found with file, line and column', () => {
  describe('the table', () => itFinds(TABLE))
  describe('cells', () => itFinds(CELLS))
  describe('evidence', () => itFinds(EVIDENCE))
  describe('rows and charges', () => itFinds(SHAPE))
})
