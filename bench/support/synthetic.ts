import type { Pool } from 'pg'
import { beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import { CheckpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { appendAct } from '../../pipeline/commands/append-act.ts'
import { runCommand } from '../../pipeline/commands/run-command.ts'
import { append } from '../../pipeline/event-log/append.ts'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { decideRun } from '../../pipeline/jobs/decide-run.ts'
import type { Command } from '../../pipeline/lifecycle/commands.ts'
import { newEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { putBlob } from '../../pipeline/store/blobs.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { peopleOf } from '../../scripts/local-people.ts'

const RUN = 'run-bench'
const now = (): Date => new Date()

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
/** Minimum number per row of a definition; Bihar's rows have five times as many. */
const CASES_OF_A_ROW = 3

/**
 * Records of a number of fictitious states, with a record's figures, rows and categories, and three cases per row.
 * `taken`: codes of existing states.
 */
export function* syntheticRecords(
  record: ReleaseRecord,
  count: number,
  taken: ReadonlySet<string>,
): Generator<ReleaseRecord> {
  const cases = [...Map.groupBy(record.cases, ({ row_id }) => row_id).values()].flatMap((own) =>
    own.slice(0, CASES_OF_A_ROW),
  )
  const text = JSON.stringify({ ...record, cases })
  const codes = CODES.filter((code) => !taken.has(code)).slice(0, count)
  if (codes.length < count) throw new RangeError(`${count} states are more than two letters can name`)
  // The state's code is alone or a prefix of names.
  const own = new RegExp(`"${record.state_code}(?=["_-])`, 'g')
  for (const code of codes) yield JSON.parse(text.replaceAll(own, `"${code}`))
}

/**
 * Brings a record into service without testing it: no gate runs, and the 29 verdicts of its run are recorded as passed
 * with nothing checked. Everything that the API's loader checks is real: the bytes under their hash, the statement
 * signed and logged by the decide job's own function, the approval and the promotion for the whole state. The caller
 * must then sign a checkpoint (`signLog`).
 */
export async function serveRecord(pool: Pool, home: string, record: ReleaseRecord): Promise<void> {
  const { signer, foundation, person, approver } = await peopleOf(home)
  await beginLog(pool, signer, foundation, 'bench', now())
  const hash = await putBlob(pool, canonicalBytes(record))
  const { release_id, state_code, financial_year, effective_from, effective_to, tier } = record
  const target = { releaseId: release_id, revision: 1 }
  const act = async (by: Signatory, command: Command): Promise<void> => {
    const result = await runCommand(pool, state_code, command, { commandId: null, now, signatories: [by] })
    if (!result.ok) throw new Error(`${release_id}: ${result.code} ${result.message}`)
  }
  const candidate = {
    ...{ release_id, state_code, financial_year, effective_from, effective_to, tier },
    ...{ definition: [], definition_sha256: hash, record_sha256: hash, findings: [] },
    sources: record.sources.map(({ source_id, sha256 }) => ({ source_id, sha256 })),
  }
  await registerSources(pool, person, record)
  await act(person, { type: 'open', actor: person.name, reopen: false, candidate })
  await act(person, { type: 'gate', actor: person.name, runId: RUN, ...target })
  const run = { release_id, revision: 1, state_code, run_id: RUN }
  const verdict = { release_id, revision: 1, run_id: RUN, passed: true, checked: 0, findings: [] }
  const stream = streamOf.run(release_id, 1, RUN)
  for (const gate of GATE_NAMES) {
    const events = [newEvent({ type: 'GateChecked', payload: { ...verdict, gate } })]
    await append(pool, { stream, expectedVersion: 'any', events, actor: 'bench', commandId: null, now: now() })
  }
  await decideRun({ pool, signer, actor: 'bench-decide', now }, run)
  await act(approver, { type: 'approve', actor: approver.name, ...target })
  const stage = { scope: state_code, stage: 'reference', obstacles: [], unattested: [], components: [] } as const
  await act(person, { type: 'promote', actor: person.name, ...stage, ...target })
}

/** Records the registration of the record's documents, which the loader reads. Their bytes are not stored. */
async function registerSources(pool: Pool, by: Signatory, { sources }: ReleaseRecord): Promise<void> {
  for (const { sha256, size_bytes, media_type, page_count, text_sha256 } of sources) {
    const named = { sha256, size_bytes, media_type, file_name: sha256, identity: null }
    const text = { sha256, page_count, page_sha256: [], text_sha256 }
    const events = [
      newEvent({ type: 'SourceRegistered', payload: named }),
      newEvent({ type: 'SourceTextExtracted', payload: text }),
    ]
    const stream = streamOf.source(sha256)
    const commandId = `source.${sha256}`
    const request = { stream, expectedVersion: 0, events, actor: by.name, commandId, now: now() }
    await appendAct(pool, request, 'source_add', [by])
  }
}

/** Signs a checkpoint of everything recorded, so that it serves. */
export async function signLog(pool: Pool, home: string): Promise<void> {
  const { signer, foundation } = await peopleOf(home)
  await new CheckpointPublisher({ pool, signer, foundation }).publish()
}
