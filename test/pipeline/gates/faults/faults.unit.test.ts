import { describe, expect, test } from 'vitest'
import type { Gate, GateName, Means, Verdict } from '../../../../pipeline/gates/gate.ts'
import { GATES } from '../../../../pipeline/gates/index.ts'
import { canonicalBytes } from '../../../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { calculationMeans } from '../calculation-support.ts'
import { sampleCandidate, sampleMeans } from '../support/sample.ts'
import * as agreement from './agreement.ts'
import * as calculation from './calculation.ts'
import * as closed from './closed.ts'
import * as evidence from './evidence.ts'
import type { Fixture, Sound, Table } from './fixture.ts'
import * as grades from './grades.ts'
import * as record from './record.ts'
import * as requests from './requests.ts'
import * as schema from './schema.ts'
import * as sources from './sources.ts'
import * as structure from './structure.ts'

/** One table for each gate; the compiler checks that it covers all faults declared by the gate. */
const TABLES: Readonly<Record<GateName, Table<string>>> = {
  'source.bytes_match': sources.bytesMatch,
  'source.identity_complete': sources.identityComplete,
  'source.text_reproducible': sources.textReproducible,
  'source.in_force': sources.inForce,
  'source.cited': evidence.cited,
  'evidence.figures_cited': evidence.figuresCited,
  'evidence.quote_found': evidence.quoteFound,
  'evidence.figure_in_quote': agreement.figureInQuote,
  'evidence.grade_supported': grades.gradeSupported,
  'schema.record_valid': schema.recordValid,
  'schema.codes_unique': schema.codesUnique,
  'schema.money_exact': schema.moneyExact,
  'schema.periods_served': schema.periodsServed,
  'structure.counts_declared': structure.countsDeclared,
  'structure.slabs_contiguous': structure.slabsContiguous,
  'structure.rows_and_categories': structure.rowsAndCategories,
  'structure.inputs_sufficient': requests.inputsSufficient,
  'structure.applicability_disjoint': requests.applicabilityDisjoint,
  'structure.routing_closed': requests.routingClosed,
  'calculation.regression_cases': calculation.regressionCases,
  'calculation.boundaries': calculation.boundaries,
  'calculation.monotonic': calculation.monotonic,
  'calculation.lines_sum': calculation.linesSum,
  'calculation.reference_agrees': calculation.referenceAgrees,
  'calculation.deterministic': calculation.deterministic,
  'closed.blocked_absent': closed.blockedAbsent,
  'closed.unknown_refused': closed.unknownRefused,
  'record.canonical_stable': record.canonicalStable,
  'record.rebuild_identical': record.rebuildIdentical,
}

/** Null: it cannot be written, which is a fault itself. */
function bytesOf(altered: ReleaseRecord): Uint8Array | null {
  try {
    return canonicalBytes(altered)
  } catch {
    return null
  }
}

async function judge(gate: Gate, table: Table<string>, fixture: Fixture): Promise<Verdict> {
  const altered = (fixture.sound ?? table.sound)()
  const means: Means = {
    ...calculationMeans(),
    ...sampleMeans(),
    calculateElsewhere: calculationMeans().calculateElsewhere,
  }
  const before = canonicalBytes(altered)
  fixture.edit?.(altered)
  const candidate = { ...sampleCandidate(), record: altered, bytes: bytesOf(altered) ?? before }
  const documents: Means = { ...means, ...table.means?.(means) }
  const own: Means = { ...documents, rebuild: async () => before }
  return gate.check({ ...candidate, ...fixture.candidate?.(candidate) }, { ...own, ...fixture.means?.(own) })
}

const judged = new Map<string, Promise<Verdict>>()
const numbers = new Map<Sound, number>()

/** A valid definition is judged only once per gate, however many fixtures alter it. */
function soundly(gate: Gate, table: Table<string>, sound: Sound): Promise<Verdict> {
  if (!numbers.has(sound)) numbers.set(sound, numbers.size)
  const key = `${gate.name} ${numbers.get(sound)}`
  const before = judged.get(key) ?? judge(gate, table, { sound })
  judged.set(key, before)
  return before
}

for (const [name, declared] of GATES) {
  const table: Table<string> = TABLES[name]
  const gate = table.gate ?? declared
  describe(`${name} fails, and by nothing else, by`, () => {
    const fixtures = declared.faults.flatMap((fault) =>
      [table.faults[fault] ?? []]
        .flat()
        .map((fixture, index): [string, number, Fixture] => [fault, index + 1, fixture]),
    )

    test('each fault that it declares, and no other: every one has a fixture', () => {
      expect(Object.keys(table.faults).toSorted()).toEqual([...declared.faults].toSorted())
      expect(new Set(fixtures.map(([fault]) => fault))).toEqual(new Set(declared.faults))
    })

    test.each(fixtures)('%s, fixture %i', async (fault, _, fixture) => {
      const sound = fixture.sound ?? table.sound
      expect((await soundly(gate, table, sound)).findings).toEqual([])
      const { passed, findings } = await judge(fixture.gate ?? gate, table, { ...fixture, sound })
      expect(passed).toBe(false)
      const expected = new Set([fault, ...(fixture.beside ?? [])])
      expect(findings.filter((finding) => !expected.has(finding.fault))).toEqual([])
      expect(new Set(findings.map((finding) => finding.fault))).toEqual(expected)
    })
  })
}
