import { chargesIn, figuresOf } from './figures.ts'
import type { ReleaseRecord } from './record.ts'
import type { Source } from './source.ts'

/** Statuses of an order that was in force; a superseded one was, for its stated period. */
const WAS_IN_FORCE: ReadonlySet<Source['legal_status']> = new Set(['in_force', 'superseded'])

/**
 * Obstacles to stage production: every figure and solar rule below grade order, and every source, cited or not, that is
 * not the regulator's own document in force for the period served. One line each; empty if there are none
 * (docs/design/release.md#stage).
 */
export function productionObstacles(record: ReleaseRecord): string[] {
  const figures = figuresOf(record)
    .filter(({ figure }) => figure.grade !== 'order')
    .map(({ path, figure }) => `${path}: grade ${figure.grade}, source ${figure.source_id}`)
  const solar = record.rules.solar
    .map(({ arrangement, grade, evidence }, index) => ({
      path: `rules/solar/${arrangement}/${index}`,
      grade,
      evidence,
    }))
    .filter(({ grade }) => grade !== 'order')
    .map(({ path, grade, evidence }) => `${path}: grade ${grade}, source ${evidence.source_id}`)
  const sources = record.sources.flatMap((source) => {
    const reasons: string[] = []
    if (source.document_kind !== 'original')
      reasons.push(`is a ${source.document_kind}, not the regulator's own document`)
    if (source.legal_status === 'unknown') reasons.push('has an unknown legal status')
    else if (!WAS_IN_FORCE.has(source.legal_status)) reasons.push(`is ${source.legal_status}`)
    if (source.legal_status === 'superseded' && source.effective_to === null)
      reasons.push('is superseded from a day that it does not give')
    if (source.effective_from === null || source.effective_from > record.effective_from)
      reasons.push('is not in force from the first day served')
    if (source.effective_to !== null && source.effective_to < record.effective_to)
      reasons.push('is not in force until the last day served')
    return reasons.map((reason) => `sources/${source.source_id}: ${reason}`)
  })
  return [...figures, ...solar, ...sources]
}

/** The path of every component of a record that `release hold` may name. */
export function holdableComponents(record: ReleaseRecord): string[] {
  return [
    ...chargesIn(record).map(({ path }) => path),
    ...record.quantities
      .filter(({ figures }) => figures.length > 0)
      .map(({ quantity_id }) => `quantities/${quantity_id}`),
    ...record.rules.adjustments.map(({ adjustment_id }) => `rules/adjustments/${adjustment_id}`),
    ...(record.rules.subsidy === null ? [] : ['rules/subsidy']),
    ...record.rules.fppas_periods.map(({ period_id }) => `rules/fppas_periods/${period_id}`),
  ]
}
