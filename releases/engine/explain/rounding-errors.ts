import { alteredPlan } from './altered-plan.ts'
import type { DifferingBill, Hypothesis } from './hypothesis.ts'

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
        says: `${rounded.join(', ')} rounded ${way.replace('_', ' ')} to ${step} paise`,
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
