import { styleText } from 'node:util'
import type { Pool } from 'pg'
import { readStream } from '../../pipeline/event-log/read.ts'
import { locateCell } from '../../pipeline/gates/cells/locate-cell.ts'
import type { Box } from '../../pipeline/gates/layout.ts'
import { fold } from '../../pipeline/gates/text/fold.ts'
import { streamOf } from '../../pipeline/lifecycle/events.ts'
import { getPages } from '../../pipeline/store/blobs.ts'
import { getLayout } from '../../pipeline/store/layouts.ts'
import { evidenceOf } from '../../releases/engine/charges/rate.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import type { Cell } from '../../releases/record/cell.ts'
import type { Figure } from '../../releases/record/figure.ts'
import { figuresOf, figuresOfAdjustment, type PathFigure, type RecordFigure } from '../../releases/record/figures.ts'
import { namesOfCategory, quantitiesBehind } from '../../releases/record/names.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Place, placeOf } from './answer-origin.ts'

/** One link of a figure's chain: printed text, position, document, and registration event. */
type Trace = {
  readonly path: string
  readonly value: string | null
  readonly grade: string
  readonly printed: string | null
  readonly quote: string
  /** Whether its words are on the page; for a figure from a cell, whether the laid-out page has the cell. */
  readonly quote_found: boolean
  /** The table cell that it was read from, and its position on the page; null: it is in a sentence. */
  readonly cell: (Omit<Cell, 'source_sha256'> & { readonly box: Box | null }) | null
  readonly locator: Figure['locator']
  readonly document: {
    readonly source_id: string
    readonly title: string
    readonly sha256: string
    readonly url: string
  }
  readonly registered: Place | null
  readonly citations: readonly string[]
}

async function registration(pool: Pool, sha256: string): Promise<Trace['registered']> {
  const events = await readStream(pool, streamOf.source(sha256))
  const event = events.find(({ type }) => type === 'SourceRegistered')
  return event === undefined ? null : placeOf(event)
}

/** Follows a figure to its page, and searches its quote there again. */
export async function traceFigure(pool: Pool, record: ReleaseRecord, path: string, figure: Figure): Promise<Trace> {
  const source = record.sources.find(({ source_id }) => source_id === figure.source_id)
  if (source === undefined) throw new Error(`the record cites ${figure.source_id}, which is not among its sources`)
  const pages = await getPages(pool, source.sha256)
  const page = pages?.[figure.locator.page - 1] ?? ''
  const { source_id, title, sha256, url } = source
  const { cell } = figure
  const layout = cell === undefined ? null : await getLayout(pool, sha256, [cell.page])
  const place = cell === undefined || layout === null ? null : locateCell(layout, cell)
  return {
    path,
    value: figure.value,
    grade: figure.grade,
    printed: figure.printed,
    quote: figure.quote,
    quote_found: layout === null ? fold(page).includes(fold(figure.quote)) : place !== null,
    cell: cell === undefined ? null : cellOf(cell, place?.cell.box ?? null),
    locator: figure.locator,
    document: { source_id, title, sha256, url },
    registered: await registration(pool, sha256),
    citations: figure.citations,
  }
}

const cellOf = ({ source_sha256: _, ...cell }: Cell, box: Box | null): Trace['cell'] => ({ ...cell, box })

/** Traces as readable text. A citation shared by several figures is shown with the first. */
export function tracesText(traces: readonly Trace[]): string[] {
  const said = new Set<string>()
  return traces.map((trace) => {
    const text = traceText({ ...trace, citations: trace.citations.filter((citation) => !said.has(citation)) })
    for (const citation of trace.citations) said.add(citation)
    return text
  })
}

function traceText(trace: Trace): string {
  const { locator, document, registered, cell } = trace
  const place = `page ${locator.page}${locator.line === null ? '' : `, line ${locator.line}`}`
  return [
    `  ${trace.path}: ${trace.value ?? 'held'} (${trace.grade}), printed ${trace.printed ?? '-'}`,
    `    "${fold(trace.quote)}"  ${trace.quote_found ? 'found' : styleText('red', 'NOT FOUND')} on ${place}`,
    ...(cell === null ? [] : [`    ${cellText(cell)}`]),
    `    of ${document.title} (${document.source_id}, sha256 ${document.sha256.slice(0, 16)}…)`,
    `    registered at log position ${registered?.position ?? '?'}`,
    ...trace.citations.map((citation) => `    ${citation}`),
  ].join('\n')
}

function cellText({ table, row, through, column, printed, box }: NonNullable<Trace['cell']>): string {
  const rows = [row, ...(through === null ? [] : [through])].map((label) => label.join(' | ')).join(' to ')
  const place = box === null ? '' : `, at ${box.join(', ')} thousandths of the page`
  return `cell "${printed}" of ${rows} under ${column.join(' | ')}, table ${table}${place}`
}

/** Fields of an answer that identify its figures. */
type Parts = {
  readonly calculation: { readonly lines: readonly { readonly row_id: string }[] }
  readonly beside?: unknown
  readonly fppas?: unknown
  readonly electricity_duty?: unknown
  readonly subsidy?: unknown
}

/** Every `evidence` in a part of an answer, as canonical text. */
function evidenceIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'evidence' ? [canonicalText(inner)] : evidenceIn(inner),
  )
}

/**
 * The figures used by an answer: all of its rows, those of rules with evidence in a line, also beside the base tariff, in
 * the FPPAS or in the duty, those of the quantities that these rows and rules read, and those of an applied subsidy.
 */
export function figuresUsed(
  record: ReleaseRecord,
  { calculation, beside, fppas, electricity_duty, subsidy }: Parts,
): RecordFigure[] {
  const rows = new Set(calculation.lines.map(({ row_id }) => row_id))
  const shown = new Set(evidenceIn([calculation.lines, beside, fppas, electricity_duty]))
  const isShown = ({ figure }: PathFigure): boolean => shown.has(canonicalText(evidenceOf(figure)))
  const adjustments = record.rules.adjustments.filter((each) => figuresOfAdjustment(each).some(isShown))
  const own = record.rows.filter(({ row_id }) => rows.has(row_id))
  const quantities = new Set(
    quantitiesBehind(record, namesOfCategory(record, [], own, adjustments)).map(({ quantity_id }) => quantity_id),
  )
  const { status, billing_days } = (subsidy ?? {}) as { status?: unknown; billing_days?: unknown }
  return figuresOf(record).filter(({ path, figure }) => {
    const [kind, name = '', part] = path.split('/')
    if (kind === 'rows') return rows.has(name)
    if (kind === 'quantities') return quantities.has(name)
    if (name === 'subsidy')
      return status === 'applied' && (part !== 'entitlements' || path.endsWith(`/${billing_days}`))
    return isShown({ path, figure })
  })
}
