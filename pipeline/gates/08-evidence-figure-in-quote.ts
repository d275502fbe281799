import type { Cell } from '../../releases/record/cell.ts'
import { type Figure, PRINTED_UNITS } from '../../releases/record/figure.ts'
import { cellFaults, meant, signOf } from './cells/cell-faults.ts'
import { contextsOf, type FigureContext } from './cells/figure-context.ts'
import { stepsOfPeriod } from './cells/header-faults.ts'
import { followsStep } from './cells/label-edges.ts'
import { EVIDENCE_FAULTS, type EvidenceFault as F } from './evidence-faults.ts'
import { type Failing, failing, gate } from './gate.ts'
import { licenseeFaults } from './meaning/applied-licensees.ts'
import { namesCode } from './meaning/bound-faults.ts'
import { MEANING_CHECKS } from './meaning/checks.ts'
import { leftOutCellFaults } from './meaning/left-out-cells.ts'
import { leftOutRowFaults } from './meaning/left-out-rows.ts'
import { minimumFaults } from './meaning/minimums.ts'
import { tableCategoryFaults } from './meaning/row-categories.ts'
import { aroundOf, introducedBy, textsOf } from './meaning/rule-texts.ts'
import { monthFaults } from './meaning/served-months.ts'
import { type Cited, cited } from './quotes/cited-sentences.ts'
import { factFaults, faultOfFact, numbersMissing } from './quotes/fact-numbers.ts'
import { numbersBeside } from './quotes/numbers-beside.ts'
import { isInCapitals, nearestTitles } from './quotes/paragraphs.ts'
import { restrictionFaults, unsaidFaults } from './quotes/restrictions.ts'
import { faultOfCounted, faultOfEffect, sentenceFaults } from './quotes/sentence-faults.ts'
import { headingsOf, labelAbove, labelledIn, type Reread } from './reading.ts'
import { rivalIn, rivalInAll } from './record/choices.ts'
import { comparisonsIn } from './record/comparisons.ts'
import { sourcesById } from './record/sources.ts'
import { financialYearsIn, yearsIn } from './text/furniture.ts'
import { coinsOf, monthInsteadOf, unitsBehind } from './text/named-units.ts'
import { clausesOf } from './text/sentences.ts'
import { comparable, groupsDigits, isBill, readPrinted, standsAsToken } from './text/tokens.ts'

/** value = printed / divisor of its unit, in the unit that belongs to it. A rule of kind factor has 1.25 times as 125 percent. */
function faultOfValue({ figure, rule }: FigureContext, printed: string, printedUnit: string): Failing<F> | null {
  const known = Object.hasOwn(PRINTED_UNITS, printedUnit) ? PRINTED_UNITS[printedUnit] : undefined
  if (known === undefined) {
    return [
      'unknown_unit',
      `a printed_unit among ${Object.keys(PRINTED_UNITS).join(', ')}`,
      `printed_unit ${printedUnit}`,
    ]
  }
  const times = printedUnit === 'times' && figure.unit === 'percent' && rule?.kind === 'factor' ? 100n : 1n
  if (printedUnit === 'Rs' && figure.unit.startsWith('Rs/'))
    return [
      'unit_of_another',
      `printed_unit ${figure.unit}: what the amount is for, also where the words around it say so`,
      `printed_unit ${printedUnit}`,
    ]
  if (known.unit !== figure.unit && times === 1n)
    return ['unit_of_another', `unit ${known.unit}, for ${printedUnit} printed`, `unit ${figure.unit}`]
  if (isBill(printed) && printedUnit !== 'percent')
    return ['unit_of_another', 'printed_unit percent, for the bill itself', `printed_unit ${printedUnit}`]
  const number = readPrinted(printed)
  if (number === null) return ['no_number', 'printed as a plain number', `printed "${printed}"`]
  const expected = comparable(number)
  const found = figure.value === null ? null : comparable(figure.value)
  // A missing value is gate 6's finding.
  if (figure.value === null || (expected !== null && found !== null && expected * times === found * known.divisor))
    return null
  const division = times !== 1n ? ` * ${times}` : known.divisor === 1n ? '' : ` / ${known.divisor}`
  return [
    'other_value',
    `value ${printed}${division} in ${times === 1n ? known.unit : figure.unit}`,
    `value ${figure.value} ${figure.unit}`,
  ]
}

/** The quote may leave the unit to a heading; if it has a unit, that is the printed unit. */
function faultOfUnit(quote: string, printed: string, printedUnit: string, groups: boolean): Failing<F> | null {
  const named = unitsBehind(quote, printed, groups)
  const [first] = named
  // A part is the record's word for a step of a fixed charge ("per 10 kW or part"); orders print it in other words.
  if (first !== undefined && printedUnit !== 'Rs/part' && !named.includes(printedUnit)) {
    return ['other_unit_in_quote', `printed_unit ${first}, as in the quote: "${quote}"`, `printed_unit ${printedUnit}`]
  }
  const [coin, ...more] = coinsOf(quote, printed, groups)
  const own = /^(P|Rs)(?:\/|$)/u.exec(printedUnit)?.[1]
  if (coin === undefined || own === undefined || [coin, ...more].some((each) => each === own)) return null
  const coins = coin === 'P' ? 'paise' : 'rupees'
  return [
    'other_coin_in_quote',
    `a printed_unit in ${coins}, as in the quote: "${quote}"`,
    `printed_unit ${printedUnit}`,
  ]
}

