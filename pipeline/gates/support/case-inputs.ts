import { type Inputs, MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import { toScaled } from '../../../releases/record/decimal.ts'
import type { RegressionCase } from '../../../releases/record/record.ts'
import { blankInputs, type Draft, QUANTITY_FIELDS, QUANTITY_KEYS } from './fields.ts'

type Value = RegressionCase['inputs'][string]

export type CaseInputs =
  | { readonly ok: true; readonly inputs: Inputs }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Text fields and where they go. The rest of a request is for the routes: it chooses a release or licensee, no amount. */
const TEXTS = {
  licensee_code: 'licenseeCode',
  area_type: 'areaType',
  phase: 'phase',
  supply_level: 'supplyLevel',
  billing_month: 'billingMonth',
  tod_period: 'todPeriod',
  rts_voltage_mode: 'rtsVoltageMode',
} as const
const ROUTE_FIELDS = [
  'district',
  'billing_date',
  'effective_on',
  'meter_mode',
  'metering',
  'generation_units',
  'profile',
]
const OWN_FIELDS = ['subcategory_code', 'load_unit', 'billing_days', 'apply_htss_11kv_surcharge']
const KNOWN = new Set([...Object.values(QUANTITY_FIELDS), ...Object.keys(TEXTS), ...ROUTE_FIELDS, ...OWN_FIELDS])

/** Thousandths of a quantity, exact; null when it is not one (contract 2.7). */
function quantity(value: Value): number | null {
  const scaled = typeof value === 'boolean' ? null : toScaled(String(value), 3)
  return scaled === null || scaled < 0n || scaled > BigInt(MAX_QUANTITY_MILLI) ? null : Number(scaled)
}

/**
 * The engine's inputs of a regression case, whose inputs are request fields of POST /calculate: quantities as decimal
 * text (or whole numbers), exact to the thousandth. A field that cannot be used is a problem, never a guess.
 */
export function inputsOfCase({ inputs: given }: Pick<RegressionCase, 'inputs'>): CaseInputs {
  const problems: string[] = []
  const take = <T>(field: string, what: string, read: (value: Value) => T | null): T | null => {
    const value = given[field]
    if (value === undefined) return null
    const taken = read(value)
    if (taken === null) problems.push(`${field} is ${what}, not ${JSON.stringify(value)}`)
    return taken
  }
  const text = (field: string): string | null =>
    take(field, 'text', (value) => (typeof value === 'string' ? value : null))

  for (const field of Object.keys(given)) if (!KNOWN.has(field)) problems.push(`${field} is no field of a request`)
  const subcategory = text('subcategory_code')
  if (given['subcategory_code'] === undefined) problems.push('subcategory_code is missing')
  if (given['energy_units'] === undefined) problems.push('energy_units is missing')
  const inputs: Draft = blankInputs(subcategory ?? '', null)
  const quantities = Object.fromEntries(
    QUANTITY_KEYS.map((key) => {
      const field = QUANTITY_FIELDS[key]
      return [key, take(field, 'a quantity of at most three decimals up to 10,000,000', quantity)]
    }),
  )
  const texts = Object.fromEntries(Object.entries(TEXTS).map(([field, key]) => [key, text(field)]))
  Object.assign(inputs, quantities, texts, {
    loadUnit: take('load_unit', 'kw or hp', (value) => (value === 'kw' || value === 'hp' ? value : null)),
    billingDays: take('billing_days', 'a whole number', (value) => (typeof value === 'number' ? value : null)),
    applyHtss11kvSurcharge: take('apply_htss_11kv_surcharge', 'true or false', (value) =>
      typeof value === 'boolean' ? value : null,
    ),
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, inputs }
}
