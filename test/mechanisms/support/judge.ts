import { sourceBytesMatch } from '../../../pipeline/gates/01-source-bytes-match.ts'
import { sourceIdentityComplete } from '../../../pipeline/gates/02-source-identity-complete.ts'
import { sourceTextReproducible } from '../../../pipeline/gates/03-source-text-reproducible.ts'
import { sourceInForce } from '../../../pipeline/gates/04-source-in-force.ts'
import { sourceCited } from '../../../pipeline/gates/05-source-cited.ts'
import { evidenceFiguresCited } from '../../../pipeline/gates/06-evidence-figures-cited.ts'
import { evidenceQuoteFound } from '../../../pipeline/gates/07-evidence-quote-found.ts'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { evidenceGradeSupported } from '../../../pipeline/gates/09-evidence-grade-supported.ts'
import { schemaRecordValid } from '../../../pipeline/gates/10-schema-record-valid.ts'
import { schemaCodesUnique } from '../../../pipeline/gates/11-schema-codes-unique.ts'
import { schemaMoneyExact } from '../../../pipeline/gates/12-schema-money-exact.ts'
import { schemaPeriodsServed } from '../../../pipeline/gates/13-schema-periods-served.ts'
import { structureCountsDeclared } from '../../../pipeline/gates/14-structure-counts-declared.ts'
import { structureSlabsContiguous } from '../../../pipeline/gates/15-structure-slabs-contiguous.ts'
import { structureRowsAndCategories } from '../../../pipeline/gates/16-structure-rows-and-categories.ts'
import { structureInputsSufficient } from '../../../pipeline/gates/17-structure-inputs-sufficient.ts'
import { structureApplicabilityDisjoint } from '../../../pipeline/gates/18-structure-applicability-disjoint.ts'
import { structureRoutingClosed } from '../../../pipeline/gates/19-structure-routing-closed.ts'
import type { Finding, Gate, Means } from '../../../pipeline/gates/gate.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import recordSchema from '../../../releases/record/record.schema.json' with { type: 'json' }
import { definitionFiles, type Order, type Worked } from './order.ts'
import { readFiles } from './read-order.ts'

const GATES: readonly Gate[] = [
  sourceBytesMatch,
  sourceIdentityComplete,
  sourceTextReproducible,
  sourceInForce,
  sourceCited,
  evidenceFiguresCited,
  evidenceQuoteFound,
  evidenceFigureInQuote,
  evidenceGradeSupported,
  schemaRecordValid,
  schemaCodesUnique,
  schemaMoneyExact,
  schemaPeriodsServed,
  structureCountsDeclared,
  structureSlabsContiguous,
  structureRowsAndCategories,
  structureInputsSufficient,
  structureApplicabilityDisjoint,
  structureRoutingClosed,
]

/** What is wrong with a definition: who found it, the line of the file that it stands on, and what was found there. */
export type Mistake = {
  readonly by: string
  readonly where: string
  readonly line: string
  readonly expected: string
  readonly found: string
}

/** Everything that intake and the gates find in the definition of an order. */
export async function mistakesIn(order: Order, worked: readonly Worked[] = []): Promise<Mistake[]> {
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
    calculateElsewhere: () => Promise.reject(new Error('none of these gates asks for it')),
    rebuild: async () => candidate.bytes,
    recordSchema,
    seed: 1,
    generatedInputs: 200,
  }
  const verdicts = await Promise.all(GATES.map(async (gate) => gate.check(candidate, means)))
  return verdicts.flatMap(({ gate, findings: found }) => found.map(told(gate)))
}

function mistake(by: string, { where, expected, found }: Finding, files: ReadonlyMap<string, string>): Mistake {
  const [file = '', line = '0'] = where.split(':')
  const text = files.get(file)?.split('\n')[Number(line) - 1] ?? ''
  return { by, where, line: text.trim(), expected, found }
}