/** A text that is about other supply than the record reads it for, or that restricts what the record does not. */
function faultsOfMeaning(
  context: FigureContext,
  citedIn: Cited,
  headings: Reread['headings'],
  about: string,
): Failing<F>[] {
  const { figure, choices } = context
  const { cell, quote } = figure
  const sentence = citedIn.sentenceOf(figure)
  const piece = sentence?.piece ?? quote
  const notes = citedIn.markedNotes(figure).texts.map((text) => citedIn.declared(text, figure))
  const texts =
    cell === undefined
      ? // Of a line of a sheet, another field may say whose it is.
        [quote, piece, ...(sentence?.prose === false ? citedIn.sectionOf(figure) : [])]
      : [
          meant(cell.row, cell),
          meant(cell.column, cell),
          ...notes,
          ...introducedBy(figure, citedIn),
          ...headingsOf(figure, headings).toReversed(),
        ]
  const prose = sentence?.prose === true && cell === undefined ? sentence : null
  const clauses = prose === null ? [] : clausesOf(prose.whole, figure.printed ?? '')
  const title = prose === null ? undefined : citedIn.titlesOf(figure).find(isInCapitals)
  const others = choices.flatMap((choice): Failing<F>[] => {
    const word = rivalIn(choice, [...texts, about]) ?? rivalInAll(choice, clauses)
    if (word === null) return []
    const own =
      choice.own.length > 0
        ? [...new Set(choice.own.map(({ word }) => word))].join(' or ')
        : choice.isDenied
          ? 'another word'
          : 'no other'
    const expected = `${own} of ${choice.of}, as the record reads it, or a condition, zone or row of ${word}`
    return [['about_another', expected, `${word} in "${texts.join(' | ')}"`]]
  })
  return [
    ...others,
    ...(cell === undefined
      ? restrictionFaults(context, aroundOf(figure, citedIn).join(' | '), false)
      : restrictionFaults(context, texts.slice(0, 2).join(' | '), true)),
    ...restrictionFaults(context, notes.join(' | '), false),
    ...(title === undefined ? [] : restrictionFaults(context, citedIn.declared(title, figure), false)),
    // What a table is about may be above it, in a sentence that is not cited.
    ...unsaidFaults(context, [...texts, ...textsOf(figure, citedIn), ...citedIn.leadOf(figure)], () =>
      nearestTitles(citedIn.titlesOf(figure)),
    ),
  ]
}

/**
 * A table under a heading of another year, however far above. The nearest heading with a financial year decides, unless
 * the table's own headers or the row's label have the right year.
 */
function faultOfHeading({ figure }: FigureContext, year: string, headings: Reread['headings']): Failing<F>[] {
  const { cell } = figure
  if (cell === undefined || figure.grade === 'derived') return []
  const wanted = figure.carried?.from_year ?? year
  if (yearsIn([...cell.column, ...cell.row].join(' | ')).includes(wanted)) return []
  const heading = headingsOf(figure, headings).findLast((text) => financialYearsIn(text).length > 0)
  if (heading === undefined || financialYearsIn(heading).includes(wanted)) return []
  return [['other_year', `a table of ${wanted}`, `a table under the heading "${heading}"`]]
}

/** The texts of a cell from near to far: what is printed in it, its header and its label. */
const cellTexts = (cell: Cell): string[] => [cell.printed, meant(cell.column, cell), meant(cell.row, cell)]

