import type { Pool } from 'pg'
import { announceSigningKey } from '../../pipeline/checkpoints/signing-keys.ts'
import { runCommand } from '../../pipeline/commands/run-command.ts'
import { append } from '../../pipeline/event-log/append.ts'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { decideRun } from '../../pipeline/jobs/decide-run.ts'
import type { Command } from '../../pipeline/lifecycle/commands.ts'
import { newEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import type { RunJob } from '../../pipeline/relay/jobs.ts'
import { putBlob } from '../../pipeline/store/blobs.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

const OPENER = 'bench'
const APPROVER = 'bench-approver'
const RUN = 'run-bench'
const now = (): Date => new Date()

/**
 * Brings a record into service without judging it: no gate runs, and the 29 verdicts its run needs are written down as
 * passed with nothing checked. All that the API's loader looks at is as ever: the bytes under their hash, the statement
 * signed and logged by the decide job's own function, approved by another actor, promoted for the whole state. Returns the
 * record's size in bytes.
 */
export async function serveRecord(pool: Pool, signer: SigningKey, record: ReleaseRecord): Promise<number> {
  await announceSigningKey(pool, signer, OPENER, now())
  const bytes = canonicalBytes(record)
  const recordHash = await putBlob(pool, bytes)
  const { release_id, state_code, financial_year, effective_from, effective_to, tier } = record
  const target = { releaseId: release_id, revision: 1 }
  const act = async (command: Command): Promise<void> => {
    const result = await runCommand(pool, state_code, command, { commandId: null, now })
    if (!result.ok) throw new Error(`${release_id}: ${result.code} ${result.message}`)
  }
  const period = { financial_year, effective_from, effective_to }
  const content = { definition: [], definition_sha256: recordHash, record_sha256: recordHash, findings: [] }
  const sources = record.sources.map(({ source_id, sha256 }) => ({ source_id, sha256 }))
  const candidate = { release_id, state_code, ...period, tier, ...content, sources }
  await registerSources(pool, record)
  await act({ type: 'open', actor: OPENER, reopen: false, candidate })
  await act({ type: 'gate', actor: OPENER, runId: RUN, ...target })
  const run = { release_id, revision: 1, state_code, run_id: RUN }
  await passUnjudged(pool, run)
  await decideRun({ pool, signer, actor: 'bench-decide', now }, run)
  await act({ type: 'approve', actor: APPROVER, ...target })
  await act({
    type: 'promote',
    actor: OPENER,
    scope: state_code,
    stage: 'reference',
    obstacles: [],
    components: [],
    ...target,
  })
  return bytes.byteLength
}

/** Writes down that the record's documents were registered, which the loader asks for. Their bytes are not stored. */
async function registerSources(pool: Pool, { sources }: ReleaseRecord): Promise<void> {
  for (const { sha256, size_bytes, media_type, page_count, text_sha256 } of sources) {
    const named = { sha256, size_bytes, media_type, file_name: sha256, identity: null }
    const events = [
      newEvent({ type: 'SourceRegistered', payload: named }),
      newEvent({ type: 'SourceTextExtracted', payload: { sha256, page_count, page_sha256: [], text_sha256 } }),
    ]
    const stream = streamOf.source(sha256)
    const commandId = `source.${sha256}`
    await append(pool, { stream, expectedVersion: 0, events, actor: OPENER, commandId, now: now() })
  }
}

async function passUnjudged(pool: Pool, run: RunJob): Promise<void> {
  const { release_id, revision, run_id } = run
  const verdict = { release_id, revision, run_id, passed: true, checked: 0, findings: [] }
  const events = GATE_NAMES.map((gate) => newEvent({ type: 'GateChecked', payload: { ...verdict, gate } }))
  const stream = streamOf.run(release_id, revision, run_id)
  const appended = await append(pool, {
    stream,
    expectedVersion: 0,
    events,
    actor: OPENER,
    commandId: null,
    now: now(),
  })
  if (!appended.ok) throw new Error(`${release_id} has verdicts already`)
}
