import { areAskedAlike, type Category } from '../../../releases/record/category.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import { comparisonsOf } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { countedUnits } from '../cells/counted-units.ts'
import { contradicted } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { type Cited, labelsOf, ownTextsOf } from '../quotes/cited-sentences.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { AREAS, areasIn } from '../text/area-words.ts'
import { sentencesIn } from '../text/sentences.ts'
import { partsIn } from './bases.ts'
import { isAbout, namesCode } from './bound-faults.ts'
import { proseOf, sentencesFrom } from './rule-texts.ts'

/** What a row or category chooses although none of its texts says so: an area, the unit of the load, one rate for all. */
export function rowFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const read = record.rows.flatMap((row) => {
    const figures = figuresOfRow(row).map(({ figure }) => figure)
    // A specimen replaces a figure that was not read.
    if (figures.every(({ grade }) => grade === 'specimen')) return []
    return { row, figures, texts: textsOf(row, figures, record, citedIn) }
  })
  return [
    ...read.flatMap(({ row, texts }) => areaFaults(row, texts, record)),
    ...read.flatMap(({ row }) => row.charges.flatMap((charge) => methodFaults(row, charge, record, citedIn))),
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

/** The areas that a row asks for, also in its conditions and in those of its charges. */
function areasOf({ area_type: area, conditions, charges }: Row): readonly string[] {
  const asked = comparisonsOf([...conditions, ...charges.flatMap(({ when }) => when)])
  const words = asked.flatMap(({ field, value }) => (field === 'area_type' ? value : []))
  return AREAS.filter((each) => area === each || words.includes(each))
}

/** Supply in one area: a text names one, or the same customers have a row of their own in the other. */
function areaFaults(row: Row, texts: readonly string[], { rows }: ReleaseRecord): Found<F>[] {
  const { raw_category_label: label, canonical_category_code: sort, licensee_code } = row
  const own = areasOf(row)
  if (own.length === 0) return []
  const isIn = (area: string): boolean => AREAS.some((each) => each === area && !own.includes(each))
  const isOther = (each: Row): boolean =>
    each.canonical_category_code === sort &&
    each.licensee_code === licensee_code &&
    (isIn(each.area_type) || (each.subcategory_code === row.subcategory_code && areasOf(each).some(isIn)))
  if (texts.some((text) => areasIn(text).length > 0) || rows.some(isOther)) return []
  const expected = `a label, cell or sentence of the row that names an area, or area_type any`
  return [failing(`rows/${row.row_id}`, 'restriction_not_said', expected, `area_type ${own.join()}, "${label}"`)]
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
  /(?<!\p{L})(?:non-?telescopic|(?:whole|entire|full)(?! (?:of the )?(?:financial )?(?:year|period|month|day|state|term)(?!\p{L}))|all (?:the |of the )?(?:units?|consumption|energy|load|kW|kVA|HP)|total (?:units?|consumption|energy|load)(?! (?:of )?(?:(?:up ?to|above|below|beyond|exceed\p{L}*|more than|less than|between|from) )?\d))(?!\p{L})/iu
const ALL_AT =
  /(?<!\p{L})(?:all (?:the |of the )?(?:units?|kW|kVA|HP)|(?:whole|entire|total) (?:of the )?(?:monthly |sanctioned |connected |contracted )?(?:units|consumption|load))(?! (?:consumed |used |consumption )?(?:above|beyond|over|exceeding|in excess|more than|up ?to))(?!\p{L})/iu
/** What is charged, and at which rate: also away from the steps it says so of them, and not of a rebate on the total consumption. */
const RATED =
  /(?<!\p{L})(?:charged|billed|priced|payable|paid|levied|appl(?:y|ies|icable))(?!\p{L})[^.;]*(?<!\p{L})(?:rates?|slabs?|steps?|blocks?)(?!\p{L})|(?<!\p{L})rates?(?!\p{L})[^.;]*(?<!\p{L})(?:slabs?|steps?|blocks?|appl(?:y|ies))(?!\p{L})/iu
const OF_ADDED =
  /(?<!\p{L})(?:rebates?|surcharges?|discounts?|incentives?|concessions?|penalt(?:y|ies)|duty)(?!\p{L})/iu
const NOT_TELESCOPIC = /(?<!\p{L})(?:non[-\s]?|not (?:be )?)telescopic(?!\p{L})/iu
const BY_PARTS =
  /(?<!\p{L})telescopic(?!\p{L})|(?<!\p{L})(?:each|every|that|respective|lower) (?:slab|step|block)(?!\p{L})[^.;]*(?<!\p{L})(?:its own|that|respective|benefit) ?(?:rate|slab|step|block)?|(?<!\p{L})(?:slab benefit|benefits? of (?:the )?(?:lower |earlier |telescopic )?(?:slabs?|steps?|blocks?))(?!\p{L})/iu

/** Whether a sentence says that all is at the rate of the step that it reaches, or that each part is at its own; null: neither. */
function methodSaid(text: string): 'whole' | 'telescopic' | null {
  if (NOT_TELESCOPIC.test(text)) return 'whole'
  if (OF_ADDED.test(text)) return null
  if (ALL_AT.test(text) && RATED.test(text)) return 'whole'
  return BY_PARTS.test(text) ? 'telescopic' : null
}

/**
 * Steps of units that divide what they price are of its parts, unless a text says that all of it is at the rate that it reaches: their
 * own labels and sentences, or one of all of the category beside them, behind them or in a fact. Of a load only what a text says counts.
 */
function methodFaults(row: Row, charge: Charge, record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const { charge_id: id, method, per, steps_by, steps } = charge
  const figures = steps.map(({ figure }) => figure)
  const path = `rows/${row.row_id}/${id}`
  const ofSteps = method === 'telescopic' ? telescopicFaults(path, charge, citedIn) : []
  if (method === 'flat' || per === null || steps.length < 2) return ofSteps
  const units = new Map(record.quantities.map(({ quantity_id, unit }) => [quantity_id, unit]))
  const categories = record.categories.filter((each) => areAskedAlike(each, row))
  const [own, divided] = [per, steps_by ?? per].map((name) => countedUnits(name, units, { categories, rows: [row] }))
  if (!own?.some((unit) => divided?.includes(unit))) return [...ofSteps, ...partFaults(path, charge, citedIn)]
  // `Above 250 units all units are billed at the rate` is not said of a charge up to 250.
  const asked = comparisonsIn([...row.conditions, ...charge.when])
  const beside = [...new Set(figures.flatMap((figure) => besideOf(row, figure, record, citedIn)))]
    .flatMap(sentencesIn)
    .filter((text) => contradicted(asked, text, text) === undefined && isOfCharge(text, charge))
  const said = new Set(beside.map(methodSaid))
  const other = method === 'whole' ? 'telescopic' : 'whole'
  const text = beside.find((each) => methodSaid(each) === other)
  if (text !== undefined && !said.has(method))
    return [
      failing(
        path,
        'not_stepped',
        `method ${other}, or words with it declared in readings.yaml (sentences)`,
        `method ${method}, "${text}"`,
      ),
    ]
  // Steps of a load may be either: `Rs 20 per kW up to 2 kW, Rs 50 per kW above 2 kW`.
  if (!own.some((unit) => unit in ENERGY)) return [...ofSteps, ...partFaults(path, charge, citedIn)]
  if (method === 'telescopic') return ofSteps
  // A sentence does not run over the rows of a table: `all units` of another row is not said of this one.
  const texts = figures.flatMap((figure) =>
    figure.cell === undefined
      ? ownTextsOf(figure, citedIn)
      : [...labelsOf(figure.cell), figure.quote, ...citedIn.sectionOf(figure)],
  )
  if (said.has('whole') || [row.raw_category_label, ...texts].some((each) => OF_ALL.test(each))) return []
  const printed = figures.map((figure) => figure.cell?.row.join(' | ') ?? figure.quote)
  const expected =
    'method telescopic, or a text that says that all units are at the rate of the step they reach, also a note or a fact of its category'
  return [failing(path, 'not_stepped', expected, `method whole, "${printed.join('", "')}"`)]
}

const ENERGY: Readonly<Record<string, true>> = { kWh: true, kVAh: true }

/** `The rate of the load shall apply to all the HP` is not said of the energy charge, and `non-telescopic` of no other. */
function isOfCharge(text: string, { component }: Charge): boolean {
  const named = partsIn(text)
  const all = ALL_AT.exec(text)?.[0] ?? ''
  if (component !== 'energy' && all === '' && NOT_TELESCOPIC.test(text) && named.length === 0) return false
  return (named.length === 0 || named.includes(component)) && (component !== 'energy' || !/kW|kVA|HP|load/iu.test(all))
}

/** What is said of all steps of a category away from them: in their note, behind their sentence, above their table, in its facts. */
function besideOf({ subcategory_code: code }: Row, figure: Figure, record: ReleaseRecord, citedIn: Cited): string[] {
  const prose = proseOf(figure, citedIn)
  const behind = prose === null ? [] : sentencesFrom(figure, prose, citedIn).slice(1)
  const facts = record.rules.facts.filter(({ applies_to }) => namesCode(applies_to, code))
  return [
    ...citedIn.sectionOf(figure),
    ...citedIn.leadOf(figure),
    ...citedIn.markedNotes(figure).texts,
    ...behind,
    ...facts.flatMap(({ evidence }) => citedIn.undeclared(evidence) ?? evidence.quote),
  ]
    .map((text) => citedIn.declared(text, figure))
    .filter((text) => isAbout(record, text, code))
}

/** `Consumption in excess of 50% load factor`, `units beyond a load factor of 60 percent`: a part of the units, whatever the steps count. */
const PART_OF_UNITS =
  /(?<!\p{L})(?:consumption|units|kVA?h)(?: consumed| used)? (?:up ?to|in excess of|beyond|above|over|exceeding) (?:\p{L}+ ){0,4}\d[\d.]*\s*(?:%|per ?cent)/iu

/** `For the load above 2 kW` is a part of a load, and `for loads above 5 kW` all of those that are so large. */
const PART_OF_LOAD =
  /(?<!\p{L})(?:for|on) (?:the (?:connected |sanctioned )?(?:load|demand)|(?:each|every) (?:additional|further) (?:kW|kVA|HP)) (?:above|beyond|in excess of|exceeding|over) \d/iu
const LOADS_UP_TO =
  /(?<!\p{L})(?:connected |sanctioned |contracted )?loads (?:of )?(?:up ?to|above|below|exceeding|between|from|more than|less than) \d/iu

const printedWith = (figure: Figure, citedIn: Cited): string =>
  figure.cell === undefined
    ? (citedIn.sentenceOf(figure)?.piece ?? figure.quote)
    : [...figure.cell.row, ...figure.cell.column].join(' | ')

/** Steps of which the texts say that each is for its part: of the units beyond a load factor, of the load above 2 kW; or of none. */
function partFaults(path: string, { component, method, steps }: Charge, citedIn: Cited): Found<F>[] {
  const texts = steps.map(({ figure }) => printedWith(figure, citedIn))
  const saidBy = (form: RegExp): string[] => texts.flatMap((text) => form.exec(text)?.[0] ?? [])
  const units = component === 'energy' ? saidBy(PART_OF_UNITS) : []
  const part = (units.length === texts.length ? units : []).concat(saidBy(PART_OF_LOAD)).at(-1)
  const loads = component === 'energy' ? [] : saidBy(LOADS_UP_TO)
  const other = method === 'whole' ? part : loads.length === texts.length ? loads.at(-1) : undefined
  if (other === undefined || texts.some((text) => OF_ALL.test(text))) return []
  const expected = `method ${method === 'whole' ? 'telescopic' : 'whole'}, as in "${other}"`
  return [failing(path, 'not_stepped', expected, `method ${method}`)]
}

/** A step that is not the first one, of which a text says that all units are at its rate. */
function telescopicFaults(path: string, { component, steps }: Charge, citedIn: Cited): Found<F>[] {
  // The heading `Homes, non-telescopic` is of the units, and not of the kW of a load.
  const isSaid = (text: string): boolean => ALL_AT.test(text) || (component === 'energy' && NOT_TELESCOPIC.test(text))
  return steps.slice(1).flatMap(({ figure }, index) => {
    const own = figure.cell === undefined ? [citedIn.sentenceOf(figure)?.piece ?? figure.quote] : labelsOf(figure.cell)
    const text = own.find(isSaid)
    if (text === undefined) return []
    const expected = 'method whole, or no text that says it of all units'
    return [failing(`${path}/${index + 1}`, 'not_stepped', expected, `method telescopic, "${text}"`)]
  })
}
