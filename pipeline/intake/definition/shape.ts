import * as z from 'zod'
import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import { conditionSchema, formulaSchema } from '../../../releases/record/expression.ts'
import { carriedSchema, figureSchema } from '../../../releases/record/figure.ts'
import { decimalText } from '../../../releases/record/text.ts'
import { isBlank } from '../../gates/text/blank.ts'
import { type Mistake, parseConditions, parseFormula } from './expression.ts'
import { figureRead } from './figures.ts'
import { describe, type MapNode, type Node, shown, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import { inFull, keysOf } from './shorthands.ts'
import { expectation, nearest } from './words.ts'

/**
 * Reads a node by a schema of the record: each wrong part is a finding, and the rest is read. Omitted nullable fields
 * are null, omitted lists that may be empty are empty. The shorthands of docs/release-definition.md are expanded here:
 * formulas and conditions as text, ids of citations and statements, and those of shorthands.ts.
 */
export function readShape<Schema extends z.ZodType>(schema: Schema, node: Node, reading: Reading): z.infer<Schema> {
  return readAny(schema, node, reading) as z.infer<Schema>
}

function readAny(schema: z.ZodType, node: Node, reading: Reading): unknown {
  if (schema instanceof z.ZodOptional) return readAny(schema.unwrap() as z.ZodType, node, reading)
  if (schema instanceof z.ZodNullable) {
    const inner = schema.unwrap() as z.ZodType
    if (node.kind === 'empty' || node.kind === 'unreadable') return null
    const isEdge = inner === decimalText || inner instanceof z.ZodUnion
    if (!isEdge || (node.kind === 'scalar' && inner.safeParse(node.text).success)) {
      return readAny(inner, node, reading)
    }
    reading.report(node.at, expectation(inner), describe(node))
    return null
  }
  if (node.kind === 'value') return node.value
  if (node.kind === 'unreadable') return standIn(schema, reading)
  if (schema === conditionSchema) return readOneCondition(node, reading)
  if (schema === formulaSchema) return readFormula(node, reading)
  if (schema instanceof z.ZodObject) return readObject(schema, node, reading)
  if (schema instanceof z.ZodArray) return readList(schema, node, reading)
  if (schema instanceof z.ZodRecord) return readRecord(schema, node, reading)
  return readScalar(schema, node, reading)
}

/** Reports a value that does not match its schema. */
function misfit(schema: z.ZodType, node: Node, reading: Reading): unknown {
  reading.report(node.at, expectation(schema), describe(node))
  return standIn(schema, reading)
}

/**
 * Placeholder for a missing part, so that the gates can check the rest: blank text, empty lists. Numbers, choices and
 * decimals have no placeholder: then there is no record.
 */
function standIn(schema: z.ZodType, reading: Reading): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodString && schema !== decimalText) return ''
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodRecord) return {}
  reading.broken = true
  return null
}

/**
 * A spreadsheet function or command, also after other text; a cell reference or a sum after `=`. `= < 60%` is allowed,
 * because orders print slabs like this.
 */
const FORMULA =
  /^[=+@-]\s*[A-Za-z_.]+\s*[(!|]|^[=+@-].*[A-Za-z]\s*\|\s*['"]|^=\s*[-+]?(?:\$?[A-Za-z]{1,3}\$?\d+(?![\p{L}\p{N}])|\d[\d.]*\s*[-+*/^&]|["'])/u

/** Characters that turn the direction of text, and controls other than a tab and the end of a line. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const CONTROLS = /(?![\t\n\r])\p{Cc}/u
/** Text in which none of these can be, as almost all is: the others took a seventh of the time of reading a definition. */
const ORDINARY = /^[0-9A-Za-z][ -~]*$/

/** Text that is never allowed, because readers and spreadsheets would interpret it differently. */
function faultOfText(text: string): string | null {
  if (ORDINARY.test(text)) return null
  if (TURNS.test(text)) return 'text without characters that turn its direction'
  if (CONTROLS.test(text)) return 'text without control characters'
  // Spreadsheets take full-width signs and a leading tab or space as the sign itself.
  if (FORMULA.test(text.normalize('NFKC').trimStart())) return 'text that no spreadsheet takes for a formula'
  return text !== '' && isBlank(text) ? 'text that is not only white space' : null
}

function readScalar(schema: z.ZodType, node: Node, reading: Reading): unknown {
  if (node.kind !== 'scalar') return misfit(schema, node, reading)
  const { text, plain } = node
  if (schema instanceof z.ZodString) {
    const wrong = faultOfText(text)
    if (wrong !== null) reading.report(node.at, wrong, shown(text))
    if (schema.safeParse(text).success && text.isWellFormed()) return text
    reading.report(node.at, expectation(schema), text.isWellFormed() ? shown(text) : 'half a surrogate pair')
    if (schema === decimalText) reading.broken = true
    return text.toWellFormed()
  }
  if (schema instanceof z.ZodUnion) {
    if (schema.safeParse(text).success) return text
    reading.broken = true
    return misfit(schema, node, reading)
  }
  if (schema instanceof z.ZodNumber) {
    const number = plain && /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : null
    return number !== null && schema.safeParse(number).success ? number : misfit(schema, node, reading)
  }
  if (schema instanceof z.ZodBoolean) {
    return plain && (text === 'true' || text === 'false') ? text === 'true' : misfit(schema, node, reading)
  }
  if (schema instanceof z.ZodEnum) return schema.options.includes(text) ? text : misfit(schema, node, reading)
  if (schema instanceof z.ZodLiteral) return schema.values.has(text) ? text : misfit(schema, node, reading)
  throw new TypeError(`no way to read ${schema.type} from text`)
}

