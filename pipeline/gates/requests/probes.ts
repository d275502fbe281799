import { formatMilli } from '../../../releases/record/decimal.ts'
import { type Draft, type Patch, patched } from '../calculation/draft.ts'
import { engineOutcome, type Outcome, type Tested } from '../calculation/outcome.ts'
import { oncePer } from '../record/once-per.ts'
import { dayPatch } from './days.ts'
import { type Domain, stepOf } from './domains.ts'
import { edgesAt } from './edges.ts'
import { type Fit, fitsOf, usualOf } from './fitting.ts'
import { agreeing } from './months.ts'
import { balanced, isZone, zonesOf } from './zones.ts'

/** Clears the inputs that give a day, so that another one can be set. */
export const NO_DAY: Patch = {
  effective_on: null,
  billing_date: null,
  'bill_period.from': null,
  'bill_period.to': null,
}

/** A usual quantity of an optional input, as a patch. */
function usual(domain: Domain, name: string): Patch {
  return { [name]: usualOf(domain, name) ?? '0' }
}

/** An optional quantity at a usual value, and below each of its edges. */
function usualAndBelowEdges(domain: Domain, draft: Draft, name: string): Patch[] {
  const edges = edgesAt(domain, patched(draft, usual(domain, name)), new Set([name])).get(name) ?? []
  const inner = edges.filter((edge) => edge > 0 && edge < (domain.quantities.get(name) ?? 0))
  return [usual(domain, name), ...inner.map((edge): Patch => ({ [name]: formatMilli(edge - 1) }))]
}

/** The zones of a bill, with some units in each. */
function inZones({ record, optional }: Domain): Patch {
  const zones = zonesOf(record).filter((zone) => optional.includes(zone))
  return Object.fromEntries(zones.map((zone) => [zone, '40']))
}

const variants = new WeakMap<Fit, readonly Patch[]>()

/** Variations of requests for a row: one patch for each word, flag, place, day, and method of billing. */
export function variantsOf(domain: Domain, fit: Fit): readonly Patch[] {
  const made = variants.get(fit) ?? variantsFrom(domain, fit)
  variants.set(fit, made)
  return made
}

/** The request of a row with a variant: its zones sum to its units, and its days are in the months that it states. */
export function variedDraft(domain: Domain, { draft }: Fit, variant: Patch): Draft {
  return agreeing(domain, balanced(domain, patched(draft, variant), null))
}

function variantsFrom(domain: Domain, { draft }: Fit): Patch[] {
  const { optional, words, quantities, instead, dayName, days, places, billingDays, months, subsidised, record } =
    domain
  const elsewhere = places.slice(1).map((place): Patch => ({ licensee_code: null, district: null, ...place }))
  // The same schedule has already been checked for another licensee.
  if (domain.isRepeated) return [{}, ...elsewhere]
  const said = [...words].flatMap(([name, values]): Patch[] =>
    draft[name] === undefined && !optional.includes(name)
      ? []
      : values.filter((value) => value !== draft[name]).map((value) => ({ [name]: value })),
  )
  const counted = optional
    .filter((name) => quantities.has(name) && !isZone(name))
    .flatMap((name) => usualAndBelowEdges(domain, draft, name))
  const zoned = inZones(domain)
  const stated = [...instead].map(
    ([name, others]): Patch => ({
      ...(quantities.has(name) ? usual(domain, name) : {}),
      ...Object.fromEntries(others.map((other) => [other, null])),
    }),
  )
  const dated = days.map((day): Patch => ({ ...NO_DAY, ...dayPatch(dayName, day, record.effective_from) }))
  const billed = subsidised
    ? billingDays.flatMap((billing_days) =>
        [null, ...months].map((billing_month): Patch => ({ billing_days, billing_month })),
      )
    : []
  const all: Patch = Object.assign(
    {},
    zoned,
    ...counted,
    ...[...words].filter(([name]) => optional.includes(name)).map(([name, values]) => ({ [name]: values[0] ?? null })),
  )
  const several = optional.length > 1 ? [all] : []
  const zones = Object.keys(zoned).length > 0 ? [zoned] : []
  return [{}, ...said, ...counted, ...zones, ...stated, ...billed, ...several, ...dated, ...elsewhere]
}

