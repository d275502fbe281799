import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventHash, GENESIS_HASH } from '../../../pipeline/event-log/chain.ts'
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from '../../../pipeline/event-log/event.ts'
import { inDiscarded } from '../../../pipeline/event-log/in-transaction.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { putBlob } from '../../../pipeline/store/blobs.ts'
import { parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { signCheckpoint } from '../../../releases/proof/sign/checkpoint.ts'
import { signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { issueKey } from '../../../services/keys/manage.ts'
import { hold } from '../../../services/operations/lifecycle.ts'
import { type VerifiedLog, verifyLog } from '../../../services/operations/verify-log.ts'
import { readKeptCheckpoint } from '../../../services/worker/checkpoint-file.ts'
import { appendByHand } from '../../support/append-by-hand.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/**
 * Whatever a database's owner edits is found, and its place is named. Each edit bypasses the triggers, in a transaction
 * that is checked from inside and rolled back.
 */

let pipeline: TestPipeline
const now = (): Date => new Date()

beforeAll(async () => {
  pipeline = await testPipeline()
  const worker = await pipeline.work()
  await pipeline.run(await pipeline.folder())
  const settings = { scopes: [], states: [], origins: [], per_minute: 1, burst: 1, evidence_floor: 'order' }
  const key = { ...settings, name: 'a', expires_at: null, request_ref: null }
  await issueKey({ pool: pipeline.pool, actor: 'asha', now: now() }, key)
  // Large enough to be stored compressed.
  await putBlob(pipeline.pool, Buffer.alloc(100_000, 'a'))
  // Log entries come last: their checkpoint covers the whole log.
  await hold({ pool: pipeline.pool, by: ASHA, now }, FIXTURE_ID, 'rows/XX-WATER/energy', 'in doubt')
  const entries = await pipeline.pool.query('SELECT FROM read.log_leaves')
  await vi.waitUntil(async () => (await readKeptCheckpoint(pipeline.home))?.size === entries.rowCount, PATIENCE)
  await worker.close()
})
afterAll(() => pipeline?.close())

type Edit = (client: PoolClient) => Promise<unknown>

async function afterEdit(edit: Edit, { anchored = true } = {}): Promise<VerifiedLog> {
  const anchor = anchored ? await readKeptCheckpoint(pipeline.home) : null
  return inDiscarded(pipeline.owner, async (client) => {
    await client.query("SET LOCAL session_replication_role = 'replica'")
    await edit(client)
    return verifyLog(client, pipeline.foundation, anchor, now)
  })
}

const sql =
  (...statements: string[]): Edit =>
  async (client) => {
    let changed = 0
    for (const statement of statements) changed += (await client.query(statement)).rowCount ?? 0
    expect(changed, 'an edit that changes nothing finds nothing').toBeGreaterThan(0)
  }

/** Edits an event and recomputes its hash and all later ones, like somebody who knows the chain's form. */
const rehashed =
  (where: string, edit: (row: EventRow) => Partial<EventRow>): Edit =>
  async (client) => {
    const { rows } = await client.query<EventRow>(`SELECT ${EVENT_COLUMNS} FROM event_log ORDER BY event_log.position`)
    const { rows: found } = await client.query<{ position: string }>(
      `SELECT position FROM event_log WHERE ${where} ORDER BY position LIMIT 1`,
    )
    const at = Number(found[0]?.position)
    let previous = rows[at - 2]?.hash ?? GENESIS_HASH
    for (const row of rows.slice(at - 1)) {
      const changed = { ...row, ...(Number(row.position) === at ? edit(row) : {}), prev_hash: previous }
      const { payload: _payload, act: _act, hash: _hash, ...unhashed } = toRecordedEvent(changed)
      previous = eventHash(unhashed)
      await client.query(
        `UPDATE event_log SET payload = $2, actor = $3, act = $4, prev_hash = decode($5, 'hex'), hash = decode($6, 'hex') WHERE position = $1`,
        [row.position, changed.payload, changed.actor, changed.act, changed.prev_hash, previous],
      )
    }
    await client.query(`UPDATE event_log_head SET hash = decode($1, 'hex')`, [previous])
  }

const EVENT = (type: string): string => `position = (SELECT min(position) FROM event_log WHERE type = '${type}')`
const STRANGER = signingKeyFromSeed(new Uint8Array(32).fill(9))

test('a database that nobody edited is intact', async () => {
  expect(await afterEdit(async () => {})).toMatchObject({ ok: true })
})

describe('of the event log, whatever is edited is named by its position:', () => {
  const edits: readonly [string, Edit][] = [
    ['a payload', sql(`UPDATE event_log SET payload = replace(payload, '":"', '": "') WHERE position = 6`)],
    ['an actor', sql(`UPDATE event_log SET actor = 'nobody' WHERE position = 8`)],
    ['a time', sql(`UPDATE event_log SET recorded_at = recorded_at + interval '1 second' WHERE position = 9`)],
    ['a type', sql(`UPDATE event_log SET type = 'KeyRevoked' WHERE ${EVENT('KeyIssued')}`)],
    ['a stream', sql(`UPDATE event_log SET stream = 'state-ZZ' WHERE ${EVENT('ReleasePromoted')}`)],
    ['a version of a stream', sql(`UPDATE event_log SET version = version + 100 WHERE ${EVENT('ReleaseApproved')}`)],
    ['an id', sql(`UPDATE event_log SET event_id = gen_random_uuid() WHERE position = 5`)],
    ['a command id', sql(`UPDATE event_log SET command_id = 'another' WHERE ${EVENT('CandidateOpened')}`)],
    ['a version of a schema', sql(`UPDATE event_log SET schema_version = 2 WHERE position = 7`)],
    ['an act, taken away', sql(`UPDATE event_log SET act = NULL WHERE ${EVENT('ReleasePromoted')}`)],
    [
      'an act of another event',
      sql(
        `UPDATE event_log SET act = (SELECT act FROM event_log WHERE ${EVENT('ReleaseApproved')}) WHERE ${EVENT('ReleasePromoted')}`,
      ),
    ],
    ['a hash', sql(`UPDATE event_log SET hash = sha256('x') WHERE position = 6`)],
    ['a hash before it', sql(`UPDATE event_log SET prev_hash = sha256('x') WHERE position = 6`)],
    ['an event, taken out of the middle', sql('DELETE FROM event_log WHERE position = 6')],
    ['the first event', sql('DELETE FROM event_log WHERE position = 1')],
    [
      'the last event, with its head',
      sql(
        'DELETE FROM event_log WHERE position = (SELECT max(position) FROM event_log)',
        `UPDATE event_log_head SET (position, hash) = (SELECT position, hash FROM event_log ORDER BY position DESC LIMIT 1)`,
      ),
    ],
    ['the head', sql(`UPDATE event_log_head SET hash = sha256('x')`)],
    ['the position of the head', sql('UPDATE event_log_head SET position = position - 1')],
    [
      'all of it',
      sql('DELETE FROM event_log', `UPDATE event_log_head SET position = 0, hash = decode(repeat('00', 32), 'hex')`),
    ],
    [
      'a stage, hashed anew',
      rehashed(EVENT('ReleasePromoted'), ({ payload }) => ({
        payload: payload.replace('"reference"', '"production"'),
      })),
    ],
    [
      'a period, hashed anew',
      rehashed(EVENT('ReleasePromoted'), ({ payload }) => ({ payload: payload.replace('2027-03-31', '2028-03-31') })),
    ],
    ['who approved, hashed anew', rehashed(EVENT('ReleaseApproved'), () => ({ actor: 'asha' }))],
    [
      'a verdict, hashed anew',
      rehashed(EVENT('GateChecked'), ({ payload }) => ({
        payload: payload.replace('"passed":true', '"passed":false'),
      })),
    ],
    [
      'a sealed record, hashed anew',
      rehashed(EVENT('ReleaseSealed'), ({ payload }) => ({
        payload: payload.replace(/"release_sha256":"[0-9a-f]{8}/, '"release_sha256":"00000000'),
      })),
    ],
    [
      'a hold, hashed anew',
      rehashed(EVENT('ComponentHeld'), ({ payload }) => ({ payload: payload.replace('in doubt', 'no doubt') })),
    ],
    [
      'a person, hashed anew',
      rehashed(EVENT('PersonEnrolled'), ({ payload }) => ({ payload: payload.replace('"asha"', '"eve"') })),
    ],
    [
      'the key of the log, hashed anew',
      rehashed('position = 1', ({ payload }) => ({
        payload: payload.replace(/"key_id":"[0-9a-f]{64}"/, `"key_id":"${STRANGER.keyId}"`),
      })),
    ],
    [
      'a signature, hashed anew',
      rehashed(EVENT('CandidateOpened'), ({ act }) => ({
        act: (act ?? '').replace(/"signature":"../, '"signature":"AA'),
      })),
    ],
    [
      'an API key, hashed anew',
      rehashed(EVENT('KeyIssued'), ({ payload }) => ({ payload: payload.replace('"order"', '"specimen"') })),
    ],
  ]
  test.each(edits)('%s', async (_what, edit) => {
    const first_bad = { position: expect.any(Number), reason: expect.any(String) }
    expect(await afterEdit(edit)).toMatchObject({ ok: false, first_bad })
  })
})

test('an event that no table takes is named by its position', async () => {
  // A second key with the same hash: our code never issues it, and the chain is correct.
  const again = async (client: PoolClient): Promise<void> => {
    // With the triggers, by which the head follows.
    await client.query("SET LOCAL session_replication_role = 'origin'")
    const { rows } = await client.query<{ payload: string }>(
      `SELECT payload FROM event_log WHERE type = 'KeyIssued' ORDER BY position LIMIT 1`,
    )
    const payload = { ...JSON.parse(rows[0]?.payload ?? ''), key_id: 'key_again' }
    await appendByHand(client, { stream: streamOf.key('key_again'), events: [{ type: 'KeyIssued', payload }] })
  }
  const first_bad = { position: expect.any(Number), reason: 'fits_no_table' }
  expect(await afterEdit(again)).toMatchObject({ ok: false, first_bad })
})

describe('of the other tables, whatever is edited is named by table and row:', () => {
  const note = async (client: PoolClient): Promise<string> =>
    (await client.query<{ note: string }>('SELECT note FROM checkpoints ORDER BY position DESC LIMIT 1')).rows[0]
      ?.note ?? ''
  const put = (client: PoolClient, text: string, position = '9999') =>
    client.query(
      `INSERT INTO checkpoints (position, note_sha256, tree_size, note, serving)
       VALUES ($1, encode(sha256(convert_to($2, 'UTF8')), 'hex'), 3, $2, '{}')`,
      [position, text],
    )
  const edits: readonly [string, string, Edit][] = [
    ['checkpoints', 'a note that is none', (client) => put(client, 'junk')],
    [
      'checkpoints',
      'a note by a stranger’s key',
      async (client) => {
        const parsed = parseCheckpoint(await note(client))
        if (!parsed.ok) throw new Error(parsed.reason)
        return put(client, signCheckpoint(parsed.checkpoint, STRANGER))
      },
    ],
    [
      'checkpoints',
      'a note at another place, the last there is',
      async (client) => put(client, await note(client), '9223372036854775807'),
    ],
    ['checkpoints', 'a size', sql('UPDATE checkpoints SET tree_size = tree_size + 1')],
    [
      'checkpoints',
      'a serving state',
      sql(
        `UPDATE checkpoints SET serving = replace(serving, '"reference"', '"production"') WHERE serving LIKE '%"reference"%'`,
      ),
    ],
    ['signed_time', 'a note that is none', sql(`UPDATE signed_time SET note = 'junk'`)],
    ['signed_time', 'a later time', sql(`UPDATE signed_time SET note = regexp_replace(note, '\\n2...-', E'\\n2099-')`)],
    [
      'blobs',
      'the bytes of a packed blob',
      sql(
        `UPDATE blobs SET bytes = bytes || '\\x00' WHERE encoding <> 'identity' AND sha256 NOT IN (SELECT release_sha256 FROM read.releases)`,
      ),
    ],
    ['blobs', 'a blob, taken away', sql('DELETE FROM blobs WHERE sha256 = (SELECT min(sha256) FROM read.sources)')],
    [
      'source_pages',
      'the text of a page',
      sql(
        `UPDATE source_pages SET text = text || '1', text_sha256 = encode(sha256(convert_to(text || '1', 'UTF8')), 'hex')`,
      ),
    ],
    [
      'source_pages',
      'a page, taken away',
      sql(
        'DELETE FROM source_pages WHERE (sha256, page) = (SELECT sha256, max(page) FROM source_pages GROUP BY sha256 LIMIT 1)',
      ),
    ],
    [
      'source_pages',
      'a page more',
      sql(`INSERT INTO source_pages SELECT sha256, 99, text, text_sha256 FROM source_pages LIMIT 1`),
    ],
    ['read.api_keys', 'the floor of a key', sql(`UPDATE read.api_keys SET evidence_floor = 'specimen'`)],
    ['read.api_keys', 'a revocation', sql('UPDATE read.api_keys SET revoked_at = now()')],
    [
      'read.api_keys',
      'a key that was never issued',
      sql(
        `INSERT INTO read.api_keys SELECT 'key_000000000000', name, repeat('0', 64), scopes, states, origins, per_minute, burst, evidence_floor, expires_at, revoked_at, valid_until, created_at, request_ref FROM read.api_keys LIMIT 1`,
      ),
    ],
    ['read.serving', 'a stage', sql(`UPDATE read.serving SET stage = 'production'`)],
    ['read.serving', 'a release, taken away', sql('DELETE FROM read.serving')],
    ['read.serving', 'a period', sql(`UPDATE read.serving SET effective_to = '2030-03-31'`)],
    ['read.holds', 'a hold, taken away', sql('DELETE FROM read.holds')],
    ['read.holds', 'a reason', sql(`UPDATE read.holds SET reason = 'none'`)],
    ['read.releases', 'who approved', sql(`UPDATE read.releases SET approved_by = 'eve'`)],
    ['read.releases', 'a status', sql(`UPDATE read.releases SET status = 'withdrawn'`)],
    ['read.gate_results', 'a verdict', sql('UPDATE read.gate_results SET passed = false')],
    ['read.sources', 'the name of a file', sql(`UPDATE read.sources SET file_name = 'other.pdf'`)],
    ['read.log_leaves', 'an entry', sql(`UPDATE read.log_leaves SET entry = entry || '\\x00' WHERE leaf_index = 1`)],
    ['read.log_leaves', 'a leaf, taken away', sql('DELETE FROM read.log_leaves WHERE leaf_index = 2')],
  ]
  test.each(edits)('%s: %s', async (table, _what, edit) => {
    const first_bad = { table, row: expect.any(String), reason: expect.any(String) }
    expect(await afterEdit(edit)).toMatchObject({ ok: false, first_bad })
  })
})

test('without a checkpoint from outside, a rewritten log still shows where signatures no longer hold', async () => {
  const stage = rehashed(EVENT('ReleasePromoted'), ({ payload }) => ({
    payload: payload.replace('"reference"', '"production"'),
  }))
  expect(await afterEdit(stage, { anchored: false })).toMatchObject({
    ok: false,
    first_bad: { reason: 'signature_invalid' },
  })
})
