import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newestState } from '../../../pipeline/signed-state/signed-state.ts'
import { signTime } from '../../../releases/proof/sign/checkpoint.ts'
import { signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { startRecompute } from '../../../services/api/snapshot/recompute.ts'
import { SignedState } from '../../../services/api/snapshot/signed-state.ts'
import { startApi } from '../../../services/api/start/start-api.ts'
import { issueKey } from '../../../services/keys/manage.ts'
import { untilSigned } from '../../../services/operations/until-signed.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { everyRight } from '../../support/api.ts'
import { PATIENCE, PATIENCE_MS } from '../../support/patience.ts'
import { trustFiles } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { signState } from '../../support/signed-state.ts'

/** Effects of the signer on an API, and the API's own checks. */

let pipeline: TestPipeline
let key: string
beforeAll(async () => {
  pipeline = await testPipeline()
  const worker = await pipeline.work()
  await pipeline.run(await pipeline.folder())
  await untilSigned(pipeline.pool, pipeline.foundation, PATIENCE_MS)
  key = (await issueKey({ pool: pipeline.pool, actor: 'issuer', now: new Date() }, everyRight())).key
  await worker.close()
})
afterAll(() => pipeline?.close())

async function withApi(work: (api: Awaited<ReturnType<typeof started>>) => Promise<void>): Promise<void> {
  const api = await started()
  try {
    await work(api)
  } finally {
    await api.close()
  }
}

async function started() {
  const api = await startApi({
    ...{ databaseUrl: pipeline.database.apiUrl, redisUrl: pipeline.redis.url, prefix: pipeline.redis.prefix },
    ...{ host: '127.0.0.1', port: 0, metricsPort: 0, trustProxy: true, replicaMaxAgeMs: 900_000, codeVersion: 'test' },
    ...(await trustFiles(pipeline.signer)),
    ...{ log: createLogger('api', 'silent'), overloadedDelayMs: 120_000, recomputeEveryMs: 50 },
  })
  const get = (path: string) => fetch(`http://127.0.0.1:${api.port}${path}`, { headers: { 'X-API-Key': key } })
  return {
    health: async () => {
      const { data } = (await (await get('/v1/health?state_code=XX')).json()) as {
        data: { service_status: string; problems?: string[] }
      }
      return [data.service_status, ...(data.problems ?? [])]
    },
    ready: async () => (await get('/readyz')).status,
    age: async () =>
      Number(
        /^pramaan_signed_note_age_seconds (\S+)$/m.exec(
          await api.registry.getSingleMetricAsString('pramaan_signed_note_age_seconds'),
        )?.[1],
      ),
    close: api.close,
  }
}

describe('the signed time', () => {
  const position = 1
  const put = (note: string) => pipeline.pool.query('UPDATE signed_time SET note = $1', [note])
  const noteOf = (minutesAgo: number, by = pipeline.signer): string =>
    signTime(
      { origin: pipeline.foundation.origin, position, time: new Date(Date.now() - minutesAgo * 60_000).toISOString() },
      by,
    )

  test('is told by a worker that runs', async () => {
    const { rows } = await pipeline.pool.query('SELECT note FROM signed_time')
    expect(rows[0].note).toContain(`${pipeline.foundation.origin}/time\n`)
  })

  test('older than five minutes is said, and refuses nothing', async () => {
    await put(noteOf(4))
    await withApi(async (api) => {
      expect(await api.health()).toEqual(['healthy'])
      expect(await api.age()).toBeGreaterThan(239)
    })
    await put(noteOf(6))
    await withApi(async (api) => {
      expect(await api.health()).toEqual([
        'degraded',
        expect.stringMatching(/^not_signed: no worker has confirmed the log for 6 minutes/),
      ])
      expect(await api.age()).toBeGreaterThan(359)
      expect(await api.ready()).toBe(200)
      await put(noteOf(0, signingKeyFromSeed(new Uint8Array(32).fill(9))))
      await put(noteOf(3))
      await vi.waitUntil(async () => (await api.health())[0] === 'healthy', PATIENCE)
      expect(await api.age()).toBeGreaterThan(179)
      await put('junk')
    })
  })
})

test('a signed time of a clock that is ahead counts from when it is read, and does not hide that no other follows', async () => {
  const { pool, foundation: trust, signer } = pipeline
  const at = Date.parse('2026-11-22T12:00:00.000Z')
  let nowMs = at
  const signed = await SignedState.open({ ...(await trustFiles(signer)), trust, nowMs: () => nowMs, onError: () => {} })
  const told = async (ms: number) => {
    const note = signTime({ origin: trust.origin, position: 1, time: new Date(ms).toISOString() }, signer)
    await pool.query('UPDATE signed_time SET note = $1', [note])
    await signed.read(pool)
    return signed.toldAtMs === null ? null : signed.toldAtMs - at
  }
  expect(await told(at + 3_600_000)).toBe(0)
  nowMs = at + 60_000
  expect(await told(at + 3_600_000), 'the same note').toBe(0)
  expect(await told(at + 59_000), 'the clock was corrected').toBe(59_000)
  expect(await told(at), 'an older one').toBe(59_000)
  await pool.query(`UPDATE signed_time SET note = ''`)
})

describe('what is signed is computed again', () => {
  test('and what follows from the log is served on', async () => {
    // The worker's signed state; however often it is recomputed, no fault is found.
    const { pool, foundation } = pipeline
    const { state } = await newestState(pool, foundation)
    const found: string[] = []
    let looks = 0
    const newest = () => {
      looks += 1
      // A new note each time, as from a signer that signs every minute.
      return state === null ? null : { ...state, note: `${looks}` }
    }
    const told = {
      onFork: (reason: string) => found.push(reason),
      onError: (error: Error) => found.push(error.message),
    }
    const recompute = startRecompute({ pool, foundation, newest, everyMs: 1, ...told })
    await vi.waitUntil(() => looks > 5, PATIENCE)
    await recompute.stop()
    expect(state).not.toBeNull()
    expect(found).toEqual([])
  })

  test('one that the log’s own key signed and nobody decided is a fork: nothing newer is loaded', async () => {
    await withApi(async (api) => {
      await signState(pipeline.pool, pipeline.signer, (state) => ({
        ...state,
        serving: state.serving.map((each) => ({ ...each, stage: 'production' as const })),
      }))
      await vi.waitUntil(async () => (await api.health())[0] === 'degraded', PATIENCE)
      expect(await api.health()).toEqual([
        'degraded',
        expect.stringMatching(
          /^fork: what is signed at position \d+ does not follow from the log: another serving state/,
        ),
      ])
    })
  })

  test('states after a fork are not trusted either', async () => {
    const files = await trustFiles(pipeline.signer)
    const state = await SignedState.open({ trust: pipeline.foundation, ...files, onError: () => {} })
    const before = await state.read(pipeline.pool)
    state.contradicted('another serving state')
    await signState(pipeline.pool, pipeline.signer, (signed) => ({ ...signed, serving: [] }))
    await expect(state.read(pipeline.pool)).rejects.toMatchObject({ kind: 'fork' })
    expect(state.newest?.serving).toBe(before)
  })
})
