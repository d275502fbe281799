import { canonicalHash } from '../../../../releases/record/canonical.ts'
import type { Category } from '../../../../releases/record/category.ts'
import type { Condition } from '../../../../releases/record/condition.ts'
import type { Row } from '../../../../releases/record/row.ts'
import { quoted, sheetFigure, specimenFigure } from './figures.ts'

const PERIOD = { effective_from: '2026-04-01', effective_to: '2027-03-31' }

const common = (subcategory_code: string) => ({
  licensee_code: null,
  category_id: null,
  subcategory_code,
  raw_category_label: subcategory_code,
  canonical_category_code: 'domestic',
  layer: 'LT',
  supply_type: 'lt_metered',
  area_type: 'any',
  note: null,
})

const quantity = (field: Condition['field'], op: Condition['op'], value: string): Condition => ({ field, op, value })

function row(row_id: string, subcategory_code: string, rest: Partial<Row>): Row {
  const content = {
    row_id,
    ...common(subcategory_code),
    ...PERIOD,
    slab_type: rest.energy?.method ?? ('flat' as const),
    conditions: [],
    energy: null,
    wheeling: null,
    fixed: null,
    ...rest,
    fixture_sha256: canonicalHash([]),
  }
  return { ...content, row_sha256: canonicalHash(content) }
}

const flat = (figure: ReturnType<typeof sheetFigure>) => [{ from: '0', to: null, figure }]

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

export function sampleRows(): Row[] {
  const energyOf = (figure: ReturnType<typeof sheetFigure>) => ({
    method: 'flat' as const,
    unit: 'kWh' as const,
    slabs: flat(figure),
  })
  return [
    row('R-DS', 'DS', {
      energy: {
        method: 'telescopic',
        unit: 'kWh',
        slabs: [
          { from: '0', to: '100', figure: sheetFigure(2, '6.10', '6.1', 'Rs/kWh') },
          { from: '100', to: null, figure: sheetFigure(3, '710.00', '7.1', 'Rs/kWh', { printed_unit: 'P/kWh' }) },
        ],
      },
      fixed: {
        method: 'band',
        basis: 'connection',
        or_part: false,
        part_size: null,
        band_by: 'connected_load_kw',
        bands: [
          { from: '0', to: '2', figure: sheetFigure(4, '45.00', '45', 'Rs/connection') },
          { from: '2', to: null, figure: sheetFigure(5, '95.00', '95', 'Rs/connection') },
        ],
      },
    }),
    row('R-NDS-SMALL', 'NDS', {
      conditions: [quantity('connected_load_kw', '<=', '0.5')],
      energy: energyOf(derived()),
      wheeling: { unit: 'kWh', figure: sheetFigure(7, '1.60', '1.6', 'Rs/kWh') },
      fixed: {
        method: 'flat',
        basis: 'connection',
        or_part: false,
        part_size: null,
        band_by: null,
        bands: flat(sheetFigure(8, '100.00', '100', 'Rs/connection')),
      },
    }),
    row('R-NDS-LARGE', 'NDS', {
      conditions: [quantity('connected_load_kw', '>', '0.5'), quantity('connected_load_kw', '<=', '70')],
      energy: energyOf(derived()),
      fixed: {
        method: 'flat',
        basis: 'kW',
        or_part: false,
        part_size: null,
        band_by: null,
        bands: flat(sheetFigure(9, '55.00', '55', 'Rs/kW')),
      },
    }),
    row('R-KJ-RURAL', 'KJ', { conditions: [quantity('area_type', '=', 'rural')], energy: energyOf(carried()) }),
    row('R-KJ-URBAN', 'KJ', { conditions: [quantity('area_type', '=', 'urban')], energy: energyOf(carried()) }),
    row('R-SL', 'SL', {
      energy: energyOf(order()),
      fixed: {
        method: 'flat',
        basis: 'kW',
        or_part: false,
        part_size: null,
        band_by: null,
        bands: flat(specimenFigure(1, '10.11', '10.11', 'Rs/kW')),
      },
    }),
    row('R-AG', 'AG', { energy: energyOf(held()) }),
  ]
}

function category(subcategory_code: string, rest: Partial<Category>): Category {
  return {
    ...common(subcategory_code),
    slab_type: 'flat',
    load_unit: 'kw',
    required_inputs: [],
    optional_inputs: [],
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
    category('NDS', { required_inputs: ['connected_load'], bounds: [quantity('connected_load_kw', '<=', '70')] }),
    category('KJ', { required_inputs: ['area_type'] }),
    category('SL', { required_inputs: ['connected_load'], optional_inputs: optional('tod_period') }),
    category('AG', {}),
  ]
}
