import fc from 'fast-check'
import type { Category } from '../../../../releases/record/category.ts'
import type { Condition } from '../../../../releases/record/condition.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import type { EnergyCharge } from '../../../../releases/record/row.ts'
import { buildCategory, buildRecord, type RowParts } from '../../../support/record-builder.ts'
import { sometimes } from './figures.ts'
import { condition, rowsOf } from './rows.ts'
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

function scheduled(code: string, licensee: string | null, unit: EnergyCharge['unit']): fc.Arbitrary<Scheduled> {
  const parts = { subcategory_code: code, licensee_code: licensee }
  return fc
    .record({
      load_unit: fc.constantFrom('kw' as const, 'hp' as const),
      bounds: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Condition[]>([]) },
        { weight: 1, arbitrary: fc.array(condition, { maxLength: 2 }) },
      ),
      rows: rowsOf(`${code}-${licensee ?? 'ALL'}`, parts, unit),
    })
    .map(({ rows, ...more }) => ({ category: buildCategory({ ...parts, ...more }), rows }))
}

/** Paths that a hold may name: components and rules, parts of them, what contains them, and what is near them. */
export function holdPaths({ rows, rules: { adjustments, fppas_periods: periods } }: ReleaseRecord): string[] {
  const ofRows = rows.flatMap(({ row_id: id }) => [
    `rows/${id}`,
    ...['energy', 'wheeling', 'fixed'].flatMap((part) => [`rows/${id}/${part}`, `rows/${id}/${part}/0`]),
  ])
  const ofAdjustments = adjustments.flatMap(({ adjustment_id: id, options }) => [
    `rules/adjustments/${id}`,
    ...options.map(({ when }) => `rules/adjustments/${id}/${when}`),
  ])
  const ofPeriods = periods.map(({ period_id: id }) => `rules/fppas_periods/${id}`)
  const whole = ['rules/subsidy', 'rules/subsidy/entitlements/30', 'rules/subsidy/energy_within', 'rules/adjustments']
  return [
    ...ofRows,
    ...ofAdjustments,
    ...ofPeriods,
    ...whole,
    'rules/fppas_periods',
    'rules',
    'rows',
    'rows/DOM',
    'rules/duty',
  ]
}

/** Up to two of the paths, more often none. */
export const someOf = (paths: readonly string[]): fc.Arbitrary<string[]> =>
  sometimes(25).chain((any) =>
    any ? fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 2 }) : fc.constant([]),
  )

const heldComponents = ({ rows }: ReleaseRecord): fc.Arbitrary<string[]> =>
  someOf(rows.flatMap(({ row_id: id }) => ['energy', 'wheeling', 'fixed'].map((part) => `rows/${id}/${part}`)))

/** Records of every charge kind, rule and hold, such as pass the record schema and the gates of structure. */
export const records: fc.Arbitrary<ReleaseRecord> = fc
  .tuple(fc.constantFrom(...OWNERS), fc.constantFrom('kWh' as const, 'kVAh' as const))
  .chain(([owners, unit]) =>
    fc.tuple(rulesIn(unit), ...owners.map(({ code, licensee }) => scheduled(code, licensee, unit))),
  )
  .map(([ruled, ...all]) =>
    buildRecord({
      rules: ruled,
      rows: all.flatMap(({ rows }) => rows),
      categories: all.map(({ category }) => category),
    }),
  )
  .chain((record) =>
    fc.tuple(someOf(holdPaths(record)), heldComponents(record)).map(([holds, components]) => ({
      ...record,
      holds: holds.map((path) => ({ path, reason: 'under review', unblocked_by: 'the order' })),
      component_holds: components.map((path) => ({ path, reason: 'not published' })),
    })),
  )
