import { referenceEvaluate } from '../../releases/engine/reference/evaluate.ts'
import type { ReferenceAnswer } from '../../releases/engine/reference/result.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/** A printed bill, calculated only by the second evaluator. */

export type Request = Readonly<Record<string, unknown>>
/** Paise by the names of `actual_bill`. */
export type Printed = Readonly<Record<string, number>>

const PART = {
  electricity_duty: 'electricity_duty_paise',
  fuel_adjustment: 'fuel_adjustment_paise',
  time_of_day: 'time_of_day_paise',
  excess_demand: null,
} as const

/** Answer of the second evaluator; null if it refuses, or if the altered record is not valid. */
export function evaluated(record: ReleaseRecord, request: Request): ReferenceAnswer | null {
  const { actual_bill: _bill, explain: _explain, ...body } = request
  const period = body['bill_period'] as { to: string } | undefined
  const date = period?.to ?? body['billing_date'] ?? body['effective_on'] ?? null
  const asked = { body, licenseeCode: (body['licensee_code'] as string) ?? null, date: date as string | null }
  try {
    const answer = referenceEvaluate(record, asked, { floor: 'derived', holds: [] })
    return answer.ok ? answer : null
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return null
    throw error
  }
}

/** A statutory duty on the units of supply in its own unit, half up. */
function statutoryDuty(record: ReleaseRecord, { rowId }: ReferenceAnswer, request: Request): number | null {
  const { duty } = record.rules
  const energy = record.rows
    .find(({ row_id }) => row_id === rowId)
    ?.charges.find(({ charge_id }) => charge_id === 'energy')
  if (duty === null || energy?.unit !== duty.energy_unit) return null
  // Thousandths of a unit × paise.
  const milliPaise = Math.round(Number(request['energy_units']) * 1000) * Math.round(Number(duty.figure.value) * 100)
  return Math.floor((milliPaise + 500) / 1000)
}

/** The lines of a bill for a request; null if it cannot be calculated. */
export function printedBill(record: ReleaseRecord, request: Request): Printed | null {
  const answer = evaluated(record, request)
  if (answer === null) return null
  const lines: Record<string, number> = {}
  const add = (name: string, paise: number | null): void => {
    if (paise !== null) lines[name] = (lines[name] ?? 0) + paise
  }
  add('energy_charge_paise', answer.energyChargePaise)
  add('fixed_charge_paise', answer.fixedChargePaise)
  add('wheeling_charge_paise', answer.wheelingChargePaise)
  for (const { id, amountPaise } of answer.beside) {
    const own = record.rules.adjustments.find(({ adjustment_id }) => adjustment_id === id)
    const part = own?.stands_for === undefined ? null : PART[own.stands_for]
    if (part !== null) add(part, amountPaise)
  }
  add('electricity_duty_paise', statutoryDuty(record, answer, request))
  if (answer.subsidyPaise !== null) add('subsidy_paise', 0 - answer.subsidyPaise)
  return lines
}
