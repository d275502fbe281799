import { LINE_GROUPS } from '../../releases/engine/adjustments/adjustment.ts'
import type { ChargePlan } from '../../releases/engine/charges/charge.ts'
import type { RowPlan } from '../../releases/engine/charges/row.ts'
import { type Adjustment, appliesTo, runsBefore } from '../../releases/record/adjustment.ts'
import { chargeAt } from '../../releases/record/charge-rates.ts'
import { comparisonsOf, conditionText } from '../../releases/record/expression.ts'
import { chargesIn, figuresOf } from '../../releases/record/figures.ts'
import { isInside } from '../../releases/record/holds.ts'
import { namesOfCategory, quantitiesBehind } from '../../releases/record/names.ts'
import { holdableComponents } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { planOf } from './calculation/compiled.ts'
import { type Found, failing, gate } from './gate.ts'
import { FOUND_FAULTS, foundFaults } from './record/found-by.ts'
import { categoryKey, categoryPath } from './record/groups.ts'

const FAULTS = [
  'category_without_row',
  'row_without_category',
  'unknown_subcategory',
  'unknown_row',
  'unknown_charge',
  'unknown_rates',
  'unknown_line',
  'unknown_part',
  'unknown_licensee',
  'no_base',
  'base_held',
  'foreign_subcategory',
  'categories_without_disclosure',
  'hold_of_nothing',
  'component_hold_of_nothing',
  ...FOUND_FAULTS,
  'covers_no_bound',
  'quantity_unread',
  'other_energy_unit',
] as const
type F = (typeof FAULTS)[number]

function unpaired(record: ReleaseRecord): Found<F>[] {
  const { categories, rows } = record
  const categoryKeys = new Set(categories.map(categoryKey))
  const rowKeys = new Set(rows.map(categoryKey))
  return [
    ...categories
      .filter((category) => !rowKeys.has(categoryKey(category)))
      .map((category) =>
        failing(categoryPath(category), 'category_without_row', 'a row of the category', 'it has none'),
      ),
    ...rows
      .filter((row) => !categoryKeys.has(categoryKey(row)))
      .map((row) =>
        failing(
          `rows/${row.row_id}`,
          'row_without_category',
          'a category for the row',
          `there is no category ${categoryKey(row)}`,
        ),
      ),
  ]
}

/** Codes named as subcategories by rules and categories, with their places. */
function references(record: ReleaseRecord): { path: string; codes: readonly string[] }[] {
  const { adjustments, subsidy, fppas_periods, facts } = record.rules
  return [
    ...record.categories.map((category) => ({
      path: categoryPath(category),
      codes: category.covering.flatMap(({ covering_category }) =>
        covering_category === null ? [] : [covering_category],
      ),
    })),
    ...adjustments.map((rule) => ({ path: `rules/adjustments/${rule.adjustment_id}`, codes: rule.applies_to })),
    ...(subsidy === null ? [] : [{ path: 'rules/subsidy', codes: subsidy.applies_to }]),
    ...fppas_periods.map((rule) => ({ path: `rules/fppas_periods/${rule.period_id}`, codes: rule.applies_to })),
    ...facts.map((fact) => ({ path: `rules/facts/${fact.fact_id}`, codes: fact.categories ?? [] })),
  ]
}

/** Only a disclosure is said by the answers of its categories and rows. */
function misplacedDisclosures({ rules, rows: all }: ReleaseRecord): Found<F>[] {
  return rules.facts.flatMap(({ fact_id, group, categories, rows = [] }): Found<F>[] => {
    const path = `rules/facts/${fact_id}`
    const expected = 'categories and rows only in a fact of group disclosure'
    if (group !== 'disclosure' && (categories !== undefined || rows.length > 0))
      return [failing(path, 'categories_without_disclosure', expected, `group ${group}`)]
    const unknown = rows.filter((id) => !all.some(({ row_id }) => row_id === id))
    return unknown.map((id) => failing(path, 'unknown_row', 'a row of this release', id))
  })
}

/** Charges named by other charges: as the source of rates, as part of a minimum, or in together_with. */
function unresolvedCharges(record: ReleaseRecord): Found<F>[] {
  return record.rows.flatMap(({ row_id, charges }) => {
    const ids = charges.map(({ charge_id }) => charge_id)
    return charges.flatMap(({ charge_id: id, rates_of: other, minimum_of, together_with }) => {
      const path = `rows/${row_id}/${id}`
      const named = [...(minimum_of ?? []), ...together_with].filter((name) => name === id || !ids.includes(name))
      const isGone = other !== null && chargeAt(record.rows, other) === null
      return [
        ...named.map((name) => failing(path, 'unknown_charge', 'another charge of its row', name)),
        ...(isGone
          ? [failing(path, 'unknown_rates', 'a charge of this release', `${other.row_id}.${other.charge_id}`)]
          : []),
      ]
    })
  })
}

