import { type Adjustment, appliesTo } from '../../../releases/record/adjustment.ts'
import { rangeOf } from '../../../releases/record/charge.ts'
import type { Quotation } from '../../../releases/record/figure.ts'
import {
  figuresOfProration,
  figuresOfQuantity,
  figuresOfSubsidy,
  figuresOfValues,
  type PathFigure,
} from '../../../releases/record/figures.ts'
import { namesOfCategory, quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { energyUnitOf, type Row } from '../../../releases/record/row.ts'
import type { ProrationRule, UnitRule } from '../../../releases/record/rules.ts'
import { daysText } from '../../../releases/record/text.ts'

export type NamedFigure = PathFigure & { readonly what: string }

/** A sentence on which a rule rests for more than a figure, with the name of the rule for people. */
export type NamedQuotation = { readonly what: string; readonly quotation: Quotation }

/** What a bill of this row may depend on besides the row. */
function rulesOf(record: ReleaseRecord, row: Row) {
  const { subcategory_code: code, licensee_code: own } = row
  const isFor = ({ applies_to: codes, licensees }: UnitRule | ProrationRule): boolean =>
    (codes.length === 0 || codes.includes(code)) && (own === null || licensees.length === 0 || licensees.includes(own))
  const adjustments = record.rules.adjustments.filter((each) => appliesTo(each, row))
  return {
    adjustments,
    quantities: quantitiesBehind(record, namesOfCategory(record, [], [row], adjustments)),
    units: (record.rules.unit_rules ?? []).filter(isFor),
    proration: (record.rules.proration ?? []).filter(isFor),
  }
}

/**
 * The figures of the quantities that this row charges by, of rules that can add a line to a bill by it, or deduct from it,
 * and of the length of a month.
 */
export function ruleFiguresOf(record: ReleaseRecord, row: Row): NamedFigure[] {
  const { duty, subsidy } = record.rules
  const { adjustments, quantities, proration } = rulesOf(record, row)
  return [
    ...quantities.flatMap((quantity) =>
      figuresOfQuantity(quantity).map((each) => ({ ...each, what: quantity.description })),
    ),
    ...proration
      .flatMap(figuresOfProration)
      .map((each) => ({ ...each, what: each.path.endsWith('/slab_months') ? 'Months of a slab' : 'Days of a month' })),
    ...adjustments.flatMap(ofAdjustment),
    ...ofFuelAdjustment(record, row),
    ...(subsidy?.applies_to.includes(row.subcategory_code)
      ? figuresOfSubsidy(record).map((each) => ({ ...each, what: `${subsidy.scheme}: ${subsidyPart(each.path)}` }))
      : []),
    ...(duty?.energy_unit === energyUnitOf([row])
      ? [{ what: duty.description, path: 'rules/duty', figure: duty.figure }]
      : []),
  ]
}

/** The sentences that say a formula with its numbers and roundings, a part of a charge, how units are counted, or a bill prorated. */
export function statementsOf(record: ReleaseRecord, row: Row): NamedQuotation[] {
  const { adjustments, quantities, units, proration } = rulesOf(record, row)
  const named = (what: string, quotation: Quotation | null | undefined): NamedQuotation[] =>
    quotation ? [{ what, quotation }] : []
  return [
    ...quantities.flatMap(({ description, evidence }) => named(description, evidence)),
    ...adjustments.flatMap(({ description, part }) => named(description, part?.evidence)),
    ...units.flatMap(({ evidence }) => named('How units are counted', evidence)),
    ...proration.flatMap(({ evidence }) => named('Bills of more or less than a month', evidence)),
  ]
}

function ofAdjustment({ adjustment_id: id, description, cases, cap, floor }: Adjustment): NamedFigure[] {
  const path = `rules/adjustments/${id}`
  const named = (what: string, values: Adjustment['cases'][number]['values'], at: string): NamedFigure[] => {
    const steps = values.flatMap((value) => value.steps)
    return figuresOfValues(`${path}/${at}`, values).map((each, index) => {
      const step = steps[index]
      const isWhole = step === undefined || (step.from === '0' && step.to === null)
      return { ...each, what: isWhole ? what : `${what}, ${rangeOf(step)}` }
    })
  }
  return [
    ...cases.flatMap(({ case_id: at, description: own, values, ...dated }) => {
      const what = own.startsWith(description) ? own : `${description}: ${own}`
      const days = daysText(dated)
      return named(days === '' ? what : `${what}, ${days}`, values, at)
    }),
    ...named(`${description}: at most`, cap === null ? [] : [cap], 'cap'),
    ...named(`${description}: at least`, floor === null ? [] : [floor], 'floor'),
  ]
}

/** Only approved periods are ever in an amount. */
function ofFuelAdjustment(
  { rules }: ReleaseRecord,
  { subcategory_code: code, licensee_code: own }: Row,
): NamedFigure[] {
  return rules.fppas_periods
    .filter(({ status, applies_to: codes, licensee_code: licensee }) => {
      const isForRow = codes.length === 0 || codes.includes(code)
      return status === 'approved_exact_month' && isForRow && (licensee === null || own === null || licensee === own)
    })
    .map(({ period_id: id, period, recovery_month: month, figure }) => ({
      what: `Fuel adjustment of ${period}, for bills of ${month}`,
      path: `rules/fppas_periods/${id}`,
      figure,
    }))
}

function subsidyPart(path: string): string {
  const [, , part, days] = path.split('/')
  switch (part) {
    case 'monthly_units':
      return 'free units of a month'
    case 'entitlements':
      return `free units of ${days} days`
    case 'energy_within':
      return 'price of a free unit'
    default:
      return 'fixed charge of a bill of free units'
  }
}
