import type { Pool } from 'pg'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { CliRefusal } from '../context.ts'
import type { Result } from '../output.ts'
import { type Change, type Comparison, compareRecords } from './compare-records.ts'
import { readRecord } from './lifecycle.ts'
import { billText } from './reference-bills.ts'
import { parseReleaseName, readRelease } from './release-view.ts'
import { rowText } from './row-changes.ts'

async function recordOf(pool: Pool, name: string): Promise<ReleaseRecord> {
  const { releaseId, revision } = parseReleaseName(name)
  const record = await readRecord(pool, await readRelease(pool, releaseId, revision))
  if (record === null)
    throw new CliRefusal('RELEASE_NOT_SEALED', `${name} was not sealed, so it has no record to compare`)
  return record
}

const changeText = ({ path, before, after }: Change): string =>
  `  ${path}\n      ${before ?? '(not there)'}\n   -> ${after ?? '(gone)'}`

const under = (heading: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [heading, ...lines])

function textOf({ changes, rows, reference_bills }: Comparison): string {
  if (changes.length === 0 && rows.length === 0) return 'the same figures, sources, categories and cases'
  // Figures of rows are told with their rows.
  const others = changes.filter(({ path }) => !path.startsWith('rows/'))
  return [
    `${changes.length} changes`,
    ...others.map(changeText),
    ...under('rows', rows.map(rowText)),
    ...under('reference bills (base tariff)', reference_bills.map(billText)),
  ].join('\n')
}

/**
 * What changed between two sealed releases: figures, sources, categories, cases, facts, licensees and routes by path;
 * rows with their figures, old and new; and for each of them the effect on a reference bill.
 */
export async function diffReleases(pool: Pool, a: string, b: string): Promise<Result> {
  const found = compareRecords(await recordOf(pool, a), await recordOf(pool, b))
  return { data: { before: a, after: b, ...found }, text: textOf(found) }
}
