import type { Candidate, Finding, Gate, Means, Verdict } from '../../../../pipeline/gates/gate.ts'
import { canonicalBytes } from '../../../../releases/record/canonical.ts'
import type { Category } from '../../../../releases/record/category.ts'
import type { Charge } from '../../../../releases/record/charge.ts'
import type { Figure } from '../../../../releases/record/figure.ts'
import recordSchema from '../../../../releases/record/record.schema.json' with { type: 'json' }
import { RECORD_VERSION, type ReleaseRecord } from '../../../../releases/record/record.ts'
import { sampleCategories, sampleQuantities, sampleRows } from './rows.ts'
import { sampleRules } from './rules.ts'
import { bytesOf, pagesOf, sampleSources } from './sources.ts'
import { TEXTS } from './texts.ts'

/** A small release that passes every gate that does not read figures itself; an edit makes a gate fail. */
export function sampleRecord(): ReleaseRecord {
  return {
    record_version: RECORD_VERSION,
    release_id: 'XX-2026-27-TEST-V1',
    state_code: 'XX',
    state_name: 'Test State',
    financial_year: '2026-27',
    effective_from: '2026-04-01',
    effective_to: '2027-03-31',
    tier: 'verified_strict',
    mode: null,
    note: null,
    envelope_fields: [],
    holds: [],
    controller_version: 'V1',
    calculation_scope: 'verified_base_tariff',
    rounding: 'half_up_per_line_to_paise',
    catalogue: true,
    request: { required: [], optional: ['area_type', 'billing_days', 'tod_period'], licensee_from_district: false },
    selectors: [],
    zones: [],
    quantities: sampleQuantities(),
    declared: { schedule_rows: 7, supported_subcategories: 4, licensees: 2, districts: 2, fppas_periods: 1 },
    licensees: [
      { code: 'XX_ONE', name: 'One', status: 'active', reason: null },
      { code: 'XX_TWO', name: 'Two', status: 'held', reason: 'its schedule was not read' },
    ],
    routing: [
      {
        key_type: 'district',
        key: 'Alpha',
        spellings: ['Alfa'],
        licensees: ['XX_ONE'],
        status: 'routed',
        evidence: 'map',
      },
      {
        key_type: 'district',
        key: 'Beta',
        spellings: [],
        licensees: ['XX_ONE', 'XX_TWO'],
        status: 'ambiguous',
        evidence: 'map',
      },
      { key_type: 'area', key: 'Gamma', spellings: [], licensees: ['XX_TWO'], status: 'held', evidence: 'map' },
    ],
    sources: sampleSources(),
    categories: sampleCategories(),
    rows: sampleRows(),
    rules: sampleRules(),
    blocked_components: [],
    component_holds: [],
    declared_non_monotonic: [],
    cases: [
      {
        case_id: 'C-1',
        row_id: 'R-DS',
        inputs: { subcategory_code: 'DS' },
        expected: { refusal: 'INVALID_REQUEST_FIELD' },
        working: 'no units',
      },
    ],
  }
}

/** The sample as a candidate, after an edit of its record; parts of the candidate can be replaced. */
export function sampleCandidate(
  edit: (record: ReleaseRecord) => void = () => {},
  rest: Partial<Candidate> = {},
): Candidate {
  const record = sampleRecord()
  edit(record)
  return {
    record,
    bytes: canonicalBytes(record),
    intakeFindings: [],
    readings: [],
    sentences: [],
    covers: [],
    figures: [],
    declaredSources: new Map(
      sampleSources().map((source) => [source.source_id, { sha256: source.sha256, sizeBytes: source.size_bytes }]),
    ),
    where: (path) => `at:${path}`,
    ...rest,
  }
}

/** Data access to the sample's own texts; parts can be replaced. */
export function sampleMeans(rest: Partial<Means> = {}): Means {
  const pages = new Map(sampleSources().map((source) => [source.sha256, TEXTS[source.source_id] ?? []]))
  return {
    bytes: async (hash) => (pages.has(hash) ? bytesOf(pages.get(hash) ?? []) : null),
    pages: async (hash) => pages.get(hash) ?? null,
    extract: async (bytes) => ({ ok: true, pages: pagesOf(bytes) }),
    reread: async () => ({ figures: [], problems: [], headings: [] }),
    calculateElsewhere: async () => {
      throw new Error('no gate tested here calculates')
    },
    rebuild: async () => canonicalBytes(sampleRecord()),
    recordSchema,
    seed: 1,
    generatedInputs: 0,
    ...rest,
  }
}

/** Verdict of a gate on the sample after an edit. */
export async function judge(
  gate: Gate,
  edit: (record: ReleaseRecord) => void = () => {},
  means: Partial<Means> = {},
): Promise<Verdict> {
  return gate.check(sampleCandidate(edit), sampleMeans(means))
}

/** The findings after an edit, each as `where | expected | found`, without the path repeated in `found`. */
export async function findingsOf(
  gate: Gate,
  edit: (record: ReleaseRecord) => void,
  means: Partial<Means> = {},
): Promise<string[]> {
  return (await judge(gate, edit, means)).findings.map(findingText)
}

export function findingText({ where, expected, found }: Finding): string {
  const path = where.slice('at:'.length)
  return `${path} | ${expected} | ${found.startsWith(`${path}: `) ? found.slice(path.length + 2) : found}`
}

/** The sample with its sheets as plain text, as gate 6 needs it: no figure of a row is typed from a sheet. */
export function withoutSheets(edit: (record: ReleaseRecord) => void = () => {}): (record: ReleaseRecord) => void {
  return (record) => {
    for (const source of record.sources) if (source.media_type === 'text/csv') source.media_type = 'text/plain'
    edit(record)
  }
}

/** The first element of a kind by name, for edits. */
export function rowOf(record: ReleaseRecord, rowId: string): ReleaseRecord['rows'][number] {
  return record.rows.find((row) => row.row_id === rowId)!
}

export function sourceOf(record: ReleaseRecord, sourceId: string): ReleaseRecord['sources'][number] {
  return record.sources.find((source) => source.source_id === sourceId)!
}

export function categoryOf(record: ReleaseRecord, code: string): ReleaseRecord['categories'][number] {
  return record.categories.find((category) => category.subcategory_code === code)!
}

export const editCategory =
  (code: string, edit: Partial<Category>) =>
  (record: ReleaseRecord): void => {
    Object.assign(categoryOf(record, code), edit)
  }

/** The optional inputs of a category. */
export const optional = (...fields: string[]) => ({
  optional_inputs: fields.map((field) => ({ field, when: 'to evaluate it' })),
})

/** A charge of a row by its id. */
export function chargeOf(record: ReleaseRecord, rowId: string, chargeId: string): Charge {
  return rowOf(record, rowId).charges.find(({ charge_id }) => charge_id === chargeId)!
}

/** The energy figure of a row, by slab. */
export function energyOf(record: ReleaseRecord, rowId: string, slab = 0): Figure {
  return chargeOf(record, rowId, 'energy').steps[slab]!.figure
}

/** The figure of a case of the time of day. */
export function peakOf(record: ReleaseRecord): Figure {
  return record.rules.adjustments[0]!.cases[0]!.values[0]!.steps[0]!.figure
}
