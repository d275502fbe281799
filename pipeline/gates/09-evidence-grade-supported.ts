import { figuresOf, type RecordFigure } from '../../releases/record/figures.ts'
import type { Grade } from '../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Source } from '../../releases/record/source.ts'
import { meant } from './cells/cell-faults.ts'
import { type Candidate, type Failing, failing, gate } from './gate.ts'
import { type CitedRule, citedRulesOf } from './quotes/cited-rules.ts'
import { DERIVATION_FAULTS, derivationFaults } from './quotes/derivation.ts'
import { columnsOf, headingsOf, type Reread } from './reading.ts'
import { sourcesById } from './record/sources.ts'
import { APPROVED, componentsIn, hasWord, NOT_APPROVED } from './text/reading-words.ts'

const FAULTS = [
  ...DERIVATION_FAULTS,
  'unknown_grade',
  'other_kind',
  'not_held',
  'grade_of_solar',
  'carried_for_another_grade',
  'carried_from_nothing',
  'carried_from_this_year',
  'carried_by_a_specimen',
  'column_not_approved',
  'page_not_covered',
  'formula_for_another_grade',
  'derived_from_nothing',
] as const
type F = (typeof FAULTS)[number]

type Context = {
  readonly record: ReleaseRecord
  readonly sources: ReadonlyMap<string, Source>
  /** Ids of sources whose bytes are stored. */
  readonly held: ReadonlySet<string>
  readonly covers: Candidate['covers']
  readonly headings: Reread['headings']
}

/** The kinds of document allowed for each grade (docs/release-definition.md). */
const KINDS: Readonly<Record<Grade, readonly Source['document_kind'][]>> = {
  order: ['original'],
  transcription: ['transcription', 'original'],
  carried: ['transcription', 'original'],
  derived: ['transcription', 'original'],
  specimen: ['specimen'],
  held: ['transcription', 'original', 'specimen'],
}

function faultsOfGrade(grade: Grade, sourceId: string, { sources, held }: Context): Failing<F>[] {
  const source = sources.get(sourceId)
  // A source that does not exist is gate 5's finding.
  if (source === undefined) return []
  // A grade that the schema does not know is reported here too.
  if (!Object.hasOwn(KINDS, grade)) {
    return [['unknown_grade', `a grade among ${Object.keys(KINDS).join(', ')}`, `grade ${grade}`]]
  }
  const kinds = KINDS[grade]
  if (!kinds.includes(source.document_kind)) {
    const expected = `a source of kind ${kinds.join(' or ')} for grade ${grade}`
    return [['other_kind', expected, `${source.source_id} is of kind ${source.document_kind}`]]
  }
  if (grade !== 'order' || held.has(source.source_id)) return []
  return [['not_held', 'grade order only if the original is stored', `the bytes of ${source.source_id} are not stored`]]
}

const faultsOfSource = ({ figure }: RecordFigure, context: Context): Failing<F>[] =>
  faultsOfGrade(figure.grade, figure.source_id, context)

/** Facts, solar rules and profiles. A solar rule is served, but cannot have a statement of no change or a formula. */
function faultsOfRule({ path, quotation, grade }: CitedRule, context: Context): Failing<F>[] {
  if (grade === null) return []
  const faults = faultsOfGrade(grade, quotation.source_id, context)
  if (path.startsWith('rules/solar/') && (grade === 'carried' || grade === 'derived')) {
    faults.push(['grade_of_solar', 'grade order, transcription or specimen for a solar rule', `grade ${grade}`])
  }
  return faults
}

function faultsOfCarried({ figure }: RecordFigure, { record, sources }: Context): Failing<F>[] {
  const { grade, carried } = figure
  if (grade !== 'carried')
    return carried === null
      ? []
      : [['carried_for_another_grade', 'carried_from only for grade carried', `grade ${grade}`]]
  if (carried === null)
    return [['carried_from_nothing', 'carried_from and statement', 'a carried figure names neither']]
  const faults: Failing<F>[] = []
  if (carried.from_year >= record.financial_year) {
    faults.push([
      'carried_from_this_year',
      `carried_from a year before ${record.financial_year}`,
      `carried_from ${carried.from_year}`,
    ])
  }
  const statement = sources.get(carried.statement.source_id)
  if (statement?.document_kind === 'specimen') {
    faults.push(['carried_by_a_specimen', 'a published statement of no change', `${statement.source_id} is a specimen`])
  }
  return faults
}

/**
 * Orders print existing and proposed charges next to the approved ones: no figure of the year may come from those
 * columns or rows, or from a table under such a heading. The text nearest to the cell decides. Beside a column of the
 * same charge that says approved or not, in the same row, only one that says approved is read.
 */
