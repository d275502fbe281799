import { areAskedAlike, type Category } from '../../../releases/record/category.ts'
import { certainComparisons } from '../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { contextsOf, type FigureContext } from '../cells/figure-context.ts'
import { saidIn } from '../cells/label-edges.ts'
import { plainEdges } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { namesIn } from '../record/category-names.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { isAbout, isOfAll, namesCode } from './bound-faults.ts'
import { introducedBy, proseOf } from './rule-texts.ts'
import { isImplied, powersUnread } from './unread.ts'

/**
 * Powers that limit a row and that nothing of the row or its category asks for: in its label, in the sentence of a figure or
 * the one that introduces its table, or in that of a fact which says of the whole category whom it is for. Of a table, also
 * the consumption.
 */
export function rowEdgeFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const contexts = contextsOf(record).filter(
    ({ component, figure }) => component !== null && figure.grade !== 'specimen',
  )
  return record.rows.flatMap((row) => {
    const own = contexts.filter(({ path }) => path.startsWith(`rows/${row.row_id}/`))
    const known = new Set(own.flatMap(edgesOf))
    const [first] = own
    if (first === undefined) return []
    const at = `rows/${row.row_id}`
    const categories = record.categories.filter((each) => areAskedAlike(each, row))
    const texts: (readonly [path: string, text: string])[] = [
      ...labelsOf(row, categories).map((label) => [at, citedIn.declared(label, first.figure)] as const),
      ...own.flatMap(({ path, figure }) => {
        const sentence = proseOf(figure, citedIn)
        return sentence === null ? [] : [[path, sentence.piece] as const]
      }),
      ...record.rules.facts.flatMap(({ applies_to, evidence }) => {
        const text = citedIn.undeclared(evidence) ?? evidence.quote
        const isOwn =
          namesCode(applies_to, row.subcategory_code) && (OF_WHOM.test(text) || namesIn(record, text).found.length > 0)
        return isOwn && isOfAll(record, text, row.subcategory_code) ? [[at, text] as const] : []
      }),
    ]
    const bounds = own.flatMap((each) => each.bounds)
    // Who has at most 5 kW has at most the 20 kW of a label; what is asked of all of the row says so.
    const certain = certainComparisons([...row.conditions, ...categories.flatMap((each) => each.bounds)])
    const limits = comparisonsIn(certain)
    const introduced = new Map(
      own.flatMap(({ path, figure }) =>
        introducedBy(figure, citedIn)
          .filter((text) => isAbout(record, text, row.subcategory_code))
          .map((text) => [citedIn.declared(text, figure), path] as const),
      ),
    )
    const consumedIn = (text: string): string[] =>
      (plainEdges(text).match(CONSUMED) ?? []).filter((words) => saidIn(words).some(({ value }) => !known.has(value)))
    const fault = (path: string, edge: string, text: string): Found<F> => {
      const expected = `a bound or a condition on ${edge}, or words with it declared in readings.yaml (sentences)`
      return failing(path, 'edge_unread', expected, `"${text}"`)
    }
    return [
      ...texts.flatMap(([path, text]) =>
        powersUnread(
          plainEdges(text),
          (value, unit) => unit === 'kv' || known.has(value) || isImplied(plainEdges(text), value, unit, limits),
        ).map((power) => fault(path, power, text)),
      ),
      ...texts.flatMap(([path, text]) =>
        OF_WHOM.test(text) ? consumedIn(text).map((edge) => fault(path, edge, text)) : [],
      ),
      ...[...introduced].flatMap(([text, path]) => {
        const plain = plainEdges(text)
        const isKnown = (value: string, unit: string): boolean =>
          unit === 'kv' || known.has(value) || isImplied(plain, value, unit, bounds)
        return [...powersUnread(plain, isKnown), ...consumedIn(text)].map((edge) => fault(path, edge, text))
      }),
    ]
  })
}

/** What says for whom a schedule is: `This schedule shall apply to loads up to 100 kW`, `Applicable to supply of less than 50 kW` below its title, `Consumers with a load up to 1 kW`. */
const OF_WHOM =
  /(?<!\p{L})(?:schedule|category|tariff|rate) (?:(?:shall|will) (?:be )?appl(?:y|icable)|(?:is|are) applicable|applies|apply)(?!\p{L})|^applicable (?:to|for)(?!\p{L})|(?:^|:) *consumers? (?:with|having)(?!\p{L})/iu

/** `Energy consumption up to 100 kWh`: whose table it is, where no step ends there. */
const CONSUMED =
  /(?<!\p{L})(?:consum(?:ption|ing|es?)|using|usage)(?!\p{L})[^.,;\d]{0,40}\d[\d,.]*(?:[^.,;\d]{1,20}\d[\d,.]*)?\s*(?:units?|k(?:W|VA)h)(?!\p{L})/giu

const labelsOf = (row: Row, categories: readonly Category[]): string[] => [
  ...new Set([row, ...categories].map((each) => each.raw_category_label)),
]

/** The numbers with which the row, its steps and its quantities compare something; of parts of 10 kW in kW. */
const edgesOf = ({ bounds, numbers, from, to, size }: FigureContext): string[] => [
  ...bounds.map(({ value }) => value),
  ...numbers,
  ...[from ?? '', to ?? '', String(Number(to) - Number(from))],
  ...(size === 1 ? [] : [String(size)]),
  ...[from, to].map((edge) => String(Number(edge) * size)),
]
