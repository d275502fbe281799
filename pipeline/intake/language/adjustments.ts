import {
  type Adjustment,
  isRoundingOfBill,
  namedTwice,
  runsBefore,
  type Value,
} from '../../../releases/record/adjustment.ts'
import { CHARGE_COMPONENTS } from '../../../releases/record/charge.ts'
import { checkEdges } from './charges.ts'
import { checkConditions } from './conditions.ts'
import { type Language, type Problem, repeated } from './language.ts'
import { type Names, unknown } from './names.ts'
import { gapsAndOverlaps } from './periods.ts'

const SUMS = ['base_tariff', 'bill']

/** Base, order and inputs of adjustments. */
export function checkAdjustments(language: Language, names: Names): Problem[] {
  const { adjustments } = language.rules
  return [
    ...repeated(adjustments, ({ order }) => order).map(({ adjustment_id, order }) => ({
      path: `rules/adjustments/${adjustment_id}`,
      expected: 'a unique order',
      found: `order ${order} again`,
    })),
    ...adjustments.flatMap((adjustment) => checkAdjustment(adjustment, language, names)),
    ...adjustments.filter(isRoundingOfBill).flatMap((rounding) => checkIsLast(rounding, adjustments)),
  ]
}

/** What is added to a rounded bill, or deducted from it, leaves a total that is not rounded. */
function checkIsLast(rounding: Adjustment, adjustments: readonly Adjustment[]): Problem[] {
  const meet = (a: readonly string[], b: readonly string[]): boolean => a.some((each) => b.includes(each))
  const later = adjustments.filter(
    (other) =>
      runsBefore(rounding, other) &&
      other.cases.some(({ effect }) => effect !== 'none') &&
      meet(rounding.applies_to, other.applies_to) &&
      (rounding.licensees.length === 0 || other.licensees.length === 0 || meet(rounding.licensees, other.licensees)),
  )
  return later.map(({ adjustment_id }) => ({
    path: `rules/adjustments/${rounding.adjustment_id}`,
    expected: 'the rounding of the whole bill after every adjustment that changes a bill of its categories',
    found: `order ${rounding.order}, before \`${adjustment_id}\``,
  }))
}

function checkAdjustment(adjustment: Adjustment, language: Language, names: Names): Problem[] {
  const { adjustment_id, applies_to, of, part, cases, cap, floor } = adjustment
  const path = `rules/adjustments/${adjustment_id}`
  const { adjustments } = language.rules
  const ofRows = language.rows
    .filter(({ subcategory_code }) => applies_to.includes(subcategory_code))
    .flatMap((row) => row.charges)
  const charges = ofRows.map(({ charge_id }) => charge_id)
  const before = adjustments.filter((other) => runsBefore(other, adjustment))
  const lines = [...CHARGE_COMPONENTS, 'minimum', ...charges, ...before.map((other) => other.adjustment_id)]
  const twice = namedTwice(of, [
    ...ofRows.map(({ charge_id: id, side, component, minimum_of: least }) => ({
      id,
      side,
      component: least === null ? component : 'minimum',
    })),
    ...before.map(({ adjustment_id: id, side }) => ({ id, side, component: null })),
  ])
  const named = (id: string, known: readonly string[], what: string): Problem[] => {
    if (id === '' || known.includes(id)) return []
    const isLater = adjustments.some((other) => other.adjustment_id === id)
    if (isLater) return [{ path, expected: 'an earlier adjustment', found: `\`${id}\`, which does not run before it` }]
    return [unknown(path, id, known, what)]
  }
  return [
    ...of.flatMap((id) => named(id, [...lines, ...SUMS], 'a component, a charge or an earlier adjustment')),
    ...(twice === null
      ? []
      : [{ path, expected: 'a base in which each line is once', found: `of: [${twice.join(', ')}]` }]),
    ...(part === null
      ? []
      : [...named(part.charge_id, charges, 'a charge of its rows'), ...names.number(path, part.quantity)]),
    ...cases.flatMap(({ case_id, when, values }) => [
      ...checkConditions(`${path}/${case_id}`, when, names, lines),
      ...values.flatMap((value) => checkValue(`${path}/${case_id}`, value, names)),
    ]),
    ...(cap === null ? [] : checkValue(`${path}/cap`, cap, names)),
    ...(floor === null ? [] : checkValue(`${path}/floor`, floor, names)),
    ...gapsAndOverlaps(
      cases.map((each) => ({ ...each, path: `${path}/${each.case_id}` })),
      language,
      'cases',
      true,
    ),
  ]
}

function checkValue(path: string, { per, steps_by, steps }: Value, names: Names): Problem[] {
  return [...names.number(path, per ?? ''), ...names.number(path, steps_by ?? ''), ...checkEdges(path, steps, names)]
}
