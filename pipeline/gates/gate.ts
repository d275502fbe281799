import * as z from 'zod'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Covered, DeclaredWords, ReadFigure, Reread, TableReading } from './reading.ts'

/** A finding of a gate: where (file:line or a path in the record), expected, found. */
export const findingSchema = z.strictObject({
  where: z.string(),
  expected: z.string(),
  found: z.string(),
  evidence: z.string().nullable(),
})
export type Finding = Readonly<z.infer<typeof findingSchema>>

/** A finding of a gate, and which of the gate's faults it reports. */
type Failure<F extends string = string> = Finding & { readonly fault: F }

/** The same before its place is looked up: about the part of the record with this path. */
export type Found<F extends string> = Omit<Failure<F>, 'where'> & { readonly path: string }

/** A violated rule: the gate's fault, what it expected of a part, and what it found. */
export type Failing<F extends string> = readonly [fault: F, expected: string, found: string]

/** A finding about the part of the record with this path. `evidence`: the quote or request that it is about. */
export function failing<F extends string>(
  path: string,
  fault: F,
  expected: string,
  found: string,
  evidence: string | null = null,
): Found<F> {
  return { path, fault, expected, found, evidence }
}

/** The 29 gates in order (docs/design/release.md#gates). */
export const GATE_NAMES = [
  'source.bytes_match',
  'source.identity_complete',
  'source.text_reproducible',
  'source.in_force',
  'source.cited',
  'evidence.figures_cited',
  'evidence.quote_found',
  'evidence.figure_in_quote',
  'evidence.grade_supported',
  'schema.record_valid',
  'schema.codes_unique',
  'schema.money_exact',
  'schema.periods_served',
  'structure.counts_declared',
  'structure.slabs_contiguous',
  'structure.rows_and_categories',
  'structure.inputs_sufficient',
  'structure.applicability_disjoint',
  'structure.routing_closed',
  'calculation.regression_cases',
  'calculation.boundaries',
  'calculation.monotonic',
  'calculation.lines_sum',
  'calculation.reference_agrees',
  'calculation.deterministic',
  'closed.blocked_absent',
  'closed.unknown_refused',
  'record.canonical_stable',
  'record.rebuild_identical',
] as const
export type GateName = (typeof GATE_NAMES)[number]

/**
 * Verdict of a gate. A failed gate is a value; an exception means an infrastructure fault. `checked` counts the items
 * examined.
 */
export type Verdict<F extends string = string> = {
  readonly gate: GateName
  readonly passed: boolean
  readonly checked: number
  readonly findings: readonly Failure<F>[]
}

/** A parsed release definition: its record, and the place of each part in its files. */
export type Candidate = {
  readonly record: ReleaseRecord
  /** Canonical bytes of the record (RFC 8785), which would be sealed. */
  readonly bytes: Uint8Array
  /** Problems found while reading the definition: YAML and CSV errors, unknown keys, unresolved ids. */
  readonly intakeFindings: readonly Finding[]
  /** Declarations of each source in sources.yaml, without values calculated from its bytes. */
  readonly declaredSources: ReadonlyMap<string, { sha256: string; sizeBytes: number }>
  /** Readings of the tables of its sources (readings.yaml), and the figures in figures.csv. */
  readonly readings: readonly TableReading[]
  readonly figures: readonly ReadFigure[]
  /** Words of cited sentences that readings.yaml declares. */
  readonly sentences: readonly DeclaredWords[]
  /** Pages that readings.yaml covers completely: in an original, the tariff itself. */
  readonly covers: readonly Covered[]
  /** `file:line` of a part of the record, by path such as `rows/BR-DS-II/energy/0` or `sources/BR-SCHEDULE`. */
  readonly where: (path: string) => string
}

/** Text pages extracted from bytes, or the reason why that failed. */
export type Extraction = { ok: true; pages: string[] } | { ok: false; reason: string }

/** Data that gates need in addition to the candidate. Gates do no I/O of their own. */
export type Means = {
  /** Stored bytes by sha256, or null if they are not stored. */
  bytes(sha256: string): Promise<Uint8Array | null>
  /** Stored text pages by the source's sha256, or null. */
  pages(sha256: string): Promise<readonly string[] | null>
  /** Extracts again. */
  extract(bytes: Uint8Array, mediaType: string): Promise<Extraction>
  /** Reads the tables of the candidate's sources again, by its readings. */
  reread(candidate: Candidate): Promise<Reread>
  /** Calculates every regression case of the record in a fresh process: the canonical text of all results. */
  calculateElsewhere(recordBytes: Uint8Array): Promise<string>
  /** Rebuilds the record's bytes from only the event log and the stored sources. */
  rebuild(): Promise<Uint8Array>
  /** The published JSON Schema (2020-12) of the record. */
  readonly recordSchema: object
  /** Seed and number of generated inputs for gates 24 and 27. */
  readonly seed: number
  readonly generatedInputs: number
}

/** Generated inputs of gates 24 and 27 (docs/design/release.md#gates: at least 10,000), and their seed. */
export const GENERATED: Pick<Means, 'seed' | 'generatedInputs'> = { seed: 20_260_401, generatedInputs: 10_000 }

export type Gate<F extends string = string> = {
  readonly name: GateName
  /** All faults that it can report: each has a failing fixture (test/pipeline/gates/faults). */
  readonly faults: readonly F[]
  /** Heavy gates use the CPU for more than a moment and run in worker threads. */
  readonly heavy: boolean
  check(candidate: Candidate, means: Means): Verdict<F> | Promise<Verdict<F>>
}

/** What a check found, and the number of items it examined. */
export type Checked<F extends string> = {
  readonly checked: number
  readonly findings: readonly (Found<F> | Failure<F>)[]
}

export type Check<F extends string> = (candidate: Candidate, means: Means) => Checked<F> | Promise<Checked<F>>

/** The gate of a check. Each finding gets the place of its part in the definition's files. */
export function gate<F extends string>(
  name: GateName,
  faults: readonly F[],
  check: Check<F>,
  { heavy = false } = {},
): Gate<F> {
  const verdict = ({ where }: Candidate, { checked, findings }: Checked<F>): Verdict<F> => ({
    gate: name,
    passed: findings.length === 0,
    checked,
    findings: findings.map((each) => {
      if ('where' in each) return each
      const { path, fault, expected, found, evidence } = each
      return { fault, where: where(path), expected, found: `${path}: ${found}`, evidence }
    }),
  })
  return {
    name,
    faults,
    heavy,
    check(candidate, means) {
      const done = check(candidate, means)
      return done instanceof Promise ? done.then((each) => verdict(candidate, each)) : verdict(candidate, done)
    },
  }
}
