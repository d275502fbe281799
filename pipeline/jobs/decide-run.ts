import type { Pool } from 'pg'
import { sha256 } from '#digest'
import { ENGINE_VERSION } from '../../releases/engine/version.ts'
import type { SignedEvent } from '../../releases/proof/format/statement.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { buildStatement, signEnvelope } from '../../releases/proof/sign/statement.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import { requireCurrentKey } from '../checkpoints/begin-log.ts'
import { readOpened } from '../commands/read-opened.ts'
import { runCommand } from '../commands/run-command.ts'
import type { RecordedEvent } from '../event-log/event.ts'
import { readHead, readStream, readStreams } from '../event-log/read.ts'
import { GATE_NAMES, type GateName } from '../gates/gate.ts'
import type { Command } from '../lifecycle/commands.ts'
import { type Payload, parseEvent, streamOf } from '../lifecycle/events.ts'
import { type RunJob, runStem } from '../relay/jobs.ts'
import { getBlob, putBlob } from '../store/blobs.ts'

export type DecideParts = {
  readonly pool: Pool
  readonly signer: SigningKey
  readonly actor: string
  readonly now: () => Date
}

type Verdicts = ReadonlyMap<GateName, Payload<'GateChecked'>>

async function readVerdicts(pool: Pool, run: RunJob): Promise<Verdicts> {
  const verdicts = new Map<GateName, Payload<'GateChecked'>>()
  for (const event of await readStream(pool, streamOf.run(run.release_id, run.revision, run.run_id))) {
    const parsed = parseEvent(event.type, event.payload)
    if (parsed.type !== 'GateChecked') continue
    // This code never appends it twice; if another process did, the failure stands.
    if (verdicts.get(parsed.payload.gate)?.passed !== false) verdicts.set(parsed.payload.gate, parsed.payload)
  }
  return verdicts
}

/** The opening and the attestations of its sources so far, with their signatures. */
async function signedActs(
  pool: Pool,
  opening: RecordedEvent,
  { sources }: Payload<'CandidateOpened'>,
): Promise<SignedEvent[]> {
  const streams = [...new Set(sources.map(({ sha256: hash }) => hash))].map(streamOf.source)
  const others = await readStreams(pool, streams)
  const attestations = [...others.values()].flat().filter(({ type }) => type === 'SourceAttested')
  return [opening, ...attestations].map(({ type, stream, version, position, commandId, payload, act }) => {
    if (act === null || commandId === null || (type !== 'CandidateOpened' && type !== 'SourceAttested'))
      throw new Error(`the ${type} at position ${position} is not signed`)
    const signed = payload as Record<string, unknown>
    return { type, stream, version, event_position: position, command_id: commandId, payload: signed, act }
  })
}

/** Seals: signs the statement over the verdicts and the log's head, and stores record and envelope as bytes. */
async function seal(
  parts: DecideParts,
  run: RunJob,
  verdicts: Verdicts,
  completed: Payload<'GateRunCompleted'>,
): Promise<{ command: Command; unchanged: { stream: string; version: number }[] }> {
  const { pool, signer, actor } = parts
  const unchanged = [await requireCurrentKey(pool, signer)]
  const { opened, openedBy, event } = await readOpened(pool, run)
  const record = await getBlob(pool, opened.record_sha256)
  if (record === null) throw new Error(`the record of ${run.release_id}@${run.revision} is not in the store`)
  const head = await readHead(pool)
  const statement = buildStatement({
    releaseId: run.release_id,
    revision: run.revision,
    releaseSha256: opened.record_sha256,
    gates: GATE_NAMES.map((gate) => ({ gate, passed: true, checked: verdicts.get(gate)?.checked ?? 0 })),
    engineVersion: ENGINE_VERSION,
    actors: { opened_by: openedBy, sealed_by: actor },
    logHead: head,
    acts: await signedActs(pool, event, opened),
  })
  await putBlob(pool, statement)
  const envelopeHash = await putBlob(pool, canonicalBytes(signEnvelope(statement, signer)))
  const sealed = {
    release_id: run.release_id,
    revision: run.revision,
    run_id: run.run_id,
    release_sha256: opened.record_sha256,
    size_bytes: record.byteLength,
    envelope_sha256: envelopeHash,
    statement_sha256: sha256(statement),
    key_id: signer.keyId,
    engine_version: ENGINE_VERSION,
    log_head: head,
  }
  return { command: { type: 'seal', actor, completed, sealed }, unchanged }
}

/**
 * Ends a gate run: seals the release if all 29 gates passed, otherwise rejects it with every finding. It reads the
 * verdicts from the log and does not trust results passed by the queue; if a verdict is missing it throws, to be
 * retried. Source: docs/design/release.md#lifecycle, docs/design/architecture.md#queue;
 * docs/design/release.md#statement.
 */
export async function decideRun(parts: DecideParts, run: RunJob): Promise<{ sealed: boolean }> {
  const { pool, actor, now } = parts
  const verdicts = await readVerdicts(pool, run)
  const missing = GATE_NAMES.filter((gate) => !verdicts.has(gate))
  if (missing.length > 0) throw new Error(`run ${runStem(run)} has no verdict of ${missing.join(', ')}`)
  const failed = GATE_NAMES.filter((gate) => verdicts.get(gate)?.passed !== true)
  const { release_id, revision, run_id } = run
  const completed = {
    release_id,
    revision,
    run_id,
    passed: GATE_NAMES.length - failed.length,
    total: GATE_NAMES.length,
    failed,
  }
  const findings = failed.flatMap((gate) =>
    (verdicts.get(gate)?.findings ?? []).map((finding) => ({ gate, ...finding })),
  )
  const rejected = { release_id, revision, run_id, findings }
  const { command, ...guard } =
    failed.length === 0
      ? await seal(parts, run, verdicts, completed)
      : { command: { type: 'reject', actor, completed, rejected } as const }
  const result = await runCommand(pool, run.state_code, command, { commandId: `${runStem(run)}.decide`, now, ...guard })
  // If an earlier attempt of this job or another job has ended the run, nothing is left to do.
  if (!result.ok && result.code !== 'STALE_GATE_RUN') throw new Error(`${result.code}: ${result.message}`)
  return { sealed: failed.length === 0 }
}