/** The rows whose lines may be in an adjustment's base. */
const rowsOf = ({ rows }: ReleaseRecord, adjustment: Adjustment): Row[] =>
  rows.filter((row) => appliesTo(adjustment, row))

/** Lines that adjustments name, in their base or in conditions on amounts, and the adjustments' licensees. */
function unresolvedAdjustments(record: ReleaseRecord): Found<F>[] {
  const { licensees, rules } = record
  const declared = new Set(licensees.map(({ code }) => code))
  return rules.adjustments.flatMap((adjustment) => {
    const path = `rules/adjustments/${adjustment.adjustment_id}`
    const charges = rowsOf(record, adjustment).flatMap((row) => row.charges.map(({ charge_id }) => charge_id))
    const earlier = rules.adjustments
      .filter((other) => runsBefore(other, adjustment))
      .map((other) => other.adjustment_id)
    const lines = new Set([...LINE_GROUPS, ...charges, ...earlier])
    const unknown = (at: string, name: string): Found<F> =>
      failing(at, 'unknown_line', 'a component, a charge of its rows or an earlier adjustment', name)
    const { of, part, cases } = adjustment
    return [
      ...of.filter((name) => !lines.has(name)).map((name) => unknown(path, name)),
      ...(part === null || charges.includes(part.charge_id)
        ? []
        : [failing(`${path}/part`, 'unknown_part', 'a charge of its rows', part.charge_id)]),
      ...cases.flatMap(({ case_id, when }) =>
        comparisonsOf(when)
          .filter(({ field }) => field.startsWith('amount.') && !lines.has(field.slice('amount.'.length)))
          .map(({ field }) => unknown(`${path}/${case_id}`, field)),
      ),
      ...adjustment.licensees
        .filter((code) => !declared.has(code))
        .map((code) => failing(path, 'unknown_licensee', 'a declared licensee', code)),
    ]
  })
}

/** Base charges named by an adjustment's base. */
function chargesNamed({ base }: RowPlan, name: string): readonly ChargePlan[] {
  if (name === 'base_tariff' || name === 'bill') return base
  return base.filter(({ id, component }) => id === name || component === name)
}

/** An adjustment on lines that no row has, or that are held in every row, could never give an amount. */
function baseless(record: ReleaseRecord): Found<F>[] {
  const plan = planOf(record)
  if (plan === null) return []
  const ids = new Set(record.rules.adjustments.map(({ adjustment_id }) => adjustment_id))
  return record.rules.adjustments.flatMap((adjustment) => {
    const named = [...adjustment.of, ...(adjustment.part === null ? [] : [adjustment.part.charge_id])]
    // Lines of other adjustments and of charges beside are checked at their own places.
    const isOfBase = named.length > 0 && named.every((name) => !ids.has(name))
    const own = new Set(rowsOf(record, adjustment).map(({ row_id }) => row_id))
    const rows = plan.categories.flatMap((category) => category.rows.filter(({ rowId }) => own.has(rowId)))
    const beside = rows.some((row) => row.beside.some(({ id }) => named.includes(id)))
    if (!isOfBase || beside) return []
    const charges = rows
      .map((row) => named.flatMap((name) => chargesNamed(row, name)))
      .filter((each) => each.length > 0)
    if (charges.some((each) => each.every(({ held }) => held === null))) return []
    const why = charges.length === 0 ? 'no row has such a line' : 'it is held in every row that has it'
    const path = `rules/adjustments/${adjustment.adjustment_id}`
    const fault = charges.length === 0 ? 'no_base' : 'base_held'
    return [failing(path, fault, 'a base that some row has and does not hold', `${named.join(', ')}: ${why}`)]
  })
}

/** A profile is for whole bills, so each of its codes must be one that prices its own licensee's supply. */
function unresolvedProfiles(record: ReleaseRecord): Found<F>[] {
  const { rules, categories } = record
  return rules.complete_payable.flatMap(({ profile, licensee_code: licensee, subcategory_codes: codes }) => {
    const own = categories.filter(({ licensee_code: code }) => code === null || code === licensee)
    return codes
      .filter((code) => !own.some((category) => category.subcategory_code === code))
      .map((code) =>
        failing(
          `rules/complete_payable/${profile}`,
          'foreign_subcategory',
          `a subcategory code that ${licensee} has`,
          code,
        ),
      )
  })
}

