import type { Pool } from 'pg'
import { readOpened } from '../../pipeline/commands/read-opened.ts'
import type { Queryable } from '../../pipeline/event-log/event.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { type Finding, GATE_NAMES, type GateName } from '../../pipeline/gates/gate.ts'
import { parseEvents, streamOf } from '../../pipeline/lifecycle/events.ts'
import { NOT_CHECKED_BY } from '../../pipeline/lifecycle/state.ts'
import { getBlob } from '../../pipeline/store/blobs.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Cause, causesOf, type GateFinding } from './definition/causes.ts'
import { OperationRefusal } from './refusal.ts'

/** A release as shown in lists and results (docs/design/contract.md#command-line). */
export type ReleaseView = {
  readonly release_id: string
  readonly revision: number
  readonly state_code: string
  readonly scope: string | null
  readonly status: string
  readonly stage: string | null
  readonly tier: string
  readonly release_sha256: string | null
  readonly opened_by: string
  readonly opened_at: string
  readonly approved_by: string | null
  readonly run_id: string | null
  readonly leaf_index: number | null
  readonly reason: string | null
  readonly holds: readonly { component: string; reason: string }[]
}
/** `ID` or `ID@REVISION`; the log counts revisions in 32 bits. */
const RELEASE_NAME = /^([A-Z]{2}-[A-Z0-9-]+)(?:@(\d{1,9}))?$/

/** A release_sha256, or enough of its beginning. */
const HASH_PART = /^[0-9a-f]{8,64}$/i

export const isReleaseName = (text: string): boolean => RELEASE_NAME.test(text) || HASH_PART.test(text)

export function nameOf({ release_id, revision }: Pick<ReleaseView, 'release_id' | 'revision'>): string {
  return `${release_id}@${revision}`
}

/** The parts of a release's name. Refused with RELEASE_NOT_FOUND if it is none. */
export function parseReleaseName(name: string): { releaseId: string; revision: number | null; stateCode: string } {
  const [, releaseId, revision] = RELEASE_NAME.exec(name) ?? []
  if (releaseId === undefined)
    throw new OperationRefusal(
      'RELEASE_NOT_FOUND',
      `${name} is not a release id such as BR-2026-27-VERIFIED-STRICT-BASE-V1 or …@2 (see \`release list\`), nor at least 8 digits of a release_sha256`,
    )
  return { releaseId, revision: revision === undefined ? null : Number(revision), stateCode: releaseId.slice(0, 2) }
}

const COLUMNS = `r.release_id, r.revision, r.state_code, r.scope, r.status, r.stage, r.tier, r.release_sha256, r.opened_by,
  to_char(r.opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS opened_at, r.approved_by, r.run_id, r.leaf_index, r.reason,
  coalesce((SELECT json_agg(json_build_object('component', h.component, 'reason', h.reason) ORDER BY h.component)
            FROM (SELECT release_id, revision, component, reason FROM read.holds
                  UNION ALL SELECT release_id, revision, component, '${NOT_CHECKED_BY} ' || check_by FROM read.lapses) h
            WHERE h.release_id = r.release_id AND h.revision = r.revision), '[]') AS holds`

export async function listReleases(pool: Pool): Promise<ReleaseView[]> {
  const found = await pool.query<ReleaseView>(
    `SELECT ${COLUMNS} FROM read.releases r ORDER BY r.release_id, r.revision`,
  )
  return found.rows
}

/** One revision (by default the newest). Throws OperationRefusal RELEASE_NOT_FOUND. */
export async function readRelease(pool: Queryable, releaseId: string, revision: number | null): Promise<ReleaseView> {
  const found = await pool.query<ReleaseView>(
    `SELECT ${COLUMNS} FROM read.releases r
     WHERE r.release_id = $1 AND ($2::int IS NULL OR r.revision = $2) ORDER BY r.revision DESC LIMIT 1`,
    [releaseId, revision],
  )
  const [release] = found.rows
  if (release === undefined) {
    throw new OperationRefusal(
      'RELEASE_NOT_FOUND',
      `there is no release ${releaseId}${revision === null ? '' : `@${revision}`}; see \`release list\``,
    )
  }
  return release
}

