import { type Calculation, calculate } from '../../../releases/engine/calculate.ts'
import { compilePlan, type Hold } from '../../../releases/engine/compile/plan.ts'
import type { Inputs, Refusal } from '../../../releases/engine/types.ts'
import { formatMilli } from '../../../releases/record/decimal.ts'
import type { Grade } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildInputs, buildRecord, type RowParts } from '../../support/record-builder.ts'

export type BillOptions = { readonly floor?: Grade; readonly holds?: readonly string[] }

/** One calculation of a record: floor specimen and no holds unless the test says otherwise. */
export function bill(
  record: ReleaseRecord,
  inputs: Partial<Inputs> = {},
  { floor = 'specimen', holds = [] }: BillOptions = {},
): Calculation | Refusal {
  const paused: Hold[] = holds.map((component) => ({ component, reason: 'under review' }))
  return calculate(compilePlan(record, paused), buildInputs(inputs), floor)
}

/** The same, for a bill that must be priced. */
export function priced(record: ReleaseRecord, inputs: Partial<Inputs> = {}, options: BillOptions = {}): Calculation {
  const result = bill(record, inputs, options)
  if (!result.ok) throw new Error(`refused: ${result.code} ${JSON.stringify(result.details)}`)
  return result
}

/** The code a bill is refused with; `priced` when it is not. */
export function refusal(record: ReleaseRecord, inputs: Partial<Inputs> = {}, options: BillOptions = {}): string {
  const result = bill(record, inputs, options)
  return result.ok ? 'priced' : result.code
}

/** Lines as people write them: `energy 50 x 3.05 = 15250`. */
export function linesText({ lines }: Calculation): string[] {
  return lines.map(
    ({ step, quantityMilli, amountPaise }) =>
      `${step.component} ${formatMilli(quantityMilli)} x ${step.rate.text} = ${amountPaise}`,
  )
}

/** A record of one row in category DOM. */
export function recordOfRow(row: RowParts): ReleaseRecord {
  return buildRecord({ rows: [row] })
}

/** Thousandths of a quantity written as a decimal. */
export function milli(text: string): number {
  return Math.round(Number(text) * 1000)
}
