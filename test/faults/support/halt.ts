import { Client } from 'pg'
import { vi } from 'vitest'
import { PATIENCE } from '../../support/patience.ts'

const LOCK = 4_711
const STEPS = `('GateChecked', 'GateRunCompleted')`
/** A gate run halted at one position of the log: the next writer waits, inside its transaction, until release. */
export type Halt = {
  /** Resolves when that writer waits. */
  untilReached(): Promise<void>
  release(): Promise<void>
}

/**
 * Halts the gate runs of a database once at least this many of their steps (29 verdicts, then the end of the run) are
 * committed, so that a test can break something at exactly that point. `url`: of the database's owner.
 */
export async function haltAfter(url: string, steps: number): Promise<Halt> {
  const client = new Client({ connectionString: url })
  // If a test fails, it is removed with its database.
  client.on('error', () => {})
  await client.connect()
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  await client.query(`
    CREATE OR REPLACE FUNCTION test_halt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF NEW.type IN ${STEPS} AND (
        SELECT count(*) FROM event_log WHERE type IN ${STEPS} AND pg_xact_status(xmin::text::xid8) = 'committed'
      ) >= ${steps} THEN
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
