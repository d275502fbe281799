import { type Adjustment, appliesTo } from '../../../releases/record/adjustment.ts'
import { rangeOf } from '../../../releases/record/charge.ts'
import {
  figuresOfQuantity,
  figuresOfSubsidy,
  figuresOfValues,
  type PathFigure,
} from '../../../releases/record/figures.ts'
import { namesOfCategory, quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { energyUnitOf, type Row } from '../../../releases/record/row.ts'
import { daysText } from '../../../releases/record/text.ts'

/** A figure with its name for people. */
export type NamedFigure = PathFigure & { readonly what: string }

/** The figures of the quantities that this row charges by, and of rules that can add a line to a bill by it, or deduct from it. */
export function ruleFiguresOf(record: ReleaseRecord, row: Row): NamedFigure[] {
  const { duty, subsidy } = record.rules
  const adjustments = record.rules.adjustments.filter((each) => appliesTo(each, row))
  return [
    ...quantitiesBehind(record, namesOfCategory(record, [], [row], adjustments)).flatMap((quantity) =>
      figuresOfQuantity(quantity).map((each) => ({ ...each, what: quantity.description })),
    ),
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
