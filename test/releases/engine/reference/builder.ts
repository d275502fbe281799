import type { Category } from '../../../../releases/record/category.ts'
import type { Charge } from '../../../../releases/record/charge.ts'
import { type ReleaseRecord, recordSchema } from '../../../../releases/record/record.ts'
import type { Row } from '../../../../releases/record/row.ts'
import type { Rules } from '../../../../releases/record/rules.ts'
import { TAKES_ALL } from '../bill.ts'

import { buildEnergy, buildFixed, PERIOD } from './parts.ts'

export * from './parts.ts'

/**
 * Small records for the reference evaluator, made by code and checked by the record's schema. A test states only what it
 * is about: by default one row of category DOM, Rs 5.00 a unit and Rs 50 a connection, in a release that takes every input.
 */

const SHA = '0'.repeat(64)

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

export function buildCategory(parts: Partial<Category> = {}): Category {
  const none = { required_inputs: [], optional_inputs: [], largest_quantity: null, bounds: [], covering: [], facts: {} }
  return { ...DESCRIPTION, load_unit: 'kw', ...none, ...parts }
}

/** Charges: those named, null for none of them, and others after them. */
export type RowParts = Partial<Row> & {
  readonly energy?: Charge | null
  readonly wheeling?: Charge | null
  readonly fixed?: Charge | null
}

function buildRow({ energy, wheeling, fixed, charges = [], ...parts }: RowParts): Row {
  const named = [
    energy === undefined ? buildEnergy('flat', [[null, '5']]) : energy,
    wheeling ?? null,
    fixed === undefined ? buildFixed('flat', null, [[null, '50']]) : fixed,
  ].filter((charge) => charge !== null)
  const sealed = { fixture_sha256: SHA, row_sha256: SHA }
  return {
    row_id: 'ROW',
    ...DESCRIPTION,
    ...PERIOD,
    conditions: [],
    charges: [...named, ...charges],
    ...sealed,
    ...parts,
  }
}

export type RecordParts = Partial<Omit<ReleaseRecord, 'rows' | 'rules'>> & {
  readonly rows?: readonly RowParts[]
  readonly rules?: Partial<Rules>
}

export function buildRecord({ rows: given = [{}], rules = {}, ...parts }: RecordParts = {}): ReleaseRecord {
  const rows = given.map(buildRow)
  const categories = new Map(
    rows.map(({ subcategory_code, licensee_code }) => [
      `${licensee_code} ${subcategory_code}`,
      buildCategory({ subcategory_code, licensee_code }),
    ]),
  )
  return recordSchema.parse({
    record_version: 2,
    release_id: 'BR-2026-27-TEST-V1',
    state_code: 'BR',
    state_name: 'Test state',
    financial_year: '2026-27',
    ...PERIOD,
    tier: 'verified_strict',
    mode: null,
    note: null,
    controller_version: 'V0',
    calculation_scope: 'verified_base_tariff',
    rounding: 'half_up_per_line_to_paise',
    catalogue: true,
    envelope_fields: [],
    request: TAKES_ALL,
    selectors: [],
    zones: [],
    quantities: [],
    declared: { schedule_rows: 0, supported_subcategories: 0, licensees: 0, districts: 0, fppas_periods: 0 },
    licensees: [],
    routing: [],
    sources: [SOURCE],
    categories: [...categories.values()],
    blocked_components: [],
    holds: [],
    component_holds: [],
    declared_non_monotonic: [],
    cases: [
      {
        case_id: 'CASE-1',
        row_id: 'ROW',
        inputs: { subcategory_code: 'NO', energy_units: '1' },
        expected: { refusal: 'SUBCATEGORY_NOT_FOUND' },
        working: 'There is no such category.',
      },
    ],
    ...parts,
    rows,
    rules: { ...NO_RULES, ...rules },
  })
}

const NO_RULES: Rules = {
  adjustments: [],
  subsidy: null,
  fppas_periods: [],
  fppas_month: null,
  duty: null,
  solar: [],
  complete_payable: [],
  facts: [],
}

const SOURCE = {
  source_id: 'SRC',
  title: 'Schedule',
  issuer: 'Commission',
  document_kind: 'transcription',
  case_number: null,
  dated: '2026-03-31',
  undated_reason: null,
  ...PERIOD,
  legal_status: 'in_force',
  legal_status_reason: null,
  url: 'https://example.invalid/schedule',
  media_type: 'text/plain',
  size_bytes: 1,
  sha256: SHA,
  text_sha256: SHA,
  page_count: 1,
  page_sha256: [SHA],
  original: null,
}
