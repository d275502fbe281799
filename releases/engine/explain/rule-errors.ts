import type { Adjustment } from '../../record/adjustment.ts'
import { formatMilli } from '../../record/decimal.ts'
import type { Figure } from '../../record/figure.ts'
import type { ProrationRule } from '../../record/rules.ts'
import { lastDayOf } from '../../record/text.ts'
import { type BillPeriod, readPeriod } from '../request/bill-period.ts'
import { alteredPlan } from './altered-plan.ts'
import { altered, asked, type DifferingBill, differenceOf, type Hypothesis } from './hypothesis.ts'

/** Errors in applying a rule: proration, entitlement, the base of a duty. */

type Rules = Parameters<Parameters<typeof alteredPlan>[1]>[0]['rules']

export function ruled(
  bill: DifferingBill,
  says: string,
  changes: Hypothesis['changes'],
  alter: (rules: Rules) => Rules,
) {
  const { resolved, body } = bill
  const plan = alteredPlan(resolved, ({ rules }) => ({ rules: alter(rules) }))
  return { says, changes, body, serving: [plan] }
}

/** Possible lengths of a month in days, and whether the factor is rounded to hundredths, as bills print it. */
const MONTHS: readonly string[] = ['30', '31', '30.4167', '30.42']
const HUNDREDTHS = { op: 'half_up', step: '0.01' } as const

/**
 * Monthly slabs and charges prorated by days although no rule says so, by another number of days than the rule's, or
 * not prorated although a rule applies. Tried if the days of the bill are given.
 */
export function* wrongProration(bill: DifferingBill): Generator<Hypothesis> {
  const { body, resolved } = bill
  if (body.bill_period === undefined) return
  const { rowId } = resolved.calculation.row
  const charges = resolved.answer.record.rows.find(({ row_id }) => row_id === rowId)?.charges ?? []
  const base = charges.filter(({ side }) => side === 'base')
  const cited = resolved.calculation.category.proration?.rule
  if (cited?.slab_months !== undefined) return yield* wrongSlabMonths(bill, cited)
  const isCited = cited !== undefined
  const stepped = base.filter(({ component, steps }) => component === 'energy' && steps.length > 1)
  const edges = [...new Set(stepped.flatMap(({ per, steps_by: by }) => by ?? per ?? []))]
  const fixed = base.filter(({ component }) => component === 'fixed')
  const monthly = fixed.map(({ charge_id }) => charge_id)
  // For a stepped charge, a smaller quantity does not reduce the amount proportionally.
  const isTold = !isCited && fixed.every(({ method }) => method !== 'telescopic')
  for (const [days, round] of factorsOf(readPeriod(body.bill_period), isCited)) {
    for (const [edgesOf, ofMonth] of [
      [edges, monthly],
      [edges, []],
      [[], monthly],
    ] as const) {
      if (edgesOf.length + ofMonth.length === 0 || (edgesOf.length > 0 && ofMonth === monthly && monthly.length === 0))
        continue
      if (isTold && !isNear(bill, factorOf(bill, days, round), edgesOf.length > 0, ofMonth.length > 0)) continue
      yield prorated(bill, days, round, edgesOf, ofMonth)
    }
  }
}

/** Slabs of several months used for each month, and charges of one month made once for all of them. */
function* wrongSlabMonths(bill: DifferingBill, cited: ProrationRule): Generator<Hypothesis> {
  const { slab_months: months, ...ofEachMonth } = cited
  const slabs = `slabs of ${months?.value} months for each month`
  const once = 'charges for a month only once'
  const errors: readonly (readonly [says: string, rule: ProrationRule])[] = [
    [once, { ...cited, monthly: [] }],
    [slabs, ofEachMonth],
    [`${slabs}, ${once}`, { ...ofEachMonth, monthly: [] }],
  ]
  for (const [says, rule] of errors) {
    const { edges_of, monthly, slab_months } = rule
    const changes = { proration: { edges_of, monthly, slab_months: slab_months?.value ?? null } }
    yield ruled(bill, says, changes, (rules) => ({ ...rules, proration: [rule] }))
  }
}

