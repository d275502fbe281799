import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import {
  buildAdjustment,
  buildCategory,
  buildCharge,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildParts,
  buildQuantity,
  buildQuantityCase,
  buildRecord,
  buildSubsidy,
  buildValue,
  buildWheeling,
  conditions,
  type RecordParts,
} from '../../support/record-builder.ts'

const specimen = buildFigure('10.05', 'Rs/kWh', 'specimen')
const carried = buildFigure('80', 'percent', 'carried')

/** Rows of every kind that the earlier form of records had. */
const SIMPLE_ROWS: NonNullable<RecordParts['rows']> = [
  { row_id: 'DOM', fixed: buildFixed('flat', 'kW', [[null, '80']]), energy: buildEnergy('flat', [[null, '7.42']]) },
  {
    row_id: 'SLABS',
    subcategory_code: 'SLABS',
    energy: buildEnergy('telescopic', [
      ['50', '3.055'],
      ['100', '3.50'],
      [null, '4.1525'],
    ]),
    wheeling: buildWheeling('1.605'),
    fixed: buildFixed('telescopic', 'part', [
      ['1', '20'],
      [null, '25'],
    ]),
  },
  {
    row_id: 'WHOLE',
    subcategory_code: 'WHOLE',
    energy: buildEnergy('whole', [
      ['50', '7.00'],
      [null, '8.505'],
    ]),
    fixed: buildFixed(
      'whole',
      'connection',
      [
        ['2', '15'],
        ['4', '25'],
        ['10', '45'],
      ],
      { steps_by: 'connected_load' },
    ),
  },
  {
    row_id: 'RURAL',
    subcategory_code: 'WORDS',
    conditions: conditions('area_type=rural'),
    fixed: buildFixed(
      'whole',
      'connection',
      [
        ['150', '100'],
        [null, '300'],
      ],
      { steps_by: 'fixed_charge_basis_units' },
    ),
  },
  {
    row_id: 'URBAN',
    subcategory_code: 'WORDS',
    conditions: conditions('area_type in {urban}'),
    energy: buildEnergy('flat', [[null, specimen]]),
    fixed: null,
  },
  { row_id: 'SMALL', subcategory_code: 'LOADS', conditions: conditions('connected_load<=0.5') },
  {
    row_id: 'LARGE',
    subcategory_code: 'LOADS',
    conditions: conditions('connected_load>0.5 and connected_load<=70'),
    fixed: buildFixed('flat', 'kVA', [[null, '300']]),
  },
  {
    row_id: 'HELD',
    subcategory_code: 'HELD',
    energy: buildEnergy('telescopic', [
      ['100', '5'],
      [null, buildHeldFigure('Rs/kWh')],
    ]),
  },
  {
    row_id: 'LISTED',
    subcategory_code: 'LISTED',
    fixed: buildFixed('flat', 'kW', [[null, buildHeldFigure('Rs/kW')]]),
    more: [buildCharge('least', 'flat', 'kW', [[null, '900']], { minimum_of: ['energy', 'fixed'] })],
  },
  {
    row_id: 'OWN',
    subcategory_code: 'DOM',
    licensee_code: 'BR_ONE',
    energy: buildEnergy('flat', [[null, '6.5']]),
    fixed: buildFixed(
      'whole',
      'kW',
      [
        ['300', '60'],
        [null, '70'],
      ],
      { steps_by: 'energy_units' },
    ),
  },
]

/** Rows with features of the tariff language: quantities, minimums, dates, zones, conditions, charges beside. */
const RICH_ROWS: NonNullable<RecordParts['rows']> = [
  {
    row_id: 'DEMAND',
    subcategory_code: 'DEMAND',
    energy: buildEnergy('telescopic', [
      ['first_units', '6.2'],
      [null, '5.9'],
    ]),
    fixed: buildFixed('flat', 'kVA', [[null, '320']], { per: 'billing_demand' }),
    more: [
      buildCharge('minimum', 'flat', 'kVA', [[null, '500']], {
        component: 'other',
        per: 'contract_demand_kva',
        minimum_of: ['energy', 'fixed'],
      }),
      buildCharge('meter_rent', 'flat', 'connection', [[null, '75.5']], {
        side: 'beside',
        when: conditions('meter_type=ht'),
      }),
    ],
  },
  {
    row_id: 'ZONED',
    subcategory_code: 'ZONED',
    energy: buildEnergy('flat', [[null, '6']]),
    fixed: buildFixed('flat', 'kW', [[null, '40']], { when: conditions('connection=regular') }),
    more: [
      buildCharge('temporary', 'flat', 'kW', [[null, '90']], { when: conditions('connection=temporary') }),
      buildCharge('grid', 'flat', 'kWh', [[null, '0.05']], { effective_from: '2026-07-01', effective_to: null }),
      buildCharge('service', 'flat', 'connection', [[null, buildHeldFigure('Rs/connection')]], { side: 'beside' }),
    ],
  },
  {
    row_id: 'TIMES',
    subcategory_code: 'TIMES',
    conditions: conditions('phase=single'),
    energy: {
      ...buildEnergy('telescopic', []),
      rates_of: { row_id: 'SLABS', charge_id: 'energy', multiple: buildFigure('1.5', 'times') },
    },
  },
]

