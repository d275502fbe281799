import type { Category } from '../../record/category.ts'
import type { ProrationRule } from '../../record/rules.ts'
import { isFor } from './adjustments.ts'
import { billPeriod, type Context } from './context.ts'
import { figureValue } from './figures.ts'
import { roundedTo } from './quantities.ts'
import { divide, fromDecimal, type Rational, rational } from './rational.ts'

const DAY_MS = 86_400_000

/**
 * The request as its category reads it: with the factor of the cited rule if the days of the bill are given, or if slabs
 * are for several months, which then are assumed; otherwise unchanged, a bill of one month. `unruled`: no cited rule
 * covers a bill of these days.
 */
export function proratedFor(context: Context, category: Category): Context | 'unruled' {
  const period = billPeriod(context.body)
  const rule = ruleFor(context, category)
  if (rule === null) return period === null || isMonth(daysOf(period)) ? context : 'unruled'
  const slabMonths = rule.slab_months === undefined ? null : figureValue(rule.slab_months)
  if (period === null && slabMonths === null) return context
  const factor = period === null ? slabMonths : factorOf(rule, daysOf(period), period)
  if (factor === null) return 'unruled'
  const edgeFactor = slabMonths === null ? factor : divide(factor, slabMonths)
  return { ...context, month: { factor, edgeFactor, edgesOf: rule.edges_of, charges: rule.monthly } }
}

const daysOf = ({ from, to }: { from: string; to: string }): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
const isMonth = (days: number): boolean => days >= 28 && days <= 31

/** The proration rule of a category, by the category's licensee. */
export function ruleFor({ names }: Pick<Context, 'names'>, category: Category): ProrationRule | null {
  const { subcategory_code: code, licensee_code: owner } = category
  const rules = names.record.rules.proration ?? []
  return (
    rules.find(
      ({ applies_to: codes, licensees }) => (codes.length === 0 || codes.includes(code)) && isFor(licensees, owner),
    ) ?? null
  )
}

function factorOf(rule: ProrationRule, days: number, period: { from: string; to: string }): Rational | null {
  const months = rule.base_days === null ? monthsOf(period) : null
  if (rule.base_days === null && months === null) return null
  const exact =
    rule.base_days === null
      ? rational(BigInt(months ?? 0))
      : divide(rational(BigInt(days)), figureValue(rule.base_days))
  return rule.round === null ? exact : roundedTo(exact, fromDecimal(rule.round.step), rule.round.op)
}

/** Months from a day to the day before the same day of a later month; null: not a whole number of months. */
function monthsOf({ from, to }: { from: string; to: string }): number | null {
  const eve = new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10)
  if (eve.slice(8) !== from.slice(8)) return null
  const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return monthNumber(eve) > monthNumber(from) ? monthNumber(eve) - monthNumber(from) : null
}
