import { caseResultsText } from '../../../pipeline/gates/calculation/case-results.ts'
import type { Finding, Gate, Means } from '../../../pipeline/gates/gate.ts'
import { GATES } from '../../../pipeline/gates/index.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { Rereader } from '../../../pipeline/intake/reread.ts'
import recordSchema from '../../../releases/record/record.schema.json' with { type: 'json' }
import { TIER } from '../../support/tier.ts'
import { definitionFiles, type Order, type Worked } from './order.ts'
import { readFiles } from './read-order.ts'

/**
 * The gates that generate thousands of requests run on each order in the nightly tier; agreement.property.test.ts runs
 * every day.
 */
function judging(): readonly Gate[] {
  return [...GATES.values()].filter(({ heavy }) => !heavy || TIER === 'nightly')
}

/** A fault of a definition: who reported it, its line in the file, and the text found there. */
export type Mistake = {
  readonly by: string
  readonly where: string
  readonly line: string
  readonly expected: string
  readonly found: string
}

/** All findings of intake and the gates for the definition of an order. */
export async function mistakesIn(
  order: Order,
  worked: readonly Worked[] = [],
  gates: readonly Gate[] = judging(),
): Promise<Mistake[]> {
  const files = await definitionFiles(order, worked)
  const { candidate, findings, source } = await readFiles(order, files)
  const told =
    (by: string) =>
    (finding: Finding): Mistake =>
      mistake(by, finding, files)
  if (candidate === null || findings.length > 0) return findings.map(told('intake'))
  const means: Means = {
    bytes: async (hash) => (hash === source.sha256 ? source.bytes : null),
    pages: async (hash) => (hash === source.sha256 ? source.pages : null),
    extract: extractText,
    reread: (each) => new Rereader(async (hash) => (hash === source.sha256 ? source.bytes : null)).reread(each),
    // A fresh process is tested in test/pipeline/workers; here the answers are calculated twice.
    calculateElsewhere: async () => caseResultsText(candidate.record),
    rebuild: async () => candidate.bytes,
    recordSchema,
    seed: 1,
    generatedInputs: 200,
  }
  const verdicts = await Promise.all(gates.map(async (gate) => gate.check(candidate, means)))
  return verdicts.flatMap(({ gate, findings: found }) => found.map(told(gate)))
}

function mistake(by: string, { where, expected, found }: Finding, files: ReadonlyMap<string, string>): Mistake {
  const [file = '', line = '0'] = where.split(':')
  const text = files.get(file)?.split('\n')[Number(line) - 1] ?? ''
  return { by, where, line: text.trim(), expected, found }
}
