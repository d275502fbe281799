import { tableInput } from '../../../releases/engine/input-names.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import { chargeAt } from '../../../releases/record/charge-rates.ts'
import { allComparisonsOf, certainComparisons, type Formula, wordsOf } from '../../../releases/record/expression.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { type Said, saidIn } from '../cells/label-edges.ts'
import { isEdgeOf } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { codesOf, namesIn } from '../record/category-names.ts'
import { wordsNamedIn } from '../record/choices.ts'
import type { Bound } from '../record/comparisons.ts'
import { partsIn } from './bases.ts'

/**
 * Rates that are a multiple of others: between the shares that their sentence prints (`above 100% and upto 120% of CMD`),
 * of a charge of their own kind, and of the row's own rates unless the sentence names only others.
 */
export function rateMultipleFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return record.rows.flatMap((row) =>
    row.charges.flatMap((charge): Found<F>[] => {
      const { rates_of: of } = charge
      const base = of === null ? null : chargeAt(record.rows, of)
      if (of === null || base === null || of.multiple.grade === 'held') return []
      const text = citedIn.sentenceOf(of.multiple)?.piece ?? of.multiple.quote
      const path = `rows/${row.row_id}/${charge.charge_id}/multiple`
      const codes = new Set(namesIn(record, text).found.flatMap((name) => [...codesOf(record, name)]))
      const isOwn = codes.size === 0 || codes.has(row.subcategory_code)
      const faults: Found<F>[] = shareFaults(record, path, charge, text)
      const said = partsIn(text)
      if (said.length > 0 && !said.includes(base.component))
        faults.push(
          failing(path, 'other_component', `rates_of the ${said[0]} charge: "${text}"`, `one of ${base.component}`),
        )
      else if (said.length === 0 && base.component !== charge.component)
        faults.push(
          failing(
            path,
            'other_component',
            `rates_of a ${charge.component} charge, as it is`,
            `one of ${base.component}`,
          ),
        )
      if (isOwn && of.row_id !== row.row_id && hasRates(row, of.charge_id))
        faults.push(
          failing(path, 'category_not_said', `rates_of ${row.row_id}, its own: "${text}"`, `rates_of ${of.row_id}`),
        )
      return faults
    }),
  )
}

const hasRates = ({ charges }: Row, id: string): boolean =>
  charges.some(({ charge_id, rates_of }) => charge_id === id && rates_of === null)

/** The shares in the conditions of a charge, and those that its sentence prints as edges: each is one of the others. */
function shareFaults(record: ReleaseRecord, path: string, { when }: Charge, text: string): Found<F>[] {
  const bounds = allComparisonsOf(when).flatMap(({ op, value }) =>
    [value].flat().flatMap((name): Bound[] => {
      const share = shareOf(record.quantities, name)
      return share === null ? [] : [{ op, value: share }]
    }),
  )
  const said = saidIn(inPercent(text)).filter(({ kind }) => kind !== 'width')
  if (bounds.length === 0 || said.length === 0) return []
  const asked = bounds.map(({ op, value }) => `${op} ${value} percent`).join(' and ')
  return [
    ...said
      .filter((edge) => !bounds.some((bound) => isEdgeOf(bound, edge)))
      .map((edge) => failing(path, 'other_bound', `a bound ${saidText(edge)} percent, as in "${text}"`, asked)),
    ...bounds
      // What is above the input itself is its excess, also where no 100 percent is printed.
      .filter((bound) => bound.value !== '100' && !said.some((edge) => isEdgeOf(bound, edge)))
      .map(({ op, value }) => failing(path, 'bound_not_said', `${op} ${value} percent in its sentence`, `"${text}"`)),
  ]
}

const saidText = ({ kind, value }: Said): string => `${kind === 'from' ? 'from' : 'up to'} ${value}`

/** A text in which all numbers but percentages are words. */
const inPercent = (text: string): string =>
  text.replace(/(?<![\d.,])\d[\d.,]*(?![\d.,]*\d)(?!\s*(?:%|per ?cent))/giu, 'other')

/** How many percent of an input something is: the input itself 100, a quantity `share * input` its share; null: neither. */
function shareOf(quantities: readonly Quantity[], name: string): string | null {
  if (isInput(name)) return '100'
  const quantity = quantities.find(({ quantity_id }) => quantity_id === name)
  const [only, ...more] = quantity?.cases ?? []
  if (quantity === undefined || only === undefined || more.length > 0) return null
  const { formula } = only
  if (typeof formula !== 'object' || !('op' in formula) || formula.op !== '*') return null
  const [share, input, ...rest] = formula.of.toSorted((a, b) => Number(isInput(a)) - Number(isInput(b)))
  if (share === undefined || input === undefined || rest.length > 0 || !isInput(input)) return null
  if (typeof share === 'string') {
    const figure = quantity.figures.find(({ figure_id }) => figure_id === share)?.figure
    return figure?.unit === 'percent' ? figure.value : null
  }
  return 'value' in share ? String(Number((Number(share.value) * 100).toFixed(6))) : null
}

const isInput = (part: Formula): boolean => typeof part === 'string' && tableInput(part)?.kind === 'quantity'

/**
 * Rates that are a multiple of others: of those of the category that the sentence names, and of every charge that it
 * names: `1.5 times the energy charge and the fixed charge of LT-II`.
 */
export function multipleFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return record.rows.flatMap((row) =>
    row.charges.flatMap(({ charge_id, rates_of: of }): Found<F>[] => {
      const base = record.rows.find(({ row_id }) => row_id === of?.row_id)
      if (of === null || base === undefined || of.multiple.grade === 'held') return []
      const text = citedIn.sentenceOf(of.multiple)?.piece ?? ''
      const path = `rows/${row.row_id}/${charge_id}/multiple`
      const codes = new Set(namesIn(record, text).found.flatMap((name) => [...codesOf(record, name)]))
      // Of `the relevant category` may be any other, where its own has no such rates itself.
      const isOther =
        codes.size > 0 &&
        !codes.has(base.subcategory_code) &&
        record.rows.some(
          (each) =>
            codes.has(each.subcategory_code) &&
            each.charges.some((charge) => charge.rates_of === null && charge.charge_id === of.charge_id),
        )
      const other: Found<F>[] = isOther
        ? [failing(path, 'category_not_said', `rates of a category that "${text}" names`, `rates_of ${of.row_id}`)]
        : []
      const words = wordsOf(certainComparisons(base.conditions))
      const asked = new Map(wordsOf(certainComparisons(row.conditions)))
      for (const [field, lent] of words) {
        const own = asked.get(field)
        // `A temporary connection pays 1.25 times the rates` says which words differ.
        const isSaid =
          own === undefined || own.some((each) => lent.includes(each)) || wordsNamedIn(record, field, text).length > 0
        if (!isSaid)
          other.push(
            failing(
              path,
              'about_another',
              `rates of ${field}=${own?.join(' or ')}, as the row`,
              `rates_of ${of.row_id}: ${lent.join(' or ')}`,
            ),
          )
      }
      const left = partsIn(text).filter(
        (part) =>
          base.charges.some(({ component }) => component === part) &&
          !row.charges.some((charge) => charge.component === part && charge.rates_of !== null),
      )
      return [
        ...other,
        ...left.map((part) =>
          failing(path, 'charge_left_out', `rates_of for the ${part} charge too, as in "${text}"`, `only ${charge_id}`),
        ),
      ]
    }),
  )
}
