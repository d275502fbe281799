import { formatMilli } from '../../record/decimal.ts'
import { compareAsGiven } from '../answer/verification.ts'
import { LARGEST_QUANTITY } from '../inputs.ts'
import { altered, asked, type DifferingBill, type Hypothesis } from './hypothesis.ts'

/** Another quantity than the request's, found from the amount: its units, or its load. */

const WHOLE = 1_000
const TENTH = 100

const LOADS = ['connected_load', 'contract_demand_kva', 'billed_demand_kva', 'excess_demand_kva'] as const
type Quantity = 'energy_units' | (typeof LOADS)[number]

const SAID: Readonly<Record<Quantity, (value: string, loadUnit: 'kw' | 'hp') => string>> = {
  energy_units: (value) => `billed for ${value} units`,
  connected_load: (value, unit) => `billed with a connected load of ${value} ${unit === 'hp' ? 'HP' : 'kW'}`,
  contract_demand_kva: (value) => `billed with a contract demand of ${value} kVA`,
  billed_demand_kva: (value) => `billed for a demand of ${value} kVA`,
  excess_demand_kva: (value) => `billed for ${value} kVA above the contract demand`,
}

/** Quantities that may be 0. A charge that is not billed for its load is an error of its own. */
const MAY_BE_NONE: ReadonlySet<Quantity> = new Set(['energy_units', 'excess_demand_kva'])

/** A wrong or estimated reading. Fractions of a unit are an error of their own. */
export function* wrongUnits(bill: DifferingBill): Generator<Hypothesis> {
  if (bill.body.energy_by_zone !== undefined) return
  const milli = quantityOf(bill, 'energy_units', WHOLE)
  const given = Number(bill.resolved.inputs.values['energy_units'])
  if (milli !== null && Math.abs(milli - given) >= WHOLE) yield billedWith(bill, 'energy_units', milli)
}

/** Another load or demand than the connection's, in whole units or in tenths. */
export function* wrongLoad(bill: DifferingBill): Generator<Hypothesis> {
  for (const name of LOADS) {
    for (const step of [WHOLE, TENTH]) {
      const milli = quantityOf(bill, name, step)
      if (milli === null) continue
      yield billedWith(bill, name, milli)
      // In a band of loads the tenths say the same again.
      break
    }
  }
}

function billedWith(bill: DifferingBill, name: Quantity, milli: number): Hypothesis {
  const value = formatMilli(milli)
  return asked(bill, SAID[name](value, bill.resolved.calculation.category.loadUnit), { [name]: value })
}

/**
 * The smallest multiple of `step`, in thousandths, for which the first part that differs is as billed, found by halving:
 * a charge that grows with a quantity is as billed where it first is at least that, or nowhere. Null: none, or it is the
 * request's.
 */
function quantityOf({ inService, body, resolved, parts, calculate }: DifferingBill, name: Quantity, step: number) {
  const given = resolved.inputs.values[name]
  const at = parts.findIndex(({ status }) => status === 'mismatch')
  const actual = parts[at]?.actual
  if (typeof given !== 'number' || actual === undefined || body.actual_bill === undefined) return null
  const printed = body.actual_bill
  const expectedAt = (count: number): number | null => {
    const other = calculate(inService, altered(body, { [name]: formatMilli(count * step) }))
    return (other === null ? null : compareAsGiven(other, printed)[at]?.expected) ?? null
  }
  // Null: outside what the category takes.
  const isReached = (count: number): boolean => {
    const expected = expectedAt(count)
    return expected === null ? count * step > given : expected >= actual
  }
  let [below, reached] = [MAY_BE_NONE.has(name) ? -1 : 0, Math.max(1, Math.ceil(given / step))]
  while (!isReached(reached)) {
    below = reached
    reached *= 2
    if (reached * step > LARGEST_QUANTITY * 1_000) return null
  }
  while (reached - below > 1) {
    const middle = (below + reached) >> 1
    if (isReached(middle)) reached = middle
    else below = middle
  }
  return reached * step === given || expectedAt(reached) !== actual ? null : reached * step
}
