import { areAskedAlike } from '../../../releases/record/category.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import { allComparisonsOf } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { chargesIn, figuresOfCharge, figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { meant } from '../cells/cell-faults.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { isInCapitals } from '../quotes/paragraphs.ts'
import { quotationsOf } from '../quotes/quotations.ts'
import { headingsOf, type Reread } from '../reading.ts'
import { means, namesIn, plain, saysSort, withoutClasses } from '../record/category-names.ts'
import { wordsNamedIn } from '../record/choices.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { fold } from '../text/fold.ts'
import { printedNumbers } from '../text/numbers.ts'
import { hasWord, levelsIn } from '../text/reading-words.ts'
import { namesCode } from './bound-faults.ts'

/** `LT-V pays the same`: another category has the amount of a sentence too. */
const ALIKE = /(?<!\p{L})(?:same|also|too|as well|likewise|equally|similarly)(?!\p{L})/iu

/**
 * Figures of rows in sentences: a sentence that names categories is read only for these, unless another text of the row
 * says that it has the same; and of those that it names in one breath (`by HT-I and HT-II`), each has the amount.
 */
export function rowCategoryFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const isOf = (name: string, code: string): boolean => means(record, name, code)
  const sentences = record.rows.flatMap((row) =>
    figuresOfRow(row).flatMap(({ path, figure }) => {
      const sentence = figure.cell === undefined ? citedIn.sentenceOf(figure) : null
      return sentence === null || figure.grade === 'specimen' ? [] : [{ row, path, figure, sentence }]
    }),
  )
  return sentences.flatMap(({ row, path, figure, sentence: { piece, whole, prose } }): Found<F>[] => {
    const code = row.subcategory_code
    const isNaming = (each: string): boolean => namesIn(record, each).found.length > 0
    const own = [piece, whole].find(isNaming)
    const above = own === undefined ? (citedIn.titlesOf(figure).find(isNaming) ?? '') : ''
    const text = own ?? (isInCapitals(above) ? citedIn.declared(above, figure) : '')
    const { text: words, found: named } = namesIn(record, text)
    if (figure.grade === 'held' || named.length === 0) return []
    const isSaid = named.some((name) => isOf(name, code)) || saysSort(words, plain(row.canonical_category_code))
    const isAlike = besideRow(record, row, figure, citedIn).some((each) => {
      const others = each === whole ? [] : namesIn(record, each).found
      return (
        others.some((name) => isOf(name, code)) && (ALIKE.test(each) || others.some((name) => named.includes(name)))
      )
    })
    if (!isSaid && !isAlike)
      return [failing(path, 'category_not_said', `a sentence of ${row.raw_category_label}`, `"${text}"`)]
    if (own === undefined) return []
    const left = namedWith(words, named, (name) => isOf(name, code)).filter(
      (name) =>
        !sentences.some((each) => each.sentence.whole === whole && isOf(name, each.row.subcategory_code)) &&
        !hasAmount(record, figure, (other) => isOf(name, other)),
    )
    const without = record.rows.filter(
      (each) =>
        isSaid &&
        prose &&
        areAskedAlike(each, row) &&
        !sentences.some((other) => other.row === each && other.sentence.whole === whole) &&
        !hasCharge(each, chargeOf(row, path)) &&
        !namesCondition(record, text, row),
    )
    return [
      ...left.map((name) =>
        failing(path, 'category_left_out', `a charge of ${name.trim()} too, as in "${text}"`, 'none that cites it'),
      ),
      ...without.map(({ row_id: id }) =>
        failing(
          `rows/${id}`,
          'charge_left_out',
          `a charge as that of ${row.row_id}, by "${text}"`,
          'none that cites it',
        ),
      ),
    ]
  })
}

const chargeOf = ({ row_id, charges }: Row, path: string): Charge | undefined =>
  charges.find(({ charge_id }) => path.startsWith(`rows/${row_id}/${charge_id}/`))
/** Whether a row has a charge of this name, from wherever. */
const hasCharge = ({ charges }: Row, own: Charge | undefined): boolean =>
  charges.some(({ charge_id, label }) => charge_id === own?.charge_id || label === own?.label)

/** Whether a sentence is of what a row asks for, and so not of the other rows of its category: `at 33 kV`, `in rural areas`. */
function namesCondition(record: ReleaseRecord, text: string, { conditions, area_type }: Row): boolean {
  const asked = allComparisonsOf(conditions)
  const values = comparisonsIn(conditions).map(({ value }) => value)
  return (
    printedNumbers(text).some(({ value }) => value !== null && values.includes(value)) ||
    asked.some(({ field }) => wordsNamedIn(record, field, text).length > 0) ||
    (area_type !== 'any' && hasWord(text, ['rural', 'urban'])) ||
    levelsIn(withoutClasses(text)).length > 0
  )
}

