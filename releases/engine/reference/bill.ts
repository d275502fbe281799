import type { Row } from '../../record/row.ts'
import type { Inputs } from '../types.ts'
import { adjustmentAmount, type Charges } from './adjustments.ts'
import { energyAmounts, fixedAmounts, wheelingAmount } from './charges.ts'
import { fppasSum, subsidyAmount } from './composition.ts'
import { fppasIsBlocked } from './evidence.ts'
import { fromMilli } from './rational.ts'
import { COMPONENTS, type Component, type ReferenceAnswer, type ReferenceLine, sumPaise } from './result.ts'
import type { ChosenRules } from './rules.ts'

/** The paise of an answer: all of it but what it is an answer of. */
export type BillAmounts = Omit<ReferenceAnswer, 'ok' | 'rowId' | 'grade'>

/**
 * The amounts of a row whose needed figures are all there, but for the withheld components. `holds` are the paths of all
 * holds in force: one that reaches FPPAS leaves the base tariff standing (contract 2.7).
 */
export function billAmounts(
  row: Row,
  rules: ChosenRules,
  withheld: ReadonlySet<Component>,
  holds: readonly string[],
  inputs: Inputs,
): BillAmounts {
  const lines: ReferenceLine[] = COMPONENTS.filter((component) => !withheld.has(component)).flatMap((component) =>
    amountsOf(row, component, inputs).map((amountPaise) => ({ component, amountPaise })),
  )
  const total = (component: Component) => (withheld.has(component) ? null : sumOf(lines, component))
  const charges: Charges = { energy: total('energy'), wheeling: total('wheeling'), fixed: total('fixed') }

  const adjustments = rules.adjustments.map((chosen) => adjustmentAmount(chosen, charges, inputs))
  const known = adjustments.filter((amount) => amount !== null)
  for (const amountPaise of known) lines.push({ component: 'adjustment', amountPaise })
  const adjusted = known.length > 0 && known.length === adjustments.length

  return {
    lines,
    energyChargePaise: charges.energy,
    fixedChargePaise: charges.fixed,
    wheelingChargePaise: row.wheeling === null ? null : charges.wheeling,
    adjustmentsPaise: adjusted ? sumOf(lines, 'adjustment') : null,
    ...payableOf(row, rules, charges, withheld.size > 0 ? null : sumPaise(lines.map(paiseOf)), holds, inputs),
  }
}

/** What is composed on the base tariff. A payable needs the base, a subsidy, and every FPPAS line that applies. */
function payableOf(
  row: Row,
  { subsidy, fppas }: ChosenRules,
  charges: Charges,
  baseTariffPaise: number | null,
  holds: readonly string[],
  inputs: Inputs,
): Pick<BillAmounts, 'baseTariffPaise' | 'subsidyPaise' | 'fppasPaise' | 'finalPayablePaise'> {
  const subsidyPaise = subsidy === null ? null : subsidyAmount(subsidy, row, charges, inputs)
  const fppasPaise = fppasIsBlocked(fppas, holds) ? null : fppasSum(fppas, charges, inputs)
  const isKnown = baseTariffPaise !== null && subsidyPaise !== null && (fppas.length === 0 || fppasPaise !== null)
  return {
    baseTariffPaise,
    subsidyPaise,
    fppasPaise,
    finalPayablePaise: isKnown ? sumPaise([baseTariffPaise, -subsidyPaise, fppasPaise ?? 0]) : null,
  }
}

function amountsOf(row: Row, component: Component, inputs: Inputs): number[] {
  if (component === 'energy')
    return row.energy === null ? [] : energyAmounts(row.energy, fromMilli(inputs.energyUnitsMilli))
  if (component === 'fixed') return row.fixed === null ? [] : fixedAmounts(row.fixed, inputs)
  return row.wheeling === null ? [] : [wheelingAmount(row.wheeling, inputs)]
}

const paiseOf = ({ amountPaise }: ReferenceLine): number => amountPaise

function sumOf(lines: readonly ReferenceLine[], component: ReferenceLine['component']): number {
  return sumPaise(lines.filter((line) => line.component === component).map(paiseOf))
}
