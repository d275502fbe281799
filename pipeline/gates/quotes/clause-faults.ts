import type { FigureContext } from '../cells/figure-context.ts'
import { IN_MONTHLY } from '../cells/header-faults.ts'
import { contradicted } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import type { Bound } from '../record/comparisons.ts'
import { isOfDays, lasts, MONTHLY, periodOfCharge, periodOfUnits } from '../text/periods.ts'
import { clausesOf } from '../text/sentences.ts'

/** The sentence of a figure, and the part of it that no other figure quotes. */
type Parts = { readonly whole: string; readonly piece: string }

/**
 * In a sentence of several amounts, the part of this one decides before the others: `Rs 30 up to 1 kW, Rs 55 above 1 kW`,
 * whether these are conditions or steps.
 */
export function faultOfClause(context: FigureContext, { whole }: Parts): Failing<F>[] {
  const { figure, rule, bounds } = context
  const clauses = clausesOf(whole, figure.printed ?? '')
  const [asked, edges] = [rule?.bounds ?? bounds, edgesOf(context)]
  return [
    { of: asked, isStep: false },
    { of: edges, isStep: true },
  ].flatMap(({ of, isStep }): Failing<F>[] => {
    const found = clauses.map((clause) => contradicted(of, clause, whole, { isStep, known: [...asked, ...edges] }))
    const [first] = found
    if (first === undefined || found.includes(undefined)) return []
    const expected = `a ${isStep ? 'step' : 'condition'} as in "${clauses[0]}", beside ${figure.printed}`
    return [['other_bound', expected, `${first.op} ${first.value}`]]
  })
}

/** The edges of a step as comparisons, if they are numbers of what its sentence counts. */
function edgesOf({ from, to, stepUnit, size }: FigureContext): Bound[] {
  const field = stepUnit === null || size !== 1 ? undefined : FIELDS[stepUnit]
  if (field === undefined) return []
  const edges = [
    { op: '>', value: from },
    { op: '<=', value: to },
  ]
  return edges.flatMap(({ op, value }) =>
    value === null || value === '0' || !/^\d/u.test(value) ? [] : { field, op, value },
  )
}
/** An input that is measured in each unit of steps. */
const FIELDS: Readonly<Record<string, string>> = {
  kWh: 'energy_units',
  kVAh: 'energy_units',
  kW: 'recorded_demand_kw',
  kVA: 'recorded_demand_kva',
  HP: 'load_hp',
  percent: 'load_factor_percent',
}

/**
 * An amount for a year or a day would be billed each month, and one for a month once for the slabs of two; steps of a year
 * would end in each month.
 */
export function faultOfPeriod(context: FigureContext, { whole, piece }: Parts): Failing<F>[] {
  const { path, figure, component } = context
  const { days, once } = context.lasting
  const isAmount = /^(?:P|Rs)(?:\/(?!day$|kVA?h$|kWh$)|$)/u.test(figure.printed_unit ?? '')
  const isBilled = component !== null || path.startsWith('rules/adjustments/')
  if (!isBilled || figure.grade === 'derived') return []
  const clauses = clausesOf(whole, figure.printed ?? '')
  const parts = clauses.length > 0 ? clauses : [piece]
  const ofEdges = edgesOf(context).length > 0 ? faultOfUnits(days, parts, whole) : []
  if (!isAmount) return ofEdges
  if (isOfDays(days) && parts.some((clause) => MONTHLY.test(clause)))
    return [['other_period', `an amount for ${days} days, or the charge in \`monthly\` of its rule`, `"${whole}"`]]
  if (once && parts.some((clause) => MONTHLY.test(clause))) return [['other_period', IN_MONTHLY, `"${whole}"`]]
  const [period] = parts.flatMap((clause) => periodOfCharge(clause) ?? [])
  if (period === undefined || lasts(period, days)) return ofEdges
  return [...ofEdges, otherPeriod('an amount for a month or a unit', period, whole)]
}

/** Steps of a sentence that says for how long its units are: they are of a month, or of the days that their rule prorates. */
function faultOfUnits(days: number | null, parts: readonly string[], whole: string): Failing<F>[] {
  const [period] = [...parts, whole].flatMap((text) => periodOfUnits(text) ?? [])
  if (period === undefined || (isMonth(period) ? !isOfDays(days) : lasts(period, days))) return []
  const ofMonth =
    'steps of a month and not of each kW, or a rule of proration for their period (base_days, slab_months)'
  return [otherPeriod(isOfDays(days) ? `steps of ${days} days` : ofMonth, period, whole)]
}
const isMonth = (period: string): boolean => /(?:^|[^-\p{L}])month(?:ly)?(?!\p{L})/iu.test(period)

const otherPeriod = (what: string, period: string, whole: string): Failing<F> => [
  'other_period',
  `${what}, or "${period}" declared in readings.yaml (sentences)`,
  `"${whole}"`,
]
