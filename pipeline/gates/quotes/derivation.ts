import { compare } from '../../../releases/engine/language/fraction.ts'
import type { Fraction } from '../../../releases/engine/types.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { Failing } from '../gate.ts'
import { groupsDigits, readPrinted, valueStands } from '../text/tokens.ts'
import { ARITHMETIC, fractionOf, fractionText, type Operator, roundToPlaces } from './fraction-text.ts'

type Derivation = NonNullable<Figure['derivation']>

/** Possible faults of a derivation. */
export const DERIVATION_FAULTS = ['no_formula', 'no_input', 'literal_not_quoted', 'other_result'] as const
type F = (typeof DERIVATION_FAULTS)[number]

/**
 * Faults in the arithmetic of a derived figure: every literal of the formula must be one of the inputs and be in the
 * quote, and the result must be exactly the printed figure.
 */
export function derivationFaults(figure: Figure, { formula, inputs }: Derivation, mediaType: string): Failing<F>[] {
  const result = evaluateFormula(formula)
  if (!result.ok)
    return [['no_formula', 'a formula of + - * / ( ) and round(x, places)', `"${formula}": ${result.reason}`]]
  const faults: Failing<F>[] = []
  const given = new Set(inputs.map((input) => readPrinted(input.value)))
  for (const literal of new Set(result.literals)) {
    if (!given.has(readPrinted(literal))) {
      const values = inputs.map((input) => input.value).join(', ')
      faults.push(['no_input', `every literal of "${formula}" among its inputs`, `${literal} is not one of ${values}`])
    }
    const label = figure.cell?.row.join(' ') ?? ''
    const stands = valueStands(`${figure.quote} ${label}`, literal, groupsDigits(mediaType))
    if (!stands) {
      faults.push([
        'literal_not_quoted',
        `every literal of "${formula}" in the quote`,
        `${literal} is not in "${figure.quote}"`,
      ])
    }
  }
  const number = figure.printed === null ? null : readPrinted(figure.printed)
  const printed = number === null ? null : fractionOf(number)
  // A figure without print is gate 6's finding.
  if (printed !== null && compare(result.value, printed) !== 0) {
    faults.push(['other_result', `${formula} = ${fractionText(result.value)}`, `printed ${figure.printed}`])
  }
  return faults
}

/**
 * The arithmetic of derived figures, evaluated exactly (docs/release-definition.md, "Formulas"):
 *   sum     = product (('+' | '-') product)*
 *   product = factor (('*' | '/') factor)*
 *   factor  = ('-')? (literal | '(' sum ')' | 'round' '(' sum ',' places ')')
 * Literals are decimals. `literals` lists them as written, without the places of a rounding.
 */
export type Evaluation =
  | { readonly ok: true; readonly value: Fraction; readonly literals: readonly string[] }
  | { readonly ok: false; readonly reason: string }

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|(round\b)|([-+*/(),]))/uy
const MAX_PLACES = 6
/** Limits the nesting, and so the recursion depth. */
const MAX_LENGTH = 500

class Reader {
  readonly literals: string[] = []
  private readonly tokens: readonly string[]
  private at = 0

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  /** The value of the whole formula, or the reason why it has none. */
  read(): Fraction | string {
    const value = this.sum()
    if (typeof value === 'string' || this.at === this.tokens.length) return value
    return `unexpected "${this.tokens[this.at]}"`
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false
    this.at += 1
    return true
  }

  private chain(operators: readonly Operator[], next: () => Fraction | string): Fraction | string {
    let value = next()
    while (typeof value !== 'string') {
      const operator = operators.find((candidate) => this.take(candidate))
      if (operator === undefined) return value
      const right = next()
      if (typeof right === 'string') return right
      value = ARITHMETIC[operator](value, right) ?? 'division by 0'
    }
    return value
  }

  private sum(): Fraction | string {
    return this.chain(['+', '-'], () => this.chain(['*', '/'], () => this.factor()))
  }

  private factor(): Fraction | string {
    if (this.take('-')) {
      const value = this.factor()
      return typeof value === 'string' ? value : { n: -value.n, d: value.d }
    }
    if (this.take('(')) return this.enclosed((value) => value)
    if (this.take('round')) return this.take('(') ? this.enclosed((value) => this.rounded(value)) : 'round needs ( )'
    return this.literal()
  }

  private enclosed(finish: (value: Fraction) => Fraction | string): Fraction | string {
    const inner = this.sum()
    if (typeof inner === 'string') return inner
    const value = finish(inner)
    if (typeof value === 'string') return value
    return this.take(')') ? value : 'a parenthesis is not closed'
  }

  private rounded(value: Fraction): Fraction | string {
    const places = this.take(',') ? Number(this.tokens[this.at]) : Number.NaN
    if (!Number.isInteger(places) || places > MAX_PLACES) return `round needs a number of places up to ${MAX_PLACES}`
    this.at += 1
    return roundToPlaces(value, places)
  }

  private literal(): Fraction | string {
    const token = this.tokens[this.at]
    if (token === undefined) return 'the formula is incomplete'
    const value = fractionOf(token)
    if (value === null) return `"${token}" is not a decimal`
    this.at += 1
    this.literals.push(token)
    return value
  }
}

function tokenise(formula: string): string[] | string {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < formula.trimEnd().length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(formula)
    if (match === null) return `unexpected "${formula.slice(at).trim().slice(0, 12)}"`
    tokens.push(match[0].trim())
  }
  return tokens
}

/** Evaluates a formula exactly: `9.38 - 0.35` is 9.03, `round(125 * 25 / 30, 0)` is 104. Never throws for a formula. */
export function evaluateFormula(formula: string): Evaluation {
  if (formula.length > MAX_LENGTH) return { ok: false, reason: `longer than ${MAX_LENGTH} characters` }
  const tokens = tokenise(formula)
  if (typeof tokens === 'string') return { ok: false, reason: tokens }
  const reader = new Reader(tokens)
  const value = reader.read()
  return typeof value === 'string' ? { ok: false, reason: value } : { ok: true, value, literals: reader.literals }
}
