import { INPUTS } from '../../../releases/engine/inputs.ts'
import { prorationRuleOf } from '../../../releases/engine/language/proration.ts'
import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** The categories and rows whose requests give the inputs. */
export type Asked = Pick<ReleaseRecord, 'categories' | 'rows'>

const ENERGY = ['kWh', 'kVAh'] as const
/** An input that its table gives no unit: a count. */
const COUNT = ['unit'] as const

/**
 * The units that a quantity or an input may count in, for these categories and rows; empty if there is no name. Units of
 * the bill are in the unit of the energy charge, the load is in the unit of the category.
 */
export function countedUnits(
  name: string | null,
  quantities: ReadonlyMap<string, string>,
  { categories, rows }: Asked,
): readonly string[] {
  if (name === null) return []
  const unit = quantities.get(name)
  if (unit !== undefined) return [unit]
  const [input = ''] = name.split('.')
  if (input === 'connected_load')
    return [...new Set(categories.map(({ load_unit }) => (load_unit === 'hp' ? 'HP' : 'kW')))]
  if (input === 'energy_units' || input === 'energy_by_zone') {
    const charges = rows.flatMap((row) => row.charges.filter(({ component }) => component === 'energy'))
    return charges.length === 0 ? ENERGY : [...new Set(charges.map((charge) => charge.unit))]
  }
  if (input === 'fixed_charge_basis_units') return ENERGY
  return UNITS_OF_INPUTS.get(input) ?? COUNT
}

const UNITS_OF_INPUTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(INPUTS).flatMap(([name, input]) => ('unit' in input ? [[name, [input.unit]] as const] : [])),
)

const DAYS_OF_A_MONTH = 30

/** How long a charge, or its steps, and the slabs of its category are for; their numbers as a rule cites them: `60`, or `2` months. */
export type Period = {
  readonly days: number | null
  readonly slabDays: number | null
  /** Whether it is made once for each bill, however many months this has: a rule by months multiplies others, and not this one. */
  readonly once: boolean
  readonly numbers: readonly string[]
}

/**
 * The period of a charge that a rule of the release prorates by days, or of the steps of a rate per unit of energy that
 * it prorates; beside slabs of several months that of any other charge, which is made once for each bill. No days: a month.
 */
export function periodOf(
  { rules }: ReleaseRecord,
  { subcategory_code: code, licensee_code: licensee }: Row,
  { charge_id: id, per, steps_by: by, unit }: Charge,
): Period {
  const rule = prorationRuleOf(rules.proration, code, licensee)
  const base = rule?.base_days?.value ?? null
  const months = rule?.slab_months?.value ?? null
  const slabDays = months === null ? daysOf(base) : Number(months) * DAYS_OF_A_MONTH
  const isDivided = (unit === 'kWh' || unit === 'kVAh') && rule?.edges_of.includes(by ?? per ?? '') === true
  const isMonthly = rule?.monthly.includes(id) === true
  const once = isByMonths(rule) && !isMonthly && unit !== 'kWh' && unit !== 'kVAh'
  if (isDivided || (months !== null && !isMonthly))
    return { days: slabDays, slabDays, once, numbers: listed(months ?? base) }
  return { days: isMonthly ? daysOf(base) : null, slabDays, once, numbers: isMonthly ? listed(base) : [] }
}

const isByMonths = (rule: ReturnType<typeof prorationRuleOf>): boolean => rule?.method === 'by_months'

/** Whether an amount for a bill is made once for bills of several months, which a rule of one of its categories makes. */
export const isOncePerBill = ({ rules }: ReleaseRecord, { applies_to }: Adjustment): boolean =>
  applies_to.some((code) => isByMonths(prorationRuleOf(rules.proration, code, null)))
const daysOf = (value: string | null): number | null => (value === null ? null : Number(value))
const listed = (value: string | null): string[] => (value === null ? [] : [value])
