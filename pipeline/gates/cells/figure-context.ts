import { areAskedAlike } from '../../../releases/record/category.ts'
import { numbersOf } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOf, figuresOfAdjustment, figuresOfCharge } from '../../../releases/record/figures.ts'
import { namesOfCase, quantitiesBehind } from '../../../releases/record/names.ts'
import { partsOf } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Bracketed, bracketedOf } from '../record/bracketed.ts'
import { formsOfOthers } from '../record/category-names.ts'
import { type Choice, choicesOf } from '../record/choices.ts'
import { type Bound, comparisonsIn as boundsIn, wordsIn } from '../record/comparisons.ts'
import { oncePer } from '../record/once-per.ts'
import { readsOf } from '../record/reads.ts'
import { countedUnits, isOncePerBill, type Period, periodOf } from './counted-units.ts'
import { type EdgeShares, edgeShares, NO_SHARES } from './edge-shares.ts'
import { comparedNumbers, type NumbersOf, numbersOfReaders, ownNumbers, wordNumbers } from './own-numbers.ts'

/** Expected properties of a figure, which its cell or sentence must confirm. */
export type FigureContext = {
  readonly path: string
  readonly figure: Figure
  /** The component of the amount; null for figures of rules. */
  readonly component: 'energy' | 'fixed' | 'wheeling' | 'other' | null
  /** Printed names of its category and of all categories of the record; null for figures of rules. */
  readonly category: { readonly own: string; readonly all: readonly string[] } | null
  /** Name of the charge or rule. */
  readonly called: string
  /** The supply level of the row, or the levels of all categories that a rule applies to: LT, HT, EHT or `any`. */
  readonly levels: readonly string[]
  /** The first and the last day on which it is served. */
  readonly days: { readonly from: string; readonly to: string }
  /** Effect and conditions of a rule's figure; null for figures of rows. */
  readonly rule: {
    readonly effect: 'add' | 'subtract' | 'none'
    /** What its amount is multiplied by or added to: `factor`, `percent`; null: unknown. */
    readonly kind: string | null
    /** The comparisons of the case that has the figure, and its words: `single phase static`. */
    readonly bounds: readonly Bound[]
    readonly words: readonly string[]
    /** The words of the other cases of the rule. */
    readonly others: readonly (readonly string[])[]
  } | null
  /** Units that the quantity of the rate may be in: kVA for a billing demand, `unit` for a count; empty if there is none. */
  readonly counted: readonly string[]
  /** For how long its charge or its steps, and the slabs of its category, are. */
  readonly lasting: Pick<Period, 'days' | 'slabDays' | 'once'>
  /** How many of its unit the quantity of the rate counts as one: 10 for parts of 10 kW. */
  readonly parts: number
  /** The step that it prices: above `from`, up to `to`; null edges are open or names of quantities. */
  readonly from: string | null
  readonly to: string | null
  /** Whether the charge has several steps: then the label must say which. */
  readonly stepped: boolean
  /** Whether the whole quantity is priced by the step that it reaches, and not each part of it by its own. */
  readonly whole: boolean
  /** Unit of the quantity that its steps divide; null if not stated. */
  readonly stepUnit: string | null
  /** Printed value of an edge of 1 if the steps count parts: `above 10 kW` is above one part of 10. */
  readonly size: number
  readonly bounds: readonly Bound[]
  /** Of these, the values that it alone asks for, where other rows are read from the same line. */
  readonly exact: readonly Bound[]
  /** What its two edges are shares or multiples of: 50 of `energy_units * 50 / 100`. */
  readonly shares: EdgeShares
  /** Other numbers that belong to it: of formulas, of a derivation. */
  readonly numbers: ReadonlySet<string>
  /** Figures and edges of the same charge or quantity, which may be in the same sentence. */
  readonly siblings: ReadonlySet<string>
  /** The words that the record chooses for it: of its conditions, its zone of the day, its area, its licensee. */
  readonly choices: readonly Choice[]
  /** What the categories to which its rule does not apply are called, as parts of a pattern, the longest first; empty for other figures. */
  readonly spared: readonly string[]
  /** The categories whose bounds its sentence may print in brackets. */
  readonly bracketed: Bracketed
  /** What it depends on, in the record's own words. */
  readonly reads: string
  /** Of that, what the case of its rule itself asks for; empty for other figures. */
  readonly asks: string
}

/**
 * Whether a text that names these supply levels is about another level than the figure. A row for any level is not read
 * from a text about one of them, unless a condition or the category chooses by level.
 */
export function isOtherLevel({ levels, component, reads }: FigureContext, named: readonly string[]): boolean {
  if (named.length === 0 || levels.length === 0) return false
  if (levels.includes('any')) return component !== null && named.length === 1 && !reads.includes('supply level')
  return !levels.some((each) => named.includes(each))
}

