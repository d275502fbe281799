import { canonicalText } from '../../releases/record/canonical.ts'
import type { Queryable } from '../event-log/event.ts'
import type { Projected, Projection, Schema } from './projection.ts'

type OnRelease = { payload: { release_id: string; revision: number }; recordedAt: string }

/** Sets columns of a release's row. Column names are written here, never taken from data. */
async function set(db: Queryable, schema: Schema, event: OnRelease, columns: Record<string, unknown>): Promise<void> {
  const names = Object.keys(columns)
  const assignments = names.map((name, index) => `${name} = $${index + 4}`).join(', ')
  const { release_id: releaseId, revision } = event.payload
  await db.query(
    `UPDATE ${schema}.releases SET ${assignments}${names.length > 0 ? ', ' : ''}updated_at = $3 WHERE release_id = $1 AND revision = $2`,
    [releaseId, revision, event.recordedAt, ...Object.values(columns)],
  )
}

async function opened(db: Queryable, schema: Schema, event: Projected<'CandidateOpened'>): Promise<void> {
  const { payload } = event
  await db.query(
    `INSERT INTO ${schema}.releases (release_id, revision, state_code, status, tier, opened_by, opened_at, definition, updated_at)
     VALUES ($1, $2, $3, 'candidate', $4, $5, $6, $7, $6)`,
    [
      payload.release_id,
      payload.revision,
      payload.state_code,
      payload.tier,
      event.actor,
      event.recordedAt,
      canonicalText({
        definition_sha256: payload.definition_sha256,
        record_sha256: payload.record_sha256,
        effective_from: payload.effective_from,
        effective_to: payload.effective_to,
      }),
    ],
  )
}

/** An approval that is repeated, after a key was compromised, leaves a release where it is. */
async function approved(db: Queryable, schema: Schema, event: Projected<'ReleaseApproved'>): Promise<void> {
  await set(db, schema, event, { approved_by: event.actor })
  const { release_id: releaseId, revision } = event.payload
  await db.query(
    `UPDATE ${schema}.releases SET status = 'approved' WHERE release_id = $1 AND revision = $2 AND status = 'sealed'`,
    [releaseId, revision],
  )
}

/** `read.releases`: every revision of every release and where it stands in its life. */
export const releasesProjection: Projection = {
  CandidateOpened: opened,
  GateRunStarted: (db, schema, event) => set(db, schema, event, { status: 'gating', run_id: event.payload.run_id }),
  ReleaseSealed: (db, schema, event) =>
    set(db, schema, event, {
      status: 'sealed',
      release_sha256: event.payload.release_sha256,
      envelope_sha256: event.payload.envelope_sha256,
      sealed_position: event.position,
    }),
  ReleaseRejected: (db, schema, event) =>
    set(db, schema, event, { status: 'rejected', rejected_findings: canonicalText(event.payload.findings) }),
  ReleaseApproved: approved,
  ReleasePromoted: (db, schema, event) =>
    set(db, schema, event, { status: 'released', scope: event.payload.scope, stage: event.payload.stage }),
  ReleaseSuperseded: (db, schema, event) => set(db, schema, event, { status: 'superseded', stage: null }),
  ReleaseWithdrawn: (db, schema, event) =>
    set(db, schema, event, { status: 'withdrawn', stage: null, reason: event.payload.reason }),
}

/** `read.gate_results`: the verdict of each gate of each run. */
export const gatesProjection: Projection = {
  GateChecked: async (db, schema, { payload, recordedAt }) => {
    await db.query(
      `INSERT INTO ${schema}.gate_results (release_id, revision, run_id, gate, passed, checked, findings, recorded_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        payload.release_id,
        payload.revision,
        payload.run_id,
        payload.gate,
        payload.passed,
        payload.checked,
        canonicalText(payload.findings),
        recordedAt,
      ],
    )
  },
}

/** `read.sources`: registered documents, by hash. A source is listed once its text has been extracted. */
export const sourcesProjection: Projection = {
  SourceRegistered: async (db, schema, { payload, recordedAt }) => {
    await db.query(
      `INSERT INTO ${schema}.sources (sha256, media_type, size_bytes, page_count, text_sha256, file_name, registered_at, identity)
       VALUES ($1, $2, $3, 0, '', $4, $5, $6)`,
      [
        payload.sha256,
        payload.media_type,
        payload.size_bytes,
        payload.file_name,
        recordedAt,
        payload.identity === null ? null : canonicalText(payload.identity),
      ],
    )
  },
  SourceTextExtracted: async (db, schema, { payload }) => {
    await db.query(`UPDATE ${schema}.sources SET page_count = $2, text_sha256 = $3 WHERE sha256 = $1`, [
      payload.sha256,
      payload.page_count,
      payload.text_sha256,
    ])
  },
}
