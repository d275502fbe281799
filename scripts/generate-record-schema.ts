import { writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { adjustmentSchema, valueSchema } from '../releases/record/adjustment.ts'
import { categorySchema } from '../releases/record/category.ts'
import { chargeSchema, stepSchema } from '../releases/record/charge.ts'
import { conditionSchema, formulaSchema, name } from '../releases/record/expression.ts'
import { figureSchema, locatorSchema, quotationSchema } from '../releases/record/figure.ts'
import { quantitySchema } from '../releases/record/quantity.ts'
import { caseSchema, licenseeSchema, recordSchema, routeSchema } from '../releases/record/record.ts'
import { rowSchema } from '../releases/record/row.ts'
import { blockedSchema, factSchema, fppasPeriodSchema, subsidySchema } from '../releases/record/rules.ts'
import { sourceSchema } from '../releases/record/source.ts'
import * as text from '../releases/record/text.ts'
import { compactJson } from './markdown.ts'

/** Path of the published schema. */
export const RECORD_SCHEMA_FILE = new URL('../releases/record/record.schema.json', import.meta.url)

/** The parts with a definition of their own, so that readers see `#/$defs/figure` instead of a page of schema. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  sentence: text.sentence,
  code: text.code,
  decimal: text.decimalText,
  sha256: text.sha256Hex,
  date: text.dateText,
  month: text.monthText,
  financial_year: text.financialYearText,
  licensee_code: text.licenseeCode,
  locator: locatorSchema,
  quotation: quotationSchema,
  figure: figureSchema,
  name,
  formula: formulaSchema,
  condition: conditionSchema,
  source: sourceSchema,
  licensee: licenseeSchema,
  route: routeSchema,
  category: categorySchema,
  quantity: quantitySchema,
  step: stepSchema,
  charge: chargeSchema,
  row: rowSchema,
  value: valueSchema,
  adjustment: adjustmentSchema,
  subsidy: subsidySchema,
  fppas_period: fppasPeriodSchema,
  fact: factSchema,
  blocked: blockedSchema,
  case: caseSchema,
}

/** The published JSON Schema (2020-12) of the release record, derived from its zod schema. */
export function recordJsonSchema(): Record<string, unknown> {
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id })
  const { $schema, ...rest } = z.toJSONSchema(recordSchema, { target: 'draft-2020-12', metadata: names })
  return {
    $schema,
    title: 'Release record',
    description: 'One canonical JSON document (RFC 8785) that a release_sha256 names. Figures are exact decimal text.',
    ...rest,
  }
}

/** The committed form of the schema. */
export const recordSchemaText = (): string => `${compactJson(recordJsonSchema())}\n`

if (import.meta.main) {
  await writeFile(RECORD_SCHEMA_FILE, recordSchemaText())
  console.log('record.schema.json is written')
}
