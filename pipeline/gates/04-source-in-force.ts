import type { Figure } from '../../releases/record/figure.ts'
import { figuresOf, type RecordFigure } from '../../releases/record/figures.ts'
import type { Source } from '../../releases/record/source.ts'
import { type Found, failing, gate } from './gate.ts'
import { type CitedRule, citedRulesOf } from './quotes/cited-rules.ts'
import { covers, daysOfYear, type Period, periodText, touches } from './record/period.ts'
import { sourcesById } from './record/sources.ts'
import { isBlank } from './text/blank.ts'

const FAULTS = [
  'sets_no_tariff',
  'only_for_specimens',
  'status_unexplained',
  'not_in_force',
  'of_another_year',
  'no_specimen',
  'kind_and_status',
] as const
type F = (typeof FAULTS)[number]

/** Documents that do not set a tariff: a petition, a draft, a stayed or quashed order. */
const NEVER: ReadonlySet<Source['legal_status']> = new Set(['petition', 'draft', 'stayed', 'quashed'])

type Served = Pick<RecordFigure, 'servedFrom' | 'servedTo'>

const periodOf = (source: Source): Period => ({ from: source.effective_from, to: source.effective_to })

/** A fault, and the affected property of the source. */
type Why = readonly [fault: F, found: string]

/** Why a figure must not cite a source of this status, or null. */
function standingFault(source: Source): Why | null {
  const { source_id, legal_status, legal_status_reason } = source
  if (NEVER.has(legal_status)) return ['sets_no_tariff', `${source_id} is ${legal_status}`]
  if (legal_status === 'not_applicable')
    return ['only_for_specimens', `${source_id} is not_applicable, which is for specimens`]
  const isUnexplained = legal_status === 'unknown' && isBlank(legal_status_reason)
  return isUnexplained ? ['status_unexplained', `${source_id} is unknown, without a legal_status_reason`] : null
}

/** Why a source was not in force for the whole served period, or null. */
function forceFault(source: Source, { servedFrom, servedTo }: Served): Why | null {
  const standing = standingFault(source)
  if (standing !== null) return standing
  if (covers(periodOf(source), servedFrom, servedTo)) return null
  return ['not_in_force', `${source.source_id} is ${source.legal_status} for ${periodText(periodOf(source))}`]
}

/**
 * Why a source does not belong to the year from which a figure is carried, or null. It need not cover all of that year.
 */
function carriedFault(source: Source, { carried }: Figure): Why | null {
  const standing = standingFault(source)
  // A carried figure that names no year is gate 9's finding.
  if (standing !== null || carried === null) return standing
  const year = daysOfYear(carried.from_year)
  if (year !== null && touches(periodOf(source), year.first, year.last)) return null
  const period = periodText(periodOf(source))
  const found = `carried_from ${carried.from_year}, and ${source.source_id} is ${source.legal_status} for ${period}`
  return ['of_another_year', found]
}

type Sources = ReadonlyMap<string, Source>

/**
 * The requirements depend on the grade: see the table of evidence grades (docs/design/release.md#evidence-grades, gate
 * 4 of docs/design/release.md#gates).
 */
function faultsOf(use: RecordFigure, sources: Sources): (Why | null)[] {
  const { figure } = use
  // A source that does not exist is gate 5's finding.
  const own = sources.get(figure.source_id)
  const judge = (source: Source | undefined, fault: (source: Source) => Why | null): Why | null =>
    source === undefined ? null : fault(source)
  switch (figure.grade) {
    case 'order':
    case 'transcription':
      return [judge(own, (source) => forceFault(source, use))]
    case 'carried': {
      const statement = figure.carried === null ? undefined : sources.get(figure.carried.statement.source_id)
      return [
        judge(own, (source) => carriedFault(source, figure)),
        judge(statement, (source) => forceFault(source, use)),
      ]
    }
    case 'derived':
      return [judge(own, standingFault)]
    case 'specimen':
      return [judge(own, (source) => (source.legal_status === 'not_applicable' ? null : wrongSpecimen(source)))]
    case 'held':
      return []
  }
}

const wrongSpecimen = ({ source_id, legal_status }: Source): Why => ['no_specimen', `${source_id} is ${legal_status}`]

const USABLE = 'a source that is not a petition, draft, stayed or quashed document'

function expectation({ figure, servedFrom, servedTo }: RecordFigure): string {
  switch (figure.grade) {
    case 'carried':
      return `a statement of no change in force from ${servedFrom} to ${servedTo}, and a source that was in force in its year`
    case 'derived':
      return USABLE
    case 'specimen':
      return 'a specimen source, with legal_status not_applicable'
    default:
      return `a source in force from ${servedFrom} to ${servedTo}`
  }
}

function checkFigure(use: RecordFigure, sources: Sources): Found<F>[] {
  return faultsOf(use, sources).flatMap((why) => {
    if (why === null) return []
    const [fault, found] = why
    return [failing(use.path, fault, expectation(use), found, use.figure.quote)]
  })
}

/**
 * Rules in words: those for the served period need a source in force for it, the others any source that may be cited.
 */
function checkRule({ path, quotation, grade, served }: CitedRule, sources: Sources): Found<F>[] {
  const source = sources.get(quotation.source_id)
  const isPlaceholder = source?.document_kind === 'specimen' && (grade === 'specimen' || grade === null)
  if (source === undefined || grade === 'held' || isPlaceholder) return []
  const why = served === null ? standingFault(source) : forceFault(source, served)
  const expected = served === null ? USABLE : `a source in force from ${served.servedFrom} to ${served.servedTo}`
  return why === null ? [] : [failing(path, why[0], expected, why[1], quotation.quote)]
}

/** `not_applicable` and document kind `specimen` are only valid together. */
function checkSource({ source_id, document_kind, legal_status }: Source): Found<F>[] {
  if ((document_kind === 'specimen') === (legal_status === 'not_applicable')) return []
  const expected = 'legal_status not_applicable only for a specimen'
  return [
    failing(
      `sources/${source_id}`,
      'kind_and_status',
      expected,
      `${legal_status} for a document of kind ${document_kind}`,
    ),
  ]
}

/**
 * Gate 4: the source of each figure and of each rule in words was in force during the whole period it is served for. A
 * superseded order passes for its own year; petition, draft, stayed and quashed never pass; unknown passes only with a
 * reason.
 */
export const sourceInForce = gate('source.in_force', FAULTS, ({ record }) => {
  const sources = sourcesById(record)
  const uses = figuresOf(record)
  const rules = citedRulesOf(record)
  const findings = [
    ...record.sources.flatMap((source) => checkSource(source)),
    ...uses.flatMap((use) => checkFigure(use, sources)),
    ...rules.flatMap((rule) => checkRule(rule, sources)),
  ]
  return { checked: uses.length + rules.length, findings }
})
