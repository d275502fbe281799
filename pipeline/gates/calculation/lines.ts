import { type Line, quantityOf } from '../../../releases/engine/charges/line.ts'
import { lowest } from '../../../releases/engine/language/fraction.ts'
import type { ReferenceLine } from '../../../releases/engine/reference/result.ts'

/** A line in the reference's form. */
export function lineOf(line: Line): ReferenceLine {
  const { step, amountPaise, steps } = line
  const own = { component: step.component, id: step.id, quantity: quantityText(line), amountPaise }
  return steps === undefined ? own : { ...own, shares: steps.map(quantityText) }
}

/** `7`, or `22/3`. */
function quantityText(line: Line): string {
  const { quantity, quantityMilli: milli } = line
  if (quantity === null && milli % 1000 === 0) return String(milli / 1000)
  const { n, d } = lowest(quantityOf(line))
  return d === 1n ? String(n) : `${n}/${d}`
}

/** Lines as text; two lists are equal exactly if their texts are. */
export function linesText(lines: readonly ReferenceLine[]): string {
  return lines
    .map(({ component, id, quantity, shares, amountPaise }) => {
      const divided = shares === undefined ? '' : ` (${shares.join(', ')})`
      return `${component} ${id} ${quantity}${divided} = ${amountPaise}`
    })
    .join(' + ')
}

/** Whether two lists are equal, as their texts would be. */
export function sameLines(one: readonly ReferenceLine[], other: readonly ReferenceLine[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ component, id, quantity, shares, amountPaise }, index) => {
      const line = other[index]
      return (
        line?.component === component &&
        line.id === id &&
        line.quantity === quantity &&
        line.amountPaise === amountPaise &&
        (shares === line.shares || shares?.join() === line.shares?.join())
      )
    })
  )
}
