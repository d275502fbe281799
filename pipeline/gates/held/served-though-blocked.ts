import { isHeldFigure } from '../../../releases/engine/language/holds.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Found, failing } from '../gate.ts'

/**
 * Rules that provide a part of an answer that the same release lists as blocked. No rule provides ancillary charges.
 */

export const BLOCKED_FAULTS = ['blocked_fppas', 'blocked_duty'] as const

type F = (typeof BLOCKED_FAULTS)[number]

const remedy = (component: string): string => `remove ${component} from blocked_components, or the rule from the answer`

function fppasThough(component: string, { rules }: ReleaseRecord): Found<F>[] {
  return rules.fppas_periods
    .filter(({ status }) => status === 'approved_exact_month')
    .map(({ period_id, status }) => {
      const expected = `no approved period while ${component} is blocked for FPPAS: ${remedy(component)}`
      return failing(`rules/fppas_periods/${period_id}`, 'blocked_fppas', expected, `status ${status}`)
    })
}

/** A blocked duty next to a served one is for supply billed in the other unit, if there is such supply. */
function dutyThough(component: string, { rules: { duty }, rows }: ReleaseRecord): Found<F>[] {
  if (duty === null || isHeldFigure(duty.figure)) return []
  const charges = rows.flatMap((row) => row.charges)
  if (charges.some((charge) => charge.component === 'energy' && charge.unit !== duty.energy_unit)) return []
  const expected = `no duty while ${component} is blocked for it and no row is billed in another unit: ${remedy(component)}`
  return [failing('rules/duty', 'blocked_duty', expected, `${duty.figure.value} ${duty.figure.unit} on every row`)]
}

export function servedThoughBlocked(record: ReleaseRecord): Found<F>[] {
  return record.blocked_components.flatMap(({ component, stands_for: part }) => {
    if (part === 'fppas') return fppasThough(component, record)
    return part === 'electricity_duty' ? dutyThough(component, record) : []
  })
}