function faultsOf(
  context: FigureContext,
  groups: boolean,
  { sentenceOf, sectionOf }: Cited,
  { year, ...served }: { readonly year: string; readonly from: string; readonly to: string },
  beside: {
    readonly follows: boolean
    readonly labelled: readonly string[]
    readonly numbers: ReturnType<typeof numbersBeside>
  },
): Failing<F>[] {
  const { figure } = context
  const { printed, printed_unit, quote } = figure
  // A figure without print is gate 6's finding; held figures need none.
  if (figure.grade === 'held' || printed === null || printed_unit === null) return []
  const value = faultOfValue(context, printed, printed_unit)
  if (figure.cell !== undefined) {
    // A printed sign says it better than the words of its header: `increase (+) or reduction (-)`.
    const isSigned = signOf(figure.cell) !== null
    return [
      ...(value === null ? [] : [value]),
      ...cellFaults(context, figure.cell, { year, ...served }, sectionOf(figure), beside),
      ...(isSigned ? [] : faultOfEffect(context, cellTexts(figure.cell), sectionOf(figure))),
      ...faultOfCounted(context),
    ]
  }
  const missing: Failing<F> = ['not_in_quote', `${printed} as a whole number in the quote`, `the quote "${quote}"`]
  const unit = faultOfUnit(quote, printed, printed_unit, groups)
  const stands = standsAsToken(quote, printed, groups)
  const found = [...(stands ? [] : [missing]), ...[value, unit].filter((fault) => fault !== null)]
  const sentence = sentenceOf(figure)
  if (found.length > 0 || sentence === null) return found
  const month = sentence.prose ? monthInsteadOf(printed_unit, sentence.whole, printed) : null
  if (month !== null)
    return [
      [
        'other_unit_in_quote',
        `a printed_unit for a month, as in "${printed} ${month}"`,
        `printed_unit ${printed_unit}`,
      ],
    ]
  return sentenceFaults(beside.numbers(context, sentence.whole), sentence, { year, ...served })
}

/**
 * Gate 8: the printed figure is in its quote as a whole number with its sign, the quote names no other unit than the
 * printed unit, and the value can be recomputed from the printed figure and its unit. A fact's value and the numbers of
 * a formula are in their quotes.
 */
export const evidenceFigureInQuote = gate('evidence.figure_in_quote', EVIDENCE_FAULTS, async (candidate, means) => {
  const sources = sourcesById(candidate.record)
  const groups = (sourceId: string): boolean => groupsDigits(sources.get(sourceId)?.media_type ?? 'text/plain')
  const figures = contextsOf(candidate.record)
  const { quantities, financial_year: year, effective_from: from, effective_to: to } = candidate.record
  const citedIn = await cited(candidate, means)
  const { headings } = await means.reread(candidate)
  const { categories, rules, sources: documents } = candidate.record
  const { facts } = rules
  const about = ({ source_id }: Figure): string => {
    const source = sources.get(source_id)
    return source === undefined ? '' : `${source.title} | ${source.issuer}`
  }
  const numbers = numbersBeside(figures)
  const days = [from, to, ...documents.flatMap(({ dated }) => dated ?? [])]
  const ofFigures = figures.flatMap((context) =>
    [
      ...faultsOf(
        context,
        groups(context.figure.source_id),
        citedIn,
        { year, from, to },
        {
          follows: followsStep(context, figures, labelAbove(context.figure, headings)),
          labelled: labelledIn(context.figure, headings),
          numbers,
        },
      ),
      ...faultOfHeading(context, year, headings),
      ...stepsOfPeriod(context, labelledIn(context.figure, headings)),
      ...citedIn.markedNotes(context.figure).unread,
      ...(context.figure.grade === 'held' ? [] : faultsOfMeaning(context, citedIn, headings, about(context.figure))),
    ].map((fault) => failing(context.path, ...fault, context.figure.quote)),
  )
  const ofFacts = facts.flatMap((fact) => {
    const value = faultOfFact(fact, groups(fact.evidence.source_id))
    const texts = [...citedIn.around(fact.evidence), ...citedIn.named(fact.text ?? '')]
    const bounds = categories
      .filter(({ subcategory_code: code }) => namesCode(fact.applies_to, code))
      .flatMap((category) => comparisonsIn(category.bounds).map((bound) => bound.value))
    const faults: Failing<F>[] = [...(value === null ? [] : [value]), ...factFaults(fact, { texts, days, bounds })]
    return faults.map((fault) => failing(`rules/facts/${fact.fact_id}`, ...fault, fact.evidence.quote))
  })
  const ofFormulas = quantities.flatMap(({ quantity_id, cases, evidence }) => {
    // Numbers without evidence are gate 6's finding.
    if (evidence === null) return []
    const missing = numbersMissing(
      cases.map(({ formula }) => formula),
      evidence.quote,
      groups(evidence.source_id),
    )
    const found = `the quote "${evidence.quote}"`
    return missing.map((number) =>
      failing(
        `quantities/${quantity_id}`,
        'number_of_formula',
        `${number} of its formula in the quote`,
        found,
        evidence.quote,
      ),
    )
  })
  const ofRules = MEANING_CHECKS.flatMap((faultsOfRecord) => faultsOfRecord(candidate.record, citedIn))
  const checked = figures.length + facts.length + quantities.length
  const ofTables = [
    ...leftOutRowFaults(candidate.record, headings),
    ...leftOutCellFaults(candidate.record, headings),
    ...licenseeFaults(candidate.record, citedIn, headings),
    ...monthFaults(candidate.record, citedIn, headings),
    ...minimumFaults(candidate.record, citedIn, headings),
    ...tableCategoryFaults(candidate.record, citedIn, headings),
  ]
  return { checked, findings: [...ofFigures, ...ofFacts, ...ofFormulas, ...ofRules, ...ofTables] }
})
