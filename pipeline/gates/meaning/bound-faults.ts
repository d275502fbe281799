import { areAskedAlike } from '../../../releases/record/category.ts'
import { ratesOf } from '../../../releases/record/charge-rates.ts'
import type { Condition } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment, figuresOfRow, figuresOfValues } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { saidIn } from '../cells/label-edges.ts'
import { inThousands, isEdge, isTurnedRound, unstated } from '../cells/stated-bounds.ts'
import { type Found, failing } from '../gate.ts'
import { type Cited, ownTextsOf } from '../quotes/cited-sentences.ts'
import { negationIn } from '../quotes/sentence-limits.ts'
import { means, namesIn } from '../record/category-names.ts'
import { type Bound, comparisonsIn, OPPOSITE } from '../record/comparisons.ts'
import { remembering } from '../text/remembering.ts'
import { introducedBy } from './rule-texts.ts'

/**
 * Comparisons in a record without a citation. For a category, a row and its charges the citation is in the label, in
 * the cells of their figures or what these cite, in facts that apply to them, or in the reason of a bound; for a rule
 * or a quantity, in its citations.
 */
export function boundFaults(record: ReleaseRecord, citedIn: Cited): Found<'condition_not_said'>[] {
  const textsOf = (figure: Figure): readonly string[] => [...ownTextsOf(figure, citedIn), ...citedIn.sectionOf(figure)]
  const units = new Map(record.categories.map((each) => [each.subcategory_code, each.load_unit]))
  /** The load of a category is in kW or in HP: of `up to 100 HP (75 kW)` one of the two is its bound. */
  const inUnitOf =
    (code: string | null) =>
    (bound: Bound): Bound =>
      bound.field === 'connected_load' && code !== null
        ? { ...bound, field: `connected_load_${units.get(code) ?? 'kw'}` }
        : bound
  const faults = (
    path: string,
    conditions: Parameters<typeof comparisonsIn>[0],
    texts: readonly string[],
    further: readonly string[] = [],
    code: string | null = null,
  ): Found<'condition_not_said'>[] =>
    unstated(comparisonsIn(conditions).map(inUnitOf(code)), texts, further).map(({ op, value }) => {
      const expected = saidSomewhere(path, `${op} ${value}`)
      return failing(
        path,
        'condition_not_said',
        expected,
        texts.length === 0 ? 'nothing' : quoted([...texts, ...further], value),
      )
    })

  const factsOf = remembering((code): readonly string[] =>
    record.rules.facts
      .filter(({ applies_to }) => namesCode(applies_to, code))
      .flatMap(({ evidence }) => [evidence.quote, ...citedIn.around(evidence)])
      .filter((text) => isOfAll(record, text, code)),
  )

  /** What stands beside a figure in its section, or introduces its table, and is of all consumers of its category. */
  const besideOf = (figure: Figure, code: string): readonly string[] => [
    ...citedIn.sectionOf(figure),
    ...introducedBy(figure, citedIn).filter((text) => isOfAll(record, text, code)),
  ]

  const ofQuantities = record.quantities.flatMap(({ quantity_id, cases, figures, evidence }) =>
    faults(
      `quantities/${quantity_id}`,
      cases.flatMap(({ when }) => when),
      [...(evidence === null ? [] : citedIn.around(evidence)), ...figures.flatMap(({ figure }) => textsOf(figure))],
    ),
  )
  const ofRules = record.rules.adjustments.flatMap((adjustment) => {
    const { adjustment_id, cases, part } = adjustment
    const figures = figuresOfAdjustment(adjustment).map(({ figure }) => figure)
    const path = `rules/adjustments/${adjustment_id}`
    const turned = cases.flatMap(({ effect, when, values }) => {
      const read = figuresOfValues('', values).map(({ figure }) => figure)
      const own = read.flatMap((figure) => ownTextsOf(figure, citedIn))
      const note = read.flatMap((figure) => citedIn.sectionOf(figure))
      return (effect === 'none' ? [] : comparisonsIn(when)).flatMap((bound) => {
        const texts = isEdge(bound, own) ? own : note.filter((text) => isEdge(bound, [text]))
        // A text that says to whom the rule does not apply may print the opposite edge.
        if (
          texts.some((text) => negationIn(text.replaceAll(LACKING, ' ')) !== undefined) ||
          !isTurnedRound(bound, texts)
        )
          return []
        const { op, value } = bound
        const expected = `${OPPOSITE[op]} ${value}, as in ${quoted(texts, value)}`
        return [failing(path, 'condition_not_said', expected, `${op} ${value}`)]
      })
    })
    const open = cases.flatMap(({ effect, when, values }) => {
      const own = figuresOfValues('', values).flatMap(({ figure }) => ownTextsOf(figure, citedIn))
      return (effect === 'none' ? [] : comparisonsIn(when)).flatMap(({ op, value }) => {
        const words = op === '=' ? AND_BEYOND(value).exec(own.join(' | ')) : null
        if (words === null) return []
        const expected = `${/above|more|over/iu.test(words[0]) ? '>=' : '<='} ${value}, as in "${words[0]}"`
        return [failing(path, 'condition_not_said', expected, `= ${value}`)]
      })
    })
    // In its own sentence `more than 1 MVA` is not what the note says of others: `1 MVA and above`.
    const missing = faults(
      path,
      cases.flatMap(({ when }) => when),
      figures.flatMap((figure) => ownTextsOf(figure, citedIn)).map(withoutSteps),
      [
        ...figures.flatMap((figure) => citedIn.sectionOf(figure)),
        ...(part === null || part.evidence === null ? [] : citedIn.around(part.evidence)),
      ],
    )
    return [...turned, ...open, ...missing]
  })
  const ofRows = record.rows.flatMap((row) => {
    const own = figuresOfRow(row).map(({ figure }) => figure)
    // A specimen replaces a figure that was not read.
    if (own.every(({ grade }) => grade === 'specimen')) return []
    // A charge that is a multiple of another has the steps of that one.
    const lent = row.charges
      .filter(({ rates_of }) => rates_of !== null)
      .flatMap((charge) => ratesOf(record, charge).steps)
    const figures = [...own, ...lent.map(({ figure }) => figure)]
    // What the row is called, and what it names, decides before the rest of a paragraph and before what facts say of all.
    return faults(
      `rows/${row.row_id}`,
      [...row.conditions, ...row.charges.flatMap(({ when }) => when)],
      [
        row.raw_category_label,
        ...figures.flatMap((figure) => ownTextsOf(figure, citedIn)),
        ...citedIn.named(row.note ?? ''),
      ],
      [...figures.flatMap((figure) => besideOf(figure, row.subcategory_code)), ...factsOf(row.subcategory_code)],
      row.subcategory_code,
    )
  })
  const ofCategories = record.categories.flatMap((category) => {
    const { subcategory_code: code, licensee_code: licensee, raw_category_label, bounds, covering, note } = category
    const rows = record.rows.filter((row) => areAskedAlike(row, category))
    const figures = rows.flatMap(figuresOfRow).map(({ figure }) => figure)
    if (figures.every(({ grade }) => grade === 'specimen')) return []
    const reasons = [...covering.map(({ reason }) => reason), note, ...rows.map((row) => row.note)]
    const textsOfRow = (row: Row): string[] => [
      row.raw_category_label,
      ...figuresOfRow(row).flatMap(({ figure }) => ownTextsOf(figure, citedIn)),
    ]
    const further = [
      ...figures.flatMap((figure) => besideOf(figure, code).filter((text) => isOfAll(record, text, code))),
      ...factsOf(code),
    ]
    return bounds.flatMap((bound) => {
      // Their labels say of the bound only what nothing else says.
      const divided = rows.filter((row) => isDividedAt(row, bound))
      const isSaid = comparisonsIn([bound]).some((each) => isEdge(each, further))
      return faults(
        `categories/${code}/${licensee ?? ''}`,
        [bound],
        [
          raw_category_label,
          ...rows.filter((row) => !divided.includes(row)).flatMap(textsOfRow),
          ...reasons.flatMap((reason) => citedIn.named(reason ?? '')),
        ],
        isSaid ? further : [...divided.flatMap(textsOfRow), ...further],
        code,
      )
    })
  })
  return [...ofQuantities, ...ofRules, ...ofRows, ...ofCategories]
}

