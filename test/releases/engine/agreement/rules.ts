import fc from 'fast-check'
import type { Unit } from '../../../../releases/record/figure.ts'
import type { EnergyCharge } from '../../../../releases/record/row.ts'
import type { Adjustment, FppasPeriod, Rules, Subsidy } from '../../../../releases/record/rules.ts'
import { LINE_COMPONENTS } from '../../../../releases/record/rules.ts'
import { buildAdjustment, buildFigure, buildFppas, buildSubsidy } from '../../../support/record-builder.ts'
import { decimal, edge, figure, maybe } from './figures.ts'

/** Codes of the categories that records have, and one that no record has. */
export const CODES = ['DOM', 'SHOP'] as const
export const LICENSEES = ['BR_NORTH', 'BR_SOUTH'] as const
export const MONTHS = ['2026-06', '2026-07'] as const
export const DAYS = [25, 30, 40] as const

/** What a request may name for each selector. */
export const OPTIONS = {
  tod_period: ['normal', 'peak', 'off_peak'],
  rts_voltage_mode: ['at_base', 'above_base', 'below_base'],
  apply_htss_11kv_surcharge: ['true', 'false'],
} as const
export type Selector = keyof typeof OPTIONS
type EnergyUnit = EnergyCharge['unit']

const codes: fc.Arbitrary<string[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<string[]>([...CODES]) },
  { weight: 1, arbitrary: fc.constantFrom<string[]>(...CODES, 'ELSEWHERE').map((code) => [code]) },
)
const components = fc.subarray([...LINE_COMPONENTS], { minLength: 1 })

/** No finer than lets every percent of the largest amount be a safe integer, which compiling a record demands. */
const somePercent = fc.oneof(decimal(0, 12, 3), decimal(90, 110, 2), fc.constantFrom('0', '50', '100'))

/** Rupees a unit, often such that an odd number of units ends in half a paisa. */
const perUnit = fc.oneof(decimal(-1, 3), fc.constantFrom('0.005', '0.015', '-0.005', '0.25'))

function option(
  kind: Adjustment['kind'],
  when: string,
  unit: EnergyUnit,
): fc.Arbitrary<Parameters<typeof buildAdjustment>[2][number]> {
  const value = kind === 'step' ? figure(perUnit, `Rs/${unit}`, 20) : figure(somePercent, 'percent', 20)
  const effects = kind === 'factor' ? (['add'] as const) : (['add', 'subtract'] as const)
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constant(when), fc.constantFrom(...effects), value) },
    { weight: 1, arbitrary: fc.constant([when, 'none', null] as const) },
  )
}

function adjustment(selector: Selector, unit: EnergyUnit): fc.Arbitrary<Adjustment> {
  return fc
    .tuple(
      fc.constantFrom('factor' as const, 'surcharge' as const, 'step' as const),
      fc.subarray<string>([...OPTIONS[selector]], { minLength: 1 }),
      components,
      codes,
    )
    .chain(([kind, whens, base, applies_to]) =>
      fc
        .tuple(...whens.map((when) => option(kind, when, unit)))
        .map((options) => buildAdjustment(kind, selector, options, { base, applies_to })),
    )
}

const adjustments = (unit: EnergyUnit) =>
  fc
    .subarray(Object.keys(OPTIONS) as Selector[])
    .chain((selectors) => fc.tuple(...selectors.map((selector) => adjustment(selector, unit))))

/** Nearly always nought, as the scheme says; otherwise held, or a price inside the entitlement. */
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
      const value = parts.value_unit === 'percent' ? decimal(-9, 12, 3) : perUnit
      const unit: Unit = parts.value_unit === 'percent' ? 'percent' : `Rs/${energyUnit}`
      return figure(value, unit, 12).map((of) => buildFppas(of, { ...parts, period_id: id }))
    })
}

const periods = (unit: EnergyUnit) =>
  fc
    .nat({ max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => fppas(`P${index}`, unit))))

/** Adjustments, a scheme, FPPAS periods and a duty, each of every sort and sometimes held; energy is billed in `unit`. */
export const rulesIn = (unit: EnergyUnit): fc.Arbitrary<Partial<Rules>> =>
  fc.record({
    adjustments: adjustments(unit),
    subsidy: maybe(subsidy, 4),
    fppas_periods: periods(unit),
    fppas_month: fc.constantFrom(null, 'billing_date' as const),
    duty: fc.constantFrom(null, {
      description: 'Electricity duty',
      energy_unit: 'kWh' as const,
      figure: buildFigure('0.06', 'Rs/kWh', 'specimen'),
    }),
  })
