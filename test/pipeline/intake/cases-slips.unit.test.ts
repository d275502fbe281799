import { describe } from 'vitest'
import { itFinds, onLine, type Slip } from './slips.ts'

const line = (number: number, from: string | RegExp, to: string) => onLine('cases.csv', number, from, to)

const SLIPS: Slip[] = [
  ['an unknown column', line(1, 'working', 'workings'), 'cases.csv:1:workings', 'perhaps `working`', '`workings`'],
  ['too few cells', line(3, /,[^,]*$/, ''), 'cases.csv:3', '5 cells', '4 cells'],
  ['a quote that is not closed', line(4, 'W-3', '"W-3'), 'cases.csv:4', 'paired quotes', 'Quote'],
  ['a case of an unknown row', line(2, 'XX-WATER', 'XX-WATR'), 'cases.csv:2:row_id', 'perhaps `XX-WATER`', '`XX-WATR`'],
  ['a case without row', line(2, 'XX-WATER', ''), 'cases.csv:2:row_id', 'a code', 'nothing'],
  [
    'an unknown input',
    line(2, 'energy_units', 'energy_unit'),
    'cases.csv:2:input',
    'perhaps `energy_units`',
    '`energy_unit`',
  ],
  [
    'the state among the inputs',
    line(2, 'energy_units', 'state_code=XX; energy_units'),
    'cases.csv:2:input',
    'request fields among',
    '`state_code`',
  ],
  [
    'an input given twice',
    line(2, 'units=0', 'units=0; energy_units=1'),
    'cases.csv:2:input',
    '`energy_units` once',
    '`energy_units=1` as well',
  ],
  ['an input without value', line(2, 'units=0', 'units='), 'cases.csv:2:input', '`key=value` pairs', '`energy_units=`'],
  ['a stray separator', line(2, 'units=0', 'units=0;'), 'cases.csv:2:input', '`key=value` pairs', 'an empty pair'],
  ['no input at all', line(2, 'subcategory_code=WATER; energy_units=0', ''), 'cases.csv:2:input', 'a map', 'nothing'],
  [
    'billing days that are no number',
    line(7, 'days=30', 'days=month'),
    'cases.csv:7:input',
    'billing_days as a whole number',
    '`month`',
  ],
  [
    'a surcharge that is neither true nor false',
    line(2, 'units=0', 'units=0; apply_htss_11kv_surcharge=1'),
    'cases.csv:2:input',
    'as `true` or `false`',
    '`1`',
  ],
  [
    'an amount with decimals',
    line(2, 'fixed=5000', 'fixed=50.00'),
    'cases.csv:2:expected',
    'fixed in whole paise',
    '`50.00`',
  ],
  [
    'an unknown amount',
    line(2, 'fixed=5000', 'fixed=5000; duty=1'),
    'cases.csv:2:expected',
    'amounts among energy, fixed',
    '`duty`',
  ],
  [
    'a case without its base',
    line(2, '; base=5000', ''),
    'cases.csv:2:expected',
    'at least energy, fixed and base',
    'no base',
  ],
  [
    'a refusal with amounts',
    line(8, 'refusal=', 'energy=1; refusal='),
    'cases.csv:8:expected',
    '`refusal=CODE` alone',
    'energy=1',
  ],
  [
    'a refusal that is no code',
    line(8, 'CATEGORY_NOT_APPLICABLE', 'not applicable'),
    'cases.csv:8:expected',
    'the code of a refusal',
    '`not applicable`',
  ],
  [
    'a case without expectation',
    line(8, 'refusal=CATEGORY_NOT_APPLICABLE', ''),
    'cases.csv:8:expected',
    'expected amounts',
    'nothing',
  ],
  ['a case without working', line(8, '10.5 kW is above 10 kW', ''), 'cases.csv:8:working', 'text', 'nothing'],
]

describe('a slip in cases.csv is found with file, line and column', () => itFinds(SLIPS))
