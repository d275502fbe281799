import {
  CONDITION_INPUT,
  type Condition,
  type ConditionField,
  NUMERIC_FIELDS,
} from '../../../releases/record/condition.ts'
import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import { nearest } from './words.ts'

export type ConditionProblem = { readonly expected: string; readonly found: string }
export type ConditionsRead = { readonly conditions: Condition[]; readonly problems: ConditionProblem[] }

const PART = /^([A-Za-z_]+)\s*(?:(<=|>=|<|>|=)\s*([^\s{}<>=,]+)|\s+in\s*\{([^{}]*)\})$/
/** Words have no order: a named thing is this one or one of these. */
const NAMED_FIELDS: ReadonlySet<ConditionField> = new Set<ConditionField>(['area_type', 'phase', 'supply_level'])

/**
 * Reads conditions as people write them: parts joined by ` and `, each `field<=value`, `field=value` or
 * `field in {a,b}`. Numbers come out in their canonical spelling. What cannot be read is a problem; the rest is read.
 */
export function parseConditions(text: string): ConditionsRead {
  const conditions: Condition[] = []
  const problems: ConditionProblem[] = []
  if (text.trim() === '') return { conditions, problems }
  for (const part of text.split(/\s+and\s+/)) {
    const read = parsePart(part.trim())
    if ('expected' in read) problems.push(read)
    else conditions.push(read)
  }
  return { conditions, problems }
}

function parsePart(part: string): Condition | ConditionProblem {
  const found = `\`${part}\``
  const match = PART.exec(part)
  if (match === null) return { expected: 'conditions such as `a<=0.5 and b in {x,y}`', found }
  const [, name = '', sign, single, listed] = match
  if (!isField(name)) {
    const meant = nearest(name, Object.keys(CONDITION_INPUT))
    const known = Object.keys(CONDITION_INPUT).join(', ')
    return {
      expected: meant === null ? `a condition on one of ${known}` : `a known field, perhaps \`${meant}\``,
      found,
    }
  }
  const values = (single === undefined ? (listed ?? '').split(',') : [single]).map((value) =>
    readValue(name, value.trim()),
  )
  if (values.includes(null)) {
    return { expected: NUMERIC_FIELDS.has(name) ? `decimals for ${name}` : `a value for ${name}`, found }
  }
  const read = values.filter((value) => value !== null)
  if (single === undefined) return { field: name, op: 'in', value: read }
  const op = sign as Condition['op']
  if (op !== '=' && NAMED_FIELDS.has(name))
    return { expected: `${name} with \`=\` or \`in {…}\`, for it has no order`, found }
  return { field: name, op, value: read.join('') }
}

function isField(name: string): name is ConditionField {
  return Object.hasOwn(CONDITION_INPUT, name)
}

function readValue(field: ConditionField, text: string): string | null {
  if (NUMERIC_FIELDS.has(field)) return normaliseDecimal(text)
  return text === '' ? null : text
}
