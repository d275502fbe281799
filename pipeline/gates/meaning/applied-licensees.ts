import { activeLicensees } from '../../../releases/engine/request/routing.ts'
import type { Figure, Quotation } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { meant } from '../cells/cell-faults.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { headingsOf, type Reread } from '../reading.ts'
import { licenseesNamedIn } from '../record/choices.ts'
import { sourcesById } from '../record/sources.ts'
import { EXCEPTED } from '../text/reading-words.ts'
import { clausesOf, endsAsSentence } from '../text/sentences.ts'

/** What a rule cites, with the figure that is read there. */
type Citation = { readonly path: string; readonly quotation: Quotation; readonly figure?: Figure }
/** A rule: whose it is, for which categories (none: all), and what it cites. */
type Rule = {
  readonly path: string
  readonly licensees: readonly string[]
  readonly codes: readonly string[]
  readonly citations: readonly Citation[]
}

function rulesOf({ rules }: ReleaseRecord): Rule[] {
  const inWords = (path: string, evidence: Quotation, licensees: readonly string[], codes: readonly string[]): Rule => {
    return { path, licensees, codes, citations: [{ path, quotation: evidence }] }
  }
  return [
    ...rules.adjustments.map((each): Rule => {
      const citations = figuresOfAdjustment(each).map(({ path, figure }) => ({ path, quotation: figure, figure }))
      return { path: `rules/adjustments/${each.adjustment_id}`, ...each, codes: each.applies_to, citations }
    }),
    ...rules.fppas_periods.map(({ period_id, licensee_code: licensee, applies_to: codes, figure }): Rule => {
      const path = `rules/fppas_periods/${period_id}`
      const citations = [{ path, quotation: figure, figure }]
      return { path, licensees: licensee === null ? [] : [licensee], codes, citations }
    }),
    ...(rules.unit_rules ?? []).map(({ rule_id: id, evidence, licensees, applies_to }) =>
      inWords(`rules/unit_rules/${id}`, evidence, licensees, applies_to),
    ),
    ...(rules.proration ?? []).map(({ rule_id: id, evidence, licensees, applies_to }) =>
      inWords(`rules/proration/${id}`, evidence, licensees, applies_to),
    ),
    ...rules.solar.map(({ arrangement, evidence, licensees }, index) =>
      inWords(`rules/solar/${arrangement}/${index}`, evidence, licensees, []),
    ),
    ...rules.complete_payable.map(({ profile, evidence, licensee_code: licensee, subcategory_codes: codes }) =>
      inWords(`rules/complete_payable/${profile}`, evidence, [licensee], codes),
    ),
  ]
}

/** `All distribution licensees`, `each DISCOM`. */
export const ALL_LICENSEES =
  /(?<!\p{L})(?:all|any|every|each|both)(?: of)?(?: the)?(?: (?:four|three|two|state|distribution|supply|power|other))* (?:licen[sc]ees?|discoms?|utilit(?:y|ies)|distribution compan(?:y|ies))(?!\p{L})/giu
/** Whom a text leaves out: `other than East and West`. */
const SPARED = new RegExp(`${EXCEPTED.source}[^.;]*`, 'giu')

/** The licensees of which a text is, of those that a rule may be for; null: it does not say. */
function saidIn(record: ReleaseRecord, text: string, possible: readonly string[]): readonly string[] | null {
  const spared = licenseesNamedIn(record, (text.match(SPARED) ?? []).join(' | '))
  const isAll = text.search(ALL_LICENSEES) >= 0
  const named = isAll ? [] : licenseesNamedIn(record, text.replaceAll(SPARED, ' '))
  if (named.length > 0) return named
  return isAll || spared.length > 0 ? possible.filter((code) => !spared.includes(code)) : null
}

/** A text of a citation; `of`: the sentence or place that rules share; `isPart`: it may leave out some of whom that names. */
type Near = { readonly text: string; readonly of: string; readonly isPart?: true }

