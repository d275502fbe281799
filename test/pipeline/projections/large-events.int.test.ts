import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'

const key = (keyId: string): string =>
  JSON.stringify({
    ...{ key_id: keyId, name: 'of a test', key_sha256: keyId, scopes: [], states: ['XX'], origins: [] },
    ...{ per_minute: 1, burst: 1, evidence_floor: 'derived', expires_at: null, request_ref: null },
  })

test('an event that is too large or too deep for a table stops nothing', async () => {
  const database = await testDatabase()
  const client = new Client({ connectionString: database.pipelineUrl })
  await client.connect()
  // Random, because an index stores what repeats itself compressed.
  const longerThanAnIndexTakes = randomBytes(10_000).toString('hex')
  const deep = '['.repeat(200_000)
  const events = [
    ['KeyIssued', key(longerThanAnIndexTakes)],
    ['KeyIssued', deep],
    ['GateChecked', deep],
    ['KeyIssued', key('after')],
  ] as const
  for (const [index, [type, payload]] of events.entries())
    await client.query(
      `INSERT INTO event_log
         (position, stream, version, event_id, type, schema_version, payload, actor, recorded_at, prev_hash, hash)
       VALUES ($1::int, 'keys', $1::int, gen_random_uuid(), $2, 1, $3, 'mallory', now(), $4, $5)`,
      [index + 1, type, payload, Buffer.alloc(32, index), Buffer.alloc(32, index + 1)],
    )
  await client.query('SELECT project_read_model(200)')
  const over = await client.query('SELECT position::int FROM read.passed_over ORDER BY 1')
  const keys = await client.query('SELECT key_id FROM read.api_keys')
  await client.end()
  await database.drop()
  expect(over.rows).toEqual([{ position: 1 }, { position: 2 }, { position: 3 }])
  expect(keys.rows).toEqual([{ key_id: 'after' }])
})
