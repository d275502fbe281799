import { type Formula, formulaText, namesOf, operationsIn } from '../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { countedUnits } from '../cells/counted-units.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { escaped } from '../text/reading-words.ts'
import { measuredBy } from './measured-categories.ts'

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
 * unit than the quantity counts: units of energy as kW, a load in kW as kVA. An order may convert one into the other; kWh
 * are kVAh only where its words say so.
 */
export function formulaUnitFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const units = new Map(record.quantities.map(({ quantity_id, unit }) => [quantity_id, unit]))
  return record.quantities.flatMap(({ quantity_id, unit, cases, figures, evidence }) => {
    const path = `quantities/${quantity_id}`
    const asked = { categories: record.categories, rows: rowsBy(record, quantity_id) }
    const unitsOf = (name: string): readonly string[] => {
      const own = figures.find(({ figure_id }) => figure_id === name)?.figure.unit
      return own === undefined ? countedUnits(name, units, asked) : [own]
    }
    const sortOfName = (name: string): Sort => {
      const [sort = null, ...others] = new Set(unitsOf(name).map((each) => SORTS[each] ?? null))
      return others.length === 0 ? sort : null
    }
    const texts = [
      ...(evidence === null ? [] : [evidence.quote, ...citedIn.around(evidence)]),
      ...figures.map(({ figure }) => figure.quote),
    ]
    const compared = comparisonsIn(cases.flatMap(({ when }) => when))
    const isOfPercent = (name: string): boolean =>
      !figures.some((each) => each.figure_id === name) && unitsOf(name).includes('percent')
    /** Whether a name counts in percent, or a number is printed as one or compared with one. */
    const isPercent = (operand: string | { readonly value: string }): boolean =>
      typeof operand === 'string'
        ? isOfPercent(operand)
        : compared.some(({ field, value }) => value === operand.value && isOfPercent(field ?? '')) ||
          isPrintedInPercent(operand.value, texts.join(' | '))
    const faults: Found<F>[] = []
    /** The sort of a formula; null if it may be any, as a number is. */
    const sortOf = (formula: Formula): Sort => {
      if (typeof formula === 'string') return sortOfName(formula)
      if ('value' in formula) return isPercent(formula) ? 'share' : null
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
    const converts = texts.some((text) => POWER_FACTOR.test(text) || (KWH.test(text) && KVAH.test(text)))
    for (const { formula } of cases) {
      const counted = energyIn(formula, unitsOf)
      if (unit in ENERGY) counted.add(unit)
      if (counted.size > 1 && !converts && !namesOf(formula).includes('power_factor'))
        faults.push(
          failing(path, 'sorts_mixed', 'energy in one unit, kWh or kVAh, as no text converts it', formulaText(formula)),
        )
      else if (isOther(formula))
        faults.push(
          failing(path, 'sorts_mixed', `a formula in ${unit}, the unit of the quantity`, formulaText(formula)),
        )
      else if (![unit === 'percent' ? 1 : 0, null].includes(percentsIn(formula, isPercent)))
        faults.push(
          failing(path, 'sorts_mixed', 'each percentage divided by 100 or by another one', formulaText(formula)),
        )
    }
    return faults
  })
}

/** Whether a text prints a number only as a percentage: not `15 kW, and 15 percent more`. */
function isPrintedInPercent(value: string, text: string): boolean {
  const printed = text.match(new RegExp(`(?<![\\d.])${escaped(value)}(?![\\d.]*\\d)\\s*(?:%|per ?cent)?`, 'giu')) ?? []
  return printed.length > 0 && printed.every((each) => /\D$/u.test(each.trim()))
}

/**
 * How often a formula has percent as a factor: twice in `energy_units * 60 * load_factor_percent`, not at all in `energy_units * 60 /
 * load_factor_percent`. Null: it has a number of which that is not known; NaN: the amounts of a sum differ in it.
 */
function percentsIn(
  formula: Formula,
  isPercent: (operand: string | { readonly value: string }) => boolean,
): number | null {
  if (typeof formula === 'string') return isPercent(formula) ? 1 : 0
  if ('value' in formula) return isPercent(formula) ? 1 : null
  if ('step' in formula) return percentsIn(formula.of, isPercent)
  const isSum = formula.op !== '*' && formula.op !== '/'
  // 0 is as much in percent.
  const parts = formula.of.filter(
    (part) => !isSum || typeof part === 'string' || !('value' in part) || part.value !== '0',
  )
  const [first = null, ...others] = parts.map((part, index) => {
    const isHundred = typeof part === 'object' && 'value' in part && part.value === '100'
    return isHundred && formula.op === '/' && index > 0 ? 1 : percentsIn(part, isPercent)
  })
  if (first === null || others.includes(null)) return null
  if (isSum) return others.every((each) => each === first) ? first : Number.NaN
  return others.reduce<number>((sum, each) => sum + (formula.op === '*' ? 1 : -1) * (each ?? 0), first)
}

const ENERGY: Readonly<Record<string, true>> = { kWh: true, kVAh: true }
const POWER_FACTOR = /(?<!\p{L})(?:power factor|P\.?F\.?)(?!\p{L})/iu
const KWH = /(?<!\p{L})(?:kWh|kilo ?watt[- ]?hours?)(?!\p{L})/iu
const KVAH = /(?<!\p{L})(?:kVAh|kilo ?volt[- ]?amp(?:ere)?[- ]?hours?)(?!\p{L})/iu

/**
 * The units of energy in which a formula counts the amounts that it adds, takes off or chooses from. A product is in the
 * unit of its energy, and one of a number for each kVA in any; hours or shares, which a division leaves, are in none.
 */
function energyIn(formula: Formula, unitsOf: (name: string) => readonly string[]): Set<string> {
  if (typeof formula === 'string') {
    const [unit = '', ...others] = unitsOf(formula)
    return new Set(others.length === 0 && unit in ENERGY ? [unit] : [])
  }
  if ('value' in formula) return new Set()
  if ('step' in formula) return energyIn(formula.of, unitsOf)
  const found = formula.of.map((part) => energyIn(part, unitsOf))
  const [first = new Set<string>(), ...divisors] = found
  if (formula.op === '/' && divisors.some(({ size }) => size > 0)) return new Set()
  return formula.op === '/' ? first : new Set(found.flatMap((each) => [...each]))
}

/** The rows that are charged by a quantity, also by a rule of their categories; all rows, if none is. */
function rowsBy(record: ReleaseRecord, id: string): Row[] {
  const measures = measuredBy(record, id)
  const isBy = ({ per, steps_by: by }: { readonly per: string | null; readonly steps_by: string | null }): boolean =>
    measures.has(per ?? '') || measures.has(by ?? '')
  const codes = new Set(
    record.rules.adjustments.flatMap(({ applies_to, cases }) =>
      cases.some(({ values }) => values.some(isBy)) ? applies_to : [],
    ),
  )
  const rows = record.rows.filter(({ subcategory_code: code, charges }) => codes.has(code) || charges.some(isBy))
  return rows.length === 0 ? record.rows : rows
}
