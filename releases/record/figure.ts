import * as z from 'zod'
import { cellSchema } from './cell.ts'
import { gradeSchema } from './grade.ts'
import { code, decimalText, financialYearText, sentence } from './text.ts'

/**
 * A figure is a printed number with its meaning (docs/design/release.md#figures): `printed` ("290.00"), `printed_unit`
 * ("P/kWh"), and the exact `value` in the record's own `unit` ("2.9", "Rs/kWh").
 */

/** Position of a quote in a source. Every source has pages; text formats have one page and are addressed by line. */
export const locatorSchema = z.strictObject({
  page: z.int().min(1),
  line: z.int().min(1).nullable(),
  section: z.string().min(1).nullable(),
})
export type Locator = z.infer<typeof locatorSchema>

/** A verbatim quote at a place in a source. */
export const quotationSchema = z.strictObject({ source_id: code, locator: locatorSchema, quote: sentence })
export type Quotation = z.infer<typeof quotationSchema>

/** Units a value is kept in. Money is rupees; the engine turns it into paise. */
const UNITS = [
  'Rs/kWh',
  'Rs/kVAh',
  'Rs/connection',
  'Rs/kW',
  'Rs/HP',
  'Rs/kVA',
  'Rs/part',
  'Rs/phase',
  'Rs/kVArh',
  'Rs/lamp',
  'Rs/flat',
  'Rs/day',
  'Rs/service',
  'Rs',
  'percent',
  'times',
  'number',
  'hours',
  'kWh',
  'kVAh',
  'kW',
  'kVA',
  'HP',
] as const
const unitSchema = z.enum(UNITS)
export type Unit = (typeof UNITS)[number]

/** How a printed unit relates to the unit of the value: value = printed / divisor. */
export const PRINTED_UNITS: Readonly<Record<string, { unit: Unit; divisor: bigint }>> = {
  ...Object.fromEntries(UNITS.map((unit) => [unit, { unit, divisor: 1n }])),
  'P/kWh': { unit: 'Rs/kWh', divisor: 100n },
  'P/kVAh': { unit: 'Rs/kVAh', divisor: 100n },
  P: { unit: 'Rs', divisor: 100n },
}

/** A figure carried from an earlier year names the year and the published statement of no change. */
export const carriedSchema = z.strictObject({ from_year: financialYearText, statement: quotationSchema })

/**
 * A derived figure records its arithmetic. The formula uses + - * / ( ) and round(x, places) over decimal literals;
 * every literal is one of the inputs, and gate 9 recomputes it.
 */
const derivationSchema = z.strictObject({
  formula: sentence,
  inputs: z.array(z.strictObject({ value: decimalText, what: sentence, year: z.string().min(4) })).min(1),
})

/** Why a figure is held and what would release it. */
const heldSchema = z.strictObject({ reason: sentence, unblocked_by: sentence })

export const figureSchema = z.strictObject({
  grade: gradeSchema,
  value: decimalText.nullable(),
  unit: unitSchema,
  printed: z.string().min(1).nullable(),
  printed_unit: z.string().min(1).nullable(),
  source_id: code,
  locator: locatorSchema,
  quote: sentence,
  citations: z.array(sentence),
  carried: carriedSchema.nullable(),
  derivation: derivationSchema.nullable(),
  held: heldSchema.nullable(),
  /** The table cell that it was read from; a figure without one is cited by the sentence in its quote. */
  cell: cellSchema.optional(),
})
export type Figure = z.infer<typeof figureSchema>
