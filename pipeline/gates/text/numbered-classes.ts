/** Classes that a text names by their numbers alone: `LT-2, 3 and 4`, `categories II and III`. */

const NUMBER = '(?:\\d{1,2}|[IVX]{1,5})(?![\\p{L}\\p{N}]|[.,]\\d)'
const JOINT = '(?:\\s*,\\s*(?:and |or )?|\\s*(?:and|or|&)\\s+)'
/** `LT-2 and 3 percent` is no list of classes. */
const ENDS =
  '(?=\\s*(?:[,.;:)]|$|(?:and|or|&|consumers?|customers?|categor(?:y|ies)|class(?:es)?|shall|will|may|is|are|pays?|gets?|who|with|having|under|by|at)(?![\\p{L}])))'
const LATER = `${JOINT}${NUMBER}${ENDS}`

/** `LT-2, 3 and 4`: its letters, its first number with its bracket, and the other numbers. */
export const LISTED_CLASSES = new RegExp(
  `(?<![\\p{L}\\p{N}-])(\\p{Lu}{1,4}-\\s?|E?H[TV][\\s.]{1,2}|L[TV][\\s.]{1,2})((?:\\d{1,2}|[IVX]{1,5})(?:\\s?\\(\\p{L}\\))?)((?:${LATER})+)`,
  'gu',
)
/** `LT categories II and III`: its level, its word, and the numbers. */
export const NUMBERED_CLASSES = new RegExp(
  `(?<!\\p{L})(?:(E?HT|LT)[\\s-]+)?([Cc]ategor(?:y|ies)|[Cc]lass(?:es)?)\\s+(${NUMBER}(?:${LATER})*)${ENDS}`,
  'gu',
)
/** `LT-2 to LT-4`, or `LT-2 to 4`: its letters, its first number and its last. */
export const RANGES_OF_CLASSES = new RegExp(
  `(?<![\\p{L}\\p{N}-])(\\p{Lu}{1,4}-\\s?|E?H[TV][\\s.]{1,2}|L[TV][\\s.]{1,2})(\\d{1,2}|[IVX]{1,5})\\s+to\\s+(?:\\1)?(${NUMBER})${ENDS}`,
  'gu',
)
const EACH = new RegExp(NUMBER, 'gu')

/** The list with each number replaced. */
export const eachNumber = (list: string, by: (number: string) => string): string => list.replaceAll(EACH, by)

const ROMAN = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'.split(' ')
/** The numbers from one to another, each as digits and as a Roman number. */
export const numbersBetween = (first: string, last: string): (readonly string[])[] =>
  ROMAN.map((roman, index) => [String(index + 1), roman] as const).slice(
    Number(inDigits(first)) - 1,
    Number(inDigits(last)),
  )

/** A number of a class in digits: `IV` is 4. */
export function inDigits(number: string): string {
  const at = ROMAN.indexOf(number)
  return at < 0 ? number : String(at + 1)
}

/** What joins the names of a list: `Street Lights as well as LT-5`. */
export const JOINING = '(?:(?:and|&)(?: also)?|or|as well as|along with|together with)'
