import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../../pipeline/commands/run-command.ts'
import type { Command } from '../../../pipeline/lifecycle/commands.ts'
import { pack, type StoredBytes, unpack } from '../../../pipeline/store/packing.ts'
import { EXAMPLE, type TestApi, testApi, untilServed } from '../../support/api.ts'
import { biharRevision } from '../../support/api-release.ts'
import { PATIENCE } from '../../support/patience.ts'
import { testPerson } from '../../support/people.ts'

/**
 * A database altered by its owner: content with a wrong hash or without a signature is never served
 * (docs/design/architecture.md#snapshot).
 */

const ID = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
let api: TestApi
let record: string
let statement: string
beforeAll(async () => {
  api = await testApi()
  record = (await api.call('/v1/health')).data.release_sha256
  const found = await api.owner.query(
    `SELECT payload::json ->> 'statement_sha256' AS hash FROM event_log WHERE type = 'ReleaseSealed'`,
  )
  statement = found.rows[0].hash
  await api.owner.query('ALTER TABLE blobs DISABLE TRIGGER ALL')
  await api.owner.query('ALTER TABLE blobs DROP CONSTRAINT blobs_sha256_is_theirs')
  await api.owner.query('ALTER TABLE blobs DROP CONSTRAINT blobs_size_is_theirs')
  await api.owner.query('ALTER TABLE blobs DROP CONSTRAINT blobs_packed_are_smaller')
})
afterAll(() => api.close())

/** Commands that change what is in service, as log events: `pramaan` itself would check the record first. */
async function command(what: Command): Promise<void> {
  const signatories = [testPerson(what.actor)]
  const result = await runCommand(api.pool, 'BR', what, { commandId: null, now: () => new Date(), signatories })
  expect(result.ok).toBe(true)
}

/** Tells the instances to poll now. Otherwise they poll every two seconds. */
const wake = () => api.owner.query(`SELECT pg_notify('pramaan_serving', '')`)

const untilHealthIs = (status: 'healthy' | 'degraded', instance: Pick<TestApi, 'call'> = api) =>
  vi.waitUntil(async () => (await instance.call('/v1/health')).data?.service_status === status, PATIENCE)

/** Replaces the stored content of a hash by the result of `change`. Returns a function that restores it. */
async function alterStored(
  hash: string,
  change: (stored: StoredBytes) => StoredBytes | Promise<StoredBytes>,
): Promise<() => Promise<void>> {
  const found = await api.owner.query('SELECT encoding, size_bytes::int, bytes FROM blobs WHERE sha256 = $1', [hash])
  const [before] = found.rows as StoredBytes[]
  const after = await change(before!)
  expect(after, 'something is altered').not.toEqual(before)
  const write = ({ encoding, size_bytes, bytes }: StoredBytes) =>
    api.owner.query('UPDATE blobs SET encoding = $2, size_bytes = $3, bytes = $4 WHERE sha256 = $1', [
      ...[hash, encoding, size_bytes, bytes],
    ])
  await write(after)
  return async () => void (await write(before!))
}

/** The same for the stored text, whatever its encoding. */
const alterBlob = (hash: string, change: (text: string) => string) =>
  alterStored(hash, (stored) => pack(Buffer.from(change(unpack(stored)!.toString('utf8')))))

/** Flips another bit in one stored byte, at this distance from the beginning. */
const flipped =
  (part: number) =>
  (stored: StoredBytes): StoredBytes => {
    const bytes = Buffer.from(stored.bytes)
    const at = Math.floor(part * (bytes.length - 1))
    bytes[at]! ^= 1
    return { ...stored, bytes }
  }

async function alterSources(): Promise<() => Promise<void>> {
  const turn = () => api.owner.query('UPDATE read.sources SET sha256 = reverse(sha256)')
  await turn()
  return async () => void (await turn())
}

const cheaper = (text: string): string => text.replaceAll('"7.42"', '"0.01"')
const CASES: readonly [string, () => Promise<() => Promise<void>>, RegExp][] = [
  ['a rate in the record', () => alterBlob(record, cheaper), /does not hash/],
  ['white space in the record', () => alterBlob(record, (text) => `${text}\n`), /does not hash/],
  ['the record, cut off', () => alterBlob(record, (text) => text.slice(0, -1)), /does not hash/],
  ...[0, 0.25, 0.5, 0.75, 1].map((part): (typeof CASES)[number] => [
    `a bit of the stored record, ${100 * part} % on`,
    () => alterStored(record, flipped(part)),
    /does not hash/,
  ]),
  ['how it is stored', () => alterStored(record, (stored) => ({ ...stored, encoding: 'identity' })), /does not hash/],
  ...[-1, 1].map((more): (typeof CASES)[number] => [
    `the size it is stored under, by ${more}`,
    () => alterStored(record, (stored) => ({ ...stored, size_bytes: stored.size_bytes + more })),
    /does not hash/,
  ]),
  ['which sources were registered', alterSources, /its sources were registered/],
  [
    'a gate of the statement',
    () => alterBlob(statement, (text) => text.replace('"passed":true', '"passed":1')),
    /statement/,
  ],
  ['white space in the statement', () => alterBlob(statement, (text) => `${text} `), /statement/],
  ['the statement, cut off', () => alterBlob(statement, (text) => text.slice(0, -1)), /statement/],
]

