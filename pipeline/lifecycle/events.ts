import * as z from 'zod'
import { ENTRY_PAYLOADS } from '../../releases/proof/format/entry-payloads.ts'
import { streamOfState } from '../../releases/proof/format/log-entry.ts'
import { sha256Hex } from '../../releases/record/text.ts'
import { type Finding, findingSchema, GATE_NAMES } from '../gates/gate.ts'

/**
 * Events of the log and their payloads. They are parsed here on writing and reading, so that readers can trust them.
 * The form of a payload never changes under its `schemaVersion`.
 */

const release = { release_id: z.string(), revision: z.int().min(1) }

const PAYLOADS = {
  ...ENTRY_PAYLOADS,
  SourceRegistered: z.strictObject({
    sha256: sha256Hex,
    size_bytes: z.int().min(1),
    media_type: z.string(),
    file_name: z.string(),
    identity: z.record(z.string(), z.unknown()).nullable(),
  }),
  SourceTextExtracted: z.strictObject({
    sha256: sha256Hex,
    page_count: z.int().min(1),
    page_sha256: z.array(sha256Hex),
    text_sha256: sha256Hex,
  }),
  CandidateOpened: z.strictObject({
    ...release,
    state_code: z.string(),
    financial_year: z.string(),
    effective_from: z.string(),
    effective_to: z.string(),
    tier: z.string(),
    definition: z.array(z.strictObject({ path: z.string(), sha256: sha256Hex })),
    definition_sha256: sha256Hex,
    /** The record made from the definition when it was opened; gate 29 rebuilds it and compares. */
    record_sha256: sha256Hex,
    sources: z.array(z.strictObject({ source_id: z.string(), sha256: sha256Hex })),
    findings: z.array(findingSchema),
  }),
  DefinitionRefused: z.strictObject({
    release_id: z.string(),
    definition_sha256: sha256Hex,
    findings: z.array(findingSchema),
  }),
  GateRunStarted: z.strictObject({ ...release, run_id: z.string(), gates: z.array(z.enum(GATE_NAMES)) }),
  GateChecked: z.strictObject({
    ...release,
    run_id: z.string(),
    gate: z.enum(GATE_NAMES),
    passed: z.boolean(),
    checked: z.int().min(0),
    findings: z.array(findingSchema),
  }),
  GateRunCompleted: z.strictObject({
    ...release,
    run_id: z.string(),
    passed: z.int(),
    total: z.int(),
    failed: z.array(z.enum(GATE_NAMES)),
  }),
  ReleaseRejected: z.strictObject({
    ...release,
    run_id: z.string(),
    findings: z.array(z.strictObject({ gate: z.enum(GATE_NAMES), ...findingSchema.shape })),
  }),
  KeyIssued: z.strictObject({
    key_id: z.string(),
    name: z.string(),
    key_sha256: sha256Hex,
    scopes: z.array(z.string()),
    states: z.array(z.string()),
    origins: z.array(z.string()),
    per_minute: z.int().min(1),
    burst: z.int().min(1),
    /** Bills of batches in any minute; absent: 1,000, for keys issued before batches existed. */
    bills_per_minute: z.int().min(1).max(10_000_000).optional(),
    evidence_floor: z.string(),
    expires_at: z.string().nullable(),
    request_ref: z.string().nullable(),
  }),
  KeyRotated: z.strictObject({ key_id: z.string(), replaced_by: z.string(), valid_until: z.string() }),
  KeyRevoked: z.strictObject({ key_id: z.string(), reason: z.string().nullable() }),
} as const

export type EventType = keyof typeof PAYLOADS
export type PipelineEvent = {
  [T in EventType]: { readonly type: T; readonly payload: z.infer<(typeof PAYLOADS)[T]> }
}[EventType]
export type Payload<T extends EventType> = z.infer<(typeof PAYLOADS)[T]>

/**
 * An event ready for the log. Throws if the payload does not match its type, or has a null character, which Postgres has
 * in no text: an event that a reader cannot read or the read model cannot hold would stop it permanently, because
 * appending cannot be undone.
 */
export function newEvent(event: PipelineEvent): { type: EventType; schemaVersion: number; payload: unknown } {
  const payload = PAYLOADS[event.type].parse(event.payload)
  if (NULL_CHARACTER.test(JSON.stringify(payload))) throw new TypeError(`${event.type} has a null character`)
  return { type: event.type, schemaVersion: 1, payload }
}

/** A null character in JSON text; an even number of backslashes before `u0000` are characters of the text. */
export const NULL_CHARACTER = /(?<!\\)(?:\\\\)*\\u0000/

/** Reads a stored event; throws if its type or payload is unknown (a damaged log, or one written by newer code). */
export function parseEvent(type: string, payload: unknown): PipelineEvent {
  const known = Object.hasOwn(PAYLOADS, type) ? PAYLOADS[type as EventType].safeParse(payload) : null
  if (known?.success !== true)
    throw new TypeError(
      `the log has an event ${type} that this version does not know, or with another payload: ` +
        'run `log verify`, which says at which position; docs/recovery.md says what then',
    )
  return { type, payload: known.data } as PipelineEvent
}

/** Stored events with parsed payloads, in order; other fields are unchanged. Throws like parseEvent. */
export function parseEvents<E extends { readonly type: string; readonly payload: unknown }>(
  stored: readonly E[],
): (Omit<E, 'type' | 'payload'> & PipelineEvent)[] {
  return stored.map((event) => ({ ...event, ...parseEvent(event.type, event.payload) }))
}

/** Names of streams: one for each state's releases, each gate run, each source, each API key, and one for trust. */
export const streamOf = {
  state: streamOfState,
  run: (releaseId: string, revision: number, runId: string): string => `run-${releaseId}.r${revision}.${runId}`,
  source: (sha256: string): string => `source-${sha256}`,
  key: (keyId: string): string => `key-${keyId}`,
  /** The log's signing keys and the people whose acts count. */
  trust: (): string => 'trust',
} as const

/**
 * Findings in a form that an event can store: quotes may contain unpaired surrogates, which have no UTF-8 and so no
 * canonical form (RFC 8785 3.2.2.2), and null characters, which Postgres has in no text. Each becomes U+FFFD.
 */
export function loggable(findings: readonly Finding[]): Finding[] {
  const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
  return findings.map(({ where, expected, found, evidence }) => ({
    where: storable(where),
    expected: storable(expected),
    found: storable(found),
    evidence: evidence === null ? null : storable(evidence),
  }))
}
