import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import { unsupportedOperation } from '../../../releases/engine/request/operations.ts'
import { formatMilli } from '../../../releases/record/decimal.ts'
import { dayAfter } from '../../../releases/record/text.ts'
import { bodyOf, type Draft, patched } from '../calculation/draft.ts'
import { dayPatch } from './days.ts'
import { type Domain, foreignInputs, stepOf } from './domains.ts'
import { edgesAt } from './edges.ts'
import { type Fit, fitsOf, isCounted } from './fitting.ts'
import { agreeing } from './months.ts'
import { NO_DAY } from './probes.ts'
import type { Random } from './random.ts'
import { sampleOf } from './sample-value.ts'
import { balanced, isZone } from './zones.ts'

/** A quantity in thousandths: at an edge, whole, fractional, 0, the largest, or random. */
function quantity(edges: readonly number[], largest: number, random: Random): number {
  const kind = random.below(100)
  if (kind < 30) return Math.min(Math.max((random.pick(edges) ?? 0) + random.below(3) - 1, 0), largest)
  if (kind < 55) return Math.min(random.below(1000) * 1000, largest)
  if (kind < 80) return random.below(Math.min(2_000_000, largest + 1))
  if (kind < 84) return 0
  if (kind < 88) return largest - random.below(2)
  return Math.min(random.below(10 ** (1 + random.below(10))), largest)
}

/** A fit with everything needed to generate from it. */
type Start = { readonly domain: Domain; readonly fit: Fit; readonly edges: ReadonlyMap<string, readonly number[]> }

/**
 * Makes requests over all categories of a record. Most have the inputs that the category reads; some lack inputs or
 * have unknown or unused ones, so that both amounts and refusals occur. Each passes the schema of POST /calculate,
 * names a licensee that is served, and requests a day of the release, so that none is refused before its category is
 * looked up.
 */
export function draftsGenerator(domains: readonly Domain[], random: Random): () => Draft {
  const all = domains.flatMap((domain) => {
    const starts = fitsOf(domain).fits.map((fit): Start => {
      // Edges with all optional inputs given.
      return { domain, fit, edges: edgesAt(domain, { ...optionalOf(domain), ...fit.draft }) }
    })
    const foreign = foreignInputs(domain).filter((name) => isOrdinary(domain, name))
    return starts.length === 0 ? [] : [{ domain, starts, foreign }]
  })
  const places = domains.flatMap((domain) => domain.places)
  return () => {
    const chosen = random.pick(all)
    const start = chosen === undefined ? undefined : random.pick(chosen.starts)
    if (chosen === undefined || start === undefined) return { subcategory_code: 'NONE', energy_units: '0' }
    const { domain, fit } = start
    let draft: Begun = { ...fit.draft }
    if (random.percent(30)) draft = placed(draft, random.pick(domain.places))
    draft = varyOptional(draft, domain, random)
    draft = varyQuantities(draft, start, random)
    draft = varyCounts(draft, fit, random)
    draft = varyWords(draft, domain, random)
    draft = varyDay(draft, domain, random)
    draft = varyBilling(draft, domain, random)
    const name = random.percent(3) ? random.pick(chosen.foreign) : undefined
    // Billing days other than the period's would contradict it.
    const agrees = name !== 'billing_days' || draft['bill_period.from'] === undefined
    if (name !== undefined && agrees) draft = { ...draft, ...sampleOf(domain.record, name) }
    if (random.percent(2)) draft = { ...draft, subcategory_code: `${domain.category.subcategory_code}-X` }
    if (random.percent(2)) draft = placed(draft, random.pick(places))
    if (random.percent(5)) draft = { ...draft, load_unit: random.percent(80) ? domain.category.load_unit : 'hp' }
    return agreeing(domain, draft)
  }
}

/** False for an input whose sample value requests an operation that is always refused. */
function isOrdinary({ record }: Domain, name: string): boolean {
  const body = bodyOf(record.state_code, { subcategory_code: '', energy_units: '0', ...sampleOf(record, name) })
  return unsupportedOperation(record, body as CalculateBody) === null
}

function placed(draft: Begun, place: Draft | undefined): Begun {
  return place === undefined ? draft : patched(draft, { licensee_code: null, district: null, ...place })
}

function optionalOf({ optional, quantities }: Domain): Draft {
  const given = optional.flatMap((name) => {
    const largest = quantities.get(name)
    return largest === undefined ? [] : [[name, formatMilli(Math.min(10_000, largest))]]
  })
  return Object.fromEntries(given)
}

