import type { Boxes } from '../../../pipeline/store/boxes.ts'
import type { Hold } from '../../../releases/engine/language/holds.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import { GRADES, type Grade } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { once } from '../../platform/once.ts'
import type { TariffRow } from '../contract/responses/tariff-row.ts'
import { type JsonText, jsonText } from '../reply/json-text.ts'
import { type CategoryRecord, categoryRecords, requiredByCode } from './category-record.ts'
import { heldRecord } from './held-record.ts'
import type { Ingested } from './load-pointers.ts'
import { type SourceRecord, sourceRecords } from './source-record.ts'
import { tariffRow } from './tariff-row.ts'

/** One row of /tariffs, serialised once, with the values that its filters compare (in lower case). */
export type RowPart = {
  readonly text: JsonText<TariffRow>
  readonly licensee: string | null
  readonly categoryId: string | null
  readonly subcategory: string
  readonly supplyType: string
  readonly areaType: string
}

export type Catalogue = {
  readonly categories: readonly { readonly text: JsonText<CategoryRecord>; readonly licensee: string | null }[]
  /** Required inputs of calculations, by subcategory code. */
  readonly requiredInputs: Readonly<Record<string, string[]>>
  readonly rows: readonly RowPart[]
  readonly sources: readonly SourceRecord[]
  readonly supportedSubcategories: number
  /** Number of figures of each grade in rows and rules (docs/design/contract.md#health). */
  readonly evidence: Readonly<Record<Grade, number>>
}

/**
 * The catalogue of a release; each of its lists is serialised once (docs/design/architecture.md#snapshot), when first
 * requested, because the texts are larger than the record and rarely needed. `holds`: the present ones; components they
 * affect are shown as held, and not counted as supported.
 */
export function buildCatalogue(
  sealed: ReleaseRecord,
  holds: readonly Hold[],
  ingested: Ingested,
  boxes: Boxes,
  unattested: readonly string[] = [],
): Catalogue {
  const record = heldRecord(sealed, holds)
  const supported = once(() => sealed.declared.supported_subcategories - categoriesHeld(sealed, record))
  const categories = once(() => categoriesOf(record))
  const required = once(() => requiredByCode(record))
  const rows = once(() => record.rows.map((row) => rowPart(record, row, boxes)))
  const sources = once(() => sourceRecords(record, ingested, unattested))
  const evidence = once(() => evidenceCounts(record))
  return {
    get categories() {
      return categories()
    },
    get requiredInputs() {
      return required()
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
    get supportedSubcategories() {
      return supported()
    },
  }
}

/** Number of categories that are supported in the sealed record but held at present. */
function categoriesHeld(sealed: ReleaseRecord, record: ReleaseRecord): number {
  if (record === sealed) return 0
  const before = categoryRecords(sealed)
  return categoryRecords(record).filter(({ supported }, index) => !supported && before[index]?.supported === true)
    .length
}

function categoriesOf(record: ReleaseRecord): Catalogue['categories'] {
  return categoryRecords(record).map((category) => ({
    text: jsonText(category),
    licensee: category.licensee_code,
  }))
}

function rowPart(record: ReleaseRecord, row: Row, boxes: Boxes): RowPart {
  return {
    text: jsonText(tariffRow(record, row, boxes)),
    licensee: row.licensee_code,
    categoryId: row.category_id,
    subcategory: row.subcategory_code.toLowerCase(),
    supplyType: row.supply_type.toLowerCase(),
    areaType: row.area_type.toLowerCase(),
  }
}

/** Number of figures of each grade in a record. */
export function evidenceCounts(record: ReleaseRecord): Record<Grade, number> {
  const counts = Object.fromEntries(GRADES.map((grade) => [grade, 0])) as Record<Grade, number>
  for (const { figure } of figuresOf(record)) counts[figure.grade] += 1
  return counts
}
