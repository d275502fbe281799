import { canonicalText } from '../../record/canonical.ts'
import { formatExact, formatMilli } from '../../record/decimal.ts'
import { keptIn } from '../../record/kept-in.ts'
import { type Line, quantityOf } from '../charges/line.ts'
import type { RowPlan } from '../charges/row.ts'
import { floorDivide, lowest } from '../language/fraction.ts'
import type { Fraction, Step } from '../types.ts'

/** The parts of a line that do not depend on the request, around its two numbers; `end` is another if it has steps. */
type LineParts = { readonly middle: string; readonly tail: string; readonly end: string }

function lineParts(row: RowPlan, step: Step): LineParts {
  const { rate } = step
  const { component, description, id } = step
  // The name is included unless it follows from the charge's component.
  const named = id === component || component === 'adjustment' ? {} : { charge_id: id }
  const fixed = canonicalText({ ...named, component, description, evidence: rate.evidence })
  const rest = canonicalText({
    rate: rate.text,
    ...(step.rateKind === undefined ? {} : { rate_kind: step.rateKind }),
    rate_paise: rate.paise,
    row_id: row.rowId,
    row_sha256: row.rowSha256,
    ...(step.slab === null ? {} : { slab: step.slab }),
  })
  return { middle: `,${fixed.slice(1, -1)},`, tail: `,${rest.slice(1, -1)}`, end: endText(step, undefined) }
}

/** The last members of a line, with its steps if its amount is not its quantity × its rate. */
function endText({ unit, rate }: Step, steps: Line['steps']): string {
  const rates = steps?.map((part) => part.step.rate) ?? [rate]
  const specimen = rates.some(({ grade }) => grade === 'specimen')
  const parts = steps?.map((part) => {
    const { text, exact } = quantityText(part)
    const { rate: own, slab } = part.step
    return {
      evidence: own.evidence,
      quantity: text,
      ...(exact === null ? {} : { quantity_exact: exact }),
      rate: own.text,
      slab,
    }
  })
  return `,${canonicalText({ specimen, ...(parts === undefined ? {} : { steps: parts }), unit }).slice(1)}`
}

/** Decimals shown for a quantity with an infinite expansion; its exact value is next to them. */
const PLACES = 6

/** A quantity as decimal text, or as `n/d` if it has no finite decimal form. */
function quantityText(line: Line): { text: string; exact: string | null } {
  const { quantityMilli, quantity } = line
  if (quantity === null) {
    return { text: quantityMilli < 0 ? `-${formatMilli(-quantityMilli)}` : formatMilli(quantityMilli), exact: null }
  }
  const { n, d } = lowest(quantityOf(line))
  for (let [places, power] = [0, 1n]; places <= 2 * PLACES; places += 1, power *= 10n) {
    if (power % d === 0n) return { text: formatExact(n * (power / d), places), exact: null }
  }
  return { text: rounded({ n, d }), exact: `${n}/${d}` }
}

function rounded({ n, d }: Fraction): string {
  const scale = 10n ** BigInt(PLACES)
  return formatExact(floorDivide(2n * n * scale + d, 2n * d), PLACES)
}

/** Writes lines; the parts that do not depend on the request are prepared once. */
export class LineWriter {
  readonly #parts = new Map<RowPlan, Map<Step, LineParts>>()

  /** The lines of an answer in canonical form (docs/design/contract.md#answer-fields `calculation.lines`). */
  write(row: RowPlan, lines: readonly Line[]): string {
    let text = '['
    for (const line of lines) {
      const { middle, tail, end } = this.#of(row, line.step)
      const { text: quantity, exact } = quantityText(line)
      const minimum = line.minimumPaise === undefined ? '' : `"minimum_paise":${line.minimumPaise},`
      const more = exact === null ? '' : `,"quantity_exact":"${exact}"`
      const own = line.steps === undefined ? end : endText(line.step, line.steps)
      text += `${text.length === 1 ? '' : ','}{"amount_paise":${line.amountPaise}${middle}${minimum}"quantity":"${quantity}"${more}${tail}${own}`
    }
    return `${text}]`
  }

  #of(row: RowPlan, step: Step): LineParts {
    const steps = keptIn(this.#parts, row, () => new Map<Step, LineParts>())
    return keptIn(steps, step, () => lineParts(row, step))
  }
}
