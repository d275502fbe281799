import type { Misreading } from './misread.ts'
import { line } from './paths.ts'

/** Numbers that are not figures: of facts, bounds, conditions and formulas. */
export const MISREAD_FACTS: readonly Misreading[] = [
  line('the rebate of March said as 20 paise', 'facts', {
    fact: 'NOTE-XXVII',
    words: ['rebate of 10 paise', 'rebate of 20 paise'],
  }),
  line('solar hours said to end at 5 PM', 'facts', { fact: 'NOTE-VIII-HOURS', words: ['to 4 PM', 'to 5 PM'] }),
  line('time of day said to begin a month later', 'facts', {
    fact: 'NOTE-VIII-HOURS',
    words: ['2025-07-01', '2025-08-01'],
  }),
  line('the least demand said as 85 percent', 'facts', { fact: 'NOTE-XX', words: ['80 percent', '85 percent'] }),
  line('the rebate of the other lines said as 2 percent', 'facts', {
    fact: 'REBATE-COLUMN',
    words: ['1 percent', '2 percent'],
  }),
  line('three parts said to begin at 100 kVA', 'facts', {
    fact: 'CONFLICT-EXCESS-DEMAND-ABOVE-110-A',
    words: ['begins at 110 kVA', 'begins at 100 kVA'],
  }),
  line('a demand charge of 30 for line 27', 'facts', { fact: 'NO-DEMAND-27', value: '30' }),
  line('line 3 to a load of 110 kW', 'bounds', {
    bound: 'IRRIGATION_PUMPING_AND_AGRICULTURE_LT',
    field: 'connected_load',
    op: '<',
    value: '110',
  }),
  line('line 23 from 100 kVA', 'bounds', {
    bound: 'LARGE_INDUSTRY_HT',
    field: 'contract_demand_kva',
    op: '>=',
    value: '100',
  }),
  line('line 23 above 110 kVA', 'bounds', {
    bound: 'LARGE_INDUSTRY_HT',
    field: 'contract_demand_kva',
    op: '>=',
    value: '110.5',
  }),
  line('demand of peak hours from 100 kVA', 'conditions', {
    when: 'industry_demand',
    field: 'contract_demand_kva',
    value: '110',
    newValue: '100',
  }),
  line('aluminium up to 5 MVA', 'conditions', {
    when: 'OD-2526-ALUMINIUM',
    field: 'contract_demand_kva',
    value: '6000',
    newValue: '5000',
  }),
  line('units beyond 85 percent counted from 80', 'formulas', {
    formula: 'units_beyond_85',
    value: '85',
    newValue: '80',
  }),
  line('first units reckoned to 80 percent', 'formulas', { formula: 'first_units', value: '60', newValue: '80' }),
  line('parts of half a kW', 'formulas', { formula: 'connected_load_parts', value: '1', newValue: '0.5' }),
]
