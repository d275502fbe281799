import { compare } from '../../../releases/engine/language/fraction.ts'
import type { Fraction } from '../../../releases/engine/types.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { Failing } from '../gate.ts'
import { attempt } from '../record/parse.ts'
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

/** Ends the reading of a formula that has no value. */
function no(reason: string): never {
  throw new Error(reason)
}

class Reader {
  readonly literals: string[] = []
  private readonly tokens: readonly string[]
  private at = 0

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  read(): Fraction {
    const value = this.sum()
    return this.at === this.tokens.length ? value : no(`unexpected "${this.tokens[this.at]}"`)
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false
    this.at += 1
    return true
  }

  private chain(operators: readonly Operator[], next: () => Fraction): Fraction {
    let value = next()
    for (;;) {
      const operator = operators.find((candidate) => this.take(candidate))
      if (operator === undefined) return value
      value = ARITHMETIC[operator](value, next()) ?? no('division by 0')
    }
  }

  private sum(): Fraction {
    return this.chain(['+', '-'], () => this.chain(['*', '/'], () => this.factor()))
  }

  private factor(): Fraction {
    if (this.take('-')) {
      const { n, d } = this.factor()
      return { n: -n, d }
    }
    if (this.take('(')) return this.closed(this.sum())
    if (!this.take('round')) return this.literal()
    return this.take('(') ? this.closed(this.rounded(this.sum())) : no('round needs ( )')
  }

  private closed(value: Fraction): Fraction {
    return this.take(')') ? value : no('a parenthesis is not closed')
  }

  private rounded(value: Fraction): Fraction {
    const places = this.take(',') ? Number(this.tokens[this.at]) : Number.NaN
    if (!Number.isInteger(places) || places > MAX_PLACES) no(`round needs a number of places up to ${MAX_PLACES}`)
    this.at += 1
    return roundToPlaces(value, places)
  }

  private literal(): Fraction {
    const token = this.tokens[this.at] ?? no('the formula is incomplete')
    const value = fractionOf(token) ?? no(`"${token}" is not a decimal`)
    this.at += 1
    this.literals.push(token)
    return value
  }
}

function tokenise(formula: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < formula.trimEnd().length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(formula) ?? no(`unexpected "${formula.slice(at).trim().slice(0, 12)}"`)
    tokens.push(match[0].trim())
  }
  return tokens
}

/** Evaluates a formula exactly: `9.38 - 0.35` is 9.03, `round(125 * 25 / 30, 0)` is 104. Never throws for a formula. */
export function evaluateFormula(formula: string): Evaluation {
  if (formula.length > MAX_LENGTH) return { ok: false, reason: `longer than ${MAX_LENGTH} characters` }
  const read = attempt(() => {
    const reader = new Reader(tokenise(formula))
    return { value: reader.read(), literals: reader.literals }
  })
  return read.ok ? { ok: true, ...read.value } : read
}
