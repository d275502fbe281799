import type { Pool } from 'pg'
import { canonicalText } from '../../../releases/record/canonical.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { CliRefusal } from '../context.ts'
import type { Result } from '../output.ts'
import { readRecord } from './lifecycle.ts'
import { billText, referenceBills } from './reference-bills.ts'
import { parseReleaseName, readRelease } from './release-view.ts'

type Change = { readonly path: string; readonly before: string | null; readonly after: string | null }

async function recordOf(pool: Pool, name: string): Promise<ReleaseRecord> {
  const { releaseId, revision } = parseReleaseName(name)
  const record = await readRecord(pool, await readRelease(pool, releaseId, revision))
  if (record === null)
    throw new CliRefusal('RELEASE_NOT_SEALED', `${name} was not sealed, so it has no record to compare`)
  return record
}

/** Every figure by its path, as people compare it: value, unit, grade. */
function figureTexts(record: ReleaseRecord): Map<string, string> {
  return new Map(
    figuresOf(record).map(({ path, figure }) => [path, `${figure.value ?? 'held'} ${figure.unit} (${figure.grade})`]),
  )
}

function categoryPath({ licensee_code, category_id, subcategory_code }: ReleaseRecord['categories'][number]): string {
  return `categories/${[licensee_code, category_id, subcategory_code].filter((part) => part !== null).join('/')}`
}

function partTexts(record: ReleaseRecord): Map<string, string> {
  const parts = new Map(figureTexts(record))
  for (const source of record.sources) parts.set(`sources/${source.source_id}`, `sha256 ${source.sha256}`)
  for (const category of record.categories) parts.set(categoryPath(category), canonicalText(category))
  for (const { case_id, ...rest } of record.cases) parts.set(`cases/${case_id}`, canonicalText(rest))
  for (const { fact_id, ...rest } of record.rules.facts) parts.set(`rules/facts/${fact_id}`, canonicalText(rest))
  for (const { component, ...rest } of record.blocked_components)
    parts.set(`blocked_components/${component}`, canonicalText(rest))
  for (const { code, ...rest } of record.licensees) parts.set(`licensees/${code}`, canonicalText(rest))
  for (const { key_type, key, ...rest } of record.routing) parts.set(`routing/${key_type}/${key}`, canonicalText(rest))
  return parts
}

function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Change[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((change) => change.before !== change.after)
}

/**
 * What changed between two sealed releases, by path: figures, sources, categories, cases, facts, licensees and routes; and
 * for each row that changed, the effect on a reference bill.
 */
export async function diffReleases(pool: Pool, a: string, b: string): Promise<Result> {
  const [before, after] = [await recordOf(pool, a), await recordOf(pool, b)]
  const found = changes(partTexts(before), partTexts(after))
  const lines = found.map(
    ({ path, before: was, after: is }) => `  ${path}\n      ${was ?? '(not there)'}\n   -> ${is ?? '(gone)'}`,
  )
  const bills = referenceBills(before, after)
  const billLines = bills.length === 0 ? [] : ['reference bills (base tariff)', ...bills.map(billText)]
  const text =
    found.length === 0
      ? 'the same figures, sources, categories and cases'
      : [`${found.length} changes`, ...lines, ...billLines].join('\n')
  return { data: { before: a, after: b, changes: found, reference_bills: bills }, text }
}
