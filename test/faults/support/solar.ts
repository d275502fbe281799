import { isMonth, isQuantityToken, isServedDay, type Members } from './contract.ts'

const FIELDS = [
  'state_code',
  'subcategory_code',
  'connected_load',
  'load_unit',
  'contract_demand_kva',
  'area_type',
  'arrangement',
  'effective_on',
  'opening_credit_units',
  'periods',
]
const MONTH_FIELDS = ['consumption_units', 'export_units', 'generation_units', 'month']

type Numbered = { readonly value: unknown; readonly token: string }

/** Parses a token keeping the spelling of its numbers. */
function spelled(token: string): unknown {
  return JSON.parse(token, (_name, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' || typeof value === 'string' ? { value, token: context?.source ?? '' } : value,
  )
}

const quantity = (one: unknown): number | null => {
  const { value, token } = (one ?? {}) as Partial<Numbered>
  return token !== undefined && isQuantityToken(token) ? Math.round(Number(value) * 1_000) : null
}

/**
 * Null: the contract allows this body of POST /v1/solar-savings for Bihar (docs/design/contract.md#solar-savings).
 * Otherwise the violation.
 */
export function outsideSolar(members: Members): string | null {
  const fields = new Map(members)
  if (fields.size !== members.length) return 'a name twice'
  for (const name of fields.keys()) if (!FIELDS.includes(name)) return `${name} is not read`
  if (fields.get('state_code') !== '"BR"') return 'state'
  if (!/^".{1,100}"$/.test(fields.get('subcategory_code') ?? '')) return 'subcategory'
  if (fields.get('arrangement') !== '"net_metering"') return 'arrangement'
  for (const name of ['connected_load', 'contract_demand_kva', 'opening_credit_units']) {
    const token = fields.get(name)
    if (token !== undefined && !isQuantityToken(token)) return name
  }
  const day = fields.get('effective_on')
  if (day !== undefined && !(day.startsWith('"') && isServedDay(JSON.parse(day)))) return 'effective_on'
  return outsidePeriods(spelled(fields.get('periods') ?? 'null'))
}

function outsidePeriods(periods: unknown): string | null {
  if (!Array.isArray(periods) || periods.length < 1 || periods.length > 12) return 'periods'
  let previous: number | null = null
  for (const period of periods as Record<string, unknown>[]) {
    if (
      Object.keys(period ?? {})
        .sort()
        .join() !== MONTH_FIELDS.join()
    )
      return 'fields of a month'
    const month = String((period['month'] as Partial<Numbered> | null)?.value)
    if (!isMonth(month) || !isServedDay(`${month}-01`)) return `month ${month}`
    const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
    if (previous !== null && index !== previous + 1) return 'not consecutive'
    previous = index
    const [consumption, exported, generation] = MONTH_FIELDS.slice(0, 3).map((name) => quantity(period[name]))
    if (consumption == null || exported == null || generation == null) return 'a quantity of a month'
    if (exported > generation || consumption < generation - exported) return 'units that cannot be'
  }
  return null
}
