import { type Gate, verdict } from './gate.ts'
import { finding } from './support/finding.ts'
import { quotationsOf } from './support/quotations.ts'
import { placeText, sourcesById } from './support/sources.ts'

/** Gate 5: every source is cited by a figure or a quotation, and every citation names a source and a page it has. */
export const sourceCited: Gate = {
  name: 'source.cited',
  heavy: false,
  check(candidate) {
    const sources = sourcesById(candidate.record)
    const quotations = quotationsOf(candidate.record)
    const cited = new Set(quotations.map(({ quotation }) => quotation.source_id))
    const uncited = [...sources.keys()]
      .filter((id) => !cited.has(id))
      .map((id) => finding(candidate, `sources/${id}`, 'a figure or quotation that cites it', 'nothing cites it'))
    const unresolved = quotations.flatMap(({ path, quotation }) => {
      const source = sources.get(quotation.source_id)
      if (source === undefined) {
        const found = `${quotation.source_id} is not among the sources`
        return [finding(candidate, path, 'a source of this release', found, quotation.quote)]
      }
      if (quotation.locator.page <= source.page_count) return []
      const expected = `a page of ${source.source_id} up to ${source.page_count}`
      return [finding(candidate, path, expected, placeText(source.source_id, quotation.locator), quotation.quote)]
    })
    return verdict('source.cited', sources.size + quotations.length, [...uncited, ...unresolved])
  },
}
