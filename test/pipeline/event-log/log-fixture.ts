import type { Pool, PoolClient } from 'pg'
import { type AppendRequest, append } from '../../../pipeline/event-log/append.ts'
import type { RecordedEvent } from '../../../pipeline/event-log/event.ts'
import { testPool } from '../../services/platform/test-pool.ts'
import { testDatabase } from '../../support/database.ts'

export const NOON = new Date('2026-04-01T12:00:00.000Z')

/** A separate event log: pools of the pipeline's role and of the owner, on one migrated database. */
export async function openLog() {
  const database = await testDatabase()
  const pipeline = testPool(database.pipelineUrl, 20)
  const owner = testPool(database.ownerUrl, 2)
  const api = testPool(database.apiUrl, 2)
  const close = async () => {
    await Promise.all([pipeline.end(), owner.end(), api.end()])
    await database.drop()
  }
  return { ...database, pipeline, owner, api, close }
}

/** A request for one event; a test sets what matters to it. */
export function one(stream: string, changes: Partial<AppendRequest> = {}): AppendRequest {
  return {
    stream,
    expectedVersion: 'any',
    events: [{ type: 'CandidateOpened', schemaVersion: 1, payload: { stream } }],
    actor: 'asha',
    commandId: null,
    now: NOON,
    ...changes,
  }
}

/** Appends and returns the events; fails the test on a conflict. */
export async function appended(pool: Pool, request: AppendRequest): Promise<RecordedEvent[]> {
  const result = await append(pool, request)
  if (!result.ok) throw new Error(`not appended: ${JSON.stringify(result)}`)
  return result.events
}

/** A pool whose transactions do something more before they are committed, or fail there. */
export function beforeCommit(pool: Pool, work: (client: PoolClient) => Promise<void>): Pool {
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    const query = async (text: string, values?: unknown[]) => {
      if (text === 'COMMIT') await work(client)
      return client.query(text, values)
    }
    const { on, off, release } = client
    return { query, on: on.bind(client), off: off.bind(client), release: release.bind(client) } as unknown as PoolClient
  }
  return { connect } as Pool
}

export function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
