import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signTime } from '../../../releases/proof/sign/checkpoint.ts'
import { signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { startApi } from '../../../services/api/start-api.ts'
import { issueKey } from '../../../services/keys/manage.ts'
import { untilSigned } from '../../../services/operations/until-signed.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { everyRight } from '../../support/api.ts'
import { PATIENCE, PATIENCE_MS } from '../../support/patience.ts'
import { trustFiles } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { signState } from '../../support/signed-state.ts'

/** What an API hears of the signer, and what it finds out by itself. */

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
    stage: async () =>
      ((await (await get('/public/serving.json')).json()) as { releases: { stage: string }[] }).releases[0]?.stage,
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
      expect(await api.health()).toEqual(['degraded', expect.stringMatching(/^not_signed: for 6 minutes/)])
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

describe('what is signed is computed again', () => {
  test('and what follows from the log is served on', async () => {
    await withApi(async (api) => {
      // The worker signs what it did; nothing is found wrong with it, however often it is looked.
      for (let looks = 0; looks < 20; looks += 1) {
        expect(await api.ready()).toBe(200)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      expect(await api.health()).toEqual(['healthy'])
    })
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
      // What comes after the fork is not believed either.
      const before = await api.stage()
      await signState(pipeline.pool, pipeline.signer, (state) => ({ ...state, serving: [] }))
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      expect(await api.stage()).toBe(before)
    })
  })
})
