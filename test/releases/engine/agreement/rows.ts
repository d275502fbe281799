import fc from 'fast-check'
import type { Condition } from '../../../../releases/record/condition.ts'
import type { EnergyCharge, FixedCharge, Row } from '../../../../releases/record/row.ts'
import { BAND_FIELDS } from '../../../../releases/record/row.ts'
import { buildEnergy, buildFixed, type RowParts, type Slabs } from '../../../support/record-builder.ts'
import { decimal, EDGES, edge, figure, maybe } from './figures.ts'

const rate = (unit: Parameters<typeof figure>[1]) => figure(decimal(0, 40), unit)

/** One to four steps from 0 without a gap; the last one open more often than not. */
function slabs(unit: Parameters<typeof figure>[1], most: number): fc.Arbitrary<Slabs> {
  const ends = fc
    .tuple(fc.uniqueArray(edge, { maxLength: most }), fc.boolean(), fc.boolean())
    .map(([found, open, again]): (string | null)[] => {
      const sorted = found.toSorted((a, b) => Number(a) - Number(b))
      return open || again || sorted.length === 0 ? [...sorted.slice(0, most - 1), null] : sorted
    })
  return ends.chain((tos) => fc.tuple(...tos.map((to) => rate(unit).map((of) => [to, of] as const))))
}

const energy = (unit: EnergyCharge['unit']): fc.Arbitrary<EnergyCharge> =>
  fc
    .constantFrom('flat' as const, 'telescopic' as const, 'whole' as const)
    .chain((method) =>
      slabs(`Rs/${unit}`, method === 'flat' ? 1 : 4).map((steps) => ({ ...buildEnergy(method, steps), unit })),
    )

const wheeling: fc.Arbitrary<NonNullable<Row['wheeling']>> = fc
  .constantFrom('kWh' as const, 'kVAh' as const, 'HP' as const)
  .chain((unit) => rate(`Rs/${unit}`).map((of) => ({ unit, figure: of })))

const basis = fc.constantFrom('connection' as const, 'kW' as const, 'HP' as const, 'kVA' as const)

/** "or part", and sometimes of more or less than one: "per 10 kW or part". */
const parts = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ or_part: false, part_size: null }) },
  { weight: 1, arbitrary: fc.constant({ or_part: true, part_size: null }) },
  { weight: 1, arbitrary: fc.constantFrom('10', '2.5', '0.003').map((size) => ({ or_part: true, part_size: size })) },
)

const fixed: fc.Arbitrary<FixedCharge> = fc
  .tuple(
    fc.constantFrom('flat' as const, 'band' as const, 'telescopic' as const),
    basis,
    parts,
    fc.constantFrom(...BAND_FIELDS),
  )
  .chain(([method, per, part, field]) => {
    const more = per === 'connection' ? {} : part
    const unit = 'part_size' in more && more.part_size !== null ? 'Rs/part' : (`Rs/${per}` as const)
    const band_by = method === 'band' ? field : null
    return slabs(unit, method === 'flat' ? 1 : 4).map((steps) => buildFixed(method, per, steps, { ...more, band_by }))
  })

const charges = (unit: EnergyCharge['unit']) =>
  // A category without energy counts its units in kWh, so only there may a row go without.
  fc.record({
    energy: unit === 'kWh' ? maybe(energy(unit), 9) : energy(unit),
    wheeling: maybe(wheeling),
    fixed: maybe(fixed, 5),
  })

const numericField = fc.constantFrom(
  'connected_load_kw' as const,
  'connected_load_hp' as const,
  'contract_demand_kva' as const,
  'monthly_units' as const,
)
/** Words that conditions name, by field. */
export const WORDS = {
  area_type: ['rural', 'urban'],
  phase: ['single', 'three'],
  supply_level: ['lt', 'ht', 'ehv'],
} as const
const wordField = fc.constantFrom('area_type' as const, 'phase' as const, 'supply_level' as const)

const numeric: fc.Arbitrary<Condition> = fc.record({
  field: numericField,
  op: fc.constantFrom('=' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
  value: edge,
})
const word: fc.Arbitrary<Condition> = wordField.chain((field) =>
  fc.oneof(
    fc.record({ field: fc.constant(field), op: fc.constant('=' as const), value: fc.constantFrom(...WORDS[field]) }),
    fc.record({
      field: fc.constant(field),
      op: fc.constant('in' as const),
      value: fc.subarray<string>([...WORDS[field]], { minLength: 1 }),
    }),
  ),
)
const described: fc.Arbitrary<Condition> = fc.constant({ field: 'supply_voltage_kv', op: 'in', value: ['11', '33'] })

/** A condition of any field and order; kept wide for bounds, where an odd one only refuses. */
export const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 5, arbitrary: numeric },
  { weight: 2, arbitrary: word },
  { weight: 1, arbitrary: described },
)

/** Lists of conditions that exclude each other, as the rows of one category do (gate 18); they need not cover all. */
const exclusive: fc.Arbitrary<Condition[][]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Condition[][]>([[]]) },
  { weight: 1, arbitrary: condition.map((each) => [[each]]) },
  {
    weight: 2,
    arbitrary: fc.tuple(numericField, fc.uniqueArray(edge, { minLength: 1, maxLength: 2 }), fc.boolean()).map(byRange),
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
function byRange([field, found, below]: [Condition['field'], string[], boolean]): Condition[][] {
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

/** The rows of one category, `<prefix>-1` on, each with charges of its own; energy is billed in `unit`. */
export function rowsOf(prefix: string, parts: RowParts, unit: EnergyCharge['unit']): fc.Arbitrary<RowParts[]> {
  return exclusive.chain((lists) =>
    fc.tuple(
      ...lists.map((conditions, index) =>
        charges(unit).map((each): RowParts => ({ ...parts, ...each, conditions, row_id: `${prefix}-${index + 1}` })),
      ),
    ),
  )
}
