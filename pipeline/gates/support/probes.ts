import { formatMilli } from '../../../releases/record/decimal.ts'
import { dayPatch } from './days.ts'
import { type Domain, stepOf } from './domains.ts'
import { type Draft, type Patch, patched } from './draft.ts'
import { edgesAt } from './edges.ts'
import { type Fit, fitsOf, USUAL } from './fitting.ts'
import { balanced } from './zones.ts'

/** Clears the inputs that say a day, so that another one can. */
export const NO_DAY: Patch = {
  effective_on: null,
  billing_date: null,
  'bill_period.from': null,
  'bill_period.to': null,
}

/** A usual quantity of an optional input, as a patch. */
function usual(name: string): Patch {
  return { [name]: formatMilli(USUAL[0] ?? 0) }
}

/** An optional quantity at a usual value, and below each of its edges. */
function usualAndBelowEdges(domain: Domain, draft: Draft, name: string): Patch[] {
  const edges = edgesAt(domain, patched(draft, usual(name))).get(name) ?? []
  const inner = edges.filter((edge) => edge > 0 && edge < (domain.quantities.get(name) ?? 0))
  return [usual(name), ...inner.map((edge): Patch => ({ [name]: formatMilli(edge - 1) }))]
}

/** The zones of a bill: some units in each. */
function inZones({ record, optional }: Domain): Patch {
  const zones = record.zones.map((zone) => `energy_by_zone.${zone}`).filter((zone) => optional.includes(zone))
  return Object.fromEntries(zones.map((zone) => [zone, '40']))
}

/** What requests for a row may say otherwise: one patch for each word, flag, place, day, and each way of being billed. */
export function variantsOf(domain: Domain, { draft }: Fit): Patch[] {
  const { optional, words, quantities, instead, dayName, days, places, billingDays, months, subsidised, record } =
    domain
  const said = [...words].flatMap(([name, values]): Patch[] =>
    draft[name] === undefined && !optional.includes(name)
      ? []
      : values.filter((value) => value !== draft[name]).map((value) => ({ [name]: value })),
  )
  const counted = optional
    .filter((name) => quantities.has(name) && !name.startsWith('energy_by_zone.'))
    .flatMap((name) => usualAndBelowEdges(domain, draft, name))
  const zoned = inZones(domain)
  const stated = [...instead].map(
    ([name, others]): Patch => ({
      ...(quantities.has(name) ? usual(name) : {}),
      ...Object.fromEntries(others.map((other) => [other, null])),
    }),
  )
  const dated = days.map((day): Patch => ({ ...NO_DAY, ...dayPatch(dayName, day, record.effective_from) }))
  const elsewhere = places.slice(1).map((place): Patch => ({ licensee_code: null, district: null, ...place }))
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
 * The edges of a quantity and a step either side, in order, inside what is accepted. Where only whole units are billed, a
 * fraction beside each edge as well, which is refused.
 */
export function pointsAt(edges: readonly number[], largest: number, step = 1): number[] {
  const points = edges.flatMap((edge) => {
    const whole = Math.floor(edge / step) * step
    return [whole - step, whole, whole + step, ...(step > 1 ? [whole + 1] : [])]
  })
  return [...new Set(points)].filter((point) => point >= 0 && point <= largest).sort((a, b) => a - b)
}

/** A draft with another quantity; zones follow. */
export function withQuantity(domain: Domain, draft: Draft, name: string, milli: number): Draft {
  return balanced(domain, { ...draft, [name]: formatMilli(milli) }, name)
}

export type Probe = { readonly fit: Fit; readonly draft: Draft; readonly name: string }

const known = new WeakMap<Domain, readonly Probe[]>()

/**
 * Requests at every slab and band edge and the smallest step either side, of every quantity that a row's request gives, with
 * every variant. Also at 0 and at the largest accepted quantity.
 */
export function edgeProbes(domain: Domain): readonly Probe[] {
  const probes = known.get(domain) ?? [...probesOf(domain)]
  known.set(domain, probes)
  return probes
}

function* probesOf(domain: Domain): Generator<Probe> {
  for (const fit of fitsOf(domain).fits) {
    for (const variant of variantsOf(domain, fit)) {
      const draft = balanced(domain, patched(fit.draft, variant), null)
      for (const [name, edges] of edgesAt(domain, draft)) {
        for (const point of pointsAt(edges, domain.quantities.get(name) ?? 0, stepOf(domain, name))) {
          yield { fit, name, draft: withQuantity(domain, draft, name, point) }
        }
      }
    }
  }
}
