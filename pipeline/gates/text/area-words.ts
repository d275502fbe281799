import { hasWord } from './reading-words.ts'

/** The two areas of supply, and what orders call them. */
export const AREA_WORDS: Readonly<Record<'rural' | 'urban', readonly string[]>> = {
  rural: ['rural', 'village', 'villages', 'panchayat', 'panchayats'],
  urban: ['urban', 'town', 'towns', 'city', 'cities', 'municipal', 'municipality', 'municipalities'],
}
export const AREAS = ['rural', 'urban'] as const

/** Any of these words, as a part of a pattern. */
export const AREA = `(?<!\\p{L})(?:${AREAS.flatMap((area) => AREA_WORDS[area]).join('|')})(?!\\p{L})`

/** The areas that a text names. */
export const areasIn = (text: string): readonly string[] => AREAS.filter((area) => hasWord(text, AREA_WORDS[area]))