/** The context of every figure of a record, in the order of `figuresOf`. */
export const contextsOf = oncePer((record: ReleaseRecord): readonly FigureContext[] => {
  const formulas: NumbersOf = new Map(
    record.quantities.map(({ quantity_id, cases, figures }) => [
      quantity_id,
      [
        ...cases.flatMap(({ formula }) => numbersOf(formula).map(({ value }) => value)),
        ...figures.flatMap(({ figure }) => figure.value ?? []),
      ],
    ]),
  )
  const numbersBehind = (names: readonly string[]): string[] =>
    quantitiesBehind(record, names).flatMap(({ quantity_id }) => formulas.get(quantity_id) ?? [])
  const sizes = new Map(record.quantities.map((each) => [each.quantity_id, Number(partsOf(each)?.size ?? 1)]))
  const units = new Map(record.quantities.map(({ quantity_id, unit }) => [quantity_id, unit]))
  const layers = new Map(record.categories.map(({ subcategory_code, layer }) => [subcategory_code, layer]))
  const edges = new Map(
    record.quantities.map(({ quantity_id, cases }) => [quantity_id, boundsIn(cases.flatMap(({ when }) => when))]),
  )
  // If a step ends at a quantity such as `first_units`, the numbers that select its formula are edges too: a load
  // factor of 60.
  const boundsOfEdge = (edge: string | null | undefined, op: string): Bound[] =>
    (edges.get(edge ?? '') ?? []).map(({ value }) => ({ op, value }))
  const labels = [...new Set(record.rows.map(({ raw_category_label }) => raw_category_label))]
  const known = new Map<string, Omit<FigureContext, 'days' | 'bracketed'>>()
  const [choices, reads] = [choicesOf(record), readsOf(record)]
  for (const row of record.rows) {
    const categories = record.categories.filter((category) => areAskedAlike(category, row))
    const bounds = boundsIn([...row.conditions, ...categories.flatMap((category) => category.bounds)])
    for (const charge of row.charges) {
      const steps = charge.rates_of === null ? charge.steps : []
      const period = periodOf(record, row, charge)
      const read = [charge.per, charge.steps_by].flatMap((name) => formulas.get(name ?? '') ?? [])
      for (const [index, { path, figure }] of figuresOfCharge(row.row_id, charge).entries()) {
        const step = steps[index]
        known.set(path, {
          ...NOTHING,
          path,
          figure,
          component: charge.component,
          category: { own: row.raw_category_label, all: labels },
          called: charge.label,
          levels: [row.layer],
          from: step?.from ?? '0',
          to: step?.to ?? null,
          counted: countedUnits(charge.per, units, { categories, rows: [row] }),
          lasting: period,
          parts: sizes.get(charge.per ?? '') ?? 1,
          size: sizes.get(charge.steps_by ?? charge.per ?? '') ?? 1,
          stepUnit:
            countedUnits(charge.steps_by ?? charge.per, units, { categories, rows: [row] })[0] ??
            (charge.component === 'energy' ? 'kWh' : null),
          siblings: new Set(
            steps.flatMap(({ from, to, figure }) => [from, to ?? '', figure.printed ?? '', figure.value ?? '']),
          ),
          shares: edgeShares(record, step, formulas, (name) => countedUnits(name, units, { categories, rows: [row] })),
          whole: charge.method === 'whole',
          stepped: steps.length > 1 || (step !== undefined && step.to !== null),
          bounds: [
            ...bounds,
            ...boundsIn(charge.when),
            ...boundsOfEdge(step?.from, '>'),
            ...boundsOfEdge(step?.to, '<='),
          ],
          numbers: new Set([
            ...read,
            ...period.numbers,
            ...wordNumbers([...row.conditions, ...charge.when]),
            ...comparedNumbers([...row.conditions, ...charge.when], formulas),
            ...ownNumbers(figure),
          ]),
          choices: choices.ofCharge(row, charge),
          reads: reads.ofCharge(row, charge),
        })
      }
    }
  }
  for (const adjustment of record.rules.adjustments) {
    const bounds = boundsIn(adjustment.cases.flatMap(({ when }) => when))
    const steps = adjustment.cases.flatMap(({ values }) => values.flatMap((value) => value.steps))
    const isAsked = ({ subcategory_code: code }: { subcategory_code: string }): boolean =>
      adjustment.applies_to.includes(code)
    const asked = { categories: record.categories.filter(isAsked), rows: record.rows.filter(isAsked) }
    const read = [...adjustment.of, ...adjustment.cases.flatMap((each) => namesOfCase(adjustment, each))]
    const levels = [...new Set(adjustment.applies_to.flatMap((code) => layers.get(code) ?? []))]
    for (const { path, figure } of figuresOfAdjustment(adjustment)) {
      const step = steps.find((each) => each.figure === figure)
      const own = adjustment.cases.find(({ values }) =>
        values.some((value) => value.steps.some((each) => each === step)),
      )
      const value = own?.values.find((each) => each.steps.some((one) => one === step))
      known.set(path, {
        ...NOTHING,
        path,
        figure,
        called: adjustment.description,
        levels,
        spared: formsOfOthers(record, adjustment.applies_to),
        rule:
          own === undefined
            ? null
            : {
                effect: own.effect,
                kind: value?.kind ?? null,
                bounds: boundsIn(own.when),
                words: wordsIn(own.when),
                others: adjustment.cases.filter((each) => each !== own).map(({ when }) => wordsIn(when)),
              },
        lasting: { ...NOTHING.lasting, once: value?.kind === 'per_bill' && isOncePerBill(record, adjustment) },
        counted: countedUnits(value?.per ?? null, units, asked),
        stepUnit: countedUnits(value?.steps_by ?? value?.per ?? null, units, asked)[0] ?? null,
        parts: sizes.get(value?.per ?? '') ?? 1,
        from: step?.from ?? '0',
        to: step?.to ?? null,
        whole: value?.method === 'whole',
        stepped: step !== undefined && (step.from !== '0' || step.to !== null),
        bounds,
        numbers: new Set([
          ...figuresOfAdjustment(adjustment).flatMap((each) => each.figure.value ?? []),
          ...numbersBehind(read),
          ...read.flatMap((name) => (edges.get(name) ?? []).map((each) => each.value)),
          ...wordNumbers(adjustment.cases.flatMap(({ when }) => when)),
          ...comparedNumbers(
            adjustment.cases.flatMap(({ when }) => when),
            formulas,
          ),
          ...ownNumbers(figure),
        ]),
        choices: choices.ofCase(adjustment, own?.when ?? [], value?.per ?? null),
        reads: reads.ofCase(adjustment, own),
        asks: reads.askedBy(adjustment, own),
      })
    }
  }
  const { subsidy } = record.rules
  if (subsidy !== null) {
    const path = 'rules/subsidy/monthly_units'
    known.set(path, { ...plain(path, subsidy.monthly_units), siblings: new Set([String(subsidy.base_days)]) })
  }
  const ofQuantity = (path: string, figure: Figure): ReadonlySet<string> => {
    const id = /^quantities\/([^/]+)\//u.exec(path)?.[1]
    return new Set(id === undefined ? [] : [...numbersBehind([id]), ...numbersOfReaders(record, id, figure)])
  }
  return shareCells(
    figuresOf(record).map(({ path, figure, servedFrom: from, servedTo: to }) => ({
      ...(known.get(path) ?? { ...plain(path, figure), siblings: ofQuantity(path, figure) }),
      days: { from, to },
      bracketed: bracketedOf(record, path),
    })),
  )
})