describe('an instance that starts on altered data serves nothing of it, and says so:', () => {
  test.each(CASES)('%s', async (_name, alter, reason) => {
    const restore = await alter()
    const instance = await api.start()
    try {
      const answer = await instance.call('/v1/calculate', { method: 'POST', body: EXAMPLE })
      expect([answer.status, answer.code]).toEqual([503, 'VERIFIED_RUNTIME_UNAVAILABLE'])
      for (const path of [
        'health',
        'health?state_code=BR',
        'states',
        'categories',
        'tariffs',
        'sources',
        'capabilities',
      ]) {
        const refused = await instance.call(`/v1/${path}`)
        expect([path, refused.status, refused.code]).toEqual([path, 503, 'VERIFIED_RUNTIME_UNAVAILABLE'])
      }
      expect((await instance.call('/readyz', { key: null })).status).toBe(503)
      const said = api.logs.filter((line) => line.includes('release refused at load')).at(-1)
      expect(JSON.parse(said!).reason).toMatch(reason)
    } finally {
      await restore()
    }
    await wake()
    await untilHealthIs('healthy', instance)
    await instance.close()
  })
})

describe('an instance that served before continues with its last valid one, and says so:', () => {
  test('a hold takes effect although the record cannot be read again', async () => {
    const restore = await alterBlob(record, cheaper)
    const target = { actor: 'asha', releaseId: ID, revision: 1, component: 'rows/BR-DS-I/energy' }
    await command({ type: 'hold', known: true, reason: 'a corrigendum is awaited', ...target })
    const { data } = await untilServed(api, (answer) => answer.data?.release.holds.length === 1)
    expect(data.calculation.base_tariff_paise).toBe(164_400)
    const held = await api.call('/v1/calculate', { method: 'POST', body: { ...EXAMPLE, subcategory_code: 'DS-I' } })
    expect(held.code).toBe('RATE_NOT_VERIFIED')
    for (const path of ['/v1/health', '/v1/health?state_code=BR']) {
      const health = (await api.call(path)).data
      expect([health.service_status, health.release_sha256]).toEqual(['degraded', record])
      expect(health.problems).toEqual([expect.stringMatching(/does not hash/)])
    }
    expect((await api.call('/readyz', { key: null })).status).toBe(200)
    const proof = await api.call(`/v1/releases/${record}`)
    expect([proof.status, proof.details], 'nor is it given out as proof').toEqual([503, { component: 'evidence' }])
    await restore()
    await untilHealthIs('healthy')
    await command({ type: 'unhold', reason: 'confirmed', ...target })
    await untilServed(api, (answer) => answer.data?.release.holds.length === 0)
  })

  test('a problem that lasts is reported once', async () => {
    const restore = await alterBlob(record, cheaper)
    const instance = await api.start({})
    const told = () => api.logs.filter((line) => line.includes('release refused at load')).length
    const before = told()
    const polls = await countPolls(3)
    expect(polls).toBeGreaterThanOrEqual(3)
    expect(told()).toBe(before)
    await restore()
    await instance.close()
  })

  const STAGE = { scope: 'BR', stage: 'reference', obstacles: [], unattested: [], components: [] } as const
  const PROMOTE = { type: 'promote', actor: 'asha', ...STAGE } as const

  test('an altered release is not served after its promotion, and the previous one continues', async () => {
    const second = await biharRevision(api.pool, 'Urban domestic, one slab', 'Urban domestic, a single slab')
    const restore = await alterBlob(second.release_sha256!, cheaper)
    const target = { releaseId: ID, revision: second.revision }
    await command({ type: 'approve', actor: 'bashir', ...target })
    await command({ ...PROMOTE, ...target })
    await untilHealthIs('degraded')
    const { data } = await api.call('/v1/calculate', { method: 'POST', body: EXAMPLE })
    expect([data.release.revision, data.calculation.base_tariff_paise]).toEqual([1, 164_400])
    await restore()
    await wake()
    await untilServed(api, (answer) => answer.data?.release.revision === 2)
    expect((await api.call('/v1/health')).data.service_status).toBe('healthy')

    const third = await biharRevision(api.pool, 'Urban domestic, one slab', 'Urban domestic, but one slab')
    await alterBlob(third.release_sha256!, cheaper)
    const next = { releaseId: ID, revision: third.revision }
    await command({ type: 'withdraw', actor: 'asha', reason: 'a wrong figure', ...target })
    await command({ type: 'approve', actor: 'bashir', ...next })
    await command({ ...PROMOTE, ...next })
    // A withdrawn release must not be the fallback.
    const refused = await untilServed(api, ({ code }) => code === 'VERIFIED_RUNTIME_UNAVAILABLE')
    expect([refused.status, refused.details.state_code]).toEqual([503, 'BR'])
  })
})

/** Waits until the instances have read their pointers this often. */
async function countPolls(wanted: number): Promise<number> {
  const starts = new Set<string>()
  await vi.waitUntil(async () => {
    const found = await api.owner.query<{ at: string }>(
      `SELECT query_start::text AS at FROM pg_stat_activity
         WHERE application_name = 'pramaan-api' AND datname = current_database() AND query LIKE '%ReleaseWithdrawn%'`,
    )
    for (const { at } of found.rows) starts.add(at)
    await wake()
    return starts.size > wanted
  }, PATIENCE)
  return starts.size - 1
}
