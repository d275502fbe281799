import * as z from 'zod'
import { decimalText } from './text.ts'

/** The language of formulas and conditions (docs/design/tariff-language.md). */

/** A name of an input (`energy_units`, `energy_by_zone.peak`), of a quantity or of a quantity's own figure. */
export const name = z
  .string()
  .regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/)
  .max(80)

export const ARITHMETIC = ['+', '-', '*', '/', 'min', 'max'] as const
export const ROUNDINGS = ['floor', 'ceil', 'half_up'] as const

/** An exact formula: a name, a literal, an operation on two or more parts, or a rounding to a stated step. */
export type Formula =
  | string
  | { value: string }
  | { op: (typeof ARITHMETIC)[number]; of: Formula[] }
  | { op: (typeof ROUNDINGS)[number]; of: Formula; step: string }

export const formulaSchema: z.ZodType<Formula> = z.lazy(() =>
  z.union([
    name,
    z.strictObject({ value: decimalText }),
    z.strictObject({ op: z.enum(ARITHMETIC), of: z.array(formulaSchema).min(2) }),
    z.strictObject({ op: z.enum(ROUNDINGS), of: formulaSchema, step: decimalText }),
  ]),
)

/** Whether a formula is a number. */
export const isLiteral = (formula: Formula): formula is { value: string } =>
  typeof formula === 'object' && 'value' in formula

/** The formula of a case in which nothing is counted. */
export const isZero = (formula: Formula): boolean => isLiteral(formula) && Number(formula.value) === 0

/** The names that a formula reads, each once, in order. */
export function namesOf(formula: Formula): string[] {
  if (typeof formula === 'string') return [formula]
  if ('value' in formula) return []
  const parts = Array.isArray(formula.of) ? formula.of : [formula.of]
  return [...new Set(parts.flatMap(namesOf))]
}

/** The operations and roundings in a formula, the outer ones before those inside. */
export function operationsIn(formula: Formula): Exclude<Formula, string | { value: string }>[] {
  if (typeof formula === 'string' || 'value' in formula) return []
  return [formula, ...[formula.of].flat().flatMap(operationsIn)]
}

/** A number of a formula: a literal, or the step of a rounding. */
export type FormulaNumber = { readonly value: string; readonly isStep: boolean }

/** The numbers in a formula. */
export function numbersOf(formula: Formula): FormulaNumber[] {
  if (typeof formula === 'string') return []
  if ('value' in formula) return [{ value: formula.value, isStep: false }]
  if ('step' in formula) return [...numbersOf(formula.of), { value: formula.step, isStep: true }]
  return formula.of.flatMap(numbersOf)
}

/** True if a formula contains numbers or rounding: these must be printed somewhere, so it needs a citation. */
export const statesNumbers = (formula: Formula): boolean => numbersOf(formula).length > 0

/** A formula as people write it: `max(recorded_demand_kva, share * contract_demand_kva)`. */
export function formulaText(formula: Formula): string {
  if (typeof formula === 'string') return formula
  if ('value' in formula) return formula.value
  if ('step' in formula) return `${formula.op}(${formulaText(formula.of)}, ${formula.step})`
  if (formula.op === 'min' || formula.op === 'max') return `${formula.op}(${formula.of.map(formulaText).join(', ')})`
  return formula.of.map(partText).join(` ${formula.op} `)
}

function partText(part: Formula): string {
  const text = formulaText(part)
  return typeof part === 'object' && 'op' in part && !/^[a-z_]+\(/.test(text) ? `(${text})` : text
}

export const OPERATORS = ['=', '<', '<=', '>', '>=', 'in'] as const

/** `field` compared with a value: decimal text or the name of a quantity for quantities, words for the rest. */
export type Comparison = {
  field: string
  op: (typeof OPERATORS)[number]
  value: string | string[]
  /** True: it only describes the category (a voltage), needs no input and is always met. */
  describes?: true | undefined
}
/** A condition says when a row, a charge, an adjustment or a category applies. */
export type Condition = Comparison | { all: Condition[] } | { any: Condition[] } | { not: Condition }

const fieldName = z
  .string()
  .regex(/^(amount\.[A-Za-z0-9][A-Za-z0-9._-]*|[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?)$/)
  .max(100)

const comparisonSchema = z.strictObject({
  field: fieldName,
  op: z.enum(OPERATORS),
  value: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  describes: z.literal(true).optional(),
})

export const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    comparisonSchema,
    z.strictObject({ all: z.array(conditionSchema).min(1) }),
    z.strictObject({ any: z.array(conditionSchema).min(1) }),
    z.strictObject({ not: conditionSchema }),
  ]),
)

/** `connected_load_kw<=0.5`, `(phase=single or phase=three)`, as people write it. */
export function conditionText(condition: Condition): string {
  if ('all' in condition) return `(${condition.all.map(conditionText).join(' and ')})`
  if ('any' in condition) return `(${condition.any.map(conditionText).join(' or ')})`
  if ('not' in condition) return `not ${conditionText(condition.not)}`
  const { field, op, value } = condition
  return Array.isArray(value) ? `${field} in {${value.join(',')}}` : `${field}${op}${value}`
}

/** Every comparison in conditions, also those that only describe. */
export function allComparisonsOf(conditions: readonly Condition[]): Comparison[] {
  return conditions.flatMap((condition) => {
    if ('all' in condition) return allComparisonsOf(condition.all)
    if ('any' in condition) return allComparisonsOf(condition.any)
    return 'not' in condition ? allComparisonsOf([condition.not]) : [condition]
  })
}

/** Every comparison in conditions, except those that only describe. */
export function comparisonsOf(conditions: readonly Condition[]): Comparison[] {
  return allComparisonsOf(conditions).filter(({ describes }) => describes !== true)
}

/** Comparisons that must all hold for conditions to be met: none of those under `any` or `not`. */
export function certainComparisons(conditions: readonly Condition[]): Comparison[] {
  return conditions.flatMap((condition) => {
    if ('all' in condition) return certainComparisons(condition.all)
    return 'field' in condition ? [condition] : []
  })
}

const DECIMAL = /^-?\d/

/** The words that comparisons compare with, by input. */
export function wordsOf(comparisons: readonly Comparison[]): [field: string, words: string[]][] {
  return comparisons.flatMap(({ field, op, value }): [string, string[]][] => {
    const words = [value].flat().filter((each) => !DECIMAL.test(each))
    const isWord = op === '=' || op === 'in'
    return isWord && words.length > 0 && !field.startsWith('amount.') ? [[field, words]] : []
  })
}

/** Names that conditions read: their fields, and the quantities compared with. `amount.…` is not included. */
export function namesOfConditions(conditions: readonly Condition[]): string[] {
  if (conditions.length === 0) return []
  const names = comparisonsOf(conditions).flatMap(({ field, op, value }) => {
    const other = op !== 'in' && op !== '=' && typeof value === 'string' && !DECIMAL.test(value) ? [value] : []
    return [...(field.startsWith('amount.') ? [] : [field]), ...other]
  })
  return [...new Set(names)]
}