/** Days of a month by which a bill may have been prorated; the bill's own days mean that it was not. */
function factorsOf({ days, to }: BillPeriod, isCited: boolean): (readonly [string, ProrationRule['round']])[] {
  const calendar = String(Number(lastDayOf(to.slice(0, 7)).slice(8)))
  const months = [...new Set([...MONTHS, calendar, ...(isCited ? [String(days)] : [])])]
  return months.flatMap((each) => {
    if (Number(each) === days) return isCited ? [[each, null] as const] : []
    return [[each, null] as const, [each, HUNDREDTHS] as const]
  })
}

/** The days of a bill ÷ those of a month. */
function factorOf({ body }: DifferingBill, days: string, round: ProrationRule['round']): number {
  const exact = readPeriod(body.bill_period ?? { from: '', to: '' }).days / Number(days)
  return round === null ? exact : Math.round(exact * 100) / 100
}

/** Tolerance in paise for an estimate; the engine then checks the bill to the paisa. */
const NEAR_PAISE = 25

/**
 * True if a factor may explain a bill: fixed charges are multiplied by it, and scaled slabs price units at the factor
 * times the price of units ÷ factor.
 */
function isNear({ body, parts, resolved, calculate }: DifferingBill, factor: number, slabs: boolean, monthly: boolean) {
  const about = (component: string, changes: boolean, paise: () => number | null): boolean => {
    const part = parts.find((each) => each.component === component)
    if (part === undefined || part.expected === null) return true
    if (!changes) return part.status === 'match'
    const reckoned = paise()
    return reckoned === null || Math.abs(reckoned - part.actual) <= NEAR_PAISE
  }
  const { fixedPaise, energyPaise } = resolved.calculation
  if (!about('fixed_charge', monthly, () => (fixedPaise ?? 0) * factor)) return false
  return about('energy_charge', slabs, () => {
    const milli = Math.round(Number(resolved.inputs.values['energy_units']) / factor)
    const part = calculate([resolved.answer], altered(body, { energy_units: formatMilli(milli) }))
    return part === null || energyPaise === null ? null : (part.calculation.energyPaise ?? 0) * factor
  })
}

function prorated(
  bill: DifferingBill,
  days: string,
  round: ProrationRule['round'],
  edgesOf: readonly string[],
  monthly: readonly string[],
): Hypothesis {
  const { days: own } = readPeriod(bill.body.bill_period ?? { from: '', to: '' })
  const { code } = bill.resolved.calculation.category
  const of = [...(edgesOf.length > 0 ? ['slabs'] : []), ...(monthly.length > 0 ? ['monthly charges'] : [])].join(
    ' and ',
  )
  const says =
    Number(days) === own
      ? `${of} as for one month`
      : `${of} times ${own} ÷ ${days} days${round === null ? '' : ', rounded to hundredths'}`
  const changes = { proration: { base_days: days, edges_of: edgesOf, monthly, round } }
  return ruled(bill, says, changes, (rules) => {
    const rule: ProrationRule = {
      rule_id: 'TRIED',
      licensees: [],
      applies_to: [code],
      method: 'by_days',
      base_days: { ...UNCITED, value: days },
      round,
      edges_of: [...edgesOf],
      monthly: [...monthly],
      grade: 'order',
      evidence: { source_id: UNCITED.source_id, locator: UNCITED.locator, quote: UNCITED.quote },
    }
    return { ...rules, proration: [rule] }
  })
}

/** Days of a month in a rule without a citation: they do not weaken a grade and are not in any answer. */
const UNCITED: Figure = {
  grade: 'order',
  value: null,
  unit: 'number',
  printed: null,
  printed_unit: null,
  source_id: 'TRIED',
  locator: { page: 1, line: null, section: null },
  quote: 'tried to account for a bill',
  citations: [],
  carried: null,
  derivation: null,
  held: null,
}

