/** Hours of the day in words: their numbers are no amounts, and they restrict what is said of them. */

const JOINT = '\\s*(?:to|till|and|[-\\u2013])\\s*'
const HOURS = '(?:hours?|hrs?)(?!\\p{L})'
const CLOCK = '(?:[01]?\\d|2[0-4])'
const MINUTES = `${CLOCK}[:.]\\d{2}`
const HUNDREDS = '(?:[01]\\d|2[0-4])[0-5]0'
const NO_AMOUNT = '(?<![\\d.,\\p{L}]|(?<!\\p{L})(?:Rs\\.?|INR|rupees|\\u20b9)\\s*)'
/** `1000 to 2000 hours of use`, `6 to 8 hours a day`: how many they are. */
const NOT_COUNTED = '(?! (?:of|a|per|in)(?!\\p{L}))'
const HALF = '[ap]\\.?\\s?m(?![\\p{L}\\p{N}])'
const OF_TWELVE = '(?:0?[1-9]|1[0-2])'
/** `Midnight`, `12 noon`, `12:00 midnight`. */
const IN_WORDS = '(?:12(?:[:.]00)?\\s*(?:hrs\\.?\\s*)?)?(?<!\\p{L})(?:mid-?night|noon)(?!\\p{L})'
const ONE_OF_DAY = `(?:${OF_TWELVE}(?:[:.]\\d{2})?\\s*${HALF}\\.?|${MINUTES}(?:\\s*${HOURS}\\.?)?|${HUNDREDS}\\s*${HOURS}\\.?|${CLOCK}\\s*${HOURS}\\.?)`

/** `18.00 to 22.00 hrs`, `1800 hrs to 2200 hrs`, `18:00-22:00`, `from 18 to 22 hours`, `6 p.m. and 10 p.m.` */
export const RANGE_OF_HOURS = [
  `${NO_AMOUNT}${ONE_OF_DAY}${JOINT}${IN_WORDS}`,
  `${NO_AMOUNT}${IN_WORDS}${JOINT}(?:${ONE_OF_DAY}|${IN_WORDS})`,
  `${NO_AMOUNT}${CLOCK}\\s*${HOURS}\\.?${JOINT}${CLOCK}\\s*${HOURS}${NOT_COUNTED}`,
  `${NO_AMOUNT}0\\d${JOINT}${CLOCK}\\s*${HOURS}${NOT_COUNTED}`,
  `${NO_AMOUNT}${MINUTES}(?:\\s*${HOURS}\\.?)?${JOINT}${MINUTES}\\s*${HOURS}`,
  `${NO_AMOUNT}${CLOCK}:\\d{2}${JOINT}${CLOCK}:\\d{2}(?!\\d)`,
  `${NO_AMOUNT}${HUNDREDS}(?:\\s*${HOURS}\\.?)?${JOINT}${HUNDREDS}\\s*${HOURS}${NOT_COUNTED}`,
  `(?<!\\p{L})(?:from|during|between) ${CLOCK}(?:\\s*${HOURS}\\.?)?${JOINT}${CLOCK}\\s*(?:${HOURS}|h(?!\\p{L}))${NOT_COUNTED}`,
  `${NO_AMOUNT}${OF_TWELVE}(?:[:.]\\d{2})?\\s*(?:${HALF}\\.?\\s*)?${JOINT}${OF_TWELVE}(?:[:.]\\d{2})?\\s*${HALF}`,
].join('|')

/** A range of hours, or one of them: `6 p.m.`, `22:00`. */
export const HOURS_OF_DAY = new RegExp(
  [
    RANGE_OF_HOURS,
    `\\b\\d{1,2}[:.]\\d{2}\\s*(?:${HALF}|${HOURS})`,
    `${NO_AMOUNT}${OF_TWELVE}\\s*${HALF}`,
    `${NO_AMOUNT}0\\d[0-5]0\\s*${HOURS}`,
    `${NO_AMOUNT}${IN_WORDS}`,
    '\\b\\d{1,2}:\\d{2}\\b',
  ].join('|'),
  'giu',
)
