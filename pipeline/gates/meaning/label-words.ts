import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { meant } from '../cells/cell-faults.ts'
import { contextsOf } from '../cells/figure-context.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { inReads } from '../record/reads.ts'
import { unreadWords, withClauses } from './condition-words.ts'
import { HEADER_WORDS, JUDGED } from './header-words.ts'

/** What labels say in addition, and that leaves open who pays; the number of a line is there too: `Slab III`. */
const OPEN = new Set(
  'including premises places remaining balance unlimited onwards upwards phases voltages too iii vii viii xii xiii'.split(
    ' ',
  ),
)
/** Words of headers that restrict a label. */
const RESTRICTING = new Set(['new', 'seasonal'])
/** `Each additional unit` is a later step. */
const FURTHER = /^(?:additional|extra|more) /iu
/** The code of a line in a sheet: `NDS-II-SMALL-FIXED`. */
const IS_CODE = /^[\p{Lu}\p{N}_-]*-[\p{Lu}\p{N}_-]*$/u

/**
 * Labels of rows and rules with a word that nothing reads: `Commercial, run by women` read for all of Commercial. Each word is an open one, in a
 * name of the record, in what the row or rule reads, or declared.
 */
export function labelWordFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return contextsOf(record).flatMap(({ path, figure, component, rule, called, reads, category }): Found<F>[] => {
    const { cell, grade } = figure
    // The label of a derived figure is of those from which it was computed.
    if (cell === undefined || grade === 'specimen' || grade === 'derived') return []
    if (component === null && rule === null) return []
    const parts = cell.row.filter((part) => !IS_CODE.test(part))
    const label = citedIn.declared(meant(parts, cell), figure).replaceAll(JUDGED, ' ')
    const known = inReads(`${reads} ${called} ${category?.own ?? ''}`)
    const unread = unreadWords(record, label, known).filter(
      (word) => /^[a-z]+$/u.test(word) && !OPEN.has(word) && (!HEADER_WORDS.has(word) || RESTRICTING.has(word)),
    )
    const words = withClauses(unread, label, known).filter((each) => !FURTHER.test(each))
    if (words.length === 0) return []
    const expected = `a condition or name for "${words.join(', ')}", or these words declared in readings.yaml (sentences)`
    return [failing(path, 'condition_unread', expected, `"${parts.join(' | ')}"`)]
  })
}
