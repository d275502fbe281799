import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { categoryRecord } from './category-record.ts'
import { evidenceCounts } from './evidence-counts.ts'
import { type SourceRecord, sourceRecord } from './source-record.ts'
import { tariffRow } from './tariff-row.ts'

/** One row of /tariffs, serialised once, with the values its filters compare (lower case). */
export type RowPart = {
  readonly text: string
  readonly rowSha256: string
  readonly rowId: string
  readonly licensee: string | null
  readonly categoryId: string | null
  readonly subcategory: string
  readonly supplyType: string
  readonly areaType: string
}

export type Catalogue = {
  readonly categories: readonly { readonly text: string; readonly licensee: string | null }[]
  readonly rows: readonly RowPart[]
  readonly sources: readonly SourceRecord[]
  readonly supportedSubcategories: number
  readonly evidence: Readonly<Record<string, number>>
}

/** The catalogue of a release: built once when it is loaded, serialised once (architecture 1.6 "Snapshot"). */
export function buildCatalogue(record: ReleaseRecord): Catalogue {
  return {
    categories: record.categories.map((category) => ({
      text: JSON.stringify(categoryRecord(record, category)),
      licensee: category.licensee_code,
    })),
    rows: record.rows.map((row) => ({
      text: JSON.stringify(tariffRow(record, row)),
      rowSha256: row.row_sha256,
      rowId: row.row_id,
      licensee: row.licensee_code,
      categoryId: row.category_id,
      subcategory: row.subcategory_code.toLowerCase(),
      supplyType: row.supply_type.toLowerCase(),
      areaType: row.area_type.toLowerCase(),
    })),
    sources: record.sources.map((source) => sourceRecord(record, source)),
    supportedSubcategories: record.declared.supported_subcategories,
    evidence: evidenceCounts(record),
  }
}
