import type { Figure } from '../../record/figure.ts'
import type { EnergyCharge, FixedCharge, Row, Step, WheelingCharge } from '../../record/row.ts'
import type { Inputs } from '../types.ts'
import { quantityOf } from './quantities.ts'
import {
  ceiling,
  compare,
  divide,
  fromDecimal,
  fromMilli,
  multiply,
  ONE,
  type Rational,
  rational,
  roundToPaise,
} from './rational.ts'
import { sharesOf, stepCovering } from './steps.ts'

const PAISE_PER_RUPEE = rational(100n)

/** The figure's value, exact, in its own unit. Throws for a held one: no unverified number may reach an amount. */
export function figureValue(figure: Figure): Rational {
  if (figure.value === null) throw new TypeError(`a figure without a value was asked for: ${figure.quote}`)
  return fromDecimal(figure.value)
}

/** quantity × rate in rupees, in exact paise, not rounded. */
export function pricePaise(quantity: Rational, rate: Figure): Rational {
  return multiply(multiply(quantity, figureValue(rate)), PAISE_PER_RUPEE)
}

/** Amounts of the energy lines in paise: one a slab that holds units; flat and whole charges have one line. */
export function energyAmounts(energy: EnergyCharge, units: Rational): number[] {
  if (energy.method === 'telescopic') return telescopicAmounts(energy.slabs, units)
  const slab = energy.method === 'flat' ? onlyStep(energy.slabs, 'energy') : reached(energy.slabs, units)
  return [roundToPaise(pricePaise(units, slab.figure))]
}

/** The one wheeling line in paise: for all units, or by the connected load where the rate is per HP. */
export function wheelingAmount({ unit, figure }: WheelingCharge, inputs: Inputs): number {
  const quantity =
    unit === 'HP' ? required(quantityOf('connected_load_hp', inputs), unit) : fromMilli(inputs.energyUnitsMilli)
  return roundToPaise(pricePaise(quantity, figure))
}

/** Amounts of the fixed lines in paise: one, or for a telescopic charge one a step that the quantity reaches. */
export function fixedAmounts(fixed: FixedCharge, inputs: Inputs): number[] {
  const quantity = billedQuantity(fixed, inputs)
  if (fixed.method === 'telescopic') return telescopicAmounts(fixed.bands, quantity)
  const step =
    fixed.method === 'flat' ? onlyStep(fixed.bands, 'fixed') : reached(fixed.bands, steppedQuantity(fixed, inputs))
  return [roundToPaise(pricePaise(quantity, step.figure))]
}

/** True when some step of each charge covers the request; else the row does not apply. Needs all inputs given. */
export function chargesCover(row: Row, inputs: Inputs): boolean {
  const { energy, fixed } = row
  const energyCovered = energy === null || energyCovers(energy, fromMilli(inputs.energyUnitsMilli))
  return energyCovered && (fixed === null || stepCovering(fixed.bands, steppedQuantity(fixed, inputs)) !== null)
}

/** True when some slab covers the units. */
export function energyCovers({ slabs }: EnergyCharge, units: Rational): boolean {
  return stepCovering(slabs, units) !== null
}

/** What the fixed rate is multiplied by. "kW or part" rounds up to the next whole part, at least one. */
function billedQuantity({ basis, or_part: orPart, part_size: partSize }: FixedCharge, inputs: Inputs): Rational {
  if (basis === 'connection') return ONE
  const given = required(quantityOf(basis === 'kVA' ? 'contract_demand_kva' : 'connected_load_kw', inputs), basis)
  if (!orPart) return given
  const whole = rational(ceiling(partSize === null ? given : divide(given, fromDecimal(partSize))))
  return compare(whole, ONE) < 0 ? ONE : whole
}

/** The quantity that the steps of a fixed charge divide: what its bands are banded by, else the billed quantity. */
function steppedQuantity(fixed: FixedCharge, inputs: Inputs): Rational {
  if (fixed.method !== 'band') return billedQuantity(fixed, inputs)
  if (fixed.band_by === null) throw new TypeError('a fixed charge by bands does not say what it is banded by')
  return required(quantityOf(fixed.band_by, inputs), fixed.band_by)
}

function telescopicAmounts(steps: readonly Step[], quantity: Rational): number[] {
  return sharesOf(steps, quantity).map(({ step, share }) => roundToPaise(pricePaise(share, step.figure)))
}

function onlyStep(steps: readonly Step[], charge: string): Step {
  const [step, second] = steps
  if (step === undefined || second !== undefined) throw new TypeError(`a flat ${charge} charge has exactly one step`)
  return step
}

function reached(steps: readonly Step[], quantity: Rational): Step {
  const step = stepCovering(steps, quantity)
  if (step === null) throw new RangeError('no step covers the quantity, which was to be refused before')
  return step
}

function required(quantity: Rational | null, what: string): Rational {
  if (quantity === null) throw new TypeError(`${what} is not given, which was to be refused before`)
  return quantity
}
