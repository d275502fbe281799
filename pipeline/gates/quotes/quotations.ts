import type { Quotation } from '../../../releases/record/figure.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Misprint } from '../reading.ts'
import { citedRulesOf } from './cited-rules.ts'

/** A quotation of a record and the path of the part that contains it. */
export type RecordQuotation = { readonly path: string; readonly quotation: Quotation }

/** Proof that a heading is misprinted. */
export const whyMeant = ({ page, quote }: Misprint, source_id: string): Quotation => ({
  source_id,
  locator: { page, line: null, section: null },
  quote,
})

function quotationsOfFigures(record: ReleaseRecord): RecordQuotation[] {
  return figuresOf(record).flatMap(({ path, figure }) => {
    const { source_id, locator, quote, carried, cell } = figure
    const misprint = cell?.misprint ?? null
    return [
      { path, quotation: { source_id, locator, quote } },
      ...(carried === null ? [] : [{ path: `${path}/carried`, quotation: carried.statement }]),
      ...(misprint === null ? [] : [{ path: `${path}/misprint`, quotation: whyMeant(misprint, source_id) }]),
    ]
  })
}

/** Every quotation of a record: in figures, statements of no change, misprints, rules, facts and blocked components. */
export function quotationsOf(record: ReleaseRecord): RecordQuotation[] {
  return [
    ...quotationsOfFigures(record),
    ...citedRulesOf(record),
    ...record.blocked_components.flatMap(({ component, evidence }) =>
      evidence === null ? [] : [{ path: `blocked_components/${component}`, quotation: evidence }],
    ),
  ]
}
