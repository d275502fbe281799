import { canonicalText } from '../../releases/record/canonical.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import { isJsonObject, type JsonObject } from '../../releases/record/json-text.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/** What names an entry of a list of the record, in this order. */
const NAMES = [
  'adjustment_id',
  'quantity_id',
  'case_id',
  'fact_id',
  'period_id',
  'rule_id',
  'component',
  'selector',
  'code',
  'path',
]
/** Value, unit, arithmetic and grade of a figure are compared by its own path. */
const OF_FIGURES = new Set(['value', 'unit', 'grade', 'derivation'])

const isFigure = (value: JsonObject): boolean => 'printed_unit' in value && 'locator' in value

/** A part of the record with only what is cited of each figure. */
function withoutFigures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFigures)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([key]) => !(isFigure(value) && OF_FIGURES.has(key)))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutFigures(inner)]))
}

function nameOf(entry: unknown, index: number): string {
  const name = isJsonObject(entry) ? NAMES.find((key) => typeof entry[key] === 'string') : undefined
  return isJsonObject(entry) && name !== undefined ? String(entry[name]) : String(index)
}

/** A member of the record as parts: the entries of a list by their names, anything else as one. */
function addParts(parts: Map<string, string>, path: string, member: unknown): void {
  if (!Array.isArray(member)) parts.set(path, canonicalText(withoutFigures(member ?? null)))
  else
    for (const [index, entry] of member.entries())
      parts.set(`${path}/${nameOf(entry, index)}`, canonicalText(withoutFigures(entry)))
}

/**
 * Everything that a record says, by path, as text that can be compared: figures by value, unit, arithmetic and grade, documents by hash, each
 * rule, quantity, category, case and fact. Rows are compared as rows (releases/record/row-changes.ts); the id of a release and the
 * version of its form say nothing of a tariff.
 */
export function partTexts(record: ReleaseRecord): Map<string, string> {
  const { rows: _rows, release_id: _id, record_version: _form, sources, categories, routing, rules, ...rest } = record
  const parts = new Map<string, string>()
  for (const { path, figure } of figuresOf(record)) {
    const worked = figure.derivation === null ? '' : ` = ${figure.derivation.formula}`
    parts.set(path, `${figure.value ?? 'held'} ${figure.unit}${worked} (${figure.grade})`)
  }
  for (const source of sources) parts.set(`sources/${source.source_id}`, `sha256 ${source.sha256}`)
  for (const category of categories) parts.set(categoryPath(category), canonicalText(category))
  for (const { key_type, key, ...route } of routing) parts.set(`routing/${key_type}/${key}`, canonicalText(route))
  for (const [name, member] of Object.entries(rules)) addParts(parts, `rules/${name}`, member)
  for (const [name, member] of Object.entries(rest)) addParts(parts, name, member)
  return parts
}

function categoryPath({ licensee_code, category_id, subcategory_code }: ReleaseRecord['categories'][number]): string {
  return `categories/${[licensee_code, category_id, subcategory_code].filter((part) => part !== null).join('/')}`
}
