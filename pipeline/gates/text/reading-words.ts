import { remembering } from './remembering.ts'

/**
 * Words used in orders, as data: the gates on evidence look for them in headers, labels and sentences. To support
 * another word, add it here with a test.
 */

/**
 * Numbers in words. `one` is not included, because it usually means `a`; zero and one are common in other phrases (`or
 * part thereof`).
 */
export const NUMBER_WORDS: Readonly<Record<string, string>> = {
  nil: '0',
  zero: '0',
  half: '0.5',
  two: '2',
  twice: '2',
  double: '2',
  three: '3',
  thrice: '3',
  triple: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
}

/**
 * Words of a rule that changes amounts though it may have no number: roundings, the choice of the higher or lower, who pays and who does
 * not. Patterns, for whole words.
 */
export const RULES_WITHOUT_NUMBERS: readonly string[] = [
  'nearest',
  'round(?:ed|ing)(?: off| up| down)?',
  '(?:parts?|fractions?) there ?of',
  'fractions? of',
  'whichever',
  'highest',
  'irrespective',
  'pro[- ]?rata',
  'proportionate(?:ly)?',
  'exempt(?:ed|ions?)?',
  'waived',
  'waivers?',
  'free of',
  'no (?:[a-z]+ ){0,2}(?:charges?|penalty|surcharge)',
  '(?:shall|will|is|are) (?:also |not |no longer )*(?:be )?(?:levied|leviable|charged|chargeable|billed|payable|treated|classified|considered|deemed|applicable|liable|entitled|eligible|allowed)',
  '(?:shall|will) (?:also |not )*(?:pay|apply|attract|get)',
]

/** Words directly after a number that multiply it. */
export const MULTIPLIERS = ['hundred', 'thousand', 'lakh', 'lakhs', 'lac', 'lacs', 'million', 'crore', 'crores']

/** Names of each component in headers and labels; `other` has the name of its charge. */
export const COMPONENT_WORDS: Readonly<Record<'energy' | 'fixed' | 'wheeling', readonly string[]>> = {
  energy: [
    ...['energy', 'unit charge', 'unit charges'],
    ...['variable charge', 'variable charges', 'consumption charge', 'consumption charges'],
  ],
  fixed: ['fixed', 'demand', 'minimum', 'customer service', 'capacity'],
  wheeling: ['wheeling'],
}

/** Words of a header of something other than the charge: an amount added to it, taken off it, or the change of it. */
export const OTHER_CHARGES = [
  'subsidy',
  'rebate',
  'surcharge',
  'discount',
  'concession',
  'incentive',
  'penalty',
  'duty',
  'cess',
  'arrears',
  'increase',
  'hike',
  'decrease',
  'reduction',
  'difference',
  'average',
  'peak',
  'off-peak',
]

/** Words of a header or label of what is no longer charged. */
export const NO_LONGER = [
  'withdrawn',
  'discontinued',
  'abolished',
  'rejected',
  'disallowed',
  'deleted',
  'cancelled',
  'repealed',
  'not applicable',
  'does not apply',
  'do not apply',
  'shall not apply',
]

/** Words that may be in a cell with a number, because they leave it as it is: units, and the name of the charge. */
export const WORDS_IN_CELLS: ReadonlySet<string> = new Set([
  ...[
    'rs',
    'inr',
    'rupee',
    'rupees',
    'paise',
    'paisa',
    'ps',
    'p',
    '\u092a\u0948\u0938\u0947',
    '\u0930\u0941\u092a\u092f\u0947',
    '\u0930\u0942',
  ],
  ...['kwh', 'kvah', 'kvarh', 'kw', 'kva', 'hp', 'bhp', 'unit', 'units', 'percent', 'cent', 'month', 'monthly'],
  ...['connection', 'consumer', 'installation', 'service', 'lamp', 'phase', 'point', 'bill', 'part', 'thereof'],
  ...['per', 'each', 'every', 'a', 'of', 'on', 'the', 'or', 'only', 'charge', 'charges', 'rate', 'rent'],
  ...['energy', 'fixed', 'demand', 'minimum', 'wheeling', 'customer', 'meter'],
])

export type Component = keyof typeof COMPONENT_WORDS

/** The components that a text names, in the order in which it names them. */
export const componentsIn = remembering((text): readonly Component[] => {
  const mayHave = wordsPossible(text)
  const places = (Object.keys(COMPONENT_WORDS) as Component[]).flatMap((component) => {
    const at = COMPONENT_WORDS[component]
      .filter(mayHave)
      .map((word) => text.search(wholeWord(word)))
      .filter((place) => place >= 0)
    return at.length === 0 ? [] : [{ component, at: Math.min(...at) }]
  })
  return places.sort((a, b) => a.at - b.at).map(({ component }) => component)
})

/** Supply levels, the longest names first: `E.H.T` contains `H.T`; `high and extra high voltage` is of two. */
const LEVELS: Readonly<Record<string, readonly string[]>> = {
  EHT: ['EHT', 'E.H.T', 'EHV', 'extra high tension', 'extra-high tension', 'extra high voltage'],
  HT: ['HT', 'H.T', 'HV', 'high tension', 'high voltage'],
  LT: ['LT', 'L.T', 'LV', 'low tension', 'low voltage'],
}
export const BOTH_HIGH = /(?<!\p{L})high (?:and|&|or) extra[ -]high (?:tension|voltage)(?!\p{L})/iu

