import * as z from 'zod'
import { categorySchema } from '../../../releases/record/category.ts'
import { quotationSchema } from '../../../releases/record/figure.ts'
import { quantitySchema } from '../../../releases/record/quantity.ts'
import { recordSchema, routeSchema } from '../../../releases/record/record.ts'
import { rowSchema } from '../../../releases/record/row.ts'
import { rulesSchema } from '../../../releases/record/rules.ts'
import { sourceSchema } from '../../../releases/record/source.ts'
import { code, sentence } from '../../../releases/record/text.ts'

/** Schemas of a definition's files: the record's forms, without values that are computed or in another file. */

export const releaseFileSchema = recordSchema
  .omit({
    record_version: true,
    routing: true,
    sources: true,
    categories: true,
    quantities: true,
    rows: true,
    rules: true,
    cases: true,
  })
  .extend({ statements: z.record(code, quotationSchema) })

const declaredSourceSchema = sourceSchema
  .omit({ text_sha256: true, page_count: true, page_sha256: true })
  .extend({ file: sentence.nullable() })
export const sourcesFileSchema = z.strictObject({
  citations: z.record(code, sentence),
  sources: z.array(declaredSourceSchema).min(1),
})

export const categoriesFileSchema = z.strictObject({ categories: z.array(categorySchema).min(1) })

export const rulesFileSchema = rulesSchema.extend({
  quantities: z.array(quantitySchema),
  routing: z.array(routeSchema),
})

/** Columns of rows.csv about a row; the rest comes from its category and the release. */
export const rowLinesSchema = rowSchema.omit({
  canonical_category_code: true,
  layer: true,
  supply_type: true,
  slab_type: true,
  effective_from: true,
  effective_to: true,
  fixture_sha256: true,
  row_sha256: true,
})

export type ReleaseFile = z.infer<typeof releaseFileSchema>
export type DeclaredSource = z.infer<typeof declaredSourceSchema>
/** What finds the bytes of a declared source, and what they must be. */
export type WantedSource = Readonly<Pick<DeclaredSource, 'source_id' | 'file' | 'sha256' | 'size_bytes' | 'media_type'>>
export type RowLines = z.infer<typeof rowLinesSchema>
export type RulesFile = z.infer<typeof rulesFileSchema>
