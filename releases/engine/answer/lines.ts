import { canonicalText } from '../../record/canonical.ts'
import { formatMilli } from '../../record/decimal.ts'
import type { RowPlan } from '../compile/row.ts'
import type { Line, Step } from '../types.ts'

/** The parts of a line that do not depend on the request, around its two numbers. */
type LineParts = { readonly middle: string; readonly tail: string }

function lineParts(row: RowPlan, step: Step): LineParts {
  const { rate } = step
  const fixed = canonicalText({ component: step.component, description: step.description, evidence: rate.evidence })
  const rest = canonicalText({
    rate: rate.text,
    rate_paise: rate.paise,
    row_id: row.rowId,
    row_sha256: row.rowSha256,
    ...(step.slab === null ? {} : { slab: step.slab }),
    specimen: rate.grade === 'specimen',
    unit: step.unit,
  })
  return { middle: `,${fixed.slice(1, -1)},"quantity":"`, tail: `",${rest.slice(1)}` }
}

/** Negative quantities do not occur: a quantity is an input or an amount a percentage is taken of. */
export class LineWriter {
  readonly #parts = new Map<RowPlan, Map<Step, LineParts>>()

  /** Writes the lines of an answer in canonical form (contract 2.7 `calculation.lines`). */
  write(row: RowPlan, lines: readonly Line[]): string {
    let text = '['
    for (const line of lines) {
      const { middle, tail } = this.#of(row, line.step)
      const quantity = line.quantityMilli < 0 ? `-${formatMilli(-line.quantityMilli)}` : formatMilli(line.quantityMilli)
      text += `${text.length === 1 ? '' : ','}{"amount_paise":${line.amountPaise}${middle}${quantity}${tail}`
    }
    return `${text}]`
  }

  #of(row: RowPlan, step: Step): LineParts {
    let steps = this.#parts.get(row)
    if (steps === undefined) {
      steps = new Map()
      this.#parts.set(row, steps)
    }
    let parts = steps.get(step)
    if (parts === undefined) {
      parts = lineParts(row, step)
      steps.set(step, parts)
    }
    return parts
  }
}