/** One printed line may apply to several rows, `at 11 and 33 kV`: then its numbers are bounds of one of them. */
function shareCells(contexts: readonly FigureContext[]): FigureContext[] {
  const shared = new Map<string, Map<string, Bound>>()
  const keyOf = ({ figure: { cell } }: FigureContext): string | null =>
    cell === undefined ? null : JSON.stringify([cell.source_sha256, cell.page, cell.table, cell.row])
  for (const context of contexts) {
    const key = keyOf(context)
    if (key === null) continue
    const bounds = shared.get(key) ?? new Map<string, Bound>()
    // A range is each row's own: the line above 60 percent is not that of up to 60 percent.
    for (const bound of context.bounds) if (bound.op === '=') bounds.set(`${bound.op} ${bound.value}`, bound)
    shared.set(key, bounds)
  }
  return contexts.map((context) => {
    const bounds = shared.get(keyOf(context) ?? '')
    return bounds === undefined
      ? context
      : {
          ...context,
          bounds: [...context.bounds, ...bounds.values()],
          exact: context.bounds.filter(({ op }) => op === '=' || op === 'in'),
        }
  })
}

/** What is expected of a figure of which nothing is known. */
const NOTHING = {
  component: null,
  category: null,
  levels: [],
  rule: null,
  counted: [],
  lasting: { days: null, slabDays: null, once: false },
  parts: 1,
  from: '0',
  to: null,
  size: 1,
  siblings: new Set<string>(),
  shares: NO_SHARES,
  stepUnit: null,
  stepped: false,
  whole: false,
  bounds: [],
  exact: [],
  choices: [],
  spared: [],
  asks: '',
} as const

const plain = (path: string, figure: Figure): Omit<FigureContext, 'days' | 'bracketed'> => ({
  ...NOTHING,
  path,
  figure,
  called: path,
  reads: path,
  // A figure of a list is identified by its number: the entitlement of a bill of 40 days.
  numbers: new Set([...ownNumbers(figure), ...(/\/(\d+)$/u.exec(path)?.slice(1) ?? [])]),
})
