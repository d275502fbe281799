import fc from 'fast-check'
import type { Charge } from '../../../../releases/record/charge.ts'
import type { Condition } from '../../../../releases/record/expression.ts'
import type { Unit } from '../../../../releases/record/figure.ts'
import type { Quantity } from '../../../../releases/record/quantity.ts'
import {
  buildCharge,
  buildEnergy,
  buildFixed,
  buildParts,
  buildQuantity,
  buildQuantityCase,
  buildWheeling,
  type RowParts,
  type Slabs,
} from '../../../support/record-builder.ts'
import { decimal, EDGES, edge, figure, maybe, sometimes } from './figures.ts'

export type EnergyUnit = 'kWh' | 'kVAh'

/** Days on which parts begin and end. */
export const DATES = { effective_from: '2026-07-01', effective_to: '2026-09-30' }

/** Quantities that charges, conditions and adjustments read; some with cases, figures, an input instead, or held. */
export const quantitiesIn: fc.Arbitrary<Quantity[]> = fc
  .record({
    size: fc.constantFrom('1', '10', '2.5', '0.003'),
    share: figure(decimal(50, 100, 2), 'percent', 20),
    dated: sometimes(20),
  })
  .map(({ size, share, dated }) => [
    buildParts(size),
    buildQuantity('billing_demand', 'max(recorded_demand_kva, share * contract_demand_kva)', {
      figures: [{ figure_id: 'share', figure: share }],
      instead: 'billed_demand_kva',
    }),
    buildQuantity('excess', 'max(0, recorded_demand_kva - contract_demand_kva)'),
    buildQuantity('first_units', '', {
      cases: [
        buildQuantityCase('energy_units', 'load_factor_percent<=60'),
        buildQuantityCase('energy_units * 60 / load_factor_percent', 'load_factor_percent>60', dated ? DATES : {}),
      ],
    }),
  ])

const rate = (unit: Unit) => figure(decimal(0, 40), unit)

/** One to four steps from 0 without a gap; the last one is usually open. */
function slabs(unit: Unit, most: number): fc.Arbitrary<Slabs> {
  const ends = fc
    .tuple(fc.uniqueArray(edge, { maxLength: most }), fc.boolean(), fc.boolean())
    .map(([found, open, again]): (string | null)[] => {
      const sorted = found.toSorted((a, b) => Number(a) - Number(b))
      return open || again || sorted.length === 0 ? [...sorted.slice(0, most - 1), null] : sorted
    })
  return ends.chain((tos) => fc.tuple(...tos.map((to) => rate(unit).map((of) => [to, of] as const))))
}

const METHODS = ['flat', 'telescopic', 'whole'] as const

/** Sometimes by the load factor, with an edge from the request. */
function energy(unit: EnergyUnit): fc.Arbitrary<Charge> {
  const plain = fc
    .constantFrom(...METHODS)
    .chain((method) =>
      slabs(`Rs/${unit}`, method === 'flat' ? 1 : 4).map((steps) => buildEnergy(method, steps, { unit })),
    )
  const byLoadFactor = fc.tuple(rate(`Rs/${unit}`), rate(`Rs/${unit}`)).map(([low, high]) =>
    buildEnergy(
      'telescopic',
      [
        ['first_units', low],
        [null, high],
      ],
      { unit },
    ),
  )
  return fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: byLoadFactor })
}

const PER = [
  ['connection', null],
  ['kW', 'connected_load'],
  ['HP', 'connected_load'],
  ['kVA', 'contract_demand_kva'],
  ['kVA', 'billing_demand'],
  ['part', 'connected_load_parts'],
] as const
const STEPS_BY = [
  'connected_load',
  'contract_demand_kva',
  'energy_units',
  'fixed_charge_basis_units',
  'billing_demand',
] as const

const fixed: fc.Arbitrary<Charge> = fc
  .tuple(fc.constantFrom(...METHODS), fc.constantFrom(...PER), fc.constantFrom(...STEPS_BY))
  .chain(([wanted, [unit, per], by]) => {
    const method = wanted === 'telescopic' && per === null ? 'flat' : wanted
    const steps_by = method === 'whole' ? by : null
    return slabs(`Rs/${unit}`, method === 'flat' ? 1 : 4).map((steps) =>
      buildFixed(method, unit, steps, { per, steps_by }),
    )
  })

const WHEN: readonly Condition[] = [
  { field: 'phase', op: '=', value: 'three' },
  { field: 'connected_load', op: '>', value: '5' },
  { not: { field: 'energy_units', op: '<=', value: 'connected_load' } },
]