/** A draft under construction, which the functions below change in place: ten thousand are made for a gate. */
type Begun = Record<string, Draft[string]>

/** Adds some inputs read by adjustments and charges beside; zones all together. */
function varyOptional(given: Begun, domain: Domain, random: Random): Begun {
  const { optional, quantities, words } = domain
  if (optional.some(isZone) && random.percent(50)) {
    for (const name of optional) if (isZone(name)) given[name] = '0'
  }
  for (const name of optional) {
    if (isZone(name) || !random.percent(45)) continue
    const value = quantities.has(name) ? '0' : random.pick(words.get(name) ?? [])
    if (value !== undefined) given[name] = value
  }
  let next = given
  for (const [name, others] of domain.instead) {
    if (!random.percent(15)) continue
    const left = random.percent(90) ? Object.fromEntries(others.map((other) => [other, null])) : {}
    next = patched(next, { ...left, [name]: '0' })
  }
  return next
}

function varyQuantities(draft: Begun, { domain, edges }: Start, random: Random): Begun {
  let next = draft
  for (const [name, largest] of domain.quantities) {
    if (next[name] === undefined) {
      if (random.percent(2)) next[name] = formatMilli(random.below(Math.min(1_000_000, largest + 1)))
      continue
    }
    if (name !== 'energy_units' && random.percent(2)) next = patched(next, { [name]: null })
    else if (random.percent(85)) {
      const step = stepOf(domain, name)
      // Occasionally a fraction if only whole units are billed; it is refused.
      const any = quantity(edges.get(name) ?? [0], largest, random)
      const milli = step > 1 && !random.percent(5) ? Math.floor(any / step) * step : any
      next[name] = random.percent(20) ? milli / 1000 : formatMilli(milli)
      if ((isZone(name) || name === 'energy_units') && random.percent(97)) {
        next = balanced(domain, next, name)
      }
    }
  }
  return next
}

/** Numbers of things, small and large; some are left out. */
function varyCounts(draft: Begun, { required }: Fit, random: Random): Begun {
  let next = draft
  for (const name of required.filter(isCounted)) {
    if (random.percent(3)) next = patched(next, { [name]: null })
    else if (random.percent(60)) next[name] = 1 + random.below(10 ** (1 + random.below(5)))
  }
  return next
}

function varyWords(draft: Begun, { words }: Domain, random: Random): Begun {
  let next = draft
  for (const [name, values] of words) {
    if (next[name] === undefined) {
      const value = random.percent(2) ? random.pick(values) : undefined
      if (value !== undefined) next[name] = value
    } else if (random.percent(40)) {
      const value = random.percent(8) ? undefined : random.pick(values)
      if (value === undefined) next = patched(next, { [name]: null })
      else next[name] = value
    }
  }
  return next
}

/** Days of the release: one on which something begins or ends, any other, or the last day of a bill of one month. */
function varyDay(draft: Begun, { record, days, dayName, dayIsNeeded }: Domain, random: Random): Begun {
  const { effective_from: first, effective_to: last } = record
  if (!random.percent(dayIsNeeded || days.length > 1 ? 60 : 15)) return draft
  if (random.percent(2)) return patched(draft, NO_DAY)
  const length = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000)
  const day = random.percent(60) ? (random.pick(days) ?? first) : dayAfter(first, random.below(length + 1))
  if (dayName === 'bill_period' || random.percent(30)) {
    const isAnyLength = (record.rules.proration ?? []).length > 0 && random.percent(50)
    const from = dayAfter(day, isAnyLength ? -random.below(70) : -27 - random.below(4))
    if (from >= first) {
      const to = dayName === 'billing_date' ? { billing_date: day } : {}
      return patched(draft, { ...NO_DAY, billing_days: null, 'bill_period.from': from, 'bill_period.to': day, ...to })
    }
  }
  return patched(draft, { ...NO_DAY, ...dayPatch(dayName, day, first) })
}

function varyBilling(
  draft: Begun,
  { record, billingDays, subsidised, months, monthIsRead }: Domain,
  random: Random,
): Begun {
  const days = random.pick([...billingDays, ...billingDays, 31]) ?? 30
  const hasPeriod = draft['bill_period.to'] !== undefined
  if (!hasPeriod && random.percent(subsidised ? 50 : 3)) draft['billing_days'] = days
  if (random.percent(subsidised || (monthIsRead && months.length > 0) ? 30 : 2)) {
    draft['billing_month'] = random.pick(months) ?? record.effective_from.slice(0, 7)
  }
  return draft
}
