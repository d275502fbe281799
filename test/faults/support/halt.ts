import { Client } from 'pg'
import { vi } from 'vitest'
import { PATIENCE } from '../../support/patience.ts'

const LOCK = 4_711
const STEPS = `('GateChecked', 'GateRunCompleted')`
/** A gate run held at one place of the log: whoever writes what comes next waits, inside its transaction, until release. */
export type Halt = {
  /** Resolves when that writer waits. */
  untilReached(): Promise<void>
  release(): Promise<void>
}

/**
 * Holds the runs of a database after this many of their steps (29 verdicts, then the end of the run) are in the log, so that
 * a test can break something at exactly that place. `url` is of the database's owner.
 */
export async function haltAfter(url: string, steps: number): Promise<Halt> {
  const client = new Client({ connectionString: url })
  // It goes with its database when a test fails.
  client.on('error', () => {})
  await client.connect()
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  await client.query(`
    CREATE OR REPLACE FUNCTION test_halt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF NEW.type IN ${STEPS} AND (SELECT count(*) FROM event_log WHERE type IN ${STEPS}) >= ${steps} THEN
        PERFORM pg_advisory_xact_lock(${LOCK});
      END IF;
      RETURN NEW;
    END $$`)
  await client.query(
    'CREATE OR REPLACE TRIGGER test_halt BEFORE INSERT ON event_log FOR EACH ROW EXECUTE FUNCTION test_halt()',
  )
  const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  return {
    untilReached: async () => {
      await vi.waitUntil(async () => ((await client.query(waiting)).rowCount ?? 0) > 0, PATIENCE)
    },
    release: () => client.end(),
  }
}
