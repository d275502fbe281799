import type { ReleaseRecord } from '../../../releases/record/record.ts'
import {
  eachNumber,
  inDigits,
  LISTED_CLASSES,
  NUMBERED_CLASSES,
  numbersBetween,
  RANGES_OF_CLASSES,
} from '../text/numbered-classes.ts'
import { escaped, levelsIn } from '../text/reading-words.ts'
import { remembering } from '../text/remembering.ts'
import { groupBy } from './groups.ts'
import { oncePer } from './once-per.ts'

/** What texts call the categories of a record. */

/** The words of a text, one space apart and around: `L.T. Industrial (S) & Mills` is ` lt industrial s and mills `. */
export const plain = remembering(
  (text): string =>
    ` ${(
      text
        .toLowerCase()
        .replaceAll(/\.(?!(?<=\d\.)\d)/gu, '')
        .replaceAll('&', ' and ')
        .match(/[\p{L}\p{N}]+(?:\.\d+)*/gu) ?? []
    ).join(' ')} `,
)

/** A printed label without its range: `General Purpose < 110 KVA` is `General Purpose`, and `HT-1 Industry` is itself. */
const classOf = (label: string): string => plain(label.replace(RANGE, ''))
const RANGE =
  /(?:[<>=\u2264\u2265]|(?<![\p{L}\d])\(|(?<![\p{L}\d]-?)\d[\d.,]{0,30}\s*(?:(?:-|\u2013|to|and|&)\s*\d|kW|kVA|kV|MVA|MW|B?HP|units?|%|per ?cent)).*$/iu

/** The categories of a record by the names that their labels print. */
export const classesOf = oncePer((record: ReleaseRecord) =>
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
const namesOf = oncePer((record: ReleaseRecord): Names => {
  const names = new Map<string, Set<string>>()
  const add = (name: string, code: string): void => void names.set(name, (names.get(name) ?? new Set()).add(code))
  for (const [name, found] of classesOf(record))
    if (name.trim().length > 5) for (const { code } of found) add(name, code)
  for (const { subcategory_code: code, raw_category_label: label } of record.categories) {
    if (NUMBERED.test(plain(code))) add(plain(code), code)
    const [bracketed] = BRACKETED.exec(label) ?? []
    if (bracketed !== undefined) add(plain(bracketed), code)
    const begin = BEGINNING.exec(label)?.[0]
    if (begin !== undefined) for (const name of classesIn(begin)) add(plain(name), code)
    const rate = RATE_CODE.exec(label)?.[0]
    if (rate !== undefined) add(plain(rate), code)
  }
  // `LT-6A` is the `LT-6(A)` of its label, unless that is another class.
  for (const [name, codes] of [...names]) {
    const other = NUMBERED.test(name)
      ? name.replace(/(?<=\d) ?(?=\p{L} $)/u, (space) => (space === '' ? ' ' : ''))
      : name
    if (!names.has(other)) names.set(other, codes)
  }
  return new Map([...names].toSorted(([a], [b]) => b.length - a.length))
})
/** `LT-6 (B)(i)` with the classes that it is in: `LT-6 (B)` and `LT-6`; `LV-1.1` with `LV-1`. */
function classesIn(begin: string): string[] {
  const outer = begin.replace(/\s?\([^()]*\)$|(?<=\d)(?:\.\d+|\p{Lu})$/u, '')
  return outer === begin ? [begin] : [begin, ...classesIn(outer)]
}
const BEGINNING = /^\p{Lu}{1,4}[\s.-]{0,2}(?:\d+(?:\.\d+|\p{Lu})?|[IVX]+)(?:\s?\(\p{L}{1,4}\))*(?![\p{L}\d.])/u
/** `LT Industrial (S)` of the label `LT Industrial (S) Supply`. */
const BRACKETED = /^[^(]*\p{L}{4}[^(]*\(\p{L}{1,4}\)/u
/** The code of a rate or a tariff: `Rate D(R)`, `Rate A (DM-R)`, `Tariff III-B`, `HT Tariff I`. */
const RATE_CODE =
  /(?<!\p{L})(?:Rate[\s-]\p{Lu}{1,3}|(?:(?:E?H[TV]|L[TV])[\s-])?Tariff[\s-](?:[IVX]+|\d+)(?:[\s-]?\p{Lu})?)(?:\s?\([\p{Lu}\p{N}-]{1,6}\))*(?![\p{L}\p{N}])/u
/** The same before a name: `LT-6(A), Street Lights`. */
const CLASS = new RegExp(`${BEGINNING.source}\\s*[,:]\\s*(?=\\p{L}{4})`, 'u')
/** The code of a class: `LT-IV`, in plain words. */
export const NUMBERED = /^ \p{L}+(?: \p{L}+)* (?:\d+(?:\.\d+|\p{L})?|[ivx]+)(?: \p{L})? $/iu

/** A level of supply before or behind the name of a class: `LT Domestic`, `Bulk supply (HT)`. */
const LEVEL = /^(?:E?HT|E?HV|L[TV])[\s-]+(?=\p{L}{4})|[\s,(-]+(?:E?HT|E?HV|L[TV])\)?$/gu
/** The code of a schedule, as in `DS`, `CS-2`, `AG_METERED` and `LIP-HT`. */
const STEM = /^(?!(?:E?HT|E?HV|L[TV])(?:[-_]|$))(\p{Lu}{2,6})(?:[-_]|$)/u

/** A name that a text prints in capitals, or as its label does; a bracket behind it may mean some of the categories. */
type Printed = { readonly name: string; readonly form: RegExp; readonly codes: ReadonlySet<string> }

/** `Domestic` of the labels `LT Domestic` and `LT-1, Domestic`, where only one category has it, and the codes of schedules. */
const printedOf = oncePer((record: ReleaseRecord): Printed[] => {
  const [labels, stems] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const add = (to: Map<string, Set<string>>, name: string, code: string): void =>
    void to.set(name, (to.get(name) ?? new Set()).add(code))
  for (const { subcategory_code: code, raw_category_label: label } of record.categories) {
    const whole = label.replace(RANGE, '').trim()
    const short = whole.replace(CLASS, '').replaceAll(LEVEL, '').trim()
    if (short !== whole && /\p{L}{4}/u.test(short)) add(labels, short, code)
    const [, stem] = STEM.exec(code) ?? []
    // `RGP-BPL`, which its label prints, has another name than `RGP`.
    const isOther =
      plain(label).startsWith(plain(code)) && record.categories.some((each) => each.subcategory_code === stem)
    if (stem !== undefined && (stem === code || !isOther)) add(stems, stem, code)
  }
  const only = [...labels].filter(([, codes]) => codes.size === 1)
  return [...only, ...stems]
    .map(([name, codes]) => ({ name, codes, form: printedForm(name) }))
    .toSorted((a, b) => b.name.length - a.name.length)
})
const printedForm = (name: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}-]|[Nn]on[ -])${escaped(name).replaceAll(/\s+/gu, '\\s+')}(?![\\p{L}\\p{N}-])(?:\\s*\\(([^()]{1,40})\\))?`,
    'gu',
  )

/**
 * What texts call the categories to which a rule does not apply, as parts of a pattern, the longest first: their labels, their codes, and
 * their names as texts print them, `Street Lights` of `LT-6(B), Street Lights`, if these mean no category of the rule.
 */
export function formsOfOthers(record: ReleaseRecord, applied: readonly string[]): string[] {
  const isOther = (code: string): boolean => !applied.includes(code)
  const labels = record.categories
    .filter(({ subcategory_code: code }) => isOther(code))
    .flatMap(({ raw_category_label: label, subcategory_code: code }) => [label, code])
    .map((name) => [name, ''] as const)
  const classes = [...namesOf(record)]
    .filter(([name, codes]) => NUMBERED.test(name) && [...codes].every(isOther))
    .map(([name]) => [name, ''] as const)
  const short = printedOf(record)
    .filter(({ codes }) => [...codes].every(isOther))
    .map(({ name }) => [name, '-i'] as const)
  return [...labels, ...classes, ...short]
    .flatMap(([name, flags]) => {
      const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
      // One word may be the first of another name: `Domestic` of `Domestic Rural`.
      const end = words.length === 1 ? ENDS_NAME : ''
      return words.length === 0 ? [] : `(?${flags}:${words.join('[^\\p{L}\\p{N}]+')})${end}`
    })
    .toSorted((a, b) => b.length - a.length)
}
const ENDS_NAME =
  '(?=\\s*(?:[,.;)]|$|(?:consumers?|customers?|connections?|and|or|for|shall|will|is|are|pays?|gets?)(?!\\p{L})))'

/** A text in plain words, and the names in it, the longest first. Names that it prints as such stand in capitals. */
export type Said = { readonly text: string; readonly found: readonly string[] }

/** What a text says of the categories of a record: `Consumers of schedules DS and CS (up to 20 kVA)`. */
export function namesIn(record: ReleaseRecord, raw: string): Said {
  const { texts, names } = knownOf(record)
  const cached = texts.get(raw)
  if (cached !== undefined) return cached
  const keys: string[] = []
  const mark = (key: string, codes: ReadonlySet<string>): string => {
    names.set(key, codes)
    keys.push(key)
    return ` qq${keys.length - 1}qq `
  }
  // `LT-2 and 3` is `LT-2 and LT-3`, and `LT-2 to LT-4` is `LT-2 and LT-3 and LT-4`.
  const isNamed = (letters: string, number: string): boolean => namesOf(record).has(plain(`${letters}${number}`))
  const listed = raw
    .replaceAll(ARTICLE, 'the')
    .replaceAll(RANGES_OF_CLASSES, (words: string, letters: string, first: string, last: string) => {
      const forms = numbersBetween(first, last).map((each) => each.find((form) => isNamed(letters, form)))
      // A class between two others that the record does not have may be one of another release.
      const known = forms.flatMap((form) => (form === undefined ? [] : [`${letters}${form}`]))
      return known.length > 1 ? known.join(' and ') : words
    })
    .replaceAll(LISTED_CLASSES, (_, letters: string, first: string, list: string) => {
      const isName = (number: string): boolean => isNamed(letters, number)
      return `${letters}${first}${eachNumber(list, (each) => (isName(each) ? `${letters}${each}` : each))}`
    })
    .replaceAll(NUMBERED_CLASSES, (_, level: string | undefined, word: string, list: string) => {
      const numbers = eachNumber(list, (each) => {
        const codes = numberedAs(record, inDigits(each), level)
        return codes.size === 0 ? each : mark(plain(`${level ?? ''} ${word} ${each}`).toUpperCase(), codes)
      })
      return `${level ?? ''} ${word} ${numbers}`
    })
    .replaceAll(OF_LEVELS, (_, level: string, list: string) => {
      const layers = levelsIn(level)
      const rest = [...namesOf(record)].reduce((text, [name, codes]) => {
        const own = [...codes].filter((code) => layers.includes(layerOf(record, code)))
        const isShared = own.length > 0 && own.length < codes.size
        return isShared
          ? text.replaceAll(name, () => mark(`${plain(level)}${name.slice(1)}`.toUpperCase(), new Set(own)))
          : text
      }, plain(list))
      return `${level}: ${rest}`
    })
  const marked = printedOf(record).reduce(
    (rest, { name, form, codes }) =>
      rest.replaceAll(form, (whole: string, bracket: string | undefined) => {
        const meant = bracket === undefined ? codes : within(record, codes, bracket)
        return meant.size === 0 ? whole : mark(plain(`${name} ${bracket ?? ''}`).toUpperCase(), meant)
      }),
    listed,
  )
  const said = {
    text: plain(marked).replaceAll(/ qq(\d+)qq(?= )/gu, (_, at) => (keys[at] ?? '').trimEnd()),
    found: [...new Set([...keys, ...namedIn(plain(marked).replaceAll(/qq\d+qq/gu, '|'), namesOf(record))])],
  }
  texts.set(raw, said)
  return said
}

/** `LT: Homes, Farms. HT: Farms`: of a name that categories of several levels have, each list means those of its own. */
const OF_LEVELS = /(?<![\p{L}\d-])(E?HT|E?HV|L[TV])\s*:\s+(\p{L}[^.;:]*?)(?=[.;]|\s(?:E?HT|E?HV|L[TV])\s*:|$)/gu
const layerOf = ({ categories }: ReleaseRecord, code: string): string =>
  categories.find(({ subcategory_code: own }) => own === code)?.layer ?? ''

/** `For HT-1 and HT-2, a rebate`: no class `HT-2 (A)`. */
const ARTICLE = /(?<=[\dIVX)],?\s)a(?=\s\p{Ll}{2})/gu

/** The categories of a number, `2` of `LT-2` and of `Category II: Shops`, at a level if one is given. None: they are of several lists. */
function numberedAs({ categories }: ReleaseRecord, number: string, level: string | undefined): Set<string> {
  const found = categories.flatMap(({ subcategory_code: code, raw_category_label: label, layer }) => {
    const [, list = '', own = ''] = OF_LIST.exec(label) ?? OF_LIST.exec(code) ?? []
    return inDigits(own) === number && (level === undefined || level === layer) ? [{ code, list: plain(list) }] : []
  })
  return new Set(new Set(found.map(({ list }) => list)).size === 1 ? found.map(({ code }) => code) : [])
}
const OF_LIST = /^(\p{Lu}{1,4}[\s.-]{0,2}|[Cc]ategory\s+)(\d{1,2}|[IVX]{1,5})(?![\p{L}\p{N}])/u

/** Names with the categories that they mean, as far as texts have been read, and these texts. */
const knownOf = oncePer((record: ReleaseRecord) => ({
  names: new Map(namesOf(record)) as Map<string, ReadonlySet<string>>,
  texts: new Map<string, Said>(),
}))

/** Whether a text, in plain words, says what sort a category is of, such as ` domestic `: `Non-domestic` is another. */
export const saysSort = (text: string, sort: string): boolean => text.replaceAll(` non${sort}`, ' | ').includes(sort)

/** Whether a name that was found in a text means a category. */
export const means = (record: ReleaseRecord, name: string, code: string): boolean =>
  knownOf(record).names.get(name)?.has(code) === true

/** The codes that a name means. */
export const codesOf = (record: ReleaseRecord, name: string): ReadonlySet<string> =>
  knownOf(record).names.get(name) ?? new Set()

/** A text without codes of classes: `HV-2` names no level. */
export const withoutClasses = (text: string): string => text.replaceAll(CODES, ' ')
const CODES = /(?<!\p{L})\p{Lu}{1,4}[\s-]?(?:\d+(?:\.\d+)?|[IVX]+)(?![\p{L}\d])/gu

/** The names that are a name with letters or a number behind it: `LT-2 (A)` of `LT-2`, `LV-1.1` of `LV-1`. */
const namesWithin = (record: ReleaseRecord, name: string): string[] => {
  const within = new RegExp(`^(?:${escaped(name)}\\p{L}{1,4}|${escaped(name.trimEnd())}\\.\\d+) $`, 'u')
  return [...namesOf(record).keys()].filter((each) => within.test(each))
}

/** The classes that a class divides into, each with its codes. */
export const classesWithin = (record: ReleaseRecord, name: string): ReadonlySet<string>[] =>
  NUMBERED.test(name) ? namesWithin(record, name).map((each) => codesOf(record, each)) : []

/** Whether a label has the name with letters in brackets behind it: `LT Industrial` of `LT Industrial (S)`. */
export const isDivided = (record: ReleaseRecord, name: string): boolean => namesWithin(record, name).length > 0

/** Of some categories those that a bracket means: by their label, code or level. None: the bracket says something else. */
function within({ categories }: ReleaseRecord, codes: ReadonlySet<string>, bracket: string): Set<string> {
  const words = plain(bracket)
  return new Set(
    categories
      .filter(({ subcategory_code: code, raw_category_label: label, layer }) => {
        const own = [plain(label), plain(code), plain(layer)]
        return codes.has(code) && own.some((text) => text.includes(words))
      })
      .map(({ subcategory_code: code }) => code),
  )
}

/** The names in a text of plain words, the longest first; `HT-I (A)` is not `HT-I`. */
function namedIn(text: string, names: Names): string[] {
  let rest = text
  return [...names.keys()].filter((name) => {
    const before = rest
    rest = rest.replaceAll(formOf(name), ' | ')
    return rest !== before
  })
}
const formOf = remembering((name): string | RegExp =>
  NUMBERED.test(name) ? new RegExp(`${escaped(name)}(?!\\p{L} )`, 'gu') : name,
)
