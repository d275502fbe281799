import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { groupBy } from '../record/groups.ts'
import { oncePer } from '../record/once-per.ts'
import { remembering } from '../text/remembering.ts'
import { clausesOf } from '../text/sentences.ts'

/** The words of a text, one space apart and around: `L.T. Industrial (S)` is ` lt industrial s `. */
export const plain = remembering(
  (text): string =>
    ` ${(
      text
        .toLowerCase()
        .replaceAll('.', '')
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).join(' ')} `,
)

/** A printed label without its range: `General Purpose < 110 KVA` is `General Purpose`, and `HT-1 Industry` is itself. */
const classOf = (label: string): string => plain(label.replace(RANGE, ''))
const RANGE =
  /(?:[<>=\u2264\u2265(]|(?<![\p{L}\d]-?)\d[\d.,]*\s*(?:(?:-|\u2013|to|and|&)\s*\d|kW|kVA|kV|MVA|MW|B?HP|units?|%|per ?cent)).*$/iu

/** The categories of a record by the names that their labels print. */
const classesOf = oncePer((record: ReleaseRecord) =>
  groupBy(
    [...record.categories, ...record.rows].map(({ subcategory_code: code, raw_category_label: label, ...rest }) => ({
      code,
      name: classOf(label),
      sort: plain(rest.canonical_category_code),
    })),
    ({ name }) => name,
  ),
)

/** Codes of categories by their names, the longest first. */
type Names = ReadonlyMap<string, ReadonlySet<string>>

/** Codes of categories by what texts call them: their labels, how these begin (`HT-2 Commercial`), a code such as `HT-II`. */
export const namesOf = oncePer((record: ReleaseRecord): Names => {
  const names = new Map<string, Set<string>>()
  const add = (name: string, code: string): void => void names.set(name, (names.get(name) ?? new Set()).add(code))
  for (const [name, found] of classesOf(record))
    if (name.trim().length > 5) for (const { code } of found) add(name, code)
  for (const { subcategory_code: code, raw_category_label: label } of record.categories) {
    if (NUMBERED.test(plain(code))) add(plain(code), code)
    const begin = BEGINNING.exec(label)?.[0]
    if (begin !== undefined) add(plain(begin), code)
  }
  return new Map([...names].toSorted(([a], [b]) => b.length - a.length))
})
const BEGINNING = /^\p{Lu}{1,4}[\s.-]{0,2}(?:\d+|[IVX]+)(?![\p{L}\d.])/u
const NUMBERED = /^ \p{L}+(?: \p{L}+)* (?:\d+|[ivx]+)(?: \p{L})? $/u

/** The names in a text of plain words, the longest first; `HT-I (A)` is not `HT-I`. */
export function namedIn(text: string, names: Names): string[] {
  let rest = text
  return [...names.keys()].filter((name) => {
    const before = rest
    rest = rest.replaceAll(formOf(name), ' | ')
    return rest !== before
  })
}
const formOf = remembering((name): string | RegExp =>
  NUMBERED.test(name) ? new RegExp(`${name}(?!\\p{L} )`, 'gu') : name,
)

/**
 * Rules of a sentence that names categories: each category that the rule applies to must be among them, and each of them
 * must get a rule from that sentence. Of `all consumers other than LT-IV`, and of `all other consumers`, those that are
 * named are the ones without it, and each of the others must get a rule.
 */
export function appliedFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const codes = classesOf(record)
  const labels = [...codes.keys()].filter((name) => name.trim().length > 5)
  const names = namesOf(record)
  const isOf = (name: string, code: string): boolean => names.get(name)?.has(code) === true
  const appliedBy = new Map<string, Set<string>>()
  const read = record.rules.adjustments.map((adjustment) => {
    const sentences = figuresOfAdjustment(adjustment).flatMap(({ figure }) => {
      const sentence = figure.cell === undefined && figure.grade !== 'held' ? citedIn.sentenceOf(figure) : null
      return sentence === null
        ? []
        : { ...sentence, clause: clausesOf(sentence.whole, figure.printed ?? '').join(' | ') }
    })
    for (const { whole } of sentences)
      appliedBy.set(whole, new Set([...(appliedBy.get(whole) ?? []), ...adjustment.applies_to]))
    const pieces = groupBy(sentences, ({ whole }) => whole)
    return {
      adjustment,
      sentences: [...pieces].map(([whole, each]) => ({
        whole,
        piece: each.map(({ piece }) => piece).join(' | '),
        clause: each.map(({ clause }) => clause).join(' | '),
      })),
    }
  })
  return read.flatMap(({ adjustment: { adjustment_id, applies_to }, sentences }) =>
    sentences.flatMap(({ whole, piece, clause }): Found<F>[] => {
      const text = plain(whole)
      const inText = (of: string): string[] => [
        ...new Set([...labels.filter((name) => of.includes(name)), ...namedIn(of, names)]),
      ]
      const all = inText(text)
      if (all.length === 0) return []
      const path = `rules/adjustments/${adjustment_id}`
      const own = inText(plain(piece))
      const isRest = own.length === 0 && REST.test(piece)
      // A quote of all of it does not tell which part of the sentence is meant.
      const isBoth = own.length > 0 && REST.test(piece)
      const spared = isRest ? all : sparedIn(text, all)
      const named = (REST.test(whole) && own.length > 0 ? own : all).filter((name) => !spared.includes(name))
      const isSpared = (code: string): boolean => spared.some((name) => isOf(name, code))
      // Beside the amount itself, `6 percent by homes`, a name decides before those beside another: `and 9 percent by shops`.
      const near = REST.test(whole) ? [] : inText(plain(clause)).filter((name) => !spared.includes(name))
      const [words, meant] = near.length > 0 ? [clause, near] : [whole, named]
      const isSaid = (code: string): boolean =>
        meant.some((name) => isOf(name, code)) ||
        [...codes.values()].flat().some((each) => each.code === code && plain(words).includes(each.sort))
      const unsaid = applies_to.filter((code) => isSpared(code) || (named.length > 0 && !isBoth && !isSaid(code)))
      const isApplied = (code: string): boolean => appliedBy.get(whole)?.has(code) === true
      const left = named.filter((name) => ![...(names.get(name) ?? [])].some(isApplied))
      const others = record.categories
        .map(({ subcategory_code: code }) => code)
        .filter((code) => (named.length === 0 || isBoth) && ALL.test(whole) && !isSpared(code) && !isApplied(code))
      return [
        ...unsaid.map((code) =>
          failing(path, 'category_not_said', `applies_to only what "${words}" names`, `applies_to ${code}`),
        ),
        ...[...left.map((name) => name.trim()), ...new Set(others)].map((name) => {
          const expected = `a rule for ${name} too, as in "${whole}"`
          return failing(path, 'category_left_out', expected, 'none that cites it')
        }),
      ]
    }),
  )
}

/** `All other consumers` are those that the rest of the sentence does not name. */
const REST =
  /(?<!\p{L})(?:all|any|every) (?:the )?(?:others(?! than)|other (?:\p{L}+ ){0,2}(?:consumers?|categor(?:y|ies)|classes))(?!\p{L})/iu
const ALL = /(?<!\p{L})all (?:the )?(?:other )?(?:consumers|categories|classes)(?!\p{L})/iu

/** The names behind an exception: `other than LT-IV Pumps and LT-V Mills`. */
function sparedIn(text: string, named: readonly string[]): string[] {
  const list = named.map((name) => name.trim()).join('|')
  const behind = new RegExp(
    `(?<= )(?:other than|except|except for|excluding)(?: the)?(?: (?:${list}|and|or|consumers|categories))+(?= )`,
    'gu',
  )
  const found = (text.match(behind) ?? []).map((each) => `${each} `)
  return named.filter((name) => found.some((each) => each.includes(name)))
}
