import type { Quotation } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { figuresOf } from './figures.ts'

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
  const conditions = record.rules.subsidy?.conditions ?? []
  return [
    ...quotationsOfFigures(record),
    ...conditions.map(({ evidence }, index) => ({ path: `rules/subsidy/conditions/${index}`, quotation: evidence })),
    ...record.rules.facts.map(({ fact_id, evidence }) => ({ path: `rules/facts/${fact_id}`, quotation: evidence })),
    ...record.rules.solar.map(({ arrangement, evidence }, index) => ({
      path: `rules/solar/${arrangement}/${index}`,
      quotation: evidence,
    })),
    ...record.rules.complete_payable.map(({ profile, evidence }) => ({
      path: `rules/complete_payable/${profile}`,
      quotation: evidence,
    })),
    ...record.blocked_components.flatMap(({ component, evidence }) =>
      evidence === null ? [] : [{ path: `blocked_components/${component}`, quotation: evidence }],
    ),
  ]
}
