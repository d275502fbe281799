import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { groupBy } from '../record/groups.ts'

/** The words of a text, one space apart and around: `L.T. Industrial (S)` is ` lt industrial s `. */
export const plain = (text: string): string =>
  ` ${(
    text
      .toLowerCase()
      .replaceAll('.', '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')} `

/** A printed label without its range: `General Purpose < 110 KVA` is `General Purpose`, and `HT-1 Industry` is itself. */
const classOf = (label: string): string => plain(label.replace(RANGE, ''))
const RANGE =
  /(?:[<>=\u2264\u2265(]|(?<![\p{L}\d]-?)\d[\d.,]*\s*(?:(?:-|\u2013|to|and|&)\s*\d|kW|kVA|kV|MVA|MW|B?HP|units?|%|per ?cent)).*$/iu

/** The categories of a record by the names that their labels print. */
export const classesOf = (record: ReleaseRecord) =>
  groupBy(
    [...record.categories, ...record.rows].map(({ subcategory_code: code, raw_category_label: label, ...rest }) => ({
      code,
      name: classOf(label),
      sort: plain(rest.canonical_category_code),
    })),
    ({ name }) => name,
  )

/**
 * Rules of a sentence that names categories: each category that the rule applies to must be among them, and each of them
 * must get a rule from that sentence.
 */
export function appliedFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const codes = classesOf(record)
  const names = [...codes.keys()].filter((name) => name.trim().length > 5)
  const appliedBy = new Map<string, Set<string>>()
  const read = record.rules.adjustments.map((adjustment) => {
    const wholes = figuresOfAdjustment(adjustment).flatMap(({ figure }) =>
      figure.cell === undefined && figure.grade !== 'held' ? (citedIn.sentenceOf(figure)?.whole ?? []) : [],
    )
    for (const whole of wholes)
      appliedBy.set(whole, new Set([...(appliedBy.get(whole) ?? []), ...adjustment.applies_to]))
    return { adjustment, wholes: [...new Set(wholes)] }
  })
  return read.flatMap(({ adjustment: { adjustment_id, applies_to }, wholes }) =>
    wholes.flatMap((whole): Found<F>[] => {
      const text = plain(whole)
      const named = names.filter((name) => text.includes(name))
      if (named.length === 0) return []
      const path = `rules/adjustments/${adjustment_id}`
      const isSaid = (code: string): boolean =>
        named.some((name) => codes.get(name)?.some((each) => each.code === code)) ||
        [...codes.values()].flat().some((each) => each.code === code && text.includes(each.sort))
      const unsaid = applies_to.filter((code) => !isSaid(code))
      const left = named.filter((name) => !codes.get(name)?.some(({ code }) => appliedBy.get(whole)?.has(code)))
      return [
        ...unsaid.map((code) =>
          failing(path, 'category_not_said', `applies_to only what "${whole}" names`, `applies_to ${code}`),
        ),
        ...left.map((name) => {
          const expected = `a rule for ${name.trim()} too, as in "${whole}"`
          return failing(path, 'category_left_out', expected, 'none that cites it')
        }),
      ]
    }),
  )
}
