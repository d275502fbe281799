import { canonicalHash } from '../../../../releases/record/canonical.ts'
import type { Category } from '../../../../releases/record/category.ts'
import type { Charge } from '../../../../releases/record/charge.ts'
import type { Figure } from '../../../../releases/record/figure.ts'
import type { Quantity } from '../../../../releases/record/quantity.ts'
import type { Row } from '../../../../releases/record/row.ts'
import { buildEnergy, buildFixed, buildQuantity, buildWheeling, conditions } from '../../../support/record-builder.ts'
import { quoted, sheetFigure, specimenFigure } from './figures.ts'

const PERIOD = { effective_from: '2026-04-01', effective_to: '2027-03-31' }

const common = (subcategory_code: string) => ({
  licensee_code: null,
  category_id: null,
  subcategory_code,
  raw_category_label: subcategory_code,
  canonical_category_code: 'domestic',
  layer: 'LT' as const,
  supply_type: 'lt_metered',
  area_type: 'any' as const,
  note: null,
})

function row(row_id: string, subcategory_code: string, charges: readonly Charge[], when = ''): Row {
  const [first] = charges
  const content = {
    row_id,
    ...common(subcategory_code),
    ...PERIOD,
    slab_type: first?.method ?? ('flat' as const),
    conditions: conditions(when),
    charges: [...charges],
    fixture_sha256: canonicalHash([]),
  }
  return { ...content, row_sha256: canonicalHash(content) }
}

const derived = () =>
  sheetFigure(6, '8.00', '8', 'Rs/kWh', {
    grade: 'derived',
    derivation: {
      formula: '8.35 - 0.35',
      inputs: [
        { value: '8.35', what: 'petitioned', year: '2026-27' },
        { value: '0.35', what: 'petitioned rise', year: '2026-27' },
      ],
    },
  })

const carried = () =>
  sheetFigure(10, '4.45', '4.45', 'Rs/kWh', {
    grade: 'carried',
    ...quoted('XX-EARLIER', 1, 2),
    carried: {
      from_year: '2025-26',
      statement: { ...quoted('XX-NO-CHANGE', 1, 1), quote: 'There shall be no change in any tariff for FY 2026-27.' },
    },
  })

const held = () =>
  sheetFigure(11, '-', '0', 'Rs/kWh', {
    grade: 'held',
    value: null,
    printed: null,
    printed_unit: null,
    citations: [],
    held: { reason: 'not published', unblocked_by: 'the order' },
  })

const order = () =>
  sheetFigure(1, '9.03', '9.03', 'Rs/kWh', {
    grade: 'order',
    ...quoted('XX-ORDER', 2, 2),
    quote: 'Energy charge 9.03 rupees',
  })

const flat = (figure: Figure): Charge => buildEnergy('flat', [[null, figure]])

export function sampleRows(): Row[] {
  return [
    row('R-DS', 'DS', [
      buildEnergy('telescopic', [
        ['100', sheetFigure(2, '6.10', '6.1', 'Rs/kWh')],
        [null, sheetFigure(3, '710.00', '7.1', 'Rs/kWh', { printed_unit: 'P/kWh' })],
      ]),
      buildFixed(
        'whole',
        'connection',
        [
          ['2', sheetFigure(4, '45.00', '45', 'Rs/connection')],
          [null, sheetFigure(5, '95.00', '95', 'Rs/connection')],
        ],
        { steps_by: 'connected_load' },
      ),
    ]),
    row(
      'R-NDS-SMALL',
      'NDS',
      [
        flat(derived()),
        buildWheeling(sheetFigure(7, '1.60', '1.6', 'Rs/kWh')),
        buildFixed('flat', 'connection', [[null, sheetFigure(8, '100.00', '100', 'Rs/connection')]]),
      ],
      'connected_load<=0.5',
    ),
    row(
      'R-NDS-LARGE',
      'NDS',
      [
        flat(derived()),
        buildFixed('flat', 'kW', [[null, sheetFigure(9, '55.00', '55', 'Rs/kW')]], { per: 'load_parts' }),
      ],
      'connected_load>0.5 and connected_load<=70',
    ),
    row('R-KJ-RURAL', 'KJ', [flat(carried())], 'area_type=rural'),
    row('R-KJ-URBAN', 'KJ', [flat(carried())], 'area_type=urban'),
    row('R-SL', 'SL', [
      flat(order()),
      buildFixed('flat', 'kW', [[null, specimenFigure(1, '10.11', '10.11', 'Rs/kW')]]),
    ]),
    row('R-AG', 'AG', [flat(held())]),
  ]
}

/** Parts of a kW in the load, and their minimum number. */
export function sampleQuantities(): Quantity[] {
  return [
    buildQuantity('load_parts', 'max(least, ceil(connected_load, 1))', {
      unit: 'kW',
      figures: [{ figure_id: 'least', figure: sheetFigure(14, '1.00', '1', 'kW') }],
      evidence: quoted('XX-SHEET', 1, 14),
    }),
  ]
}

function category(subcategory_code: string, rest: Partial<Category>): Category {
  return {
    ...common(subcategory_code),
    slab_type: 'flat',
    load_unit: 'kw',
    required_inputs: [],
    optional_inputs: [],
    largest_quantity: null,
    bounds: [],
    covering: [],
    facts: {},
    ...rest,
  }
}

export function sampleCategories(): Category[] {
  const optional = (field: string) => [{ field, when: 'to evaluate it' }]
  return [
    category('DS', {
      slab_type: 'telescopic',
      required_inputs: ['connected_load'],
      optional_inputs: optional('billing_days'),
    }),
    category('NDS', { required_inputs: ['connected_load'], bounds: conditions('connected_load<=70') }),
    category('KJ', { required_inputs: ['area_type'] }),
    category('SL', { required_inputs: ['connected_load'], optional_inputs: optional('tod_period') }),
    category('AG', {}),
  ]
}
