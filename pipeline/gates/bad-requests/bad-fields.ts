import { largestQuantity, tableInput } from '../../../releases/engine/input-names.ts'
import { LARGEST_QUANTITY } from '../../../releases/engine/inputs.ts'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import { unsupportedOperation } from '../../../releases/engine/request/operations.ts'
import { formatMilli } from '../../../releases/record/decimal.ts'
import { comparisonsOf } from '../../../releases/record/expression.ts'
import { bodyOf, type Draft, type Patch, patched } from '../calculation/draft.ts'
import { referenceOutcome } from '../calculation/outcome.ts'
import { type Domain, foreignInputs, isFlag } from '../requests/domains.ts'
import { withQuantity } from '../requests/probes.ts'
import type { Random } from '../requests/random.ts'
import { sampleOf } from '../requests/sample-value.ts'
import { balanced, isZone, zonesOf } from '../requests/zones.ts'
import { invalid, type Place, type Spoil, type Spoilt } from './bad-request.ts'

const pointerTo = (name: string): string => `/${name.replaceAll('.', '/')}`

/** A word that no release uses. */
function word(random: Random): string {
  return `no-such-${random.below(1_000_000)}`
}

/** Wrong values that replace a field of a body. */
function replaced(place: Place, name: string, value: unknown, why: string, rule: string | null): Spoilt {
  const { draft, domain } = place
  const body = bodyOf(domain.record.state_code, draft)
  const [whole = '', part] = name.split('.')
  const within = body[whole] as Record<string, unknown> | undefined
  const changed = part === undefined ? { ...body, [whole]: value } : { ...body, [whole]: { ...within, [part]: value } }
  return { draft, body: changed, why, code: 'INVALID_REQUEST_FIELD', field: [pointerTo(name), rule] }
}

const NO_QUANTITIES: readonly unknown[] = [
  -1,
  Number.NaN,
  true,
  null,
  [],
  '1e3',
  '01',
  '-0',
  '.5',
  ' 1',
  '',
  '1.0005',
  '1,000',
]

/** A quantity of the request. */
function givenQuantity({ domain, draft }: Place, random: Random): string {
  return random.pick([...domain.quantities.keys()].filter((name) => draft[name] !== undefined)) ?? 'energy_units'
}

/** A number with four decimals that is exact in binary. */
const SIXTEENTH = 0.0625

/** True if the reference finds a draft outside its category. */
function outsideAt({ record }: Domain, draft: Draft): boolean {
  const outcome = referenceOutcome(record, draft)
  return !outcome.ok && outcome.code === 'CATEGORY_NOT_APPLICABLE'
}