/** The entitlement, or a rebate that applies to the bill, left out; or the entitlement for another number of days. */
export function* entitlementNotGiven(bill: DifferingBill): Generator<Hypothesis> {
  const { body, inService, resolved } = bill
  const { calculation } = resolved
  const { subsidy, category, lines, beside } = calculation
  if (subsidy.status === 'applied' && differenceOf(bill, 'subsidy') !== null) {
    const none = (component: string, paise: number): number => (component === 'subsidy' ? 0 : paise)
    yield {
      says: 'the entitlement was not given',
      changes: { left_out: 'subsidy' },
      body,
      serving: inService,
      printed: none,
    }
    for (const days of category.subsidy?.days ?? []) {
      if (days === subsidy.billingDays) continue
      // Another number of days contradicts those of the bill.
      const undated = body.bill_period === undefined ? {} : { bill_period: null, effective_on: body.bill_period.to }
      yield asked(bill, `the entitlement of ${days} days`, { billing_days: days, ...undated })
    }
  }
  const rebates = [...lines, ...(beside?.lines ?? [])].filter(
    ({ step, amountPaise }) => step.component === 'adjustment' && amountPaise < 0,
  )
  for (const { step } of rebates) {
    yield ruled(bill, `${step.description}: not given`, { left_out: step.id }, (rules) => ({
      ...rules,
      adjustments: without(rules.adjustments, step.id),
    }))
  }
}

function without(adjustments: readonly Adjustment[], id: string): Adjustment[] {
  const others = adjustments.filter(({ adjustment_id }) => adjustment_id !== id)
  return others.map((one) => ({ ...one, of: one.of.filter((name) => name !== id) }))
}

/** A duty in percent calculated on other lines than the rule's. */
export function* dutyOnAnotherBase(bill: DifferingBill): Generator<Hypothesis> {
  const { resolved } = bill
  if (differenceOf(bill, 'electricity_duty') === null) return
  const { lines, beside, category } = resolved.calculation
  const printed = bill.parts.find(({ component }) => component === 'electricity_duty')?.actual ?? 0
  for (const duty of category.adjustments.filter(({ standsFor }) => standsFor === 'electricity_duty')) {
    const line = beside?.lines.find(({ step }) => step.id === duty.id)
    if (line === undefined) continue
    const amounts = new Map<string, number>()
    const words = new Map<string, string>()
    for (const { step, amountPaise } of [...lines, ...(beside?.lines ?? [])]) {
      const isAdjustment = step.component === 'adjustment'
      const name = isAdjustment ? step.id : step.component
      // A line of nothing makes no other duty.
      if (name === duty.id || amountPaise === 0) continue
      amounts.set(name, (amounts.get(name) ?? 0) + amountPaise)
      words.set(name, isAdjustment ? step.description : name)
    }
    const share = line.step.rate.scaled / line.step.rate.scale / 100
    const right = duty.of
      .filter((name) => amounts.has(name))
      .sort()
      .join()
    for (const of of subsetsOf([...amounts.keys()])) {
      const sum = of.reduce((total, name) => total + (amounts.get(name) ?? 0), 0)
      // The engine checks exact agreement; this only excludes amounts that are far off.
      if (Math.abs(sum * share - printed) > 1 || [...of].sort().join() === right) continue
      const base = of.map((name) => words.get(name)).join(' + ')
      yield ruled(bill, `${line.step.description} on ${base}`, { duty_on: of }, (rules) => ({
        ...rules,
        adjustments: rules.adjustments.map((one) => (one.adjustment_id === duty.id ? { ...one, of: [...of] } : one)),
      }))
    }
  }
}

/** All subsets of some names. A bill has few lines. */
function subsetsOf(names: readonly string[]): string[][] {
  const all: string[][] = [[]]
  for (const name of names) all.push(...all.map((one) => [...one, name]))
  return all.slice(1)
}