const ADJUSTMENTS = [
  buildAdjustment(
    'TOD',
    'factor',
    [
      ['tod_period=normal', 'none', null],
      ['tod_period=peak', 'add', '103.5'],
      ['tod_period=off_peak', 'add', buildFigure('97', 'percent', 'specimen')],
    ],
    { applies_to: ['SLABS', 'WORDS'] },
  ),
  buildAdjustment('SURCHARGE', 'percent', [['apply_htss_11kv_surcharge=true', 'add', '1.23']], {
    applies_to: ['WHOLE', 'LISTED'],
    of: ['energy', 'fixed'],
    order: 2,
  }),
  buildAdjustment(
    'RTS',
    'per_unit',
    [
      ['rts_voltage_mode=above_base', 'subtract', '0.345'],
      ['rts_voltage_mode=below_base', 'add', buildHeldFigure('Rs/kWh')],
    ],
    { applies_to: ['WHOLE'], order: 3 },
  ),
  buildAdjustment('SCHEME', 'percent', [['selectors.scheme=green', 'subtract', '2.5']], {
    applies_to: ['ZONED'],
    order: 4,
    cap: buildValue('percent', '1'),
  }),
  buildAdjustment('PEAK', 'percent', [['', 'add', '10']], {
    applies_to: ['ZONED'],
    order: 5,
    part: { charge_id: 'energy', quantity: 'energy_by_zone.peak', by: null, evidence: null },
  }),
  buildAdjustment('POWER', 'percent', [['power_factor<0.9', 'add', '2']], { applies_to: ['DEMAND'], order: 6 }),
  buildAdjustment('DIGITAL', 'percent', [['payment.digital=true', 'subtract', '1']], {
    applies_to: ['DEMAND', 'ZONED', 'DOM'],
    of: ['base_tariff'],
    side: 'beside',
    order: 7,
  }),
  buildAdjustment('ROUND', 'round_half_up', [['', 'add', '1']], {
    applies_to: ['DEMAND'],
    of: ['bill'],
    side: 'beside',
    order: 8,
  }),
]

const RULES: NonNullable<RecordParts['rules']> = {
  adjustments: ADJUSTMENTS,
  subsidy: buildSubsidy({ 25: '104', 30: '125', 40: '167' }),
  fppas_periods: [
    buildFppas('9.75', { period_id: 'APPROVED', applies_to: ['DOM'] }),
    buildFppas('4.5', {
      period_id: 'OLD',
      status: 'historical_evidence',
      recovery_month: '2026-07',
      applies_to: ['DOM', 'SLABS'],
    }),
  ],
}

const QUANTITIES = [
  buildParts(),
  buildQuantity('billing_demand', 'max(recorded_demand_kva, share * contract_demand_kva)', {
    unit: 'kVA',
    instead: 'billed_demand_kva',
    figures: [{ figure_id: 'share', figure: carried }],
  }),
  buildQuantity('first_units', '', {
    unit: 'kWh',
    cases: [
      buildQuantityCase('energy_units', 'load_factor_percent<=60'),
      buildQuantityCase('energy_units * 60 / load_factor_percent', 'load_factor_percent>60'),
    ],
  }),
]

const optional = (...names: string[]): Category['optional_inputs'] =>
  names.map((field) => ({ field, when: 'the adjustment that reads it is asked for' }))

/** Rows of every charge kind, words and bounds, quantities, held and listed components, and every rule. */
export function zooRecord(parts: RecordParts = {}): ReleaseRecord {
  return buildRecord({
    rows: [...SIMPLE_ROWS, ...RICH_ROWS],
    rules: RULES,
    quantities: QUANTITIES,
    zones: ['peak', 'day'],
    selectors: [{ selector: 'scheme', words: ['green', 'plain'], description: 'Which scheme of supply' }],
    licensees: [
      { code: 'BR_ONE', name: 'One', status: 'active', reason: null },
      { code: 'BR_TWO', name: 'Two', status: 'active', reason: null },
      { code: 'BR_OUT', name: 'Out', status: 'excluded', reason: 'it was left out' },
    ],
    routing: [
      { key_type: 'district', key: 'Alpha', spellings: [], licensees: ['BR_ONE'], status: 'routed', evidence: 'map' },
      { key_type: 'district', key: 'Beta', spellings: [], licensees: ['BR_TWO'], status: 'routed', evidence: 'map' },
    ],
    request: { required: [], optional: ['district', 'billing_days', 'billing_month'], licensee_from_district: true },
    component_holds: [{ path: 'rows/LISTED/fixed', reason: 'not published' }],
    categories: [
      buildCategory(),
      buildCategory({ licensee_code: 'BR_ONE', optional_inputs: optional('payment.digital') }),
      buildCategory({ subcategory_code: 'SLABS', optional_inputs: optional('tod_period') }),
      buildCategory({
        subcategory_code: 'WHOLE',
        bounds: conditions('energy_units<=900'),
        covering: [{ bound: conditions('energy_units<=900')[0]!, covering_category: 'SLABS', reason: null }],
        optional_inputs: optional('apply_htss_11kv_surcharge', 'rts_voltage_mode'),
      }),
      buildCategory({
        subcategory_code: 'WORDS',
        required_inputs: ['area_type'],
        optional_inputs: optional('fixed_charge_basis_units'),
      }),
      buildCategory({ subcategory_code: 'LOADS' }),
      buildCategory({ subcategory_code: 'HELD' }),
      buildCategory({ subcategory_code: 'LISTED', load_unit: 'hp' }),
      buildCategory({
        subcategory_code: 'DEMAND',
        required_inputs: ['recorded_demand_kva', 'load_factor_percent'],
        optional_inputs: optional('billed_demand_kva', 'meter_type', 'power_factor', 'payment.digital'),
        largest_quantity: '50000000',
      }),
      buildCategory({
        subcategory_code: 'ZONED',
        required_inputs: ['connection'],
        optional_inputs: optional('energy_by_zone', 'selectors.scheme', 'payment.digital'),
      }),
      buildCategory({ subcategory_code: 'TIMES', required_inputs: ['phase'] }),
    ],
    ...parts,
  })
}