/** Fields of a request, wrong in one way each. */
export const BAD_FIELDS: readonly Spoil[] = [
  (place, random) => {
    const name = givenQuantity(place, random)
    const value = random.pick([...NO_QUANTITIES, -random.below(1e6) - 0.5, `${random.below(1e6)}.12345`])
    return replaced(place, name, value, `${name} is not a quantity`, null)
  },
  (place, random) => {
    const name = givenQuantity(place, random)
    // A JSON number passes the schema and is refused for its decimals.
    const whole = random.below(Math.min(1e6, largestQuantity(name)))
    return replaced(place, name, whole + SIXTEENTH, `${name} with four decimals`, 'decimals')
  },
  (place, random) => {
    const [name, largest] = random.pick([...place.domain.quantities]) ?? ['energy_units', 0]
    if (place.draft[name] === undefined) return null
    const milli = largest + 1 + random.below(1e6)
    const input = tableInput(name)
    // If the table accepts more than the category does, the category refuses: a zone by the sum of the zones.
    const accepts = input?.kind === 'quantity' || input?.kind === 'declared' ? (input.largest ?? 0) : 0
    if (isZone(name) && milli <= accepts * 1000)
      return {
        ...replaced(place, name, formatMilli(milli), 'the sum of the zones is too large', null),
        field: ['/energy_by_zone', 'sum'],
      }
    const isOfCategory = input?.kind === 'quantity' && accepts > LARGEST_QUANTITY
    return replaced(place, name, formatMilli(milli), `${name} above the largest`, isOfCategory ? 'decimals' : null)
  },
  (place, random) => {
    const { quantities, words, places } = place.domain
    const kept = new Set(['energy_units', ...Object.keys(places[0] ?? {})])
    const name = random.pick(
      place.required.filter((each) => !kept.has(each) && (quantities.has(each) || words.has(each))),
    )
    if (name === undefined || place.draft[name] === undefined) return null
    if (isZone(name)) return null
    return invalid(place, { [name]: null }, `${name} is missing`, pointerTo(name), 'required')
  },
  (place, random) => {
    const name = random.pick(['state_code', 'subcategory_code', 'energy_units']) ?? 'state_code'
    const { [name]: _left, ...body } = bodyOf(place.domain.record.state_code, place.draft)
    return {
      draft: place.draft,
      body,
      why: `${name} is left out`,
      code: 'INVALID_REQUEST_FIELD',
      field: [`/${name}`, null],
    }
  },
  (place, random) => {
    const { domain, draft } = place
    const name = random.pick(foreignInputs(domain))
    const sample = name === undefined ? {} : sampleOf(domain.record, name)
    if (name === undefined || Object.keys(sample).length === 0) return null
    const spoilt = { ...draft, ...sample }
    const body = bodyOf(domain.record.state_code, spoilt) as CalculateBody
    if (unsupportedOperation(domain.record, body) !== null) {
      return { draft: spoilt, why: `${name} asks for an operation without a rule`, code: 'UNSUPPORTED_OPERATION' }
    }
    return invalid(place, sample, `${name} is not read`, `/${name}`, 'not_applicable')
  },
  (place, random) => {
    const operations: readonly Patch[] = [{ meter_mode: 'prepaid' }, { metering: 'net' }, { profile: word(random) }]
    const draft = patched(place.draft, random.pick(operations) ?? {})
    return { draft, why: 'an operation without a rule', code: 'UNSUPPORTED_OPERATION' }
  },
  (place, random) => {
    const names = [...place.domain.words.keys()].filter((name) => !name.startsWith('selectors.'))
    const name = random.pick([...names, 'load_unit']) ?? 'load_unit'
    const value = isFlag(name) ? random.pick(['true', 1, null, 'yes']) : word(random)
    return replaced(place, name, value, `${name} has an unknown word`, null)
  },
  (place, random) => {
    const { compiled } = place.domain
    const chosen = [...compiled.words].flatMap(([name, words]) => {
      const input = tableInput(name)
      const known = input?.kind === 'word' ? input.words : []
      return known.filter((each) => !words.has(each)).map((each): [string, string] => [name, each])
    })
    const pair = random.pick(chosen)
    if (pair === undefined) return null
    const [name, value] = pair
    return invalid(place, { [name]: value }, `${name} is not an option of the category`, pointerTo(name), 'enum')
  },
  (place, random) => {
    const { record, compiled } = place.domain
    const selector = random.pick(record.selectors.filter((each) => compiled.reads.has(`selectors.${each.selector}`)))
    if (selector === undefined) return null
    const name = `selectors.${selector.selector}`
    if (random.percent(50))
      return invalid(place, { [name]: word(random) }, 'an unknown word of a selector', pointerTo(name), 'enum')
    const made = `selectors.made_up_${random.below(1000)}`
    return invalid(
      place,
      { [made]: 'any' },
      'a selector that the release does not declare',
      pointerTo(made),
      'not_applicable',
    )
  },
  (place, random) => {
    const { record, compiled } = place.domain
    const zones = zonesOf(record)
    const [first] = zones
    if (first === undefined || !zones.some((zone) => compiled.reads.has(zone))) return null
    const zero = Object.fromEntries(zones.map((zone) => [zone, '0']))
    const whole = balanced(place.domain, { ...place.draft, ...zero }, null)
    const spoilt = { ...place, draft: whole }
    const kind = random.below(3)
    if (kind === 0) {
      const units = `${Number(whole['energy_units']) + 1}`
      return invalid(spoilt, { energy_units: units }, 'zones that do not sum to the units', '/energy_by_zone', 'sum')
    }
    if (kind === 1 && zones.length > 1) {
      return invalid(spoilt, { [first]: null }, 'a zone is missing', pointerTo(first), 'required')
    }
    const made = `energy_by_zone.made_up_${random.below(1000)}`
    return invalid(spoilt, { [made]: '0' }, 'a zone that the release does not have', pointerTo(made), 'not_applicable')
  },
  (place, random) => {
    const { compiled, quantities } = place.domain
    const pairs = [...quantities.keys()].flatMap((name) => {
      const others = tableInput(name)?.oneOf ?? []
      return others.filter((other) => compiled.reads.has(other)).map((other): [string, string] => [name, other])
    })
    const pair = random.pick(pairs)
    if (pair === undefined) return null
    const [name, other] = pair
    return invalid(place, { [name]: '1', [other]: '1' }, `${name} beside ${other}`, pointerTo(name), 'one_of')
  },
  (place) => {
    const load_unit = place.domain.category.load_unit === 'kw' ? 'hp' : 'kw'
    return invalid(place, { load_unit }, 'the load is in another unit', '/load_unit', 'enum')
  },
  (place, random) => {
    const { billingDays, record } = place.domain
    const days = [0, -30, random.below(1000), 31].filter((each) => !billingDays.includes(each))
    const spoilt = { billing_days: random.pick(days) ?? -1 }
    if (record.rules.subsidy === null || place.draft['bill_period.to'] !== undefined) return null
    return { draft: patched(place.draft, spoilt), why: 'unsupported billing days', code: 'UNSUPPORTED_BILLING_DAYS' }
  },
  (place, random) => {
    const [name, values] = random.percent(50)
      ? ['billing_days', [30.5, '30', null, Number.POSITIVE_INFINITY]]
      : ['billing_month', ['2026-13', '2026', 'June', 202_606, null]]
    return replaced(place, String(name), random.pick(values as unknown[]), `${name} is malformed`, null)
  },
  (place, random) => {
    const name =
      random.pick(['enery_units', 'constructor', 'toString', 'ENERGY_UNITS', `field_${random.below(1000)}`]) ?? 'x'
    return replaced(place, name, '1', 'an unknown field', null)
  },
  ({ draft }, random) => {
    const body = random.pick<unknown>([[], 'text', 7, false]) ?? []
    return { draft, body, why: 'no object', code: 'INVALID_REQUEST_FIELD', field: ['', null] }
  },
  ({ draft, domain, edges }, random) => {
    // Requests that are outside according to the reference: of a bound, a step, or the conditions of all rows.
    const [name, found] = random.pick([...edges].filter(([, each]) => each.length > 0)) ?? ['energy_units', []]
    const milli = Math.max(0, (random.pick(found) ?? 0) + random.below(3) - 1)
    if (milli > (domain.quantities.get(name) ?? 0)) return null
    const spoilt = withQuantity(domain, draft, name, milli)
    if (!outsideAt(domain, spoilt)) return null
    return { draft: spoilt, why: `${name} outside the category`, code: 'CATEGORY_NOT_APPLICABLE' }
  },
  ({ draft, domain }, random) => {
    const named = new Set(comparisonsOf(domain.rows.flatMap(({ conditions }) => conditions)).map(({ field }) => field))
    const [name, values] = random.pick([...domain.words].filter(([each]) => named.has(each))) ?? ['', []]
    const value = random.pick(values.filter((each) => each !== draft[name]))
    if (value === undefined) return null
    const spoilt = { ...draft, [name]: value }
    if (!outsideAt(domain, spoilt)) return null
    return { draft: spoilt, why: `${name} names no row`, code: 'CATEGORY_NOT_APPLICABLE' }
  },
]
