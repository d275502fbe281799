import { leafHash } from '../../releases/proof/merkle/hash.ts'
import type { Queryable } from '../event-log/event.ts'
import { entryOf } from '../lifecycle/entries.ts'
import type { EventType, PipelineEvent } from '../lifecycle/events.ts'
import type { Projected, Schema } from './projection.ts'

/**
 * `read.log_leaves`: the entries of the transparency log, in the order of their events, so that a rebuild gives the same tree.
 * A sealed release is told its own. A cache: whoever signs makes the entries from the event log.
 */
export async function projectLeaf(db: Queryable, schema: Schema, event: Projected<EventType>): Promise<void> {
  const parsed = event as PipelineEvent
  const entry = entryOf(event, parsed)
  if (entry === null) return
  await db.query(
    `INSERT INTO ${schema}.log_leaves (leaf_index, entry, leaf_hash, event_position)
     SELECT coalesce(max(leaf_index) + 1, 0), $1, $2, $3 FROM ${schema}.log_leaves`,
    [Buffer.from(entry), Buffer.from(leafHash(entry)), event.position],
  )
  if (parsed.type !== 'ReleaseSealed') return
  await db.query(
    `UPDATE ${schema}.releases SET leaf_index = (SELECT leaf_index FROM ${schema}.log_leaves WHERE event_position = $3)
     WHERE release_id = $1 AND revision = $2`,
    [parsed.payload.release_id, parsed.payload.revision, event.position],
  )
}
