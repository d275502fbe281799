import { hasDayIn, hasDayInAny, monthOfWord } from '../../../releases/engine/request/bill-months.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { lastDayOf } from '../../../releases/record/text.ts'
import { type Draft, dayOf, type Patch, patched } from '../calculation/draft.ts'
import { oncePer } from '../record/once-per.ts'
import { monthsOf } from '../text/months.ts'

/**
 * Months that a request states and the days of its bill. A month without a day of the bill is refused before the
 * category is looked up, so what the gates draw freely is brought into agreement: the days move into the month.
 */

type Of = { readonly record: ReleaseRecord }
type Days = { readonly from: string; readonly to: string }

/** The days that a draft gives for its bill; null: none. */
function daysOf(draft: Draft): Days | null {
  const to = dayOf(draft)
  if (to === null) return null
  const from = draft['bill_period.from']
  return { from: typeof from === 'string' ? from : to, to }
}

/** The same days moved to a whole month. */
function inMonth(draft: Draft, month: string): Patch {
  const [from, to] = [`${month}-01`, lastDayOf(month)]
  const given = ['effective_on', 'billing_date'].filter((name) => draft[name] !== undefined)
  const days = Object.fromEntries(given.map((name) => [name, to]))
  return draft['bill_period.to'] === undefined
    ? days
    : { ...days, billing_days: null, 'bill_period.from': from, 'bill_period.to': to }
}

/** The months of which a release serves every day. */
const wholeMonthsOf = oncePer(({ effective_from: first, effective_to: last }: ReleaseRecord): readonly string[] =>
  monthsOf(first, last).filter((each) => `${each}-01` >= first && lastDayOf(each) <= last),
)

/** Moves the days of a draft into a month of the release that `fits`, or leaves out the input that states it. */
function moved({ record }: Of, draft: Draft, name: string, fits: (month: string) => boolean): Draft {
  const month = wholeMonthsOf(record).find(fits)
  return patched(draft, month === undefined ? { [name]: null } : inMonth(draft, month))
}

/** A draft whose stated months each have a day of the release, and of its bill, as far as it gives days. */
export function agreeing(of: Of, draft: Draft): Draft {
  const { effective_from: from, effective_to: to } = of.record
  const month = draft['billing_month']
  const isOutside = typeof month === 'string' && !hasDayIn({ from, to }, month)
  const one = isOutside ? patched(draft, { billing_month: null }) : draft
  return daysOf(one) === null ? one : withBillingMonth(of, withNamedMonth(of, one))
}

/** The selectors of a draft that name a month `MM`. */
function namedMonths({ record }: Of, draft: Draft): { readonly name: string; readonly month: string }[] {
  return record.selectors.flatMap(({ selector, months }) => {
    const name = `selectors.${selector}`
    const month = months === undefined ? null : monthOfWord(record, selector, String(draft[name]))
    return month === null ? [] : [{ name, month }]
  })
}

function withNamedMonth(of: Of, draft: Draft): Draft {
  const [first, ...others] = namedMonths(of, draft)
  const days = daysOf(draft)
  if (first === undefined || days === null) return draft
  const other = Object.fromEntries(others.filter(({ month }) => month !== first.month).map(({ name }) => [name, null]))
  const one = patched(draft, other)
  return hasDayInAny(days, first.month) ? one : moved(of, one, first.name, (each) => each.endsWith(`-${first.month}`))
}

/** A billing month is compared with a period only: a single day says which tariff applies, not which month is billed. */
function withBillingMonth(of: Of, draft: Draft): Draft {
  const stated = draft['billing_month']
  const days = daysOf(draft)
  if (typeof stated !== 'string' || days === null || draft['bill_period.to'] === undefined) return draft
  if (hasDayIn(days, stated)) return draft
  const isFree = namedMonths(of, draft).length === 0
  return moved(of, draft, 'billing_month', (each) => isFree && each === stated)
}
