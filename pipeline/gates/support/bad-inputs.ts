import { type Inputs, MAX_QUANTITY_MILLI, type RefusalCode } from '../../../releases/engine/types.ts'
import { CONDITION_INPUT } from '../../../releases/record/condition.ts'
import type { Domain } from './domains.ts'
import { KEY_OF_INPUT, QUANTITY_KEYS, WORD_KEYS, type WordKey } from './fields.ts'
import { type Fit, fitsOf } from './fitting.ts'
import type { Random } from './random.ts'

/** A request with one thing wrong, and the refusal that it must get. */
export type BadInput = { readonly inputs: Inputs; readonly why: string; readonly code: RefusalCode }

/** Where a request is spoilt; `statewide`: its code is also that of a category of the whole state. */
type Place = Fit & { readonly domain: Domain; readonly statewide: boolean }

type Spoil = (at: Place, random: Random) => BadInput | null

const NO_QUANTITIES = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0.5, MAX_QUANTITY_MILLI + 1]
const NO_CODES = ['', 'x', '__proto__', 'constructor', 'toString', 'ds-ii', 'DS-II ', 'null', '0']

const field = (inputs: Inputs, why: string): BadInput => ({ inputs, why, code: 'INVALID_REQUEST_FIELD' })

/** Each way in which a request can be wrong; null where the category gives no occasion for it. */
const SPOILS: readonly Spoil[] = [
  ({ inputs, domain }, random) => {
    const made = `${domain.category.subcategory_code}${random.below(1000)}`
    const code = random.percent(50) ? made : (random.pick(NO_CODES) ?? made)
    return { inputs: { ...inputs, subcategoryCode: code }, why: 'unknown subcategory', code: 'SUBCATEGORY_NOT_FOUND' }
  },
  ({ inputs, domain, statewide }, random) => {
    if (domain.category.licensee_code === null || statewide) return null
    const licenseeCode = random.percent(50) ? null : 'XX_NOBODY'
    return { inputs: { ...inputs, licenseeCode }, why: 'unknown licensee', code: 'SUBCATEGORY_NOT_FOUND' }
  },
  ({ inputs }, random) => {
    const key = random.pick(QUANTITY_KEYS) ?? 'energyUnitsMilli'
    const made = [
      -random.below(1_000_000) - 1,
      random.below(1_000_000) + 0.25,
      MAX_QUANTITY_MILLI + random.below(1e9) + 1,
    ]
    return field({ ...inputs, [key]: random.pick([...NO_QUANTITIES, ...made]) ?? -1 }, `${key} is no quantity`)
  },
  ({ inputs }, random) => {
    const given = [...QUANTITY_KEYS, ...WORD_KEYS].filter((key) => key !== 'energyUnitsMilli' && inputs[key] !== null)
    const key = random.pick(given)
    return key === undefined ? null : field({ ...inputs, [key]: null }, `${key} is missing`)
  },
  ({ inputs, domain }, random) => {
    const key = random.pick(WORD_KEYS.filter((each) => !domain.asked.has(each)))
    return key === undefined ? null : field({ ...inputs, [key]: word(random) }, `${key} is not read`)
  },
  ({ inputs, domain }, random) => {
    const key = random.pick(WORD_KEYS.filter((each) => everyRowNames(domain, each)))
    if (key === undefined) return null
    return { inputs: { ...inputs, [key]: word(random) }, why: `${key} names no row`, code: 'CATEGORY_NOT_APPLICABLE' }
  },
  ({ inputs, domain }, random) => {
    const known = new Set(domain.options.get('tod_period') ?? [])
    const todPeriod = random.pick(['PEAK', 'dawn', '', word(random)].filter((each) => !known.has(each))) ?? 'dawn'
    return field({ ...inputs, todPeriod }, 'no such tod_period')
  },
  ({ inputs }, random) => field({ ...inputs, rtsVoltageMode: word(random) }, 'no such rts_voltage_mode'),
  ({ inputs, domain }, random) => {
    if (domain.options.has('apply_htss_11kv_surcharge')) return null
    return field({ ...inputs, applyHtss11kvSurcharge: random.percent(50) }, 'the surcharge is not read')
  },
  ({ inputs, domain }, random) => {
    const known = new Set(domain.days)
    const days = [0, -30, 30.5, Number.NaN, Number.POSITIVE_INFINITY, random.below(1000)].filter(
      (each) => !known.has(each),
    )
    const spoiled = { ...inputs, billingDays: random.pick(days) ?? -1 }
    if (domain.days.length === 0) return field(spoiled, 'billing days without a scheme')
    return { inputs: spoiled, why: 'unsupported billing days', code: 'UNSUPPORTED_BILLING_DAYS' }
  },
  ({ inputs, domain }) => {
    if (domain.subsidised || domain.monthIsRead || domain.months.length > 0) return null
    return field({ ...inputs, billingMonth: '2026-06' }, 'billing_month is not read')
  },
  ({ inputs, domain }) =>
    field({ ...inputs, loadUnit: domain.category.load_unit === 'kw' ? 'hp' : 'kw' }, 'the load is in another unit'),
]

/** A word that no release uses. */
function word(random: Random): string {
  return `no-such-${random.below(1_000_000)}`
}

function everyRowNames({ rows }: Domain, key: WordKey): boolean {
  const names = ({ conditions }: Domain['rows'][number]): boolean =>
    conditions.some(({ field: name }) => CONDITION_INPUT[name] !== null && KEY_OF_INPUT[CONDITION_INPUT[name]] === key)
  return rows.length > 0 && rows.every(names)
}

/** Makes requests that are each wrong in one way, over all categories of a record. Null: the record has no rows. */
export function badInputsGenerator(domains: readonly Domain[], random: Random): () => BadInput | null {
  const statewide = new Set(
    domains.flatMap(({ category }) => (category.licensee_code === null ? [category.subcategory_code] : [])),
  )
  const places = domains.flatMap((domain) => {
    const isStatewide = statewide.has(domain.category.subcategory_code)
    return fitsOf(domain).fits.map((fit): Place => ({ ...fit, domain, statewide: isStatewide }))
  })
  const codes = new Set(domains.map(({ category }) => category.subcategory_code))
  return () => {
    const place = random.pick(places)
    if (place === undefined) return null
    for (;;) {
      const bad = random.pick(SPOILS)?.(place, random) ?? null
      if (bad !== null && (bad.code !== 'SUBCATEGORY_NOT_FOUND' || isUnknown(bad, codes))) return bad
    }
  }
}

/** A made-up code may be a real one after all; an unknown licensee may be served by a statewide category of the code. */
function isUnknown({ why, inputs }: BadInput, codes: ReadonlySet<string>): boolean {
  return why === 'unknown licensee' || !codes.has(inputs.subcategoryCode)
}
