import fc from 'fast-check'
import type { Adjustment, Value } from '../../../../releases/record/adjustment.ts'
import type { Unit } from '../../../../releases/record/figure.ts'
import type { FppasPeriod, Rules, Subsidy } from '../../../../releases/record/rules.ts'
import { LINE_COMPONENTS } from '../../../../releases/record/rules.ts'
import {
  buildAdjustment,
  buildFigure,
  buildFppas,
  buildSubsidy,
  buildValue,
  type CaseSaid,
} from '../../../support/record-builder.ts'
import { decimal, edge, figure, grade, maybe, sometimes } from './figures.ts'
import { DATES, type EnergyUnit } from './rows.ts'

/** Codes of the categories that records have. */
export const CODES = ['DOM', 'SHOP'] as const
export const LICENSEES = ['BR_NORTH', 'BR_SOUTH'] as const
export const MONTHS = ['2026-06', '2026-07'] as const
export const DAYS = [25, 30, 40] as const

/** Possible values for each word or flag that selects a case. */
export const OPTIONS = {
  tod_period: ['normal', 'peak', 'off_peak'],
  rts_voltage_mode: ['at_base', 'above_base', 'below_base'],
  apply_htss_11kv_surcharge: ['true', 'false'],
  'payment.digital': ['true'],
} as const
type Selector = keyof typeof OPTIONS

const codes: fc.Arbitrary<string[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<string[]>([...CODES]) },
  { weight: 1, arbitrary: fc.constantFrom<string[]>(...CODES, 'ELSEWHERE').map((code) => [code]) },
)
const components = fc.subarray([...LINE_COMPONENTS], { minLength: 1 })

const somePercent = fc.oneof(decimal(0, 12, 3), decimal(90, 110, 2), fc.constantFrom('0', '50', '100'))
/** Rupees a unit, often such that an odd number of units ends in half a paisa. */
const perUnit = fc.oneof(decimal(-1, 3), fc.constantFrom('0.005', '0.015', '-0.005', '0.25'))

/** A value of every kind, flat or by steps. */
const value: fc.Arbitrary<Value> = fc.oneof(
  figure(somePercent, 'percent', 20).map((of) => buildValue('percent', of)),
  figure(somePercent, 'percent', 20).map((of) => buildValue('factor', of)),
  figure(perUnit, 'Rs/kWh', 20).map((of) => buildValue('per_unit', of)),
  figure(decimal(0, 50, 2), 'Rs', 20).map((of) => buildValue('per_bill', of)),
  fc
    .tuple(
      fc.constantFrom('round_half_up' as const, 'round_up' as const, 'round_down' as const),
      fc.constantFrom('1', '5', '0.05'),
    )
    .map(([kind, step]) => buildValue(kind, step)),
  fc
    .tuple(edge, somePercent, somePercent, fc.constantFrom('connected_load', 'power_factor', 'energy_units'))
    .map(([to, low, high, steps_by]) =>
      buildValue(
        'percent',
        [
          [to, low],
          [null, high],
        ],
        { method: 'whole', steps_by },
      ),
    ),
  fc
    .tuple(fc.constantFrom('percent' as const, 'factor' as const), edge, somePercent, somePercent)
    .map(([kind, to, low, high]) =>
      buildValue(
        kind,
        [
          [to, low],
          [null, high],
        ],
        { method: 'telescopic', steps_by: 'power_factor' },
      ),
    ),
  fc.tuple(edge, perUnit, perUnit, fc.constantFrom('excess', 'energy_units')).map(([to, low, high, per]) =>
    buildValue(
      'per_unit',
      [
        [to, buildFigure(low, 'Rs/kW')],
        [null, buildFigure(high, 'Rs/kW')],
      ],
      { method: 'telescopic', per },
    ),
  ),
)

const effects = fc.constantFrom('add' as const, 'add' as const, 'subtract' as const)
const said = (when: string): fc.Arbitrary<CaseSaid> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.tuple(effects, value).map(([effect, of]) => [when, effect, [of]] as const) },
    { weight: 1, arbitrary: fc.tuple(effects, value, value).map(([effect, a, b]) => [when, effect, [a, b]] as const) },
    { weight: 1, arbitrary: fc.constant([when, 'none', null] as const) },
  )

/** Conditions of an adjustment's cases: words of one input, quantities, amounts, or none. */
const cases: fc.Arbitrary<CaseSaid[]> = fc
  .oneof(
    fc
      .constantFrom(...(Object.keys(OPTIONS) as Selector[]))
      .chain((name) =>
        fc
          .subarray<string>([...OPTIONS[name]], { minLength: 1 })
          .map((words) => words.map((word) => `${name}=${word}`)),
      ),
    edge.map((at) => [`connected_load<=${at}`, '']),
    edge.map((at) => [`amount.energy>${at}`, 'amount.bill<=100', '']),
    fc.constant(['']),
  )
  .chain((whens) => fc.tuple(...whens.map(said)))

