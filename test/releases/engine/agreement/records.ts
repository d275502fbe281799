import fc from 'fast-check'
import type { Category } from '../../../../releases/record/category.ts'
import type { Condition } from '../../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { buildCategory, type RowParts } from '../../../support/record-builder.ts'
import { licensees, recordOf } from '../bill.ts'
import { sometimes } from './figures.ts'
import { condition, type EnergyUnit, quantitiesIn, rowsOf } from './rows.ts'
import { CODES, LICENSEES, rulesIn } from './rules.ts'

/** Categories: DOM of the whole state or of one licensee, or of both; SHOP of the whole state. */
const OWNERS = [
  [{ code: CODES[0], licensee: null }],
  [{ code: CODES[0], licensee: LICENSEES[0] }],
  [
    { code: CODES[0], licensee: null },
    { code: CODES[0], licensee: LICENSEES[0] },
  ],
  [
    { code: CODES[0], licensee: null },
    { code: CODES[1], licensee: null },
  ],
] as const

type Scheduled = { readonly category: Category; readonly rows: readonly RowParts[] }

function scheduled(code: string, licensee: string | null, unit: EnergyUnit, isFull: boolean): fc.Arbitrary<Scheduled> {
  const parts = { subcategory_code: code, licensee_code: licensee }
  return fc
    .record({
      load_unit: fc.constantFrom('kw' as const, 'hp' as const),
      bounds: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Condition[]>([]) },
        { weight: 1, arbitrary: fc.array(condition, { maxLength: 2 }) },
      ),
      required_inputs: fc.oneof(
        { weight: 5, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: fc.constant<string[]>(['tod_period', 'energy_kwh']) },
      ),
      largest_quantity: fc.constantFrom(null, null, null, '1000000000'),
      rows: rowsOf(`${code}-${licensee ?? 'ALL'}`, parts, unit, isFull),
    })
    .map(({ rows, ...more }) => ({ category: buildCategory({ ...parts, ...more }), rows }))
}

/** Names for the held components of a record. */
function components({ rows, quantities }: ReleaseRecord): string[] {
  return [
    ...rows.flatMap(({ row_id: id, charges }) => charges.map(({ charge_id: charge }) => `rows/${id}/${charge}`)),
    ...quantities.map(({ quantity_id: id }) => `quantities/${id}`),
  ]
}

/** Paths that a hold may name: components and rules, parts and parents of them, and similar paths. */
function holdPaths(record: ReleaseRecord): string[] {
  const { adjustments, fppas_periods: periods } = record.rules
  return [
    ...components(record).flatMap((path) => [path, path, `${path}/0`]),
    ...record.rows.map(({ row_id: id }) => `rows/${id}`),
    ...adjustments.flatMap(({ adjustment_id: id, cases }) => [
      `rules/adjustments/${id}`,
      ...cases.map(({ case_id: each }) => `rules/adjustments/${id}/${each}`),
    ]),
    ...periods.map(({ period_id }) => `rules/fppas_periods/${period_id}`),
    ...['rules/subsidy', 'rules/subsidy/entitlements/30', 'rules/subsidy/energy_within', 'rules/adjustments'],
    ...['rules/fppas_periods', 'rules', 'rows', 'rows/DOM', 'rules/duty'],
  ]
}

/** Up to two of the paths, usually none. */
const someOf = (paths: readonly string[]): fc.Arbitrary<string[]> =>
  sometimes(25).chain((any) =>
    any ? fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 2 }) : fc.constant([]),
  )

/** Current holds, in addition to the record's own. */
export const holdsOf = (record: ReleaseRecord): fc.Arbitrary<string[]> => someOf(holdPaths(record))

/** Records with every kind of charge, quantity, rule and hold that pass the record schema and the structure gates. */
export const records: fc.Arbitrary<ReleaseRecord> = fc
  .tuple(fc.constantFrom(...OWNERS), fc.constantFrom('kWh' as const, 'kVAh' as const), fc.boolean())
  .chain(([owners, unit, isFull]) =>
    fc.tuple(
      rulesIn(unit, isFull),
      quantitiesIn,
      fc.constantFrom('half_up_per_line_to_paise' as const, 'half_away_from_zero_per_line_to_paise' as const),
      ...owners.map(({ code, licensee }) => scheduled(code, licensee, unit, isFull)),
    ),
  )
  .map(([rules, quantities, rounding, ...all]) =>
    recordOf({
      rules,
      quantities,
      rounding,
      licensees: licensees(...LICENSEES),
      rows: all.flatMap(({ rows }) => rows),
      categories: all.map(({ category }) => category),
    }),
  )
  .chain((record) => {
    const charges = components(record).filter((path) => path.startsWith('rows/'))
    return fc.tuple(someOf(holdPaths(record)), someOf(charges)).map(([holds, held]) => ({
      ...record,
      holds: holds.map((path) => ({ path, reason: 'under review', unblocked_by: 'the order' })),
      component_holds: held.map((path) => ({ path, reason: 'not published' })),
    }))
  })