/** A further charge of component other, base or beside, occasionally with conditions and dates. */
const other: fc.Arbitrary<Charge> = fc
  .record({
    of: rate('Rs/kVA'),
    per: fc.constantFrom('excess', 'billing_demand', 'energy_kwh', 'connected_load'),
    side: fc.constantFrom('base' as const, 'beside' as const),
    when: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Condition[]>([]) },
      { weight: 1, arbitrary: fc.subarray([...WHEN], { minLength: 1, maxLength: 1 }) },
    ),
    isDated: sometimes(10),
  })
  .map(({ of, isDated, ...parts }) =>
    buildCharge('more', 'flat', 'kVA', [[null, of]], { ...parts, ...(isDated ? DATES : {}) }),
  )

const minimum: fc.Arbitrary<Charge> = rate('Rs/kW').map((of) =>
  buildCharge('least', 'flat', 'kW', [[null, of]], { minimum_of: ['energy'] }),
)

/** The charges of a row; a full one has the charges that adjustments name. */
const charges = (unit: EnergyUnit, isFull: boolean): fc.Arbitrary<RowParts> =>
  fc
    .record({
      energy: energy(unit),
      wheeling: maybe(rate('Rs/kWh').map((of) => buildWheeling(of))),
      fixed: maybe(fixed, 5),
      other: isFull ? other : maybe(other, 2),
      minimum: isFull ? minimum : maybe(minimum, 2),
      multiple: maybe(figure(fc.constantFrom('1.5', '0.75', '1.333'), 'times', 20), 2),
    })
    .map(({ energy: own, other: more, minimum: least, multiple, ...rest }) => ({
      ...rest,
      energy: own,
      more: [
        ...(more === null ? [] : [more]),
        ...(least === null ? [] : [least]),
        ...(multiple === null ? [] : [multiple]).map((of) => ({
          ...buildCharge('again', 'flat', unit, [], { side: 'beside' as const, per: 'energy_kwh', method: own.method }),
          rates_of: { row_id: 'SELF', charge_id: 'energy', multiple: of },
        })),
      ],
    }))

const numericField = fc.constantFrom('connected_load', 'contract_demand_kva', 'energy_units', 'billing_demand')
/** Words that conditions name, by field. */
export const WORDS = {
  area_type: ['rural', 'urban'],
  phase: ['single', 'three'],
  supply_level: ['ht', 'ehv'],
  connection: ['regular', 'temporary'],
} as const
const wordField = fc.constantFrom(...(Object.keys(WORDS) as (keyof typeof WORDS)[]))

/** One condition, for example among a category's bounds. */
export const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .tuple(numericField, fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const), edge)
    .map(([field, op, value]) => ({ field, op, value })),
  wordField.chain((field) =>
    fc.constantFrom<string>(...WORDS[field]).map((value): Condition => ({ field, op: '=', value })),
  ),
  fc.constant<Condition>({ field: 'supply_voltage_kv', op: '=', value: '11', describes: true }),
)

/** Conditions of the rows of one category that exclude each other. */
const exclusive: fc.Arbitrary<Condition[][]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Condition[][]>([[]]) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(numericField, fc.uniqueArray(edge, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(([field, found, below]) => byRange(field, found, below)),
  },
  {
    weight: 2,
    arbitrary: wordField.chain((field) =>
      fc
        .subarray<string>([...WORDS[field]], { minLength: 1 })
        .map((words) => words.map((value): Condition[] => [{ field, op: '=', value }])),
    ),
  },
)

/** At or below the first threshold, between the two, above: the edges on the lower side or on the upper. */
function byRange(field: string, found: readonly string[], below: boolean): Condition[][] {
  const thresholds = EDGES.filter((each) => found.includes(each))
  const [under, over] = below ? (['<=', '>'] as const) : (['<', '>='] as const)
  return [...thresholds, null].map((to, index) => {
    const from = index === 0 ? undefined : thresholds[index - 1]
    return [
      ...(from === undefined ? [] : [{ field, op: over, value: from }]),
      ...(to === null ? [] : [{ field, op: under, value: to }]),
    ]
  })
}

/** The rows of one category, `<prefix>-1` and so on, each with its own charges; energy is billed in `unit`. */
export function rowsOf(prefix: string, parts: RowParts, unit: EnergyUnit, isFull: boolean): fc.Arbitrary<RowParts[]> {
  return exclusive.chain((lists) =>
    fc.tuple(
      ...lists.map((conditions, index) =>
        charges(unit, isFull && index === 0).map((each): RowParts => {
          const row_id = `${prefix}-${index + 1}`
          const more = (each.more ?? []).map((charge) =>
            charge.rates_of === null ? charge : { ...charge, rates_of: { ...charge.rates_of, row_id } },
          )
          return { ...parts, ...each, more, conditions, row_id }
        }),
      ),
    ),
  )
}