/** Whether a row is asked for on a side of a bound's number: `at 11 kV` and `above 11 kV` divide those of 11 kV and above. */
const isDividedAt = ({ conditions }: Row, bound: Condition): boolean =>
  comparisonsIn([bound]).some(({ field, value }) =>
    comparisonsIn(conditions).some((each) => each.field === field && each.value === value),
  )

/** What consumers lack says nothing of an edge: `without a captive plant`; `without exceeding 70 percent` does. */
const LACKING =
  /(?<!\p{L})without(?!\s+(?:(?:an?|any|the)\s+)?(?:exceed|cross|reach|load|demand|contract|consum))(?!\p{L})/giu

/** The `first 30 units` are a part of what is consumed; they ask for nothing where an edge of all of it is printed too. */
const withoutSteps = (text: string): string => {
  const rest = text.replace(/(?<!\p{L})first\s+\d[\d.,]*(?=\s*(?:units|kWh|kVAh))/giu, ' ')
  return saidIn(rest).length > 0 ? rest : text
}

/** What is said of those within an edge, who are then only some: `consumers with a load up to 20 kW get a printed bill`. */
const OF_SOME =
  /\d\s*(?:kVA|kW|B?HP|kV|MVA|MW|units?|kWh|kVAh|%|per ?cent)(?!\p{L})[^.;:]*(?<!\p{L})(?:shall|will|may|must|can|should|is|are|gets?|pays?|needs?|has|have)(?!\p{L})(?! (?:(?:also|not|be|only) )*(?:covered|classified|categori[sz]ed|included|placed|considered|treated|billed|charged|governed|applicable|under|in|of|for|this|the)(?!\p{L}))/iu

