/**
 * Requests allowed by the contract (docs/design/contract.md#checks, docs/design/contract.md#request-fields,
 * docs/design/contract.md#solar-savings), written from its text and independently of the service's schemas: no other
 * request may be answered with an amount. Bodies are members of a JSON object as JSON text, so that numbers keep their
 * spelling and names may repeat.
 */
export type Members = readonly (readonly [name: string, token: string])[]

/** Fields of a category in GET /v1/categories. */
export type CategoryFacts = { readonly required: readonly string[]; readonly optional: readonly string[] }

const FROM = '2026-04-01'
const TO = '2027-03-31'

/** A day that exists, YYYY-MM-DD. */
function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}
export const isServedDay = (text: string): boolean => isDay(text) && text >= FROM && text <= TO
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** A string token's text; null if the token has another type or is not JSON. */
function textOf(token: string | undefined): string | null {
  if (!token?.startsWith('"')) return null
  try {
    return JSON.parse(token) as string
  } catch {
    return null
  }
}

const oneOf =
  (...values: readonly string[]) =>
  (token: string): boolean =>
    values.includes(token)
const text =
  (accepts: (text: string) => boolean) =>
  (token: string): boolean =>
    accepts(textOf(token) ?? '')

const CALCULATE: Readonly<Record<string, (token: string) => boolean>> = {
  state_code: oneOf('"BR"'),
  subcategory_code: text(({ length }) => length >= 1 && length <= 100),
  energy_units: isQuantityToken,
  connected_load: isQuantityToken,
  contract_demand_kva: isQuantityToken,
  load_unit: oneOf('"kw"', '"hp"'),
  area_type: oneOf('"rural"', '"urban"'),
  effective_on: text(isServedDay),
  billing_date: text(isServedDay),
  billing_month: text(isMonth),
  billing_days: (token) => [25, 30, 40].includes(Number(token)) && /^\d+(\.0+)?$/.test(token),
  tod_period: oneOf('"normal"', '"peak"', '"off_peak"'),
  rts_voltage_mode: oneOf('"at_base"', '"above_base"', '"below_base"'),
  apply_htss_11kv_surcharge: oneOf('true', 'false'),
}
/** Also accepted if the category does not read them. */
const EVERYWHERE = [
  'state_code',
  'subcategory_code',
  'energy_units',
  'connected_load',
  'contract_demand_kva',
  'load_unit',
  'effective_on',
  'billing_date',
  'billing_days',
  'billing_month',
]

/** Null: the contract allows this body of POST /v1/calculate for Bihar. Otherwise the first violation. */
export function outsideCalculate(members: Members, categories: ReadonlyMap<string, CategoryFacts>): string | null {
  const fields = new Map(members)
  if (fields.size !== members.length) return 'a name twice'
  for (const [name, token] of members) {
    if (!(Object.hasOwn(CALCULATE, name) && CALCULATE[name]?.(token))) return `${name}: ${token.slice(0, 80)}`
  }
  const category = categories.get(textOf(fields.get('subcategory_code')) ?? '')
  if (category === undefined) return 'no such category'
  for (const name of ['state_code', 'energy_units', ...category.required]) if (!fields.has(name)) return `no ${name}`
  const read = [...EVERYWHERE, ...category.required, ...category.optional]
  for (const [name] of members) if (!read.includes(name)) return `${name} is not read`
  const [day, other] = [fields.get('effective_on'), fields.get('billing_date')]
  return day !== undefined && other !== undefined && day !== other ? 'two days' : null
}

type Check = (text: string) => boolean
const upTo =
  (most: number): Check =>
  (value) =>
    value.length <= most
const isState: Check = (value) => value === 'BR'
const isHash: Check = (value) => /^[0-9a-f]{64}$/.test(value)

/** Parameters of the catalogue, by route, with the values that may be answered. */
export const PARAMETERS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  '/v1/health': { state_code: isState },
  '/v1/capabilities': { state_code: isState },
  '/v1/states': {},
  '/v1/categories': {
    state_code: isState,
    effective_on: isServedDay,
    licensee_code: () => false,
    financial_year: (value) => value === '2026-27',
  },
  '/v1/tariffs': {
    state_code: isState,
    effective_on: isServedDay,
    subcategory_code: upTo(100),
    supply_type: upTo(50),
    area_type: upTo(50),
    licensee_code: () => false,
    category_id: upTo(64),
  },
  '/v1/subsidy-entitlement': { state_code: isState, billing_days: (value) => ['25', '30', '40'].includes(value) },
  '/v1/fppas-periods': { state_code: isState, licensee_code: () => false, from: isMonth, to: isMonth },
  '/v1/sources': {
    state_code: isState,
    source_id: upTo(100),
    sha256: isHash,
    row_sha256: isHash,
    release_id: upTo(100),
    cursor: upTo(100),
    limit: (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= 100,
  },
}

/** Null: the contract allows this query (as sent, without `?`). Otherwise the violation. */
export function outsideQuery(route: string, query: string): string | null {
  const seen = new Set<string>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const [rawName = '', ...rest] = pair.split('=')
    let name: string
    let value: string
    try {
      name = decodeURIComponent(rawName.replaceAll('+', ' '))
      value = decodeURIComponent(rest.join('=').replaceAll('+', ' '))
    } catch {
      return `undecodable: ${pair.slice(0, 80)}`
    }
    const checks = PARAMETERS[route] ?? {}
    if (!Object.hasOwn(checks, name)) return `unknown: ${name.slice(0, 80)}`
    if (seen.has(name)) return `repeated: ${name}`
    if (value === '' || !checks[name]?.(value)) return `${name}: ${value.slice(0, 80)}`
    seen.add(name)
  }
  return null
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const TEXT = /^(?:0|[1-9]\d{0,7})(?:\.\d{1,3})?$/
const MOST_MILLI = 10_000_000_000n
const HUGE = 40

/**
 * Whether a JSON token is a quantity of the contract (docs/design/contract.md#request-fields): a number or decimal
 * text, from 0 to 10,000,000, of at most three decimals. Written from the contract with whole numbers, independently of
 * the service's parser.
 */
export function isQuantityToken(token: string): boolean {
  if (token.startsWith('"')) {
    const text = token.slice(1, -1)
    return TEXT.test(text) && inRange(text)
  }
  return NUMBER.test(token) && inRange(token)
}

function inRange(text: string): boolean {
  const [, whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? []
  const digits = BigInt(whole + fraction)
  if (digits === 0n) return true
  if (text.startsWith('-')) return false
  const shift = Number(power) - fraction.length + 3
  if (shift > HUGE) return false
  if (shift >= 0) return digits * 10n ** BigInt(shift) <= MOST_MILLI
  if (-shift > whole.length + fraction.length) return false
  const unit = 10n ** BigInt(-shift)
  return digits % unit === 0n && digits / unit <= MOST_MILLI
}