/**
 * Edges of a quantity with one step on each side, in order, within the accepted range. If only whole units are billed,
 * also a fraction next to each edge, which must be refused.
 */
export function pointsAt(edges: readonly number[], largest: number, step: number): number[] {
  const points = edges.flatMap((edge) => {
    const whole = Math.floor(edge / step) * step
    return [whole - step, whole, whole + step, ...(step > 1 ? [whole + 1] : [])]
  })
  return [...new Set(points)].filter((point) => point >= 0 && point <= largest).sort((a, b) => a - b)
}

/** A draft with another quantity; its zones are adjusted. */
export function withQuantity(domain: Domain, draft: Draft, name: string, milli: number): Draft {
  return balanced(domain, { ...draft, [name]: formatMilli(milli) }, name)
}

export type Probe = { readonly fit: Fit; readonly draft: Draft; readonly name: string }

/**
 * Inputs used together with those of a variant in a charge, an adjustment or a condition that selects a row: the
 * variant may matter where one of them reaches an edge. Always includes the units, and only these for another place;
 * null (all) for a plain request and for another day.
 */
function partnersIn({ compiled }: Domain): (variant: Patch) => ReadonlySet<string> | null {
  const parts = [
    compiled.conditionReads,
    ...compiled.rows.flatMap((row) => [...row.base, ...row.beside].map(({ reads }) => reads)),
    ...compiled.adjustments.map(({ reads }) => reads),
  ].map((reads) => new Set(reads.flatMap(({ name, unless }) => [name, ...unless])))
  const read = new Set(parts.flatMap((part) => [...part]))
  return (variant) => {
    const said = Object.keys(variant)
    const isPlace = said.length > 0 && said.every((name) => name === 'licensee_code' || name === 'district')
    if (isPlace) return new Set(['energy_units'])
    if (said.length === 0 || !said.every((name) => read.has(name))) return null
    const near = parts.filter((part) => said.some((name) => part.has(name)))
    return new Set(['energy_units', ...near.flatMap((part) => [...part])])
  }
}

/**
 * Requests at every slab and band edge and one step on each side, for every quantity in a row's request; with every
 * variant, for the quantities used together with it in some part of the category. Also at 0 and at the largest accepted
 * quantity.
 */
export const edgeProbes = oncePer((domain: Domain): readonly Probe[] => [...probesOf(domain)])

type Probed = Probe & { readonly outcome: Outcome }

type Asked = Tested & { readonly probed: readonly Probed[] }
const asked = new WeakMap<Domain, Asked>()

/** The edge probes of a domain with the engine's answers, computed once for all gates that use them. */
export function probed(tested: Tested, domain: Domain): readonly Probed[] {
  const before = asked.get(domain)
  if (before?.engine === tested.engine && before.release === tested.release) return before.probed
  const made = edgeProbes(domain).map((probe) => ({ ...probe, outcome: engineOutcome(tested, probe.draft) }))
  asked.set(domain, { ...tested, probed: made })
  return made
}

function* probesOf(domain: Domain): Generator<Probe> {
  const partners = partnersIn(domain)
  for (const fit of fitsOf(domain).fits) {
    for (const variant of variantsOf(domain, fit)) {
      const draft = variedDraft(domain, fit, variant)
      const near = partners(variant)
      for (const [name, edges] of edgesAt(domain, draft, near)) {
        for (const point of pointsAt(edges, domain.quantities.get(name) ?? 0, stepOf(domain, name))) {
          yield { fit, name, draft: withQuantity(domain, draft, name, point) }
        }
      }
    }
  }
}