/** The texts of a citation from near to far: clause, quote and sentence, or label and headings; what is cited beside it; the title of its source. */
function nearOf(
  { quotation, figure }: Citation,
  citedIn: Cited,
  headings: Reread['headings'],
  { title = '', issuer = '', original = null }: Partial<ReleaseRecord['sources'][number]>,
): Near[] {
  const about = `${title} | ${issuer} | ${original?.title ?? ''}`
  const alone = (...texts: readonly string[]): Near[] => texts.map((text) => ({ text, of: text }))
  if (figure?.cell !== undefined) {
    const { row, column } = figure.cell
    const above = headingsOf(figure, headings).toReversed()
    return alone(meant(row, figure.cell), meant(column, figure.cell), ...above, ...citedIn.leadOf(figure), about)
  }
  const around = citedIn.around(quotation)
  const of = around[0] ?? quotation.quote
  const sentence = figure === undefined ? null : citedIn.sentenceOf(figure)
  const whole = sentence?.whole ?? citedIn.undeclared({ ...quotation, quote: of }) ?? quotation.quote
  const parts = [clausesOf(whole, figure?.printed ?? '').join(' | '), sentence?.quote ?? quotation.quote]
  return [
    ...parts.map((text): Near => (endsAsSentence(whole) ? { text, of, isPart: true } : { text, of })),
    ...[sentence?.piece ?? whole, whole].map((text) => ({ text, of })),
    ...alone(around.join(' | '), about),
  ]
}

/**
 * Rules that are not for the licensees of which their texts are. The nearest text that names a licensee, or all of them,
 * decides. Each of these has a rule from it, and without any such text a rule is of all licensees.
 */
export function licenseeFaults(record: ReleaseRecord, citedIn: Cited, headings: Reread['headings']): Found<F>[] {
  const sources = sourcesById(record)
  const possibleFor = (codes: readonly string[]): string[] => {
    const own = record.categories.filter(({ subcategory_code: code }) => codes.length === 0 || codes.includes(code))
    return activeLicensees(record).filter((code) => own.some((each) => (each.licensee_code ?? code) === code))
  }
  const appliedBy = new Map<string, Set<string>>()
  const read = rulesOf(record).map(({ path, licensees, codes, citations }) => {
    const possible = possibleFor(codes)
    const own = licensees.length === 0 ? possible : licensees.filter((code) => possible.includes(code))
    const cited = citations.flatMap(({ path, quotation, figure }) => {
      if (figure?.grade === 'held') return []
      const near = nearOf(
        { path, quotation, ...(figure === undefined ? {} : { figure }) },
        citedIn,
        headings,
        sources.get(quotation.source_id) ?? {},
      )
      for (const { of } of near) appliedBy.set(of, new Set([...(appliedBy.get(of) ?? []), ...own]))
      const said = near.flatMap((each) => {
        const codes = saidIn(record, each.text, possible)
        return codes === null ? [] : [{ ...each, codes }]
      })
      return [{ path, quotation, said, near, isSpecimen: figure?.grade === 'specimen' }]
    })
    return {
      path,
      possible,
      own,
      cited,
      found: licensees.length === 0 ? 'a rule of every licensee' : `licensees: [${licensees.join(', ')}]`,
    }
  })
  return read.flatMap(({ path: rulePath, possible, own, cited, found }): Found<F>[] => {
    const isLeft = (code: string, { of }: Near): boolean =>
      possible.includes(code) && appliedBy.get(of)?.has(code) !== true
    const named = cited.filter(({ said }) => said.length > 0)
    const [first] = cited
    if (first !== undefined && named.length === 0) {
      // The sentence, or the label: a title is shared by rules that have nothing to do with each other.
      const isOfAll = cited.every(
        ({ near: [own], isSpecimen }) =>
          isSpecimen || (own !== undefined && !possible.some((code) => isLeft(code, own))),
      )
      const expected = `a rule of every licensee, or a text in its citations or in the title of its source that names ${own.join(' and ')}`
      return isOfAll ? [] : [failing(rulePath, 'licensee_not_said', expected, found, first.quotation.quote)]
    }
    return named.flatMap(({ path, said, isSpecimen }): Found<F>[] => {
      const [nearest] = said
      const around = said.find(({ isPart }) => isPart !== true) ?? nearest
      if (nearest === undefined || around === undefined) return []
      if (own.some((code) => !nearest.codes.includes(code)))
        return [
          failing(
            path,
            'licensee_not_said',
            `licensees: [${nearest.codes.join(', ')}], as in "${nearest.text}"`,
            found,
          ),
        ]
      const left = isSpecimen ? [] : around.codes.filter((code) => isLeft(code, around))
      return left.length === 0
        ? []
        : [failing(path, 'licensee_left_out', `a rule of ${left.join(' and ')} too, as in "${around.text}"`, found)]
    })
  })
}
