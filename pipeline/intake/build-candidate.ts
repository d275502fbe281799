import { canonicalBytes, canonicalHash } from '../../releases/record/canonical.ts'
import type { Category } from '../../releases/record/category.ts'
import { RECORD_VERSION, type RegressionCase, type ReleaseRecord, recordSchema } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import type { Source } from '../../releases/record/source.ts'
import type { Candidate, Finding } from '../gates/gate.ts'
import { groupBy } from '../gates/record/groups.ts'
import { categoryOf } from './definition/rows.ts'
import type { DeclaredSource, ReleaseFile, RowLines } from './definition/schemas.ts'
import type { Definition } from './read-definition.ts'
import type { TextIdentity } from './text-identity.ts'

/** A registered source; its data are computed from its bytes, not declared. */
export type RegisteredSource = TextIdentity & {
  readonly sha256: string
  readonly size_bytes: number
  readonly media_type: string
  /** Whether the bytes are stored. This is not in the record; gates 1 and 9 check the bytes themselves. */
  readonly held: boolean
}

export type CandidateBuilt = { readonly candidate: Candidate | null; readonly findings: readonly Finding[] }

/**
 * Builds the candidate record from a definition and its registered sources, by source id. Pure: gate 29 rebuilds it
 * from stored files and gets the same bytes. Reading problems are passed on in `intakeFindings`, so that the gates can
 * check the rest; `candidate` is null if a source is not registered or a part without placeholder is missing. Source:
 * docs/design/release.md#definition and docs/design/release.md#record.
 */
export function buildCandidate(
  definition: Definition,
  registered: ReadonlyMap<string, RegisteredSource>,
): CandidateBuilt {
  const findings: Finding[] = [...definition.findings]
  const sources: Source[] = []
  for (const declared of definition.sources) {
    const found = registered.get(declared.source_id)
    if (found === undefined) findings.push(notRegistered(declared, definition))
    else sources.push(sourceOf(declared, found, definition, findings))
  }
  if (!definition.complete || sources.length < definition.sources.length) return { candidate: null, findings }

  const record = recordOf(definition, sources)
  findings.push(...unreported(record, definition, findings))
  const declaredSources = new Map(
    definition.sources.map(({ source_id, sha256, size_bytes }) => [source_id, { sha256, sizeBytes: size_bytes }]),
  )
  const { where, readings, figures, sentences, covers } = definition
  const bytes = canonicalBytes(record)
  const candidate = {
    record,
    bytes,
    intakeFindings: findings,
    declaredSources,
    readings,
    figures,
    sentences,
    covers,
    where,
  }
  return { candidate, findings }
}

/** The finding about a declared source that is not registered. */
export function notRegistered(
  { source_id, file, sha256, size_bytes }: DeclaredSource,
  { where }: Pick<Definition, 'where'>,
): Finding {
  return {
    where: where(`sources/${source_id}`),
    expected: `${source_id} as a registered source: sha256 ${sha256}, ${size_bytes} bytes`,
    found: 'no such source is registered',
    evidence:
      file === null ? 'an original is added with `source add <file>` and found by its hash' : `its file is ${file}`,
  }
}

/** A source of the record: identity as declared, bytes and text as registered. */
function sourceOf(
  { file: _file, ...declared }: DeclaredSource,
  { sha256, size_bytes, media_type, page_sha256, text_sha256, page_count }: RegisteredSource,
  { where }: Definition,
  findings: Finding[],
): Source {
  if (media_type !== declared.media_type) {
    findings.push({
      where: where(`sources/${declared.source_id}/media_type`),
      expected: `media type ${media_type}, as registered`,
      found: declared.media_type,
      evidence: null,
    })
  }
  return { ...declared, sha256, size_bytes, page_sha256: [...page_sha256], text_sha256, page_count }
}

function recordOf({ release, categories, rows, rules, cases }: Definition, sources: Source[]): ReleaseRecord {
  const { statements: _statements, ...identity } = release
  const { routing, quantities, ...kept } = rules
  const casesOf = groupBy(cases, ({ row_id }) => row_id)
  return {
    record_version: RECORD_VERSION,
    ...identity,
    routing,
    quantities,
    sources,
    categories: [...categories],
    rows: rows.map((row) => completeRow(row, categories, release, casesOf.get(row.row_id) ?? [])),
    rules: kept,
    cases: [...cases],
  }
}

/** How the row's own energy is charged; the category's slab type if it has no energy charge, or several methods. */
function slabTypeOf({ charges }: RowLines, category: Category | null): Row['slab_type'] {
  const methods = new Set(charges.flatMap(({ component, method }) => (component === 'energy' ? [method] : [])))
  const [only, ...others] = methods
  return only !== undefined && others.length === 0 ? only : (category?.slab_type ?? only ?? 'flat')
}

/**
 * A row of the record: its lines, its category's codes, the release's period, and two hashes, one of them of its
 * regression cases (docs/design/release.md#record). A row without a category, which is a finding, has blank codes.
 */
function completeRow(
  lines: RowLines,
  categories: readonly Category[],
  release: ReleaseFile,
  cases: readonly RegressionCase[],
): Row {
  const category = categoryOf(lines, categories)
  const row = {
    ...lines,
    canonical_category_code: category?.canonical_category_code ?? '',
    layer: category?.layer ?? 'any',
    supply_type: category?.supply_type ?? '',
    slab_type: slabTypeOf(lines, category),
    effective_from: release.effective_from,
    effective_to: release.effective_to,
    fixture_sha256: canonicalHash(cases),
  }
  return { ...row, row_sha256: canonicalHash(row) }
}

/**
 * Schema faults of the record that reading did not find. Reading checks each part in its file with better messages;
 * this checks that the two agree. Gate 10 reports a list without entries, such as cases not written yet.
 */
function unreported(record: ReleaseRecord, { where }: Definition, findings: readonly Finding[]): Finding[] {
  if (findings.length > 0) return []
  const checked = recordSchema.safeParse(record)
  if (checked.success) return []
  return checked.error.issues
    .filter(({ code, path }) => code !== 'too_small' || path.length > 1)
    .map(({ path, message }) => ({
      where: where('release'),
      expected: `a record of the published form: ${message}`,
      found: `the part ${path.join('/')}`,
      evidence: null,
    }))
}