/**
 * Figures of rows in cells of a table of another category: of its label, its headers and the heading directly above its table the
 * nearest that names categories names the row's own, unless another text of the row says that it has the same.
 */
export function tableCategoryFaults(record: ReleaseRecord, citedIn: Cited, headings: Reread['headings']): Found<F>[] {
  return record.rows.flatMap((row) =>
    figuresOfRow(row).flatMap(({ path, figure }): Found<F>[] => {
      const { cell } = figure
      if (cell === undefined) return []
      const above = headingsOf(figure, headings).at(-1) ?? ''
      const texts = [meant(cell.row, cell), ...meant(cell.column, cell).split(' | ').toReversed(), above]
      const [text, ...more] = texts.filter((each) => namesIn(record, each).found.length > 0)
      // A label that is another's is judged with the cell.
      if (text === undefined || text === texts[0]) return []
      const { text: words, found: named } = namesIn(record, text)
      const isOf = (name: string): boolean => means(record, name, row.subcategory_code)
      if (named.some(isOf) || saysSort(words, plain(row.canonical_category_code))) return []
      const isAlike = besideRow(record, row, figure, citedIn).some((each) => {
        const others = namesIn(record, each).found
        return others.some(isOf) && (ALIKE.test(each) || others.some((name) => named.includes(name)))
      })
      if (isAlike) return []
      const expected = `a table of ${row.raw_category_label}`
      return [failing(path, 'other_category', expected, `one under "${[text, ...more].join('" | "')}"`, figure.quote)]
    }),
  )
}

/**
 * Lines of a table for several categories, `LT-1 and LT-2`: each of them that the record has is charged for every kind of
 * amount that one of them has from the line, unless a fact or something blocked cites the line.
 */
export function sharedLineFaults(record: ReleaseRecord): Found<F>[] {
  const quoted = quotationsOf(record).flatMap(({ path, quotation: { source_id, quote } }) =>
    path.startsWith('rows/') ? [] : [{ source_id, quote: fold(quote) }],
  )
  const has = (name: string, { charge_id: id, component }: Charge): boolean =>
    record.rows.some(
      ({ subcategory_code: code, charges }) =>
        means(record, name, code) &&
        charges.some((each) => (component === 'other' ? each.charge_id === id : each.component === component)),
    )
  return chargesIn(record).flatMap(({ path, row, charge }) => {
    const left = figuresOfCharge(row.row_id, charge).flatMap(({ figure: { cell, source_id, quote } }) => {
      const isCited = quoted.some((each) => each.source_id === source_id && each.quote.includes(fold(quote)))
      return cell === undefined || isCited
        ? []
        : cell.row.flatMap((label) => {
            const { text, found } = namesIn(record, label)
            return namedWith(text, found, (name) => means(record, name, row.subcategory_code))
              .filter((name) => !has(name, charge))
              .map((name) => [name.trim(), label] as const)
          })
    })
    return [...new Map(left)].map(([name, label]) =>
      failing(
        path,
        'category_left_out',
        `a ${charge.label} of ${name} too, as "${label}" is of both, or a fact that cites the line`,
        'none',
      ),
    )
  })
}

/** What else is said of a row: in the notes that its figure cites or its note names, and in facts of its category. */
function besideRow({ rules }: ReleaseRecord, row: Row, figure: Figure, citedIn: Cited): string[] {
  const facts = rules.facts.filter(({ applies_to }) => namesCode(applies_to, row.subcategory_code))
  return [
    ...citedIn.sectionOf(figure),
    ...citedIn.besideOf(figure),
    ...citedIn.named(row.note ?? ''),
    ...facts.flatMap(({ evidence }) => citedIn.around(evidence)),
  ]
}

/** The names that stand in one list with its own: `by HT-I and HT-II`, `LT-I, LT-II and LT-III consumers`. */
function namedWith(text: string, named: readonly string[], isOwn: (name: string) => boolean): string[] {
  const marked = named.reduce((rest, name, index) => rest.replaceAll(name, ` #${index} `), text)
  const lists = (marked.match(LIST) ?? []).map((list) =>
    (list.match(/\d+/gu) ?? []).map((index) => named[Number(index)] ?? ''),
  )
  return [...new Set(lists.filter((list) => list.some(isOwn)).flat())].filter((name) => !isOwn(name))
}
const LIST = /#\d+(?:\s+(?:(?:consumers|categor(?:y|ies)|supply|and|or|both)\s+)*#\d+)+/gu

/** Whether a row of another category has the same amount from elsewhere. */
function hasAmount({ rows }: ReleaseRecord, { value, unit }: Figure, isOf: (code: string) => boolean): boolean {
  return rows.some(
    (row) =>
      isOf(row.subcategory_code) &&
      figuresOfRow(row).some(({ figure: each }) => each.value === value && each.unit === unit),
  )
}
