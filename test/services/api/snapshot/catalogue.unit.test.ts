import { describe, expect, it } from 'vitest'
import { figuresOf } from '../../../../releases/record/figures.ts'
import { type ShippedRecord, shippedRecords } from '../../../../scripts/shipped-records.ts'
import { buildCatalogue } from '../../../../services/api/snapshot/catalogue.ts'

const SHIPPED: readonly ShippedRecord[] = await shippedRecords()

describe.each(SHIPPED)('the catalogue of $folder', ({ record }) => {
  const catalogue = buildCatalogue(record, [], new Map(), new Map())
  const figures = figuresOf(record)

  it('counts what cites each source: rows once each, and every figure and fact of the rules', () => {
    for (const { source_id: id, cited_by } of catalogue.sources) {
      const citing = figures.filter(({ figure }) => figure.source_id === id).map(({ path }) => path)
      const rows = new Set(citing.filter((path) => path.startsWith('rows/')).map((path) => path.split('/')[1]))
      const facts = record.rules.facts.filter(({ evidence }) => evidence.source_id === id)
      const rules = citing.filter((path) => path.startsWith('rules/')).length + facts.length
      expect([id, cited_by]).toEqual([id, { rows: rows.size, rules }])
    }
    expect(catalogue.sources.map(({ source_id }) => source_id)).toEqual(
      record.sources.map(({ source_id }) => source_id),
    )
  })

  it('counts the rows of each category by its own names', () => {
    const counts = catalogue.categories.map(({ text }) => JSON.parse(text).schedule_row_count)
    const expected = record.categories.map(
      (category) =>
        record.rows.filter(
          (row) =>
            row.subcategory_code === category.subcategory_code &&
            row.licensee_code === category.licensee_code &&
            row.category_id === category.category_id,
        ).length,
    )
    expect(counts).toEqual(expected)
  })

  it('is made once: a second request gets the same', () => {
    expect(catalogue.rows).toHaveLength(record.rows.length)
    expect(catalogue.rows).toBe(catalogue.rows)
    expect(catalogue.categories).toBe(catalogue.categories)
    expect(catalogue.sources).toBe(catalogue.sources)
    expect(catalogue.evidence).toBe(catalogue.evidence)
  })
})
