import { areAskedAlike, type Category } from '../../../releases/record/category.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { countedUnits } from '../cells/counted-units.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { type Cited, labelsOf, ownTextsOf } from '../quotes/cited-sentences.ts'
import { namesCode } from './bound-faults.ts'

/** What a row or category chooses although none of its texts says so: an area, the unit of the load, one rate for all. */
export function rowFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const units = new Map(record.quantities.map(({ quantity_id, unit }) => [quantity_id, unit]))
  const read = record.rows.flatMap((row) => {
    const figures = figuresOfRow(row).map(({ figure }) => figure)
    // A specimen replaces a figure that was not read.
    if (figures.every(({ grade }) => grade === 'specimen')) return []
    return { row, figures, texts: textsOf(row, figures, record, citedIn) }
  })
  return [
    ...read.flatMap(({ row, texts }) => areaFaults(row, texts, record)),
    ...read.flatMap(({ row }) => row.charges.flatMap((charge) => wholeFaults(row, charge, citedIn, units))),
    ...read.flatMap(({ row }) => row.charges.flatMap((charge) => telescopicFaults(row, charge, citedIn))),
    ...record.categories.flatMap((category) => {
      const own = read.filter(({ row }) => areAskedAlike(row, category))
      return own.length === 0
        ? []
        : loadFaults(
            category,
            own.flatMap(({ figures, texts }) => [...figures.map((each) => each.printed_unit ?? ''), ...texts]),
          )
    }),
  ]
}

function textsOf(row: Row, figures: readonly Figure[], { rules }: ReleaseRecord, citedIn: Cited): string[] {
  const facts = rules.facts.filter(({ applies_to }) => namesCode(applies_to, row.subcategory_code))
  return [
    row.raw_category_label,
    ...figures.flatMap((figure) => [...ownTextsOf(figure, citedIn), ...citedIn.sectionOf(figure)]),
    ...citedIn.named(row.note ?? ''),
    ...facts.flatMap(({ evidence }) => [evidence.quote, ...citedIn.around(evidence)]),
  ]
}

const AREA = /(?<!\p{L})(?:rural|urban|villages?|panchayats?|towns?|cit(?:y|ies)|municipal\p{L}*)(?!\p{L})/iu

/** Supply in one area: a text names one, or the same customers have a row of their own in the other. */
function areaFaults(row: Row, texts: readonly string[], { rows }: ReleaseRecord): Found<F>[] {
  const { area_type: area, raw_category_label: label, canonical_category_code: sort, licensee_code } = row
  if (area !== 'rural' && area !== 'urban') return []
  const isOther = (each: Row): boolean =>
    each.canonical_category_code === sort &&
    each.licensee_code === licensee_code &&
    each.area_type === (area === 'rural' ? 'urban' : 'rural')
  if (texts.some((text) => AREA.test(text)) || rows.some(isOther)) return []
  const expected = `a label, cell or sentence of the row that names an area, or area_type any`
  return [failing(`rows/${row.row_id}`, 'restriction_not_said', expected, `area_type ${area}, "${label}"`)]
}

const HP = /(?<![\p{L}])B?HP(?!\p{L})|(?<!\p{L})horse ?power(?!\p{L})/iu
const KW = /(?<!\p{L})k(?:W|VA)(?!\p{L})/iu

/** The load is counted in the unit that the texts of its rows print, where they print only one of the two. */
function loadFaults(
  { subcategory_code: code, licensee_code: licensee, ...category }: Category,
  texts: readonly string[],
): Found<F>[] {
  const isIn = (unit: RegExp): boolean => [category.raw_category_label, ...texts].some((text) => unit.test(text))
  const isHp = category.load_unit === 'hp'
  if (isHp ? isIn(HP) : isIn(KW) || !isIn(HP)) return []
  const expected = isHp
    ? 'HP in a label, cell or sentence of its rows, or load_unit kw'
    : 'load_unit hp, as its rows print'
  const found = `load_unit ${category.load_unit}, "${category.raw_category_label}"`
  return [failing(`categories/${code}/${licensee ?? ''}`, 'counted_otherwise', expected, found)]
}

const OF_ALL =
  /(?<!\p{L})(?:non-?telescopic|whole|entire|full|all (?:the |of the )?(?:units?|consumption|energy|load|kW|kVA|HP)|total (?:units?|consumption|energy|load))(?!\p{L})/iu

/** Steps that divide what they price are of its parts, unless a text says that all of it is at the rate that it reaches. */
function wholeFaults(row: Row, charge: Charge, citedIn: Cited, units: ReadonlyMap<string, string>): Found<F>[] {
  const { charge_id: id, method, per, steps_by, steps } = charge
  if (method !== 'whole' || per === null || steps.length < 2) return []
  const asked = { categories: [], rows: [row] }
  const [own, divided] = [per, steps_by ?? per].map((name) => countedUnits(name, units, asked))
  if (!own?.some((unit) => divided?.includes(unit))) return []
  // A sentence does not run over the rows of a table: `all units` of another row is not said of this one.
  const textsOfStep = (figure: Figure): string[] =>
    figure.cell === undefined
      ? ownTextsOf(figure, citedIn)
      : [...labelsOf(figure.cell), figure.quote, ...citedIn.sectionOf(figure)]
  const texts = [row.raw_category_label, ...steps.flatMap(({ figure }) => textsOfStep(figure))]
  if (texts.some((text) => OF_ALL.test(text))) return []
  const printed = steps.map(({ figure }) => figure.cell?.row.join(' | ') ?? figure.quote)
  const expected = 'method telescopic, or a text that says that all units are at the rate of the step they reach'
  return [failing(`rows/${row.row_id}/${id}`, 'not_stepped', expected, `method whole, "${printed.join('", "')}"`)]
}

const ALL_AT =
  /(?<!\p{L})(?:all (?:the |of the )?(?:units?|kW|kVA|HP)|(?:whole|entire|total) (?:of the )?(?:monthly |sanctioned |connected |contracted )?(?:units|consumption|load))(?! (?:consumed |used |consumption )?(?:above|beyond|over|exceeding|in excess|more than|up ?to))(?!\p{L})/iu

/** A step that is not the first one, of which a text says that all units are at its rate. */
function telescopicFaults(row: Row, { charge_id: id, method, steps }: Charge, citedIn: Cited): Found<F>[] {
  if (method !== 'telescopic') return []
  return steps.slice(1).flatMap(({ figure }, index) => {
    const own = figure.cell === undefined ? [citedIn.sentenceOf(figure)?.piece ?? figure.quote] : labelsOf(figure.cell)
    const text = own.find((each) => ALL_AT.test(each))
    if (text === undefined) return []
    const path = `rows/${row.row_id}/${id}/${index + 1}`
    return [
      failing(
        path,
        'not_stepped',
        'method whole, or no text that says it of all units',
        `method telescopic, "${text}"`,
      ),
    ]
  })
}
