import { caseResultsText } from './calculation/case-results.ts'
import { gateOfPlan } from './calculation/outcome.ts'
import { failing } from './gate.ts'

const FAULTS = ['not_compiled', 'differs'] as const

/** Number of characters shown from each text if two differ. */
const SHOWN = 80

/** Where two texts differ: some characters of each from there. */
function parting(here: string, elsewhere: string): [here: string, elsewhere: string] {
  let at = 0
  while (at < here.length && here[at] === elsewhere[at]) at += 1
  const from = Math.max(0, at - SHOWN / 2)
  const show = (text: string): string => (at >= text.length ? 'it ends there' : text.slice(from, at + SHOWN))
  return [`at character ${at}: ${show(here)}`, `at character ${at}: ${show(elsewhere)}`]
}

/**
 * Gate 25: the answers to all regression cases, calculated from the record's bytes in a fresh process, are
 * byte-identical to those calculated here (docs/design/release.md#gates).
 */
export const calculationDeterministic = gateOfPlan(
  'calculation.deterministic',
  FAULTS,
  async (_tested, { record, bytes }, means) => {
    const here = caseResultsText(record)
    const elsewhere = await means.calculateElsewhere(bytes)
    const checked = record.cases.length
    if (elsewhere === here) return { checked, findings: [] }
    const [expected, found] = parting(here, elsewhere)
    return {
      checked,
      findings: [failing('cases', 'differs', `the same answers in a fresh process; ${expected}`, found)],
    }
  },
)
