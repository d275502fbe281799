import type { Quotation } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { citedRulesOf } from './cited-rules.ts'
import { figuresOf } from '../../../releases/record/figures.ts'

/** A quotation of a record and the path of the part that makes it. */
export type RecordQuotation = { readonly path: string; readonly quotation: Quotation }

function quotationsOfFigures(record: ReleaseRecord): RecordQuotation[] {
  return figuresOf(record).flatMap(({ path, figure }) => {
    const { source_id, locator, quote, carried } = figure
    const own = { path, quotation: { source_id, locator, quote } }
    return carried === null ? [own] : [own, { path: `${path}/carried`, quotation: carried.statement }]
  })
}

/** Every quotation of a record: of figures, statements of no change, rules, facts and blocked components. */
export function quotationsOf(record: ReleaseRecord): RecordQuotation[] {
  return [
    ...quotationsOfFigures(record),
    ...citedRulesOf(record),
    ...record.blocked_components.flatMap(({ component, evidence }) =>
      evidence === null ? [] : [{ path: `blocked_components/${component}`, quotation: evidence }],
    ),
  ]
}
