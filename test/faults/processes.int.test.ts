import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LogLine, startService } from '../../scripts/service-process.ts'
import { processesAsked } from '../../services/api/start/processes.ts'
import { issueKey } from '../../services/keys/manage.ts'
import { processInfo } from '../../services/platform/local-stack/process-table.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { EXAMPLE, everyRight } from '../support/api.ts'
import { biharDatabase } from '../support/api-database.ts'
import type { TestDatabase } from '../support/database.ts'
import { PATIENCE } from '../support/patience.ts'
import { testRedis } from '../support/redis.ts'
import { runSigner } from '../support/run-signer.ts'
import { counted, measured, trials } from './support/chaos.ts'
import { follow } from './support/follow.ts'
import { type ApiProcess, startApiProcess, untilAnswered } from './support/process.ts'

/** `npm run api -- --processes 2`: one port, processes replaced one by one under load, and restarted when killed. */

let database: TestDatabase
let instance: ApiProcess
let key: string
const USAGE = /usage: npm run api -- \[--processes N\], with N from 1 to 64/
beforeAll(async () => {
  database = await biharDatabase()
  const pool = createPool({ url: database.pipelineUrl, applicationName: 'pramaan-test', max: 2, onError: () => {} })
  key = (await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())).key
  await pool.end()
  instance = await startApiProcess({
    apiUrl: database.apiUrl,
    redisUrl: testRedis().url,
    signer: runSigner(),
    processes: 2,
  })
})
afterAll(async () => {
  await instance?.process.stop()
  await database?.drop()
})

const said = (message: string): LogLine[] =>
  instance.process.lines.flatMap((text) => {
    const line = text.startsWith('{') ? (JSON.parse(text) as LogLine) : null
    return line?.msg === message ? [line] : []
  })
const pidsSaid = (): number[] => said('listening').map(({ pid }) => Number(pid))
const living = (): number[] => pidsSaid().filter((pid) => processInfo(pid) !== null)

/** A new connection for each request, since the handling of closed keep-alive connections is not tested here. */
const ask = ({ call }: ApiProcess) =>
  call('/v1/calculate', { method: 'POST', key, body: EXAMPLE, headers: { connection: 'close' } })
const isRight = ({ status, data }: Awaited<ReturnType<typeof ask>>): boolean =>
  status === 200 && data.calculation.base_tariff_paise === 164_400
const isAnsweredRight = async (): Promise<boolean> => isRight(await untilAnswered(() => ask(instance)))

test('both processes answer on the one port, and their metrics are shown as one', async () => {
  await vi.waitUntil(() => new Set(pidsSaid()).size === 2, PATIENCE)
  // Each answered requests of its own before it listened, none of the other's, whose keys it would refuse with 401. A busy
  // machine may leave no time for them, or for a key.
  const cut = said('rehearsal').map((line) => line['err'])
  expect(cut.filter((reason) => reason !== 'The operation was aborted')).toEqual([])
  const answered = said('rehearsed').map((line) => line['answered'] as Readonly<Record<string, number>>)
  expect(answered.length).toBeGreaterThanOrEqual(2 - cut.length)
  for (const statuses of answered) {
    expect(statuses['200'] ?? statuses['503']).toBeGreaterThan(0)
    expect(['200', '503']).toEqual(expect.arrayContaining(Object.keys(statuses)))
  }
  for (let request = 0; request < 20; request += 1) expect(await isAnsweredRight()).toBe(true)
  expect(await instance.metric('pramaan_releases_serving')).toBe(1)
  // On a busy machine a poll of one of them may have taken too long: the next one says so.
  await vi.waitUntil(async () => (await instance.metric('pramaan_postgres_answers')) === 1, PATIENCE)
  expect(await instance.metric('pramaan_requests_total{route="/v1/calculate",status="200"}')).toBe(20)
})

test('replaced one by one under load, no request is lost', async () => {
  const before = living()
  const following = follow([instance], ask, { loops: 4, everyMs: trials({ few: 5, full: 0 }) })
  await following.untilEach(isRight, performance.now())
  instance.process.signal('SIGHUP')
  await vi.waitUntil(() => said('processes replaced').length === 1, PATIENCE)
  await following.untilEach(isRight, performance.now())
  await following.stop()
  const answers = following.seen.flat().map(({ answer }) => answer)
  measured(`${answers.length} answers while two processes were replaced`)
  const lost = answers.filter((answer) => !isRight(answer))
  expect(lost.map(({ status, code, details }) => [status, code, details])).toEqual([])
  await vi.waitUntil(() => before.every((pid) => processInfo(pid) === null), PATIENCE)
  // The parent learns that a process listens before its line in the log arrives here.
  await vi.waitUntil(() => living().length === 2, PATIENCE)
})

test('one that is killed is replaced, and the log has its signal', async () => {
  const [killed = 0] = living()
  process.kill(killed, 'SIGKILL')
  counted('killed')
  await vi.waitUntil(() => said('a process ended: starting another').length === 1, PATIENCE)
  expect(said('a process ended: starting another')[0]).toMatchObject({ pid: killed, ended_by: 'SIGKILL' })
  await vi.waitUntil(() => living().length === 2, PATIENCE)
  expect(await isAnsweredRight()).toBe(true)
})

test('told to end, all of them end in order', async () => {
  const pids = living()
  expect(await instance.process.stop()).toBe(0)
  expect(pids.filter((pid) => processInfo(pid) !== null)).toEqual([])
  expect(said('stopped').length).toBeGreaterThanOrEqual(3)
})

test.each(['0', 'many', '1.5', '65'])('--processes %s is refused with what it takes', (processes) => {
  expect(() => processesAsked(['--processes', processes])).toThrow(USAGE)
})

test('an API that is refused its number of processes says so and ends', async () => {
  const environment = { API_DATABASE_URL: database.apiUrl, REDIS_URL: testRedis().url, PORT: '0' }
  const refused = startService('services/api/main.ts', environment, 'listening', { args: ['--processes', 'many'] })
  await expect(refused).rejects.toThrow(USAGE)
})