/** The newest revision that was sealed under a hash that begins so. Refused with RELEASE_NOT_FOUND. */
async function releaseSealedAs(pool: Queryable, given: string): Promise<ReleaseView> {
  const { rows } = await pool.query<ReleaseView>(
    `SELECT ${COLUMNS} FROM read.releases r WHERE starts_with(r.release_sha256, $1) ORDER BY r.revision DESC`,
    [given.toLowerCase()],
  )
  const hashes = new Set(rows.map(({ release_sha256: hash }) => hash)).size
  const [release] = rows
  if (release !== undefined && hashes === 1) return release
  throw new OperationRefusal(
    'RELEASE_NOT_FOUND',
    hashes === 0
      ? `no release has a release_sha256 that begins with ${given}; see \`release list\``
      : `${hashes} releases have a release_sha256 that begins with ${given}: give more digits`,
  )
}

/** A revision by its name, without a number the newest, or by its hash. Refused with RELEASE_NOT_FOUND. */
export async function releaseNamed(pool: Queryable, name: string): Promise<ReleaseView> {
  if (HASH_PART.test(name)) return releaseSealedAs(pool, name)
  const { releaseId, revision } = parseReleaseName(name)
  return readRelease(pool, releaseId, revision)
}

type GateResult = {
  readonly gate: GateName
  readonly passed: boolean
  readonly checked: number
  readonly findings: Finding[]
}

/** The verdicts of a release's last gate run, in the order of the gates. */
export async function readGates(pool: Pool, { release_id, revision, run_id }: ReleaseView): Promise<GateResult[]> {
  const found = await pool.query<Omit<GateResult, 'findings'> & { findings: string }>(
    `SELECT gate, passed, checked, findings FROM read.gate_results
     WHERE release_id = $1 AND revision = $2 AND run_id = $3`,
    [release_id, revision, run_id],
  )
  return found.rows
    .map((row) => ({ ...row, findings: JSON.parse(row.findings) as Finding[] }))
    .sort((a, b) => GATE_NAMES.indexOf(a.gate) - GATE_NAMES.indexOf(b.gate))
}

/** Gates write the path of a part of the record before what they found there. */
const PATH = /^(release|rows|cases|[a-z_]+\/[^:\s]*): /

/** The part of the record that a finding is about; null: only a place in the files is known. A count has neither. */
const pathOf = ({ where, found }: Finding): string | null =>
  PATH.exec(found)?.[1] ?? (where.includes(':') ? null : where)

export async function openedRecord(pool: Pool, release: ReleaseView): Promise<ReleaseRecord> {
  const { opened } = await readOpened(pool, release)
  const record = await storedRecord(pool, opened.record_sha256)
  if (record === null) throw new Error(`the record of ${release.release_id}@${release.revision} is not in the store`)
  return record
}

/** The findings of a run's failed gates, grouped by presumed cause. `record`: the one that was opened. */
export function causesOfRun(
  record: ReleaseRecord,
  gates: readonly Pick<GateResult, 'gate' | 'findings'>[],
): readonly Cause[] {
  const findings = gates.flatMap(({ gate, findings: found }) =>
    found.map((finding): GateFinding => ({ gate, ...finding, path: pathOf(finding) })),
  )
  return causesOf(record, findings)
}

const ACTS = { ReleaseReviewed: 'reviewed', ReleaseApproved: 'approved', ReleasePromoted: 'promoted' } as const

/** An act on a release; `stage`: of a promotion. */
export type ReleaseAct = {
  readonly act: (typeof ACTS)[keyof typeof ACTS]
  readonly by: string
  readonly at: string
  readonly stage: string | null
}

/** Who reviewed, approved and promoted a release, and when, in the order of the log. */
export async function readActs(pool: Pool, release: ReleaseView): Promise<ReleaseAct[]> {
  const events = parseEvents(await readStream(pool, streamOf.state(release.state_code)))
  return events.flatMap(({ type, payload, actor: by, recordedAt: at }) => {
    if (type !== 'ReleaseReviewed' && type !== 'ReleaseApproved' && type !== 'ReleasePromoted') return []
    if (payload.release_id !== release.release_id || payload.revision !== release.revision) return []
    return [{ act: ACTS[type], by, at, stage: 'stage' in payload ? payload.stage : null }]
  })
}

/** A record by its hash; null if it is not stored. */
export async function storedRecord(pool: Pool, hash: string): Promise<ReleaseRecord | null> {
  const bytes = await getBlob(pool, hash)
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as ReleaseRecord)
}