/** Whether a text names a category, or none at all. */
export function isAbout(record: ReleaseRecord, text: string, code: string): boolean {
  const { found } = namesIn(record, text)
  return found.length === 0 || found.some((name) => means(record, name, code))
}
/** The same, and it says nothing of some of its consumers alone. */
export const isOfAll = (record: ReleaseRecord, text: string, code: string): boolean =>
  !OF_SOME.test(text) && isAbout(record, text, code)

/** `110 kV and above`, of which 110 alone is a part. */
const AND_BEYOND = (value: string): RegExp =>
  new RegExp(
    `(?<![\\d.,])${value.replace('.', '\\.')} ?(?:kV|kVA|MVA|kW|HP|units?|%|per ?cent)? (?:and|or|&) (?:above|more|over|below|less)(?!\\p{L})`,
    'iu',
  )

/** Whether a fact says that it applies to a category, by its code. */
export const namesCode = (appliesTo: string, code: string): boolean => codesIn(appliesTo).has(code)

const codesIn = remembering((appliesTo): ReadonlySet<string> => new Set(appliesTo.split(/[\s,;]+/u)))

/** What is expected of a condition that no text prints; it may be cited beside the sentence of a figure. */
export function saidSomewhere(path: string, bound: string): string {
  const beside = /^(?:rules|quantities)\//u.test(path)
    ? 'also in another citation with the same section'
    : 'also in a fact that applies to its category'
  return `${bound} of its conditions in its citations in the record, ${beside}`
}

/** How much of a text is shown on either side of a number, in characters. */
const BESIDE = 80

/** Texts as far as they stand around a number: first those that print it, then those that print edges at all. */
function quoted(texts: readonly string[], value: string): string {
  const number = new RegExp(`(?<![\\d.,])${value.replace('.', '\\.')}(?![\\d.,]*\\d)`, 'u')
  const shown = [...new Set(texts)].map((text) => {
    const at = inThousands(text).search(number)
    const rank = at >= 0 ? 0 : saidIn(text).length > 0 ? 1 : 2
    return { rank, text: at >= 0 ? cutAround(inThousands(text), at) : cutAround(text, BESIDE) }
  })
  return shown
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ text }) => `"${text}"`)
    .join(', ')
    .slice(0, 300)
}

function cutAround(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - BESIDE), at + BESIDE]
  return `${from === 0 ? '' : '...'}${text.slice(from, to)}${to < text.length ? '...' : ''}`
}
