import type { Pool } from 'pg'
import { loadCandidate, type StoredCandidate } from '../commands/load-candidate.ts'
import { appendTogether } from '../event-log/append-together.ts'
import { type Gate, type GateName, GENERATED, type Means, type Verdict } from '../gates/gate.ts'
import { extractText } from '../intake/extract-text.ts'
import { keepingLast, Rereader } from '../intake/reread.ts'
import { loggable, newEvent, type Payload, streamOf } from '../lifecycle/events.ts'
import { type GateJob, type RunJob, runStem } from '../relay/jobs.ts'
import { getBlob, getPages } from '../store/blobs.ts'

export type GateParts = {
  readonly pool: Pool
  readonly gates: ReadonlyMap<GateName, Gate>
  readonly recordSchema: object
  readonly calculateElsewhere: Means['calculateElsewhere']
  readonly actor: string
  readonly now: () => Date
}

/** Candidates are cached for a short time: the 29 gates of one run use the same one; another run reads the store again. */
const KEPT = 4

export class GateRunner {
  readonly #parts: GateParts
  readonly #keeping = keepingLast<StoredCandidate>(KEPT)
  readonly #rereader: Rereader

  constructor(parts: GateParts) {
    this.#parts = parts
    this.#rereader = new Rereader((hash) => getBlob(parts.pool, hash))
  }

  /** Runs one gate job: loads the candidate from the log, runs the gate, appends the verdict. */
  async run(job: GateJob): Promise<{ passed: boolean }> {
    const { pool, gates, actor, now } = this.#parts
    const gate = gates.get(job.gate)
    if (gate === undefined) throw new Error(`this worker has no gate ${job.gate}: it runs older code than the log`)
    const candidate = await this.#keeping(runStem(job), () => loadCandidate(pool, job))
    const verdict = await gate.check(candidate, this.#means(candidate))
    await appendVerdict(pool, job, verdict, actor, now())
    return { passed: verdict.passed }
  }

  #means(candidate: StoredCandidate): Means {
    const { pool, recordSchema, calculateElsewhere } = this.#parts
    return {
      bytes: (hash) => getBlob(pool, hash),
      pages: (hash) => getPages(pool, hash),
      extract: extractText,
      reread: (each) => this.#rereader.reread(each),
      calculateElsewhere,
      rebuild: async () => candidate.rebuilt().bytes,
      recordSchema,
      ...GENERATED,
    }
  }
}

/** Maximum number of findings; more would add nothing. The last finding then has the number of those left out. */
const MOST_FINDINGS = 200

function capped(findings: Verdict['findings']): Payload<'GateChecked'>['findings'] {
  if (findings.length <= MOST_FINDINGS) return loggable(findings)
  const rest = findings.length - MOST_FINDINGS
  return [
    ...loggable(findings.slice(0, MOST_FINDINGS)),
    { where: 'further findings', expected: 'none', found: `${rest} more of this gate`, evidence: null },
  ]
}

/**
 * Appends a gate's verdict once: the command id is `<release>.r<revision>.<run>.<gate>`, so a job that runs twice
 * leaves one verdict, the first (docs/design/architecture.md#queue).
 */
export async function appendVerdict(
  pool: Pool,
  run: RunJob,
  verdict: Verdict,
  actor: string,
  now: Date,
): Promise<void> {
  const { release_id, revision, run_id } = run
  const payload: Payload<'GateChecked'> = {
    release_id,
    revision,
    run_id,
    gate: verdict.gate,
    passed: verdict.passed,
    checked: verdict.checked,
    findings: capped(verdict.findings),
  }
  await appendTogether(pool, {
    stream: streamOf.run(release_id, revision, run_id),
    expectedVersion: 'any',
    events: [newEvent({ type: 'GateChecked', payload })],
    actor,
    commandId: `${runStem(run)}.${verdict.gate}`,
    now,
  })
}
