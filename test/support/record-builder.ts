import { Inputs } from '../../releases/engine/given-inputs.ts'
import { LARGEST_DECLARED_QUANTITY } from '../../releases/engine/inputs.ts'
import type { CalculateBody } from '../../releases/engine/request/body.ts'
import { normaliseRequest } from '../../releases/engine/request/normalise.ts'
import { canonicalHash } from '../../releases/record/canonical.ts'
import type { Category } from '../../releases/record/category.ts'
import type { Charge } from '../../releases/record/charge.ts'
import type { Figure, Quotation } from '../../releases/record/figure.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import { RECORD_VERSION, type RegressionCase, type ReleaseRecord, recordSchema } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import type { Rules } from '../../releases/record/rules.ts'
import { buildEnergy, buildFixed } from './charge-builder.ts'
import { PERIOD, quotedText, sourcesOf } from './figure-builder.ts'

export * from './charge-builder.ts'
export { buildFigure, buildHeldFigure } from './figure-builder.ts'
export * from './rule-builder.ts'

/**
 * Builds small release records, so that a test states only what it is about. Every record passes the record schema, its
 * hashes match its content, and every figure's quote is on page 1 of its source's text (`sourceText`). Figures are test
 * values, not real tariffs.
 */

/**
 * Defaults of a schedule row: category DOM, Rs 5.00 a unit, Rs 50 a connection. `energy`, `wheeling` and `fixed`
 * replace one charge (null: none), `more` adds charges after them, `charges` replaces all.
 */
export type RowParts = Partial<Omit<Row, 'fixture_sha256' | 'row_sha256'>> & {
  readonly energy?: Charge | null
  readonly wheeling?: Charge | null
  readonly fixed?: Charge | null
  readonly more?: readonly Charge[]
}

const DESCRIPTION = {
  licensee_code: null,
  category_id: null,
  subcategory_code: 'DOM',
  raw_category_label: 'Domestic',
  canonical_category_code: 'domestic',
  layer: 'LT' as const,
  supply_type: 'lt_metered',
  area_type: 'any' as const,
  slab_type: 'flat' as const,
  note: null,
}

function buildRow({ energy, wheeling, fixed, more, ...parts }: RowParts, cases: readonly RegressionCase[]): Row {
  const usual = [
    energy === undefined ? buildEnergy('flat', [[null, '5']]) : energy,
    wheeling ?? null,
    fixed === undefined ? buildFixed('flat', 'connection', [[null, '50']]) : fixed,
    ...(more ?? []),
  ]
  const row = {
    row_id: 'ROW',
    ...DESCRIPTION,
    ...PERIOD,
    conditions: [],
    charges: usual.filter((charge) => charge !== null),
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
    largest_quantity: null,
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
 * A minimal valid record from the parts that a test is about; with none of them, one row in category DOM. Categories
 * default to one for each subcategory and licensee of the rows. The only default case requests an unknown category.
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
  const record: ReleaseRecord = {
    record_version: RECORD_VERSION,
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
    request: { required: [], optional: [], licensee_from_district: false },
    selectors: [],
    zones: [],
    quantities: [],
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
    sources: [],
    categories,
    rows,
    rules,
    cases,
  }
  return recordSchema.parse({ ...record, sources: sourcesOf(takenFrom(record)) })
}

/** The text of page 1, the only one, of a source made by `buildRecord`: every quote from it, one per line. */
export function sourceText(record: ReleaseRecord, sourceId: string): string {
  return quotedText(takenFrom(record), sourceId)
}

/** Inputs of one calculation by request field name: by default category DOM and 100 units. */
export function buildInputs(body: Partial<CalculateBody> = {}): Inputs {
  const { subcategory_code: subcategoryCode = 'DOM', energy_units = 100, ...rest } = body
  const whole = { state_code: 'BR', subcategory_code: subcategoryCode, energy_units, ...rest }
  const read = normaliseRequest(whole, LARGEST_DECLARED_QUANTITY)
  if (!read.ok) throw new Error(JSON.stringify(read.fields))
  const { values, given } = read.request
  const date = body.billing_date ?? body.effective_on ?? null
  return new Inputs({ subcategoryCode, licenseeCode: body.licensee_code ?? null, date, values, given })
}

function categoriesOf(rows: readonly Row[]): Category[] {
  const found = new Map<string, Category>()
  for (const { subcategory_code, licensee_code } of rows) {
    found.set(`${licensee_code} ${subcategory_code}`, buildCategory({ subcategory_code, licensee_code }))
  }
  return [...found.values()]
}

/** Every figure of a record, and the citations of its quantities and parts of charges. */
function takenFrom(record: ReleaseRecord): (Figure | Quotation)[] {
  const cited = [
    ...record.quantities.map(({ evidence }) => evidence),
    ...record.rules.adjustments.map(({ part }) => part?.evidence ?? null),
  ]
  return [...figuresOf(record).map(({ figure }) => figure), ...cited.filter((each) => each !== null)]
}
