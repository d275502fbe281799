import type { Boxes } from '../../../pipeline/store/layouts.ts'
import type { Hold } from '../../../releases/engine/language/holds.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import { GRADES, type Grade } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { lazily } from '../../platform/once.ts'
import type { TariffRow } from '../contract/responses/tariff-row.ts'
import { type JsonText, jsonText } from '../reply/json-text.ts'
import { type CategoryRecord, categoryRecords, requiredByCode } from './category-record.ts'
import { heldRecord } from './held-record.ts'
import type { Ingested } from './load-pointers.ts'
import { type SourceRecord, sourceRecords } from './source-record.ts'
import { tariffRow } from './tariff-row.ts'

/** One row of /tariffs, serialised once, with the values that its filters compare. */
export type RowPart = { readonly text: JsonText<TariffRow> } & Pick<
  Row,
  'area_type' | 'category_id' | 'licensee_code' | 'subcategory_code' | 'supply_type'
>

export type Catalogue = {
  readonly categories: readonly { readonly text: JsonText<CategoryRecord>; readonly licensee: string | null }[]
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
  return lazily<Catalogue>({
    categories: () => categoriesOf(record),
    requiredInputs: () => requiredByCode(record),
    rows: () => record.rows.map((row) => rowPart(record, row, boxes)),
    sources: () => sourceRecords(record, ingested, unattested),
    supportedSubcategories: () => sealed.declared.supported_subcategories - categoriesHeld(sealed, record),
    evidence: () => evidenceCounts(record),
  })
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
  const { area_type, category_id, licensee_code, subcategory_code, supply_type } = row
  const text = jsonText(tariffRow(record, row, boxes))
  return { text, area_type, category_id, licensee_code, subcategory_code, supply_type }
}

export function evidenceCounts(record: ReleaseRecord): Record<Grade, number> {
  const counts = Object.fromEntries(GRADES.map((grade) => [grade, 0])) as Record<Grade, number>
  for (const { figure } of figuresOf(record)) counts[figure.grade] += 1
  return counts
}
