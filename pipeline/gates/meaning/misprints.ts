import { figuresOf } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { whyMeant } from '../quotes/quotations.ts'
import type { Misprint } from '../reading.ts'
import { APPROVED, hasWord, NO_LONGER, NOT_APPROVED, OTHER_CHARGES } from '../text/reading-words.ts'

/** Of a sentence, in characters: a page of lines without full stops proves nothing. */
const LONGEST = 400

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\p{N}+(?:[.,]\p{N}+)*/gu) ?? []

/** Whether a text has a word, or one that begins as it does: `MONTHLY` for `month`. */
const stands = (text: readonly string[], word: string): boolean =>
  text.includes(word) || (word.length > 4 && text.some((each) => each.startsWith(word)))

/** Words that take a column, row or cell out of what is charged: a misprint may leave them out only where proved. */
const DECISIVE = [...APPROVED, ...NOT_APPROVED, ...NO_LONGER, ...OTHER_CHARGES]

/**
 * Declared misprints that their proof does not prove: each word and number that the print lacks must be in the sentence
 * quoted for it, and so must a word that says it is not charged (`existing`, `withdrawn`) and is left out.
 */
export function misprintFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return figuresOf(record).flatMap(({ path, figure: { cell, source_id } }) => {
    const misprint = cell?.misprint ?? null
    if (misprint === null) return []
    const whole = citedIn.around(whyMeant(misprint, source_id))
    const proof = [misprint.quote, ...whole.filter((text) => text.length <= LONGEST)]
    const unproved = unprovedWords(misprint, wordsOf(proof.join(' ')))
    if (unproved.length === 0) return []
    const expected = `"${unproved.join(' ')}" in the sentence that proves the misprint`
    return [failing(path, 'misprint_unproved', expected, `"${misprint.quote}"`)]
  })
}

function unprovedWords({ printed, meant }: Misprint, proof: readonly string[]): string[] {
  const before = wordsOf(printed)
  const added = wordsOf(meant).filter((word) => !stands(before, word))
  const left = DECISIVE.filter((word) => hasWord(printed, [word]) && !hasWord(meant, [word])).flatMap(wordsOf)
  return [...new Set([...added, ...left])].filter((word) => !stands(proof, word))
}
