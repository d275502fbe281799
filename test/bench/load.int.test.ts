import { afterAll, beforeAll, expect, test } from 'vitest'
import { judge } from '../../bench/load/mix.ts'
import type { Kept, Sent } from '../../bench/load/open-loop.ts'
import { pictureOf } from '../../bench/load/picture.ts'
import { recompute } from '../../bench/load/recompute.ts'
import { answersOf, faultsOf, overLimit, quantilesOf, reportOf } from '../../bench/load/report.ts'
import { type LoadOutcome, type LoadPlan, runLoad } from '../../bench/load/run.ts'
import { SERVING } from '../states/ask.ts'
import { EXAMPLES } from '../states/examples.ts'
import { everyStateDatabase, runSigner } from '../support/api-release.ts'
import { ASHA, BASHIR } from '../support/people.ts'
import { type TestPipeline, testPipeline } from '../support/pipeline.ts'

/** `npm run load` for a few seconds: the requirements of ten minutes must be met; speed is only reported. */

const PLAN: LoadPlan = {
  seconds: 6,
  rate: 60,
  seed: 20_260_401,
  connections: 32,
  keepEvery: 1,
  limits: { perMinute: 4, burst: 3 },
}

let pipeline: TestPipeline
let outcome: LoadOutcome
beforeAll(async () => {
  pipeline = await testPipeline({ database: await everyStateDatabase(), signer: runSigner() })
  await pipeline.work()
  const { pool, home, database, redis } = pipeline
  const { ownerUrl, pipelineUrl, apiUrl } = database
  const local = { home, ownerUrl, pipelineUrl, apiUrl, redisUrl: redis.url, prefix: redis.prefix, description: 'test' }
  outcome = await runLoad({ local, pool, by: ASHA, approver: BASHIR, say: () => {} }, PLAN)
})
afterAll(() => pipeline?.close())

/** A busy machine may reject requests, which the report shows; every answer must be right. */
const isRejected = ({ kind, status, code }: Sent): boolean => judge(kind, status, code) === 'rejected'

test('every planned request was sent, and answered as the contract requires', () => {
  expect(outcome.run.sent).toHaveLength(PLAN.seconds * PLAN.rate)
  const answers = answersOf(outcome.run.sent)
  expect(answers.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  expect(new Set(answers.map(({ kind }) => kind)).size).toBe(7)
  expect(outcome.chain).toMatchObject({ ok: true })
})

test('every bill of all eight states equals the reference evaluator’s, for the release named in the answer', () => {
  expect(outcome.releases).toBe(9)
  expect(outcome.recomputed.wrong).toEqual([])
  const calculated = outcome.run.sent.filter(({ kind, status }) => kind === 'calculation' && status === 200)
  expect(outcome.recomputed.bills).toBeGreaterThan(calculated.length)
  expect(outcome.promotions.map(({ name }) => name.split('@')[1])).toEqual(['2', '1'])
})

test('a key that exceeds its limit gets exactly its limit', () => {
  const limited = outcome.run.sent.filter(({ kind }) => kind === 'over its limit')
  expect(overLimit(limited, PLAN.limits)).toBe(0)
  const decided = limited.filter((answer) => !isRejected(answer))
  expect(new Set(decided.map(({ status }) => status))).toEqual(new Set([200, 429]))
})

test('the report has every figure, and the picture every curve', () => {
  const report = reportOf(outcome, PLAN, ['Conditions: a test.'])
  for (const kind of ['all', 'calculation', 'catalogue', 'evidence', 'batch', 'agent', 'refusal', 'over its limit'])
    expect(report).toMatch(
      new RegExp(`^\\| ${kind} \\| \\d+ \\| [\\d.,]+ \\| [\\d.,]+ \\| [\\d.,]+ \\| [\\d.,]+ \\|$`, 'm'),
    )
  expect(report).not.toMatch(/NaN|undefined/)
  const picture = pictureOf(outcome, PLAN.seconds)
  expect(picture.match(/<polyline points="[\d., -]+"/g)).toHaveLength(4)
  expect(picture).not.toMatch(/NaN|undefined/)
})

test('a fault of each kind is found', () => {
  const [first] = outcome.run.sent
  if (first === undefined) throw new Error('nothing was sent')
  const faulty = (more: Partial<LoadOutcome>): string[] => faultsOf({ ...outcome, ...more }, PLAN)
  const { run } = outcome
  expect(faulty({})).toEqual([])
  expect(faulty({ run, chain: { ok: false } })).toEqual(['the event log is not intact'])
  expect(faulty({ run: { ...run, sent: [...run.sent, { ...first, kind: 'batch', status: 500, code: 'X' }] } })).toEqual(
    ['batch: 1 answers of 500 X'],
  )
  expect(faulty({ run, recomputed: { bills: 1, wrong: ['one'] } })).toEqual(['wrong amount: one'])
  const at = (sentMs: number): Sent => ({
    ...first,
    kind: 'over its limit',
    status: 200,
    code: null,
    sentMs,
    answeredMs: sentMs + 1,
  })
  expect(overLimit([0, 1, 2, 3].map(at), { perMinute: 60, burst: 3 })).toBe(1)
  expect(overLimit([0, 1, 2, 9_999].map(at), { perMinute: 3, burst: 20 })).toBe(1)
  expect(overLimit([0, 1, 2, 10_000].map(at), { perMinute: 60, burst: 3 })).toBe(0)
})

test('a wrong amount, a release that never served and a batch cut short are found', () => {
  const [plan] = SERVING.BR
  const serving = new Map([[plan.context.releaseSha256, plan]])
  const data = (base: number, sha256 = plan.context.releaseSha256): object => ({
    calculation: {
      lines: [
        { row_id: 'BR-DS-II', component: 'energy', amount_paise: 148_400 },
        { row_id: 'BR-DS-II', component: 'fixed', amount_paise: 16_000 },
      ],
      energy_charge_paise: 148_400,
      fixed_charge_paise: 16_000,
      base_tariff_paise: base,
    },
    final_payable: { amount_paise: null },
    release: { release_sha256: sha256 },
  })
  const kept = (answer: object, kind = 'calculation'): Kept => ({
    kind,
    index: 0,
    status: 200,
    text: JSON.stringify(answer),
  })
  expect(recompute(serving, kept({ data: data(164_400) }), [EXAMPLES.BR])).toEqual({ bills: 1, wrong: [] })
  expect(recompute(serving, kept({ data: data(164_401) }), [EXAMPLES.BR]).wrong).toHaveLength(1)
  expect(recompute(serving, kept({ data: data(164_400, 'f'.repeat(64)) }), [EXAMPLES.BR]).wrong[0]).toMatch(
    /did not serve/,
  )
  const refused = { ...EXAMPLES.BR, subcategory_code: 'NONE' }
  expect(recompute(serving, kept({ data: data(164_400) }), [refused]).wrong[0]).toMatch(/reference gives none/)
  const batch = kept({ data: { answers: [] } }, 'batch')
  expect(recompute(serving, batch, [EXAMPLES.BR]).wrong).toEqual(['batch: 0 answers to 1 bills'])
})

test('quantiles are by nearest rank, from the planned time', () => {
  const sent = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ kind: 'a', index, status: 200, code: null },
    ...{ plannedMs: index, sentMs: index + 5, answeredMs: index + index + 1 },
  }))
  expect(quantilesOf(sent)).toEqual({ count: 1_000, p50: 500, p99: 990, p999: 999, most: 1_000 })
})
