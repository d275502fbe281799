import { type Formula, formulaText, namesOf, operationsIn } from '../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { countedUnits } from '../cells/counted-units.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'

/** Sorts of amounts; kVA and kW are one sort, since an order may convert one into the other. */
const SORTS: Readonly<Record<string, string>> = {
  kWh: 'energy',
  kVAh: 'energy',
  kW: 'power',
  kVA: 'power',
  HP: 'power',
  percent: 'share',
  times: 'share',
  'as a fraction of 1': 'share',
}
type Sort = string | null

/**
 * Amounts of different sorts that a formula of a quantity mixes, `max(recorded_demand_kva, share)`, and formulas of another
 * unit than the quantity counts: units of energy as kW, a load in kW as kVA. An order may convert one into the other.
 */
export function formulaUnitFaults(record: ReleaseRecord): Found<F>[] {
  const units = new Map(record.quantities.map(({ quantity_id, unit }) => [quantity_id, unit]))
  return record.quantities.flatMap(({ quantity_id, unit, cases, figures }) => {
    const path = `quantities/${quantity_id}`
    const unitsOf = (name: string): readonly string[] => {
      const own = figures.find(({ figure_id }) => figure_id === name)?.figure.unit
      return own === undefined ? countedUnits(name, units, record) : [own]
    }
    const sortOfName = (name: string): Sort => {
      const [sort = null, ...others] = new Set(unitsOf(name).map((each) => SORTS[each] ?? null))
      return others.length === 0 ? sort : null
    }
    const faults: Found<F>[] = []
    /** The sort of a formula; null if it may be any, as a number is. */
    const sortOf = (formula: Formula): Sort => {
      if (typeof formula === 'string') return sortOfName(formula)
      if ('value' in formula) return null
      if ('step' in formula) return sortOf(formula.of)
      const sorts = formula.of.map(sortOf)
      const { op } = formula
      if (op === '*' || op === '/') {
        const amounts = sorts.filter((sort) => sort !== 'share')
        // A number may stand for hours or for parts of something: nothing is known of its product.
        if (amounts.length > 1 || amounts.includes(null)) return null
        return op === '/' && sorts[0] === 'share' && amounts.length > 0 ? null : (amounts[0] ?? 'share')
      }
      const [first = null, other] = [...new Set(sorts.filter((sort) => sort !== null))]
      if (other !== undefined)
        faults.push(
          failing(path, 'sorts_mixed', 'amounts of one sort', `${first} and ${other}: ${formulaText(formula)}`),
        )
      return first
    }
    const isOther = (formula: Formula): boolean => {
      const [sort, declared] = [sortOf(formula), SORTS[unit]]
      if (sort === null || declared === undefined) return false
      // Only what is multiplied may be converted, and one of several amounts is in the unit of all.
      const isTaken = operationsIn(formula).every(({ op }) => op !== '*' && op !== '/')
      const counted = namesOf(formula).flatMap(unitsOf)
      return sort !== declared || (isTaken && counted.length > 0 && !counted.includes(unit))
    }
    for (const { formula } of cases)
      if (isOther(formula))
        faults.push(
          failing(path, 'sorts_mixed', `a formula in ${unit}, the unit of the quantity`, formulaText(formula)),
        )
    return faults
  })
}
