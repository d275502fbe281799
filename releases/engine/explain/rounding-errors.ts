import { formatMilli } from '../../record/decimal.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import { alteredPlan } from './altered-plan.ts'
import { altered, asked, type DifferingBill, differenceOf, type Hypothesis } from './hypothesis.ts'

const WAYS = {
  half_up: (paise: number, step: number) => Math.floor(paise / step + 0.5) * step,
  up: (paise: number, step: number) => Math.ceil(paise / step) * step,
  down: (paise: number, step: number) => Math.floor(paise / step) * step,
} as const

/** Ten rupees, a rupee, fifty, ten and five paise. */
const STEPS: readonly number[] = [1000, 100, 50, 10, 5]

/** Parts of a bill rounded to more than a paisa, or lines truncated to it. */
export function* wrongRounding({ body, inService, resolved, parts }: DifferingBill): Generator<Hypothesis> {
  const rounded = parts.filter(({ status }) => status === 'mismatch').map(({ component }) => component)
  for (const step of STEPS) {
    for (const [way, round] of Object.entries(WAYS)) {
      yield {
        says: `${rounded.join(', ').replaceAll('_', ' ')} rounded ${way.replace('_', ' ')} to ${step} paise`,
        changes: { rounding: { way, step_paise: step, of: rounded } },
        body,
        serving: inService,
        printed: (component, paise) => (rounded.includes(component) ? round(paise, step) : paise),
      }
    }
  }
  yield {
    says: 'each line truncated to the paisa instead of rounded',
    changes: { rounding: { way: 'cut', step_paise: 1, of: 'lines' } },
    body,
    serving: [alteredPlan(resolved, (schedule) => schedule, 'cut')],
  }
}

const UNIT = 1000

/** A fraction of a unit billed or dropped, contrary to the schedule or the meter. */
export function* fractionalUnits(bill: DifferingBill): Generator<Hypothesis> {
  const { body, resolved } = bill
  const units = resolved.inputs.values['energy_units']
  if (typeof units !== 'number' || body.energy_by_zone !== undefined) return
  const billed = (milli: number, serving?: readonly AnswerPlan[]): Hypothesis => {
    const energy_units = formatMilli(milli)
    return asked(bill, `billed for ${energy_units} units`, { energy_units }, serving)
  }
  if (units % UNIT !== 0) {
    yield billed(units - (units % UNIT))
    yield billed(units - (units % UNIT) + UNIT)
    return
  }
  const energy = differenceOf(bill, 'energy_charge')
  const expected = resolved.calculation.energyPaise
  if (energy === null || expected === null) return
  // Priced as if the licensee billed fractions; the rate of the last unit, or the next one, shows the fraction.
  const isFree = resolved.calculation.category.unitRules.length === 0
  const plain = isFree
    ? resolved.answer
    : alteredPlan(resolved, ({ rows, rules }) => ({ rows, rules: { ...rules, unit_rules: [] } }))
  const next = units + (energy > 0 ? UNIT : -UNIT)
  const other = next < 0 ? null : bill.calculate([plain], altered(body, { energy_units: formatMilli(next) }))
  const step = Math.abs((other?.calculation.energyPaise ?? expected) - expected)
  if (step === 0 || Math.abs(energy) >= step) return
  const exact = (energy / step) * UNIT
  // As registers usually print them: two decimals first, then three.
  for (const places of [10, 1]) {
    for (const milli of new Set([Math.floor(exact / places) * places, Math.ceil(exact / places) * places])) {
      if (milli % UNIT !== 0) yield billed(units + milli, [plain])
    }
  }
}
