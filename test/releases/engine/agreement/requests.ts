import fc from 'fast-check'
import type { CategoryPlan } from '../../../../releases/engine/compile/category.ts'
import type { Plan } from '../../../../releases/engine/compile/plan.ts'
import { hasDayIn } from '../../../../releases/engine/request/bill-months.ts'
import type { CalculateBody } from '../../../../releases/engine/request/body.ts'
import { formatMilli } from '../../../../releases/record/decimal.ts'
import { GRADES, type Grade } from '../../../../releases/record/grade.ts'
import { EDGES } from './figures.ts'
import { WORDS } from './rows.ts'
import { CODES, DAYS, LICENSEES, MONTHS, OPTIONS } from './rules.ts'

/** A request to a record: the body, and the evidence floor. */
export type Request = { readonly body: CalculateBody; readonly floor: Grade }

const EDGES_MILLI = EDGES.map((text) => Math.round(Number(text) * 1000))
const LARGEST = 10_000_000_000

/** Nearly always the usual value, otherwise another. */
const seldom = <T>(other: fc.Arbitrary<T>, usual: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: other })
const nothing = fc.constant(undefined)

/** At an edge or next to it, of a usual size, 0, or the maximum; as text or as a number. */
const quantity = (largest = LARGEST): fc.Arbitrary<string | number> =>
  fc
    .tuple(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc
            .tuple(fc.constantFrom(...EDGES_MILLI), fc.integer({ min: -1, max: 1 }))
            .map(([at, by]) => at + by),
        },
        { weight: 2, arbitrary: fc.nat({ max: 1_500_000 }) },
        { weight: 2, arbitrary: fc.nat({ max: 1_500 }).map((whole) => whole * 1000) },
        { weight: 1, arbitrary: fc.constantFrom(0, 1, largest - 1, largest) },
      ),
      fc.boolean(),
    )
    .map(([milli, asText]) => (asText ? formatMilli(milli) : milli / 1000))

const powerFactor = fc.oneof(
  fc.nat({ max: 1_000 }).map((milli) => milli / 1000),
  fc.constantFrom('0', '0.899', '0.9', '1'),
)

const DATES = ['2026-06-15', '2026-06-30', '2026-07-01', '2026-09-30', '2026-10-01']
const PERIODS = [
  { from: '2026-07-01', to: '2026-07-31' },
  { from: '2026-06-15', to: '2026-07-14' },
]

/** Requests for one category: most of them valid, with all selectors, and occasionally with a fault. */
function requestsFor({ record }: Plan, category: CategoryPlan): fc.Arbitrary<CalculateBody> {
  const { subsidy } = record.rules
  const { code, licenseeCode, reads } = category
  const optional = new Set(category.optional)
  const named = (name: string) => [...reads].some((read) => read === name || read.startsWith(`${name}.`))
  const isOptional = (name: string) => [...optional].some((read) => read === name || read.startsWith(`${name}.`))
  const whereRead = (name: string, arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => {
    if (!named(name)) return seldom<unknown>(arbitrary, nothing)
    return isOptional(name) ? fc.oneof(nothing, arbitrary) : seldom<unknown>(nothing, arbitrary)
  }
  const word = (name: keyof typeof WORDS) => whereRead(name, fc.constantFrom<string>(...WORDS[name]))
  const chosen = (isRead: boolean, arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    isRead ? fc.oneof(nothing, arbitrary) : seldom<unknown>(arbitrary, nothing)
  const largest = Math.max(LARGEST, category.largestMilli)
  const days = subsidy?.entitlements.map((each) => each.billing_days) ?? [...DAYS]
  const day: fc.Arbitrary<unknown> = fc.constantFrom(...DATES)
  const demand = fc.oneof(
    { weight: 5, arbitrary: fc.constant('rule') },
    { weight: 1, arbitrary: fc.constantFrom('stated', 'both') },
  )
  return fc
    .record({
      state_code: fc.constant('BR'),
      subcategory_code: seldom<string>(fc.constantFrom('NONE', ...CODES), fc.constant(code)),
      licensee_code:
        licenseeCode === null && record.categories.every((each) => each.licensee_code === null)
          ? fc.constantFrom(undefined, ...LICENSEES)
          : licenseeCode === null
            ? fc.constantFrom(...LICENSEES)
            : fc.constant(licenseeCode),
      energy_units: quantity(largest),
      energy_kwh: whereRead('energy_kwh', quantity(largest)),
      connected_load: whereRead('connected_load', quantity()),
      load_unit: chosen(true, seldom(fc.constantFrom('kw', 'hp'), fc.constant(category.loadUnit))),
      contract_demand_kva: whereRead('contract_demand_kva', quantity()),
      recorded_demand_kva: whereRead('recorded_demand_kva', quantity()),
      billed_demand_kva: whereRead('billed_demand_kva', quantity()),
      fixed_charge_basis_units: whereRead('fixed_charge_basis_units', quantity()),
      load_factor_percent: whereRead('load_factor_percent', fc.constantFrom(0, 59, '60', '60.001', 80, 100)),
      power_factor: whereRead('power_factor', powerFactor),
      area_type: word('area_type'),
      phase: word('phase'),
      supply_level: word('supply_level'),
      connection: word('connection'),
      tod_period: whereRead('tod_period', fc.constantFrom(...OPTIONS.tod_period)),
      rts_voltage_mode: whereRead('rts_voltage_mode', fc.constantFrom(...OPTIONS.rts_voltage_mode)),
      apply_htss_11kv_surcharge: whereRead('apply_htss_11kv_surcharge', fc.boolean()),
      payment: whereRead('payment', fc.record({ digital: fc.boolean() })),
      billing_days: chosen(subsidy !== null, seldom(fc.constant(31), fc.constantFrom(...days))),
      billing_month: chosen(category.readsBillingMonth, seldom(fc.constant('2026-09'), fc.constantFrom(...MONTHS))),
      effective_on: category.isDated
        ? fc.oneof({ weight: 9, arbitrary: day }, { weight: 1, arbitrary: nothing })
        : chosen(true, day),
      bill_period: fc.oneof({ weight: 12, arbitrary: nothing }, { weight: 1, arbitrary: fc.constantFrom(...PERIODS) }),
      demand,
    })
    .map(({ demand: how, ...given }) => bodyOf(given, how))
}

/** A body with the given inputs, without those that would be refused before either evaluator runs. */
function bodyOf(given: Readonly<Record<string, unknown>>, demand: string): CalculateBody {
  const without = demand === 'both' ? [] : demand === 'stated' ? ['recorded_demand_kva'] : ['billed_demand_kva']
  const dates = given['bill_period'] === undefined ? [] : ['effective_on', 'billing_days']
  const period = given['bill_period'] as { readonly from: string; readonly to: string } | undefined
  const month = given['billing_month']
  const isOutside = period !== undefined && typeof month === 'string' && !hasDayIn(period, month)
  const left = new Set([...without, ...dates, ...(isOutside ? ['billing_month'] : [])])
  const entries = Object.entries(given).filter(([name, value]) => value !== undefined && !left.has(name))
  return Object.fromEntries(entries) as CalculateBody
}

const floor: fc.Arbitrary<Grade> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('specimen') },
  { weight: 1, arbitrary: fc.constantFrom(...GRADES) },
)

/** Requests of a compiled record, for any of its categories. */
export const requestsOf = (plan: Plan): fc.Arbitrary<Request> =>
  fc.constantFrom(...plan.categories).chain((category) => fc.record({ body: requestsFor(plan, category), floor }))
