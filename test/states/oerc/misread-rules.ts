import type { Misreading } from './misread.ts'
import { AGRO, DOMESTIC, figure, GP, GP_LT, IRRIGATION, KUTIR, line, rule } from './paths.ts'

/** Edges, bounds and conditions; figures of another year, dates, signs and digits. */
export const MISREAD_RULES: readonly Misreading[] = [
  // Edges of steps.
  line(
    'line 2: the first slab to 150 units',
    'edges',
    { step: `${GP}/energy/0`, to: '150' },
    { step: `${GP}/energy/1`, from: '150' },
  ),
  line(
    'line 2: the second slab to 200 units, as of domestic supply',
    'edges',
    { step: `${GP}/energy/1`, to: '200' },
    { step: `${GP}/energy/2`, from: '200' },
  ),
  line(
    'line 1.b: the first slab to 100 units',
    'edges',
    { step: `${DOMESTIC}/energy/0`, to: '100' },
    { step: `${DOMESTIC}/energy/1`, from: '100' },
  ),
  line(
    'line 1.b: the second slab to 300 units',
    'edges',
    { step: `${DOMESTIC}/energy/1`, to: '300' },
    { step: `${DOMESTIC}/energy/2`, from: '300' },
  ),
  line(
    'line 5: the first two kW at the first rate',
    'edges',
    { step: `${AGRO}/fixed/0`, to: '2' },
    { step: `${AGRO}/fixed/1`, from: '2' },
  ),
  line(
    'Kutir Jyoti to 50 units',
    'edges',
    { step: `${KUTIR}/fixed/0`, to: '50' },
    { bound: 'KUTIR_JYOTI', field: 'monthly_units', op: '<=', value: '50' },
  ),

  // Bounds of lines.
  line('line 7 below 20 kVA', 'bounds', {
    bound: 'LT_INDUSTRIAL_S_SUPPLY_UNDER_22_KVA_LT',
    field: 'contract_demand_kva',
    op: '<',
    value: '20',
  }),
  line('line 7 up to and with 22 kVA', 'bounds', {
    bound: 'LT_INDUSTRIAL_S_SUPPLY_UNDER_22_KVA_LT',
    field: 'contract_demand_kva',
    op: '<',
    value: '22',
    newOp: '<=',
  }),
  line('line 19 from 70 kVA', 'bounds', {
    bound: 'GENERAL_PURPOSE_ABOVE_70_UNDER_110_KVA_HT',
    field: 'contract_demand_kva',
    op: '>',
    value: '70',
    newOp: '>=',
  }),
  line('line 12 above 110 kVA', 'bounds', {
    bound: 'GENERAL_PURPOSE_FROM_110_KVA_LT',
    field: 'contract_demand_kva',
    op: '>=',
    value: '110',
    newOp: '>',
  }),
  line('line 21 from 100 kVA', 'bounds', {
    bound: 'GENERAL_PURPOSE_FROM_110_KVA_HT',
    field: 'contract_demand_kva',
    op: '>=',
    value: '100',
  }),

  // Conditions of notes.
  line('EHT industry: beyond a load factor of 85 percent', 'conditions', {
    when: 'OD-2526-EHT-INDUSTRY',
    field: 'load_factor_percent',
    value: '80',
    newValue: '85',
  }),
  line('LT industry: a load factor above 60 percent', 'conditions', {
    when: 'OD-2526-LT-INDUSTRY',
    field: 'load_factor_percent',
    value: '40',
    newValue: '60',
  }),
  line('steel plants: 6 kVA for 6 MVA', 'conditions', {
    when: 'OD-2526-STEEL-LOAD-FACTOR',
    field: 'contract_demand_kva',
    value: '6000',
    newValue: '6',
  }),
  line('time of day from 2 kW', 'conditions', {
    when: 'OD-2526-TOD-PEAK-LT-KW',
    field: 'connected_load',
    value: '10',
    newValue: '2',
  }),
  line('no rent up to 10 kW', 'conditions', {
    when: 'OD-2526-METER-RENT-SMALL',
    field: 'connected_load',
    value: '2',
    newValue: '10',
  }),
  line('the first slab to a load factor of 80 percent', 'conditions', {
    when: 'first_units',
    field: 'load_factor_percent',
    value: '60',
    newValue: '80',
  }),

  // Figures of another year, proposals, and previous figures.
  line(
    'time of day at the rebate of the year before',
    'years',
    figure(`${rule('TOD-SOLAR-LT-KW')}/solar`, '10', {
      page: 54,
      section: 'objections',
      quote: 'are eligible for a ToD rebate of 10 paise/unit on Energy Charges during solar hours.',
    }),
  ),
  line(
    'time of day at the surcharge of the year before',
    'years',
    figure(`${rule('TOD-PEAK-HT')}/peak`, '20', {
      page: 26,
      section: 'submissions',
      quote: 'shall pay a ToD surcharge of 20 paise/unit',
    }),
  ),
  line(
    'EHT industry at the rebate that was enhanced',
    'years',
    figure(`${rule('EHT-INDUSTRY')}/beyond-80`, '10', {
      page: 86,
      section: 'para 128',
      quote:
        'enhancing this rebate from 10 paise/ kVAh to 20 paise/ kVAh for all the units consumed beyond 80% load factor.',
    }),
  ),

  line(
    'reconnection at the charge that was continuing',
    'years',
    figure(`${rule('RECONNECTION-DOMESTIC')}/single-phase`, '150', {
      page: 36,
      section: 'Table 21',
      quote: 'LT Single Phase Domestic Consumer Rs.75/- Rs.150/- Rs.500/-',
    }),
  ),
  line(
    'reconnection at the charge that was proposed',
    'years',
    figure(`${rule('RECONNECTION-DOMESTIC')}/single-phase`, '500', {
      page: 36,
      section: 'Table 21',
      quote: 'LT Single Phase Domestic Consumer Rs.75/- Rs.150/- Rs.500/-',
    }),
  ),

  // Dates, signs and digits.
  line('time of day from the first day of the year', 'dates', {
    adjustment: 'OD-2526-TOD-PEAK-HT',
    from: '2025-04-01',
  }),
  line('overdrawal from the first day of the year', 'dates', {
    adjustment: 'OD-2526-OVERDRAWAL-INDUSTRY',
    from: '2025-04-01',
  }),
  line('time of day a month late', 'dates', { adjustment: 'OD-2526-TOD-SOLAR-HT', from: '2025-08-01' }),
  line('the solar rebate added', 'signs', { adjustment: 'OD-2526-TOD-SOLAR-HT', effect: 'add' }),
  line('the peak surcharge taken off', 'signs', { adjustment: 'OD-2526-TOD-PEAK-HT', effect: 'subtract' }),
  line('the railway rebate added', 'signs', { adjustment: 'OD-2526-RAILWAY', effect: 'add' }),
  line('the rebate for payment in time added', 'signs', { adjustment: 'OD-2526-PROMPT-HT', effect: 'add' }),
  line('temporary supply 10 percent cheaper', 'signs', { adjustment: 'OD-2526-TEMPORARY', effect: 'subtract' }),
  line('line 3: 15.00 for 150.00', 'digits', figure(`${IRRIGATION}/energy/0`, '15.00')),
  line('line 2: 790.00 for 760.00', 'digits', figure(`${GP}/energy/2`, '790.00')),
  line('line 12: 602.00 for 620.00', 'digits', figure(`${GP_LT}/energy/0`, '602.00')),
  line(
    'reconnection of three phases: 200 for 1,200',
    'digits',
    figure(`${rule('RECONNECTION-LT')}/three-phase`, '200'),
  ),
  line('billing demand: 85 percent for 80', 'digits', figure('quantities/industry_billing_demand/least_share', '85')),
]
