import { sha256 } from '#digest'
import { canonicalHash } from '../../releases/record/canonical.ts'
import type { Figure, Quotation, Unit } from '../../releases/record/figure.ts'
import type { Grade } from '../../releases/record/grade.ts'
import type { Source } from '../../releases/record/source.ts'

/** The period in which built records serve. */
export const PERIOD = { effective_from: '2026-04-01', effective_to: '2027-03-31' }

const SOURCE_OF_GRADE: Record<Grade, { source_id: string; document_kind: Source['document_kind'] }> = {
  order: { source_id: 'T-ORDER', document_kind: 'original' },
  transcription: { source_id: 'T-SHEET', document_kind: 'transcription' },
  carried: { source_id: 'T-SHEET', document_kind: 'transcription' },
  derived: { source_id: 'T-SHEET', document_kind: 'transcription' },
  specimen: { source_id: 'T-SPECIMEN', document_kind: 'specimen' },
  held: { source_id: 'T-SHEET', document_kind: 'transcription' },
}

const NO_CHANGE = 'No tariff changes from the year before.'

/** A figure of any grade with the evidence that its grade needs. `value` is decimal text in `unit`. */
export function buildFigure(value: string, unit: Unit = 'Rs', grade: Exclude<Grade, 'held'> = 'transcription'): Figure {
  const at = { source_id: SOURCE_OF_GRADE[grade].source_id, locator: { page: 1, line: null, section: null } }
  return {
    ...at,
    grade,
    value,
    unit,
    printed: value,
    printed_unit: unit,
    quote: `${value} ${unit}`,
    citations: [],
    carried: grade === 'carried' ? { from_year: '2025-26', statement: { ...at, quote: NO_CHANGE } } : null,
    derivation:
      grade === 'derived' ? { formula: value, inputs: [{ value, what: 'as printed', year: '2025-26' }] } : null,
    held: null,
  }
}

/** A figure that is known to exist but has no usable number. */
export function buildHeldFigure(unit: Unit = 'Rs'): Figure {
  const held = { reason: 'not published', unblocked_by: 'the order itself' }
  const nothing = { value: null, printed: null, printed_unit: null }
  return { ...buildFigure('0', unit), ...nothing, grade: 'held', quote: `rate in ${unit} not published`, held }
}

export function quoteOnSheet(quote: string): Quotation {
  return { source_id: 'T-SHEET', locator: { page: 1, line: null, section: null }, quote }
}

/** The quotes from a source, one per line; a figure's quotes are its own and its statement of no change. */
export function quotedText(taken: readonly (Figure | Quotation)[], sourceId: string): string {
  const quotations = taken.flatMap((each) => [
    each,
    ...('carried' in each && each.carried !== null ? [each.carried.statement] : []),
  ])
  return [...new Set(quotations.filter((each) => each.source_id === sourceId).map(({ quote }) => quote))].join('\n')
}

/** The quoted sources, with the hashes of their quoted text. */
export function sourcesOf(taken: readonly (Figure | Quotation)[]): Source[] {
  const cited = new Set(taken.map(({ source_id }) => source_id))
  const kinds = new Map(Object.values(SOURCE_OF_GRADE).map((each) => [each.source_id, each.document_kind]))
  return [...(cited.size === 0 ? ['T-SHEET'] : cited)].map((source_id) => {
    const text = quotedText(taken, source_id) || 'No figures.'
    const kind = kinds.get(source_id) ?? 'transcription'
    const specimen = kind === 'specimen'
    return {
      source_id,
      title: `Test ${kind}`,
      issuer: 'Test regulator',
      document_kind: kind,
      case_number: null,
      dated: specimen ? null : '2026-03-18',
      undated_reason: specimen ? 'a specimen sheet has no date' : null,
      effective_from: specimen ? null : PERIOD.effective_from,
      effective_to: specimen ? null : PERIOD.effective_to,
      legal_status: specimen ? 'not_applicable' : 'in_force',
      legal_status_reason: null,
      url: `https://example.org/${source_id}`,
      media_type: 'text/plain',
      size_bytes: new TextEncoder().encode(text).length,
      sha256: sha256(text),
      text_sha256: canonicalHash([sha256(text)]),
      page_count: 1,
      page_sha256: [sha256(text)],
      original: null,
    }
  })
}
