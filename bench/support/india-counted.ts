import type { Pool } from 'pg'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import { holdableComponents } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/** Contents of the log, as counted there. */
export type India = {
  readonly releases: number
  readonly events: number
  readonly entries: number
  /** The state with the most licensees. */
  readonly largest: Asked & {
    /** In service, of all licensees. */
    readonly releases: number
    readonly revisions: number
    readonly streamEvents: number
  }
  /** A state of one licensee. */
  readonly smallest: Asked
  /** The release with the longest record. */
  readonly largestRecord: { readonly bytes: number; readonly request: object }
}

/** A release of a state in service, one of its components, and a request that it answers. */
type Asked = {
  readonly state: string
  readonly releaseId: string
  readonly component: string
  readonly request: object
}

/** Counts what was built. `newest`: the releases of the newest period, those of the largest state last. */
export async function counted(
  pool: Pool,
  events: number,
  newest: readonly ReleaseRecord[],
  largestRecord: ReleaseRecord,
): Promise<India> {
  const [first, last] = [newest.at(-1), newest[0]]
  if (first === undefined || last === undefined) throw new Error('nothing was built')
  const { rows } = await pool.query<
    Pick<India, 'releases' | 'entries'> & { revisions: number; own: number; stream: number }
  >(
    `SELECT (SELECT count(*)::int FROM read.serving) AS releases, (SELECT count(*)::int FROM read.log_leaves) AS entries,
       (SELECT count(*)::int FROM read.releases WHERE state_code = $1) AS revisions,
       (SELECT count(*)::int FROM read.serving WHERE scope LIKE $1 || '%') AS own,
       (SELECT count(*)::int FROM event_log WHERE stream = 'state-' || $1) AS stream`,
    [first.state_code],
  )
  const { releases = 0, entries = 0, revisions = 0, own = 0, stream = 0 } = rows[0] ?? {}
  return {
    ...{ releases, events, entries },
    largest: { ...askedOf(first), releases: own, revisions, streamEvents: stream },
    smallest: askedOf(last),
    largestRecord: { bytes: canonicalBytes(largestRecord).length, request: requestOf(largestRecord) },
  }
}

function askedOf(record: ReleaseRecord): Asked {
  const [component = ''] = holdableComponents(record)
  return { state: record.state_code, releaseId: record.release_id, component, request: requestOf(record) }
}

/** The request of the record's first case with an amount, for the first licensee. */
function requestOf({ cases, state_code, licensees }: ReleaseRecord): object {
  const found = cases.find(({ expected }) => 'base_tariff_paise' in expected)
  return { state_code, licensee_code: licensees[0]?.code, ...found?.inputs }
}
