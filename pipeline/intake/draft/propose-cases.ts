import { formatMilli } from '../../../releases/record/decimal.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Draft, draftText } from '../../gates/calculation/draft.ts'
import { ENGINE, engineOutcome } from '../../gates/calculation/outcome.ts'
import { type Domain, domainsOf, stepOf } from '../../gates/requests/domains.ts'
import { edgesAt } from '../../gates/requests/edges.ts'
import { type Fit, fitsOf, USUAL } from '../../gates/requests/fitting.ts'
import { variantsOf, variedDraft, withQuantity } from '../../gates/requests/probes.ts'

/** A case without amounts: the request, and the row that must price it. */
export type ProposedCase = { readonly case_id: string; readonly row_id: string; readonly input: string }

/** Minimum number of cases per row (gate 20). */
const LEAST = 3
const WHOLE = 1000

/**
 * Requests at every edge of a row and one unit above it, for as little as possible where the row has a minimum, and with
 * every word, flag and day that its category distinguishes, without those that a case has already. A person calculates the
 * amounts; none are proposed. A schedule shared by several licensees gets requests only for the first. Throws CompileError if the record does not compile.
 */
export function proposeCases(record: ReleaseRecord): ProposedCase[] {
  const tested = { engine: ENGINE, release: ENGINE.compile(record) }
  const asked = new Set(record.cases.map(({ inputs }) => draftText(inputs)))
  const ids = new Set(record.cases.map(({ case_id }) => case_id))
  const proposed: ProposedCase[] = []
  for (const domain of domainsOf(record).filter(({ isRepeated }) => !isRepeated)) {
    for (const fit of fitsOf(domain).fits) {
      for (const draft of draftsOf(domain, fit)) {
        const input = draftText(draft)
        if (asked.has(input)) continue
        asked.add(input)
        const outcome = engineOutcome(tested, draft)
        const row_id = outcome.ok ? outcome.rowId : fit.row.row_id
        proposed.push({ case_id: freshId(row_id, ids), row_id, input })
      }
    }
  }
  return proposed
}

function* draftsOf(domain: Domain, fit: Fit): Generator<Draft> {
  yield fit.draft
  let count = 1
  if (fit.compiled.base.some(({ minimumOf }) => minimumOf !== null)) {
    count += 1
    yield smallest(domain, fit.draft)
  }
  for (const [name, edges] of edgesAt(domain, fit.draft)) {
    const largest = domain.quantities.get(name) ?? 0
    const inner = edges.filter((edge) => edge > 0 && edge < largest)
    for (const [index, edge] of inner.entries()) {
      const next = inner[index + 1] ?? largest
      const above = edge + WHOLE < next ? edge + WHOLE : edge + stepOf(domain, name)
      for (const milli of [edge, above]) {
        count += 1
        yield withQuantity(domain, fit.draft, name, milli)
      }
    }
  }
  for (const variant of variantsOf(domain, fit)) {
    const said = Object.keys(variant)
    // If a schedule is shared, the licensee changes no amount.
    if (said.length === 0 || said.every((name) => name === 'licensee_code' || name === 'district')) continue
    count += 1
    yield variedDraft(domain, fit, variant)
  }
  if (count >= LEAST) return
  for (const milli of [0, ...USUAL]) yield { ...fit.draft, energy_units: formatMilli(milli) }
}

/** A request for as little as possible, for which a minimum counts: no units, and 1 of whatever else it gives. */
function smallest(domain: Domain, draft: Draft): Draft {
  const given = [...domain.quantities.keys()].filter((name) => draft[name] !== undefined && name !== 'energy_units')
  const least = given.reduce((made, name) => withQuantity(domain, made, name, WHOLE), draft)
  return withQuantity(domain, least, 'energy_units', 0)
}

function freshId(rowId: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const id = `${rowId}-C${number}`
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}
