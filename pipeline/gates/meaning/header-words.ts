import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { meant } from '../cells/cell-faults.ts'
import { contextsOf } from '../cells/figure-context.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { inReads } from '../record/reads.ts'
import { BOTH_HIGH, DECISIVE, escaped, REST_OF_UNITS } from '../text/reading-words.ts'
import { unreadWords } from './condition-words.ts'

/** What only headers say and that leaves the charge as it is. */
export const HEADER_WORDS: ReadonlySet<string> = new Set(
  `basic block blocks capacity wheeling customer retail slab slabs range ranges band column units head heads description
  particulars unit value values figure figures approx inclusive nos number numbers mth fraction fractions month wise
  annual annually yearly quarterly weekly daily half bimonthly seasonal telescopic state discom utility board component
  effect wef applicable date dated new final year rated inr pcm kvarh tension determined revised
  table tables statement abstract summary details list chart appendix schedules contd continued distribution licensees
  variable company companies limited ltd electric regulatory commissions`.split(/\s+/u),
)
/** Words that leave a condition open, and in a header name other hours or another charge. */
const NAMING = new Set('night evening morning solar off excess overdrawal overdrawl extra fuel open'.split(' '))
/** What other checks judge. */
export const JUDGED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:non-telescopic|${DECISIVE.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/**
 * Headers and titles with a word that names another charge, kind of supply or status: `Penal Energy Charge`, `Green tariff`, `as filed`,
 * `Tariff for Temporary Supply`. Each word is an open one, in a name of the record, in what the row reads, or declared.
 */
export function headerWordFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return contextsOf(record).flatMap(({ path, figure, component, called, reads, category }): Found<F>[] => {
    const { cell } = figure
    if (cell === undefined || component === null) return []
    const parts = meant(cell.column, cell).split(' | ')
    const own = citedIn.declared(parts.join(' | '), figure)
    const known = inReads(`${reads} ${called} ${category?.own ?? ''}`)
    const text = own.replace(BOTH_HIGH, ' ').replaceAll(JUDGED, ' ').replaceAll(REST_OF_UNITS, ' ')
    const words = [...unreadWords(record, text, known), ...namingIn(text, known)].filter(
      (word) => /^[a-z]+$/u.test(word) && !HEADER_WORDS.has(word),
    )
    if (words.length === 0) return []
    const expected = `a header of the charge itself, a condition or name for "${words.join(', ')}", or these words declared in readings.yaml (sentences)`
    return [failing(path, 'not_the_charge', expected, `"${parts.join(' | ')}"`)]
  })
}

/** `For consumption in excess of 50% load factor` names the edge of a step, which is compared with it. */
const BEYOND_AN_EDGE = /\bin excess of (?=\d)/giu

const namingIn = (text: string, known: string): string[] =>
  (
    text
      .replaceAll(BEYOND_AN_EDGE, ' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  ).filter((word) => NAMING.has(word) && !known.split(' ').includes(word))
