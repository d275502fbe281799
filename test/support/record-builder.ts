import type { Inputs } from '../../releases/engine/types.ts'
import { canonicalHash } from '../../releases/record/canonical.ts'
import type { Category } from '../../releases/record/category.ts'
import type { Figure } from '../../releases/record/figure.ts'
import { type RegressionCase, type ReleaseRecord, recordSchema } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import type { Rules } from '../../releases/record/rules.ts'
import { buildEnergy, buildFixed } from './charge-builder.ts'
import { PERIOD, quotedText, sourcesOf } from './figure-builder.ts'

export * from './charge-builder.ts'
export { buildFigure, buildHeldFigure } from './figure-builder.ts'
export * from './rule-builder.ts'

/**
 * Small release records made by code, so that a test states only what it is about. Every record passes the record
 * schema, its hashes are those of its own content, and every figure's quote stands on page 1 of its source's text
 * (`sourceText`). Figures are test values, not anybody's tariff.
 */

/** What the parts of a schedule row say when a test does not: category DOM, Rs 5.00 a unit, Rs 50 a connection. */
export type RowParts = Partial<Omit<Row, 'fixture_sha256' | 'row_sha256'>>

const DESCRIPTION = {
  licensee_code: null,
  category_id: null,
  subcategory_code: 'DOM',
  raw_category_label: 'Domestic',
  canonical_category_code: 'domestic',
  layer: 'LT',
  supply_type: 'lt_metered',
  area_type: 'any',
  slab_type: 'flat' as const,
  note: null,
}

function buildRow(parts: RowParts, cases: readonly RegressionCase[]): Row {
  const row = {
    row_id: 'ROW',
    ...DESCRIPTION,
    ...PERIOD,
    conditions: [],
    energy: buildEnergy('flat', [[null, '5']]),
    wheeling: null,
    fixed: buildFixed('flat', 'connection', [[null, '50']]),
    ...parts,
  }
  const body = { ...row, fixture_sha256: canonicalHash(cases.filter((each) => each.row_id === row.row_id)) }
  return { ...body, row_sha256: canonicalHash(body) }
}

export function buildCategory(parts: Partial<Category> = {}): Category {
  return {
    ...DESCRIPTION,
    load_unit: 'kw',
    required_inputs: [],
    optional_inputs: [],
    bounds: [],
    covering: [],
    facts: {},
    ...parts,
  }
}

export type RecordParts = Partial<Omit<ReleaseRecord, 'rows' | 'rules' | 'sources' | 'declared'>> & {
  readonly rows?: readonly RowParts[]
  readonly rules?: Partial<Rules>
}

/**
 * A minimal valid record from the parts a test is about; with none of them, one row in category DOM. Categories default
 * to one for each subcategory and licensee of the rows. The one default case asks for a category that does not exist.
 */
export function buildRecord({
  rows: rowParts = [{}],
  rules: ruleParts = {},
  ...parts
}: RecordParts = {}): ReleaseRecord {
  const cases = parts.cases ?? [
    {
      case_id: 'CASE-1',
      row_id: rowParts[0]?.row_id ?? 'ROW',
      inputs: { subcategory_code: 'NO-SUCH-CATEGORY', energy_units: '1' },
      expected: { refusal: 'SUBCATEGORY_NOT_FOUND' },
      working: 'The release has no such category.',
    },
  ]
  const rows = rowParts.map((each) => buildRow(each, cases))
  const rules: Rules = {
    adjustments: [],
    subsidy: null,
    fppas_periods: [],
    fppas_month: null,
    duty: null,
    solar: [],
    complete_payable: [],
    facts: [],
    ...ruleParts,
  }
  const categories = parts.categories ?? categoriesOf(rows)
  return recordSchema.parse({
    record_version: 1,
    release_id: 'BR-2026-27-TEST-V1',
    state_code: 'BR',
    state_name: 'Test state',
    financial_year: '2026-27',
    ...PERIOD,
    tier: 'verified_strict',
    mode: null,
    note: null,
    envelope_fields: [],
    holds: [],
    controller_version: 'V0',
    calculation_scope: 'verified_base_tariff',
    rounding: 'half_up_per_line_to_paise',
    catalogue: true,
    licensees: [],
    routing: [],
    blocked_components: [],
    component_holds: [],
    declared_non_monotonic: [],
    ...parts,
    declared: {
      schedule_rows: rows.length,
      supported_subcategories: new Set(categories.map((category) => category.subcategory_code)).size,
      licensees: parts.licensees?.length ?? 0,
      districts: parts.routing?.length ?? 0,
      fppas_periods: rules.fppas_periods.length,
    },
    sources: sourcesOf(figuresOf(rows, rules)),
    categories,
    rows,
    rules,
    cases,
  })
}

/** The text of page 1, the only one, of a source that `buildRecord` made: every quote taken from it, one a line. */
export function sourceText(record: Pick<ReleaseRecord, 'rows' | 'rules'>, sourceId: string): string {
  return quotedText(figuresOf(record.rows, record.rules), sourceId)
}

/** Inputs of one calculation: DOM, 100 units, nothing else given. Quantities in thousandths. */
export function buildInputs(parts: Partial<Inputs> = {}): Inputs {
  return {
    subcategoryCode: 'DOM',
    licenseeCode: null,
    energyUnitsMilli: 100_000,
    connectedLoadMilli: null,
    loadUnit: null,
    contractDemandMilli: null,
    fixedChargeBasisUnitsMilli: null,
    areaType: null,
    phase: null,
    supplyLevel: null,
    billingDays: null,
    billingMonth: null,
    todPeriod: null,
    rtsVoltageMode: null,
    applyHtss11kvSurcharge: null,
    ...parts,
  }
}

function categoriesOf(rows: readonly Row[]): Category[] {
  const found = new Map<string, Category>()
  for (const { subcategory_code, licensee_code } of rows) {
    found.set(`${licensee_code} ${subcategory_code}`, buildCategory({ subcategory_code, licensee_code }))
  }
  return [...found.values()]
}

function figuresOf(rows: readonly Row[], { adjustments, subsidy, fppas_periods: periods }: Rules): Figure[] {
  const ofRows = rows.flatMap((row) => [
    ...(row.energy?.slabs ?? []).map((step) => step.figure),
    ...(row.wheeling === null ? [] : [row.wheeling.figure]),
    ...(row.fixed?.bands ?? []).map((step) => step.figure),
  ])
  const ofAdjustments = adjustments.flatMap(({ options }) => options.map(({ figure }) => figure))
  const ofSubsidy =
    subsidy === null
      ? []
      : [
          subsidy.monthly_units,
          ...subsidy.entitlements.map(({ units }) => units),
          subsidy.energy_within,
          subsidy.fixed_within,
        ]
  const all = [...ofRows, ...ofAdjustments, ...ofSubsidy, ...periods.map(({ figure }) => figure)]
  return all.filter((figure) => figure !== null)
}
