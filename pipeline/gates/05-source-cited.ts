import type { Source } from '../../releases/record/source.ts'
import { type Found, failing, gate } from './gate.ts'
import { quotationsOf } from './quotes/quotations.ts'
import { placeText, sourcesById } from './record/sources.ts'

const FAULTS = [
  'uncited',
  'no_such_source',
  'no_such_page',
  'corrects_nothing',
  'corrects_a_later_one',
  'reading_unresolved',
] as const
type F = (typeof FAULTS)[number]

/** A corrigendum needs the source that it corrects: another source of the release, and not a later one. */
function faultsOfCorrigenda(sources: ReadonlyMap<string, Source>): Found<F>[] {
  return [...sources.values()].flatMap(({ source_id, corrects, dated }): Found<F>[] => {
    if (corrects === undefined) return []
    const corrected = sources.get(corrects)
    const path = `sources/${source_id}/corrects`
    if (corrected === undefined || corrects === source_id)
      return [failing(path, 'corrects_nothing', 'another source of this release', corrects)]
    if (dated === null || corrected.dated === null || corrected.dated <= dated) return []
    const found = `${corrects} of ${corrected.dated}`
    return [failing(path, 'corrects_a_later_one', `a document of ${dated} or earlier`, found)]
  })
}

/**
 * Gate 5: every source is cited by a figure or a quotation, every citation names an existing source and page, a
 * corrigendum names the source it corrects, and every reading of a table resolves to one table, and each of its labels
 * and headers to one row and one column with a number.
 */
export const sourceCited = gate('source.cited', FAULTS, async (candidate, means) => {
  const sources = sourcesById(candidate.record)
  const quotations = quotationsOf(candidate.record)
  const cited = new Set(quotations.map(({ quotation }) => quotation.source_id))
  const uncited = [...sources.keys()]
    .filter((id) => !cited.has(id))
    .map((id) => failing(`sources/${id}`, 'uncited', 'a figure or quotation that cites it', 'nothing cites it'))
  const unresolved = quotations.flatMap(({ path, quotation }): Found<F>[] => {
    const source = sources.get(quotation.source_id)
    if (source === undefined) {
      const found = `${quotation.source_id} is not among the sources`
      return [failing(path, 'no_such_source', 'a source of this release', found, quotation.quote)]
    }
    if (quotation.locator.page <= source.page_count) return []
    const expected = `a page of ${source.source_id} up to ${source.page_count}`
    return [failing(path, 'no_such_page', expected, placeText(source.source_id, quotation.locator), quotation.quote)]
  })
  const { problems } = await means.reread(candidate)
  const unread = problems.map(({ path, expected, found }) => failing(path, 'reading_unresolved', expected, found))
  const checked = sources.size + quotations.length + candidate.readings.length
  return { checked, findings: [...uncited, ...unresolved, ...faultsOfCorrigenda(sources), ...unread] }
})
