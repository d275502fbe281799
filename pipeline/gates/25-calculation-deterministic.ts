import { CompileError } from '../../releases/engine/language/compile-error.ts'
import { caseResultsText } from './calculation/case-results.ts'
import { failing, gate } from './gate.ts'

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
export const calculationDeterministic = gate('calculation.deterministic', FAULTS, async (candidate, means) => {
  const { record, bytes, where } = candidate
  let here: string
  try {
    here = caseResultsText(record)
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    const expected = 'a release that the engine can compile'
    return {
      checked: 1,
      findings: [{ fault: 'not_compiled', where: where(error.path), expected, found: error.message, evidence: null }],
    }
  }
  const elsewhere = await means.calculateElsewhere(bytes)
  if (elsewhere === here) return { checked: record.cases.length, findings: [] }
  const [expected, found] = parting(here, elsewhere)
  return {
    checked: record.cases.length,
    findings: [failing('cases', 'differs', `the same answers in a fresh process; ${expected}`, found)],
  }
})