/**
 * A hold must name an existing component. A listed component is a charge of a row; a hold may name a larger or smaller
 * part.
 */
function emptyHolds(record: ReleaseRecord): Found<F>[] {
  const charges = chargesIn(record).map(({ path }) => path)
  const parts = [...figuresOf(record).map(({ path }) => path), ...holdableComponents(record)]
  return [
    ...record.holds
      .filter(({ path }) => !parts.some((part) => isInside(path, part)))
      .map(({ path }) =>
        failing(`holds/${path}`, 'hold_of_nothing', 'the path of a part of this release', 'nothing has this path'),
      ),
    ...record.component_holds
      .filter(({ path }) => !charges.includes(path))
      .map(({ path }) =>
        failing(
          `component_holds/${path}`,
          'component_hold_of_nothing',
          'rows/<row_id>/<charge_id> of this release',
          'no row has this charge',
        ),
      ),
  ]
}

/** Categories for customers outside a bound that the category does not have: no refusal would name them. */
function misplacedCoverings({ categories }: ReleaseRecord): Found<F>[] {
  return categories.flatMap((category) => {
    const bounds = category.bounds.map(conditionText)
    return category.covering
      .map(({ bound }) => conditionText(bound))
      .filter((bound) => !bounds.includes(bound))
      .map((bound) => {
        const expected = `covering of one of its bounds: ${bounds.join(', ') || 'none'}`
        return failing(categoryPath(category), 'covers_no_bound', expected, bound)
      })
  })
}

/** Quantities that no charge, rule, condition or other quantity reads: what their words say is done by nothing. */
function unreadQuantities(record: ReleaseRecord): Found<F>[] {
  const { categories, rows, rules, quantities } = record
  const bounds = categories.flatMap((category) => category.bounds)
  const read = new Set(quantitiesBehind(record, namesOfCategory(record, bounds, rows, rules.adjustments)))
  return quantities
    .filter((quantity) => !read.has(quantity))
    .map(({ quantity_id: id }) =>
      failing(`quantities/${id}`, 'quantity_unread', 'a charge, rule or condition that reads it', 'nothing reads it'),
    )
}

/** Months whose adjustment is for each unit of energy, for supply that is billed in another unit: units are never converted. */
function otherEnergyUnits({ rules, rows }: ReleaseRecord): Found<F>[] {
  return rules.fppas_periods.flatMap(
    ({ period_id, status, value_unit, figure, applies_to, licensee_code: licensee }) => {
      if (status !== 'approved_exact_month' || value_unit === 'percent') return []
      const own = rows.filter(
        ({ subcategory_code: code, licensee_code }) =>
          (applies_to.length === 0 || applies_to.includes(code)) &&
          (licensee === null || licensee_code === null || licensee_code === licensee),
      )
      return own.flatMap(({ row_id, charges }): Found<F>[] => {
        const unit = charges.find(({ side, component }) => side === 'base' && component === 'energy')?.unit
        if (unit === undefined || figure.unit === `Rs/${unit}`) return []
        const expected = `categories billed in the unit of its figure, ${figure.unit}, named in applies_to`
        return [failing(`rules/fppas_periods/${period_id}`, 'other_energy_unit', expected, `${row_id} in ${unit}`)]
      })
    },
  )
}

function unresolved(record: ReleaseRecord): Found<F>[] {
  const known = new Set(record.categories.map((category) => category.subcategory_code))
  return references(record).flatMap(({ path, codes }) =>
    codes
      .filter((code) => !known.has(code))
      .map((code) => failing(path, 'unknown_subcategory', 'a subcategory code of this release', code)),
  )
}

/**
 * Gate 16: every category has a row, every row a category; everything that charges, rules, categories and holds refer
 * to exists; every adjustment has lines in its base; no category is found by facts that its rows deny; each quantity is read;
 * and an adjustment for each unit of energy is for categories billed in that unit.
 */
export const structureRowsAndCategories = gate('structure.rows_and_categories', FAULTS, ({ record }) => {
  const { categories, rows } = record
  const findings = [
    ...unpaired(record),
    ...unresolved(record),
    ...misplacedDisclosures(record),
    ...unresolvedCharges(record),
    ...unresolvedAdjustments(record),
    ...baseless(record),
    ...unresolvedProfiles(record),
    ...emptyHolds(record),
    ...foundFaults(record),
    ...misplacedCoverings(record),
    ...unreadQuantities(record),
    ...otherEnergyUnits(record),
  ]
  return { checked: categories.length + rows.length, findings }
})
