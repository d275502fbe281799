import { dayAfter, lastDayOf } from '../../../releases/record/text.ts'
import { type Patch, patched } from '../calculation/draft.ts'
import { NO_DAY } from '../requests/probes.ts'
import type { Random } from '../requests/random.ts'
import { invalid, type Place, type Spoil, type Spoilt } from './bad-request.ts'

/** A bill of some days inside the release; if a date is required, it is the last day of the bill. */
function periodPatch({ domain }: Place, from: string, to: string): Patch {
  const dated = domain.record.request.required.includes('billing_date') ? { billing_date: to } : {}
  return { ...NO_DAY, billing_days: null, ...dated, 'bill_period.from': from, 'bill_period.to': to }
}

/** Days and bill periods, wrong in one way each. `first`: the first day of the release. */
const SPOILS: readonly ((place: Place, first: string, random: Random) => Spoilt | null)[] = [
  (place, first, random) => {
    const { effective_to: last } = place.domain.record
    const days = [dayAfter(first, -1 - random.below(4000)), dayAfter(last, 1 + random.below(4000))]
    const name = random.pick(['effective_on', 'billing_date']) ?? 'effective_on'
    const draft = patched(place.draft, { ...NO_DAY, [name]: random.pick(days) ?? '1999-01-01' })
    return { draft, why: 'a day outside the release', code: 'INVALID_EFFECTIVE_DATE' }
  },
  (place, first, random) => {
    const day = random.pick(['2026-02-30', '2026-13-01', '26-04-01', '2026-4-1', 'today', '2026-04-01T00:00:00Z']) ?? ''
    const name = random.pick(['effective_on', 'billing_date', 'bill_period.from', 'bill_period.to']) ?? 'effective_on'
    const period = periodPatch(place, first, dayAfter(first, 29))
    const patch = name.startsWith('bill_period') ? { ...period, [name]: day } : { ...NO_DAY, [name]: day }
    return { draft: patched(place.draft, patch), why: 'not a real day', code: 'INVALID_EFFECTIVE_DATE' }
  },
  (place, first) => {
    const patch = { ...NO_DAY, effective_on: first, billing_date: dayAfter(first) }
    return invalid(place, patch, 'two days', '/billing_date', 'conflict')
  },
  (place, first) => {
    const patch = { ...periodPatch(place, first, dayAfter(first, 29)), effective_on: dayAfter(first, 28) }
    return invalid(place, patch, 'a day that is not the last of the bill', '/effective_on', 'disagrees')
  },
  (place, first) => {
    const patch = { ...periodPatch(place, first, dayAfter(first, 29)), billing_days: 31 }
    return invalid(place, patch, 'billing days that are not those of the bill', '/billing_days', 'disagrees')
  },
  (place, first) => {
    const patch = { ...periodPatch(place, dayAfter(first), dayAfter(first, 30)), billing_date: first }
    return invalid(place, patch, 'a bill dated before it begins', '/billing_date', 'disagrees')
  },
  (place, first, random) => {
    const to = dayAfter(first, 29)
    const before = dayAfter(`${first.slice(0, 7)}-01`, -1)
    const billing_month = random.pick([before, dayAfter(to, 31)])?.slice(0, 7) ?? ''
    const patch = { ...periodPatch(place, first, to), billing_month }
    return invalid(place, patch, 'a month outside the bill', '/billing_month', 'disagrees')
  },
  (place, first, random) => {
    const { selectors } = place.domain.record
    const named = random.pick(
      selectors.flatMap(({ selector, months = {} }) =>
        Object.keys(months).map((word) => ({ selector, word, month: months[word] ?? '' })),
      ),
    )
    if (named === undefined) return null
    const { selector, word, month } = named
    const from = first.slice(5, 7) === month ? dayAfter(lastDayOf(first.slice(0, 7))) : first
    const to = lastDayOf(from.slice(0, 7))
    const patch = { ...periodPatch(place, from, to), [`selectors.${selector}`]: word }
    return invalid(place, patch, `a bill that is not of ${word}`, `/selectors/${selector}`, 'disagrees')
  },
  (place, first, random) => {
    const to = dayAfter(first, random.below(20))
    const patch = { ...periodPatch(place, dayAfter(to, 1 + random.below(40)), to), billing_date: null }
    return invalid(place, patch, 'a bill that ends before it begins', '/bill_period/to', 'disagrees')
  },
  (place, first) => {
    const patch = { ...NO_DAY, 'bill_period.from': first }
    return invalid(place, patch, 'a bill without its last day', '/bill_period/to', null)
  },
  (place, first, random) => {
    const rule = place.domain.compiled.prorated?.proration?.rule
    if (rule?.method === 'by_days') return null
    const to = dayAfter(first, random.percent(50) ? random.below(27) : 31 + random.below(60))
    // A rule of whole months covers a bill that ends on the day before the same day of a later month.
    if (rule !== undefined && dayAfter(to).slice(8) === first.slice(8)) return null
    const draft = patched(place.draft, periodPatch(place, first, to))
    return { draft, why: 'a bill of more or less than a month', code: 'UNSUPPORTED_BILLING_PERIOD' }
  },
  (place, first, random) => {
    const from = dayAfter(first, -1 - random.below(20))
    const draft = patched(place.draft, periodPatch(place, from, dayAfter(from, 29)))
    return { draft, why: 'a bill that begins before the release', code: 'UNSUPPORTED_BILLING_PERIOD' }
  },
  (place, first, random) => {
    // The compiled dates show on which days something begins: a bill that includes such a day has two tariffs.
    const { record, compiled } = place.domain
    const begins = compiled.dates.flatMap(({ from, to }) => [from, to === null ? null : dayAfter(to)])
    const day = random.pick(begins.filter((each) => each !== null && each > first))
    if (day == null) return null
    const from = dayAfter(day, -1 - random.below(20))
    const to = dayAfter(from, 29)
    if (from < first || to > record.effective_to) return null
    const draft = patched(place.draft, periodPatch(place, from, to))
    return { draft, why: 'a bill of days with two tariffs', code: 'UNSUPPORTED_BILLING_PERIOD' }
  },
  (place) => {
    if (!place.domain.dayIsNeeded) return null
    return invalid(place, NO_DAY, 'no day', `/${place.domain.dayName}`, 'required')
  },
]

export const BAD_DAYS: readonly Spoil[] = SPOILS.map(
  (spoil) => (place, random) => spoil(place, place.domain.record.effective_from, random),
)
