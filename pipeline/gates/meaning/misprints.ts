import type { Cell } from '../../../releases/record/cell.ts'
import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { contextsOf, type FigureContext } from '../cells/figure-context.ts'
import { type Said, saidIn } from '../cells/label-edges.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { whyMeant } from '../quotes/quotations.ts'
import type { Misprint } from '../reading.ts'
import { means, namesIn } from '../record/category-names.ts'
import { fold } from '../text/fold.ts'
import { componentsIn, DECISIVE, hasWord } from '../text/reading-words.ts'
import { readPrinted } from '../text/tokens.ts'

/** Of a sentence, in characters: a page of lines without full stops proves nothing. */
const LONGEST = 400

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\p{N}+(?:[.,]\p{N}+)*/gu) ?? []

/** Whether a text has a word, or one that begins as it does: `MONTHLY` for `month`. */
const stands = (text: readonly string[], word: string): boolean =>
  text.includes(word) || (word.length > 4 && text.some((each) => each.startsWith(word)))

/**
 * Declared misprints that their proof does not prove: each word and number that the print lacks must be in the sentence
 * quoted for it, and so must a word that says it is not charged (`existing`, `withdrawn`) and is left out. The proof is
 * of the same row and column.
 */
export function misprintFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return contextsOf(record).flatMap((context) => {
    const { cell, source_id } = context.figure
    const misprint = cell?.misprint ?? null
    if (cell === undefined || misprint === null) return []
    const whole = citedIn.around(whyMeant(misprint, source_id))
    const proof = [misprint.quote, ...whole.filter((text) => text.length <= LONGEST)]
    const unproved = unprovedWords(misprint, wordsOf(proof.join(' ')))
    const expected =
      unproved.length > 0
        ? `"${unproved.join(' ')}" in the sentence that proves the misprint`
        : otherPlace(record, context, cell, proof.join(' | '))
    return expected === null ? [] : [failing(context.path, 'misprint_unproved', expected, `"${misprint.quote}"`)]
  })
}

/**
 * Why a proof is of another row or column: it names other categories, another charge or, for a cell, only other edges
 * or no row.
 */
function otherPlace(record: ReleaseRecord, context: FigureContext, cell: Cell, proof: string): string | null {
  const { path, component, category, figure, from, to, bounds } = context
  const row = record.rows.find(({ row_id }) => path.startsWith(`rows/${row_id}/`))
  const rule = record.rules.adjustments.find(({ adjustment_id: id }) => path.startsWith(`rules/adjustments/${id}/`))
  const codes = row === undefined ? (rule?.applies_to ?? []) : [row.subcategory_code]
  const { found } = namesIn(record, proof)
  const isOwn = codes.some((code) => found.some((name) => means(record, name, code)))
  if (codes.length > 0 && found.length > 0 && !isOwn) return `a proof of ${category?.own ?? codes.join(', ')}`
  const charges = componentsIn(proof)
  if (component !== null && component !== 'other' && charges.length > 0 && !charges.includes(component))
    return `a proof of the ${component} charge`
  // What is proved of a header or label may be proved of all rows; the number of a cell is that of one.
  if (cell.misprint?.printed !== cell.printed) return null
  const own = [from, to, ...bounds.map(({ value }) => value)].flatMap((value) => normaliseDecimal(value ?? '') ?? [])
  const edges = saidIn(proof).filter(
    ({ value, kind }) => kind !== 'width' && value !== readPrinted(figure.printed ?? ''),
  )
  const isEdge = ({ value }: Said): boolean => own.includes(value) || own.includes(String(Number(value) - 1))
  if (component !== null && edges.length > 0 && !edges.some(isEdge))
    return `a proof with the edges of its row: ${own.join(', ') || 'none'}`
  const isLabelled = cell.row.some((part) => part.length > 3 && proof.includes(fold(part)))
  return !isOwn && !isLabelled ? 'a proof that names the row of the cell' : null
}

function unprovedWords({ printed, meant }: Misprint, proof: readonly string[]): string[] {
  const before = wordsOf(printed)
  const added = wordsOf(meant).filter((word) => !stands(before, word))
  // A misprint may leave them out only where proved.
  const left = DECISIVE.filter((word) => hasWord(printed, [word]) && !hasWord(meant, [word])).flatMap(wordsOf)
  return [...new Set([...added, ...left])].filter((word) => !stands(proof, word))
}
