import { hasWord } from './reading-words.ts'

/** The two areas of supply, and what orders call them. */
export const AREA_WORDS: Readonly<Record<'rural' | 'urban', readonly string[]>> = {
  rural: ['rural', 'village', 'villages', 'panchayat', 'panchayats'],
  urban: ['urban', 'town', 'towns', 'city', 'cities', 'municipal', 'municipality', 'municipalities'],
}
export const AREAS = ['rural', 'urban'] as const

/** Any of these words, as a part of a pattern. */
export const AREA = `(?<!\\p{L})(?:${AREAS.flatMap((area) => AREA_WORDS[area]).join('|')})(?!\\p{L})`

const OPPOSITE: Readonly<Record<string, string>> = { rural: 'urban', urban: 'rural' }

/** A text in which an area that it denies is the other one: `Other than Rural Schedule` is urban, and `non-urban` is rural. */
export const areasSaid = (text: string): string =>
  text.replace(
    /(?<!\p{L})(?:other than|not|non)[\s-]+(?:the )?(rural|urban)(?!\p{L})(?!\s*(?:,|and|or|\/)\s*(?:rural|urban)(?!\p{L}))/giu,
    (_, area: string) => OPPOSITE[area.toLowerCase()] ?? area,
  )

/** The areas that a text names. */
export const areasIn = (text: string): readonly string[] =>
  AREAS.filter((area) => hasWord(areasSaid(text), AREA_WORDS[area]))