function faultsOfColumn({ figure }: RecordFigure, { headings }: Context): Failing<F>[] {
  const { grade, cell } = figure
  if (cell === undefined || (grade !== 'order' && grade !== 'transcription')) return []
  const header = meant(cell.column, cell).split(JOINT)
  const heading = headingsOf(figure, headings).at(-1)
  const label = meant(cell.row, cell).split(JOINT)
  const decides = header.findLast((text) => hasWord(text, [...APPROVED, ...NOT_APPROVED])) ?? heading
  const row = label.find((text) => OF_A_ROW.test(text))
  const wrong =
    row ??
    (decides !== undefined && hasWord(decides, NOT_APPROVED)
      ? decides
      : columnsOf(figure, headings)
          .find((other) => isUndecided(other, header))
          ?.join(JOINT))
  if (wrong === undefined) return []
  const found = `"${[...header, ...label].join(JOINT)}": ${wrong}`
  return [['column_not_approved', 'a column that is headed as approved', found]]
}

/**
 * Whether another column of the same charge says, beyond what both headers have, that it is approved or not, and this one
 * does not say approved.
 */
function isUndecided(other: readonly string[], header: readonly string[]): boolean {
  const [own, others] = [componentsIn(header.join(JOINT)), componentsIn(other.join(JOINT))]
  if (own.length > 0 && others.length > 0 && !own.some((component) => others.includes(component))) return false
  const says = other.some((text) => !header.includes(text) && hasWord(text, [...APPROVED, ...NOT_APPROVED]))
  return says && !header.some((text) => !other.includes(text) && isApproved(text))
}

const isApproved = (text: string): boolean => hasWord(text, APPROVED) && !hasWord(text, NOT_APPROVED)

const JOINT = ' | '
/** A label of what is proposed or in force; `existing consumers` is a category. */
const OF_A_ROW = new RegExp(
  `(?:^|\\()(?:${NOT_APPROVED.join('|')})(?: (?:tariffs?|rates?|charges?))?(?:$|\\))|(?<!\\p{L})(?:proposed|petitioned|not approved)(?!\\p{L})`,
  'iu',
)

/**
 * An order reports proposals and objections before it decides: if a definition states the pages of the tariff, figures
 * of grade `order` must be on these pages.
 */
function faultsOfPage({ figure: { grade, source_id, locator } }: RecordFigure, { covers }: Context): Failing<F>[] {
  const own = covers.filter((each) => each.source_id === source_id)
  if (grade !== 'order' || own.length === 0) return []
  if (own.some(({ from_page: from, to_page: to }) => from <= locator.page && locator.page <= to)) return []
  const pages = own.map(({ from_page: from, to_page: to }) => `${from} to ${to}`).join(', ')
  return [['page_not_covered', `a page that readings.yaml covers: ${pages}`, `${source_id} p.${locator.page}`]]
}

function faultsOfDerived({ figure }: RecordFigure, { sources }: Context): Failing<F>[] {
  const { grade, derivation } = figure
  if (grade !== 'derived')
    return derivation === null
      ? []
      : [['formula_for_another_grade', 'formula only for grade derived', `grade ${grade}`]]
  if (derivation === null) return [['derived_from_nothing', 'formula and inputs', 'a derived figure has neither']]
  return derivationFaults(figure, derivation, sources.get(figure.source_id)?.media_type ?? 'text/plain')
}

/**
 * Gate 9: the grade of a figure, a fact or a solar rule fits the kind of the source; `order` needs an original whose
 * file is available and, if pages are covered, one of these pages; `carried` names its year and statement; `derived`
 * can be recomputed exactly from its inputs (docs/design/release.md#evidence-grades, docs/design/release.md#gates).
 */
export const evidenceGradeSupported = gate('evidence.grade_supported', FAULTS, async (candidate, means) => {
  const sources = sourcesById(candidate.record)
  const held = new Set<string>()
  for (const source of sources.values()) {
    if ((await means.bytes(source.sha256)) !== null) held.add(source.source_id)
  }
  const { headings } = await means.reread(candidate)
  const context: Context = { record: candidate.record, sources, held, covers: candidate.covers, headings }
  const figures = figuresOf(candidate.record)
  const rules = citedRulesOf(candidate.record)
  const ofRules = rules.flatMap((rule) =>
    faultsOfRule(rule, context).map((fault) => failing(rule.path, ...fault, rule.quotation.quote)),
  )
  const ofFigures = figures.flatMap((use) =>
    [faultsOfSource, faultsOfCarried, faultsOfColumn, faultsOfPage, faultsOfDerived]
      .flatMap((faultsOf) => faultsOf(use, context))
      .map((fault) => failing(use.path, ...fault, use.figure.quote)),
  )
  return { checked: figures.length + rules.length, findings: [...ofFigures, ...ofRules] }
})
