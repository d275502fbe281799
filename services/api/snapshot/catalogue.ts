import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { categoryRecords } from './category-record.ts'
import { evidenceCounts } from './evidence-counts.ts'
import { once } from './once.ts'
import type { Ingested } from './provenance.ts'
import { type SourceRecord, sourceRecords } from './source-record.ts'
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

/**
 * The catalogue of a release, each list of it serialised once (architecture 1.6 "Snapshot"), when it is first asked for:
 * the texts are larger than the record, and of most releases nobody asks for all.
 */
export function buildCatalogue(record: ReleaseRecord, ingested: Ingested): Catalogue {
  const categories = once(() => categoriesOf(record))
  const rows = once(() => record.rows.map((row) => rowPart(record, row)))
  const sources = once(() => sourceRecords(record, ingested))
  const evidence = once(() => evidenceCounts(record))
  return {
    get categories() {
      return categories()
    },
    get rows() {
      return rows()
    },
    get sources() {
      return sources()
    },
    get evidence() {
      return evidence()
    },
    supportedSubcategories: record.declared.supported_subcategories,
  }
}

function categoriesOf(record: ReleaseRecord): Catalogue['categories'] {
  return categoryRecords(record).map((category) => ({
    text: JSON.stringify(category),
    licensee: category.licensee_code,
  }))
}

function rowPart(record: ReleaseRecord, row: Row): RowPart {
  return {
    text: JSON.stringify(tariffRow(record, row)),
    rowSha256: row.row_sha256,
    rowId: row.row_id,
    licensee: row.licensee_code,
    categoryId: row.category_id,
    subcategory: row.subcategory_code.toLowerCase(),
    supplyType: row.supply_type.toLowerCase(),
    areaType: row.area_type.toLowerCase(),
  }
}