function readObject(schema: z.ZodObject, node: Node, reading: Reading): unknown {
  if (node.kind !== 'map') return misfit(schema, node, reading)
  const { entries } = inFull(schema, schema === figureSchema ? figureRead(node, reading) : node)
  const keys = keysOf(schema)
  for (const [key, { at }] of entries) {
    if (keys.includes(key)) continue
    const meant = nearest(key, keys)
    const expected = meant === null ? `only the keys ${keys.join(', ')}` : `a known key, perhaps \`${meant}\``
    reading.report(at, expected, `unknown key ${shown(key)}`)
  }
  const object: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const entry = entries.get(key)
    if (entry?.value.kind === 'empty' && isNeeded(part)) object[key] = blank(key, part, entry.value, reading)
    else if (entry !== undefined) object[key] = readPart(schema, key, part, entry.value, reading)
    else if (part instanceof z.ZodOptional) continue
    else object[key] = missing(key, part, node, reading)
  }
  return object
}

/** Parts that are written differently in the definition than in the record. */
function readPart(schema: z.ZodObject, key: string, part: z.ZodType, node: Node, reading: Reading): unknown {
  if (schema === carriedSchema && key === 'statement' && node.kind === 'scalar') {
    return (
      reading.statement(node.text, node.at) ?? {
        source_id: '',
        locator: { page: 1, line: null, section: null },
        quote: '',
      }
    )
  }
  const value = readAny(part, node, reading)
  if (schema === figureSchema && key === 'value' && typeof value === 'string') return normaliseDecimal(value) ?? value
  if (schema === figureSchema && key === 'citations' && node.kind === 'list') {
    return (value as string[]).map((id, index) => reading.citation(id, node.items[index]?.at ?? node.at))
  }
  return value
}

const UNBLANK = [z.ZodString, z.ZodNumber, z.ZodEnum, z.ZodLiteral, z.ZodBoolean, z.ZodRecord, z.ZodObject]

/** Whether a part is one word or number, or a map, none of which can be left blank. */
const isNeeded = (part: z.ZodType): boolean => UNBLANK.some((kind) => part instanceof kind)

/** A key of YAML or a cell of a table without a value: what it must be, with its name. */
function blank(key: string, part: z.ZodType, { at }: Node, reading: Reading): unknown {
  const isCell = typeof at.column === 'string'
  reading.report(at, isCell ? expectation(part) : `\`${key}\`: ${expectation(part)}`, 'nothing')
  return standIn(part, reading)
}

function missing(key: string, part: z.ZodType, node: MapNode, reading: Reading): unknown {
  if (part instanceof z.ZodNullable || (part instanceof z.ZodArray && part.safeParse([]).success)) {
    return standIn(part, reading)
  }
  reading.report(node.at, `the key \`${key}\`: ${expectation(part)}`, 'it is missing')
  return standIn(part, reading)
}

function readList(schema: z.ZodArray, node: Node, reading: Reading): unknown {
  const element = schema.element as z.ZodType
  // Conditions may also be one text, as in rows.csv; an item of a list may have several.
  const isOneText = element === conditionSchema && (node.kind === 'scalar' || node.kind === 'empty')
  if (node.kind !== 'list' && !isOneText) return misfit(schema, node, reading)
  const items = node.kind === 'list' ? node.items : [node]
  const list =
    element === conditionSchema
      ? items.flatMap((item) => readConditions(item, reading))
      : items.map((item) => readAny(element, item, reading))
  if (list.length === 0 && !schema.safeParse([]).success)
    reading.report(node.at, 'a list of at least one', 'an empty list')
  return list
}

function readRecord(schema: z.ZodRecord, node: Node, reading: Reading): unknown {
  if (node.kind !== 'map') return misfit(schema, node, reading)
  const keyForm = schema.keyType as z.ZodType
  const read: [string, unknown][] = []
  for (const [key, { at, value }] of node.entries) {
    const part = schema.valueType as z.ZodType
    if (!keyForm.safeParse(key).success) reading.report(at, `as key ${expectation(keyForm)}`, shown(key))
    else if (value.kind === 'empty' && isNeeded(part)) read.push([key, blank(key, part, value, reading)])
    else read.push([key, readAny(part, value, reading)])
  }
  return Object.fromEntries(read)
}

function reportAll(mistakes: readonly Mistake[], node: Node, reading: Reading): void {
  for (const { expected, found } of mistakes) reading.report(node.at, expected, found)
}

function readConditions(node: Node, reading: Reading): unknown[] {
  if (node.kind === 'empty' || node.kind === 'unreadable') return []
  const text = textOf(node)
  if (text === null) {
    reading.report(node.at, 'conditions in words, such as `connected_load_kw<=70`', describe(node))
    return []
  }
  const { conditions, mistakes } = parseConditions(text)
  reportAll(mistakes, node, reading)
  return conditions
}

function readOneCondition(node: Node, reading: Reading): unknown {
  const before = reading.findings.length
  const [condition, ...others] = readConditions(node, reading)
  if (condition !== undefined && others.length === 0) return condition
  if (reading.findings.length === before) reading.report(node.at, 'one condition', describe(node))
  reading.broken = true
  return null
}

/** An unreadable value becomes 0, so that the rest can be checked; no record is made from it. */
function readFormula(node: Node, reading: Reading): unknown {
  const text = textOf(node)
  const { formula, mistakes } = parseFormula(text ?? '')
  if (text === null) reading.report(node.at, 'a formula in words, such as `energy_units * 0.8`', describe(node))
  else reportAll(mistakes, node, reading)
  if (formula === null) reading.broken = true
  return formula ?? { value: '0' }
}