const adjustment = (order: number, isFull: boolean): fc.Arbitrary<Adjustment> =>
  fc
    .record({
      cases,
      applies_to: codes,
      side: fc.constantFrom('base' as const, 'base' as const, 'beside' as const),
      of: fc.oneof(
        fc.subarray(['energy', 'wheeling', 'fixed', 'other', 'minimum'], { minLength: 1 }),
        fc.constantFrom<string[]>(['base_tariff'], ['bill'], ...(isFull ? [['energy', 'least'], ['more']] : [])),
      ),
      cap: maybe(
        fc.tuple(decimal(0, 30, 2), grade).map(([text, of]) => buildValue('per_bill', buildFigure(text, 'Rs', of))),
        5,
      ),
      floor: maybe(
        fc.tuple(decimal(0, 10, 2), grade).map(([text, of]) => buildValue('per_bill', buildFigure(text, 'Rs', of))),
        5,
      ),
      licensees: fc.oneof(
        { weight: 5, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: fc.constantFrom<string>(...LICENSEES).map((one) => [one]) },
      ),
      dated: fc.constantFrom('', '', '', '', '', '', 'all', 'last'),
      isPart: sometimes(3),
      pick: fc.constantFrom('least' as const, 'greatest' as const),
    })
    .map(({ cases: all, dated, isPart, pick, ...parts }) => {
      const part = isPart && parts.side === 'beside' ? { stands_for: 'time_of_day' as const } : {}
      const made = buildAdjustment(`ADJ-${order}`, 'percent', all, { order, ...parts, ...part })
      const isDated = (at: number): boolean => dated === 'all' || (dated === 'last' && at === all.length - 1)
      return {
        ...made,
        cases: made.cases.map((each, at) => ({
          ...each,
          ...(isDated(at) ? DATES : {}),
          pick: each.pick === null ? null : pick,
        })),
      }
    })

const adjustments = (isFull: boolean) =>
  fc
    .nat({ max: 3 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => adjustment(index + 1, isFull))))

/** Nearly always 0, as the scheme says; otherwise held, or a price inside the entitlement. */
const within = (unit: 'Rs/kWh' | 'Rs') =>
  fc.oneof(
    { weight: 10, arbitrary: figure(fc.constantFrom('0', '0.00'), unit) },
    { weight: 1, arbitrary: fc.constant(buildFigure('0.01', unit)) },
  )

const subsidy: fc.Arbitrary<Subsidy> = fc
  .record({
    days: fc.subarray([...DAYS], { minLength: 1 }),
    units: fc.tuple(...DAYS.map(() => figure(edge, 'kWh', 12))),
    applies_to: codes,
    energy_within: within('Rs/kWh'),
    fixed_within: within('Rs'),
  })
  .map(({ days, units, ...parts }) => ({
    ...buildSubsidy({}, parts),
    entitlements: days.map((billing_days, index) => ({ billing_days, units: units[index]! })),
  }))

function fppas(id: string, energyUnit: EnergyUnit): fc.Arbitrary<FppasPeriod> {
  return fc
    .record({
      kind: fc.constantFrom(null, 'base' as const, 'periodic' as const),
      recovery_month: fc.constantFrom(MONTHS[0], ...MONTHS),
      licensee_code: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(...LICENSEES) },
      ),
      status: fc.oneof(
        { weight: 8, arbitrary: fc.constant('approved_exact_month' as const) },
        { weight: 1, arbitrary: fc.constantFrom('historical_evidence' as const, 'specimen' as const) },
      ),
      value_unit: fc.constantFrom('percent' as const, 'paise_per_unit' as const),
      basis: components,
      applies_to: fc.oneof(fc.constant<string[]>([]), codes),
    })
    .chain((parts) => {
      const of = parts.value_unit === 'percent' ? decimal(-9, 12, 3) : perUnit
      const unit: Unit = parts.value_unit === 'percent' ? 'percent' : `Rs/${energyUnit}`
      return figure(of, unit, 12).map((made) => buildFppas(made, { ...parts, period_id: id }))
    })
}

const periods = (unit: EnergyUnit) =>
  fc
    .nat({ max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => fppas(`P${index}`, unit))))

/**
 * Adjustments, a scheme, FPPAS periods and a duty, of every kind and sometimes held; energy is billed in `unit`. If
 * rows are full, adjustments name their charges.
 */
export const rulesIn = (unit: EnergyUnit, isFull: boolean): fc.Arbitrary<Partial<Rules>> =>
  fc.record({
    adjustments: adjustments(isFull),
    subsidy: maybe(subsidy, 4),
    fppas_periods: periods(unit),
    fppas_month: fc.constantFrom(null, 'billing_date' as const),
    duty: fc.constantFrom(null, {
      description: 'Electricity duty',
      energy_unit: 'kWh' as const,
      figure: buildFigure('0.06', 'Rs/kWh', 'specimen'),
    }),
  })
