import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import {
  ARITHMETIC,
  type Comparison,
  type Condition,
  type Formula,
  OPERATORS,
  ROUNDINGS,
} from '../../../releases/record/expression.ts'
import { shown } from './node.ts'
import { nearest } from './words.ts'

/** Expected text and place, and the text found: "`<=` at character 12". */
export type Mistake = { readonly expected: string; readonly found: string }
export type FormulaRead = { readonly formula: Formula | null; readonly mistakes: readonly Mistake[] }
export type ConditionsRead = { readonly conditions: Condition[]; readonly mistakes: readonly Mistake[] }

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/
const FIELD = /^(amount\.[A-Za-z0-9][A-Za-z0-9._-]*|[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?)$/
const FORMULA_TOKENS = /[-+*/(),]|[^-+*/(),\s]+/g
const CONDITION_TOKENS = /<=|>=|[<>=(){},]|[^<>=(){},\s]+/g
const FUNCTIONS = [...ARITHMETIC.filter((op) => /^[a-z]/.test(op)), ...ROUNDINGS]
const JOINS = ['and', 'or']
/** Keywords of the language, which cannot be field names. */
const RESERVED = new Set([...JOINS, 'not', 'in', 'describes'])

/**
 * Reads a formula such as `max(recorded_demand_kva, 0.8 * contract_demand_kva)`. `*` and `/` bind before `+` and `-`;
 * operands of the same operator form one operation, from left to right.
 */
export function parseFormula(text: string): FormulaRead {
  const tokens = new Tokens(text, FORMULA_TOKENS)
  const formula = sum(tokens)
  if (formula !== null && tokens.next !== null) tokens.miss('the end of the formula, or `+`, `-`, `*` or `/`')
  return { formula: tokens.mistakes.length > 0 ? null : formula, mistakes: tokens.mistakes }
}

/**
 * Reads conditions as people write them: comparisons such as `field<=value` or `field in {a,b}`, joined by `and` and
 * `or` (`and` binds first), with `not`, `describes` and parentheses. Top-level parts joined by `and` become a list. A
 * comparison that cannot be read is reported, and the rest is read.
 */
export function parseConditions(text: string): ConditionsRead {
  const tokens = new Tokens(text, CONDITION_TOKENS)
  if (tokens.next === null) return { conditions: [], mistakes: [] }
  const condition = anyOf(tokens)
  if (tokens.next !== null) tokens.miss('`and`, `or` or the end of the conditions')
  const all = condition !== null && 'all' in condition ? condition.all : condition === null ? [] : [condition]
  return { conditions: all, mistakes: tokens.mistakes }
}

/** The tokens of a text, read in order. If several problems are at one place, the first is kept. */
class Tokens {
  readonly mistakes: Mistake[] = []
  readonly #tokens: readonly { readonly text: string; readonly at: number }[]
  #read = 0
  #missed = -1

  constructor(text: string, pattern: RegExp) {
    this.#tokens = [...text.matchAll(pattern)].map((match) => ({ text: match[0], at: match.index + 1 }))
  }

  get next(): string | null {
    return this.#tokens[this.#read]?.text ?? null
  }

  take(): string | null {
    const { next } = this
    this.#read += 1
    return next
  }

  /** Consumes the next token if it is one of these. */
  accept(...texts: readonly string[]): string | null {
    return this.next !== null && texts.includes(this.next) ? this.take() : null
  }

  /** Consumes this token, which is required here. */
  demand(text: string): boolean {
    if (this.accept(text) !== null) return true
    this.miss(`\`${text}\``)
    return false
  }

  miss(expected: string): null {
    const token = this.#tokens[this.#read]
    const found = token === undefined ? 'the end of the text' : `${shown(token.text)} at character ${token.at}`
    if (this.#missed !== this.#read) this.mistakes.push({ expected, found })
    this.#missed = this.#read
    return null
  }

  /** Skips unreadable text up to where the next comparison is joined. */
  skip(): null {
    for (let open = 0; this.next !== null; this.take()) {
      if (open === 0 && (JOINS.includes(this.next) || this.next === ')')) break
      if (this.next === '(') open += 1
      if (this.next === ')') open -= 1
    }
    return null
  }
}

const sum = (tokens: Tokens): Formula | null => chain(tokens, ['+', '-'], product)
const product = (tokens: Tokens): Formula | null => chain(tokens, ['*', '/'], operand)

type Sign = '+' | '-' | '*' | '/'

/**
 * Operands joined by these operators, from left to right; another operand with the same operator is added to the
 * operation.
 */
function chain(tokens: Tokens, signs: readonly Sign[], part: (tokens: Tokens) => Formula | null): Formula | null {
  const first = part(tokens)
  if (first === null) return null
  const begun: { left: Formula; op: Sign | null; of: Formula[] } = { left: first, op: null, of: [] }
  for (let sign = tokens.accept(...signs); sign !== null; sign = tokens.accept(...signs)) {
    const op = signs.find((known) => known === sign)
    const right = part(tokens)
    if (right === null || op === undefined) return null
    begun.of = begun.op === op ? [...begun.of, right] : [begun.left, right]
    begun.op = op
    begun.left = { op, of: begun.of }
  }
  return begun.left
}

function operand(tokens: Tokens): Formula | null {
  if (tokens.accept('(') !== null) {
    const inner = sum(tokens)
    return inner !== null && tokens.demand(')') ? inner : null
  }
  const negative = tokens.accept('-') !== null
  const { next } = tokens
  if (next !== null && /^\d/.test(next)) {
    const value = normaliseDecimal(negative ? `-${next}` : next)
    if (value === null) return tokens.miss('a decimal such as `0.8`, without exponent or leading zeros')
    tokens.take()
    return { value }
  }
  if (next === null || negative || !NAME.test(next))
    return tokens.miss(negative ? 'a number after `-`' : 'a name, a number or `(`')
  tokens.take()
  return tokens.next === '(' ? call(tokens, next) : next
}

function call(tokens: Tokens, name: string): Formula | null {
  const arithmetic = ARITHMETIC.find((op) => op === name)
  const rounding = ROUNDINGS.find((op) => op === name)
  if (arithmetic === undefined && rounding === undefined) {
    const meant = nearest(name, FUNCTIONS)
    const expected = meant === null ? `one of ${FUNCTIONS.join(', ')}` : `a known function, perhaps \`${meant}\``
    tokens.mistakes.push({ expected, found: shown(`${name}(`) })
    return null
  }
  tokens.take()
  const parts: Formula[] = []
  do {
    const part = sum(tokens)
    if (part === null) return null
    parts.push(part)
  } while (tokens.accept(',') !== null)
  const [first, second, ...others] = parts
  if (first === undefined || second === undefined) return tokens.miss(`\`,\`: ${name} takes two parts`)
  if (!tokens.demand(')')) return null
  if (arithmetic !== undefined) return { op: arithmetic, of: parts }
  if (rounding === undefined) return null
  if (
    others.length > 0 ||
    typeof second !== 'object' ||
    !('value' in second) ||
    !/[1-9]/.test(second.value) ||
    second.value.startsWith('-')
  ) {
    tokens.mistakes.push({ expected: `a step above 0, as in \`${name}(…, 1)\``, found: shown(name) })
    return null
  }
  return { op: rounding, of: first, step: second.value }
}

function anyOf(tokens: Tokens): Condition | null {
  const parts = joined(tokens, 'or', allOf)
  return parts.length > 1 ? { any: parts } : (parts[0] ?? null)
}

function allOf(tokens: Tokens): Condition | null {
  const parts = joined(tokens, 'and', oneOf).flatMap((part) => ('all' in part ? part.all : [part]))
  return parts.length > 1 ? { all: parts } : (parts[0] ?? null)
}

function joined(tokens: Tokens, word: string, part: (tokens: Tokens) => Condition | null): Condition[] {
  const parts = [part(tokens)]
  while (tokens.accept(word) !== null) parts.push(part(tokens))
  return parts.filter((each) => each !== null)
}

function oneOf(tokens: Tokens): Condition | null {
  if (tokens.accept('not') !== null) {
    const inner = oneOf(tokens)
    return inner === null ? null : { not: inner }
  }
  if (tokens.accept('(') !== null) {
    const inner = anyOf(tokens)
    return tokens.demand(')') ? inner : tokens.skip()
  }
  const describes = tokens.accept('describes') !== null
  const read = comparison(tokens)
  if (read === null) return tokens.skip()
  return describes ? { ...read, describes: true } : read
}

function comparison(tokens: Tokens): Comparison | null {
  const field = tokens.next
  if (field === null || !FIELD.test(field) || RESERVED.has(field)) {
    return tokens.miss('a comparison such as `a<=0.5` or `b in {x,y}`')
  }
  tokens.take()
  const op = OPERATORS.find((known) => known === tokens.next)
  if (op === undefined) return tokens.miss(`${OPERATORS.map((known) => `\`${known}\``).join(', ')} after \`${field}\``)
  tokens.take()
  if (op !== 'in') {
    const value = readValue(tokens, field)
    return value === null ? null : { field, op, value }
  }
  if (!tokens.demand('{')) return null
  const values: string[] = []
  do {
    const value = readValue(tokens, field)
    if (value === null) return null
    values.push(value)
  } while (tokens.accept(',') !== null)
  return tokens.demand('}') ? { field, op, value: values } : null
}

/** A word, or a decimal in its canonical spelling. */
function readValue(tokens: Tokens, field: string): string | null {
  const { next } = tokens
  if (next === null || !/^[^<>=(){},]/.test(next) || RESERVED.has(next)) return tokens.miss(`a value for ${field}`)
  tokens.take()
  return normaliseDecimal(next) ?? next
}