/** The supply levels that a text names. */
export const levelsIn = remembering((text): readonly string[] => {
  let rest = text.replace(BOTH_HIGH, 'HT and EHT')
  const mayHave = wordsPossible(rest)
  return Object.keys(LEVELS).filter((level) => {
    const before = rest
    const words = (LEVELS[level] ?? []).filter(mayHave)
    for (const word of words) rest = rest.replaceAll(new RegExp(wholeWord(word), 'giu'), ' ')
    return rest !== before
  })
})

/** Headers with these words have approved figures; the others have proposed, existing or former ones. */
export const APPROVED = ['approved', 'determined', 'allowed', 'revised and approved', 'अनुमोदित', 'स्वीकृत']
export const NOT_APPROVED = [
  ...['वर्तमान', 'प्रचलित', 'विद्यमान', 'प्रस्तावित'],
  'existing',
  'proposed',
  'present',
  'petitioned',
  'asked',
  'claimed',
  'previous',
  'preceding',
  'last year',
  'former',
  'earlier',
  'old',
  'prevailing',
  'projected',
  'submitted',
  'proposal',
  'proposals',
  'requested',
  'sought',
  'suggested',
  'recommended',
  'draft',
  'tentative',
  'current tariff',
  'current rate',
  'current charge',
  'current energy charge',
  'not approved',
  'unapproved',
  'disallowed',
]

/** Words that decide whether a figure is the approved rate of its own charge. */
export const DECISIVE = [...APPROVED, ...NOT_APPROVED, ...NO_LONGER, ...OTHER_CHARGES]

/** Words for a first step, and for later steps. */
export const FIRST = ['first', 'initial']
export const FURTHER = ['additional', 'further', 'subsequent', 'next', 'balance', 'remaining']
/** `The remaining units`, `all additional units`, `for the rest`: those of a later step. */
export const REST_OF_UNITS =
  /(?<!\p{L})(?:(?:balance|remaining|additional)(?= (?:kW|kVA|B?HP|units?|kWh|kVAh|load|consumption)(?!\p{L}))|(?<=for the )(?:balance|rest|remainder)(?=\s*(?:[.,;|]|$)))/giu

/** Words behind which a text says whom or what it leaves out. */
const EXCEPTIONS = [
  ...['other than', 'others than', 'except', 'except for', 'excepting', 'excluding', 'apart from', 'all but'],
  ...['with the exception of', 'save for', 'save and except', 'barring', 'leaving out'],
]
/** The same as a part of a pattern, the longest first. */
export const EXCEPTING = `(?:${EXCEPTIONS.toSorted((a, b) => b.length - a.length).join('|')})`

/** One of them in a text. */
export const EXCEPTED = new RegExp(`(?<!\\p{L})${EXCEPTING}(?!\\p{L})`, 'iu')

/** Words that negate what a sentence says, or make an exception. */
export const NEGATIONS = [
  ...EXCEPTIONS,
  'not',
  'no',
  'no longer',
  'never',
  'neither',
  'nor',
  'without',
  'withdrawn',
  'discontinued',
  'abolished',
  'rejected',
  'disallowed',
  'exempt',
  'exempted',
  'unless',
  'instead of',
  'in lieu of',
  'waived',
  'cease',
  'ceases',
  'ceased',
  'removed',
  'repealed',
  'deleted',
  'expires',
  'expired',
]

/** What makes no difference: `irrespective of the number of defaults`, `even if no energy is used`, `whether or not they are new`. */
export const REGARDLESS =
  /(?<!\p{L})(?:(?:irrespective|regardless) of (?:(?:the|their|its|any) )?(?:number of )?\p{L}+(?:(?:,? (?:and|or)(?: of)?| of)(?: the)? \p{L}+){0,3}|(?:even (?:if|when|where|though)|whether or not) [^.,;]*)/giu

/** Words of a sentence that reports what somebody wants, not what was decided. */
export const NOT_DECIDED = [
  'proposed',
  'proposes',
  'prayed',
  'requested',
  'submitted',
  'suggested',
  'objector',
  'objectors',
]

/** A text as a pattern that matches it alone. */
export const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')

/** Whether a text contains one of some words, as a whole word. */
export function hasWord(text: string, words: readonly string[]): boolean {
  const mayHave = wordsPossible(text)
  return words.some((word) => mayHave(word) && wholeWord(word).test(text))
}

/**
 * False for a word that a text surely does not contain, in whatever case: most texts have none of the words that they are searched for,
 * and V8 takes a hundred times longer to compile the pattern of a word when it first runs.
 */
function wordsPossible(text: string): (word: string) => boolean {
  // Where case is ignored, a pattern takes only these two letters beyond ASCII for one of ASCII: the long s and the Kelvin sign, a small k here.
  const small = text.toLowerCase().replaceAll('\u017f', 's')
  return (word) => small.includes(smallAscii(word))
}

/** A word in small letters; empty, and so in every text, for one with letters beyond ASCII. */
const smallAscii = remembering((word): string => (/^[ -~]*$/u.test(word) ? word.toLowerCase() : ''))

const wholeWord = remembering(
  (word): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'iu'),
)
