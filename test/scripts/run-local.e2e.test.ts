import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { NO_CLUSTER } from '../../scripts/local-deployment.ts'
import { processInfo } from '../../services/platform/local-stack/process-table.ts'
import { nativeServer } from '../../services/platform/local-stack/valkey.ts'
import { leash, ROOT } from '../support/child.ts'
import { PATIENCE } from '../support/patience.ts'
import { skipReason } from '../support/skip.ts'

/**
 * `deploy/run-local`: three APIs, three workers, Postgres with a replica, a Redis cluster; one request, then stopped.
 */

beforeEach(async () => skipReason((await nativeServer([7, 0])) === null, NO_CLUSTER))

test('it prints its addresses, every API gives the same answers, and everything stops', async () => {
  const args = [...leash(), 'scripts/bootstrap.mjs', 'scripts/run-local.ts']
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = once(child, 'close')
  await vi.waitUntil(() => said.includes('Ctrl-C stops everything') || child.exitCode !== null, {
    ...PATIENCE,
    timeout: 2 * PATIENCE.timeout,
  })
  const origins = [...said.matchAll(/(http:\S+) \((primary|replica)\)/g)].map(([, origin = '', on = '']) => ({
    origin,
    on,
  }))
  expect(
    origins.map(({ on }) => on),
    said,
  ).toEqual(['primary', 'primary', 'replica'])
  const key = /^key: (\S+)$/m.exec(said)?.[1] ?? ''
  const ask = async (origin: string): Promise<{ status: number; paise: number | undefined }> => {
    const answer = await fetch(`${origin}/v1/calculate`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }),
    })
    const { data } = (await answer.json()) as { data?: { calculation: { base_tariff_paise: number } } }
    return { status: answer.status, paise: data?.calculation.base_tariff_paise }
  }
  for (const { origin } of origins) {
    // The one on the replica learns of release and key a moment later.
    await vi.waitUntil(async () => (await ask(origin)).status === 200, PATIENCE)
    expect((await ask(origin)).paise).toBe(164_400)
  }
  const pids = [...said.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid))
  expect(pids).toHaveLength(6)
  expect(pids.filter((pid) => processInfo(pid) === null)).toEqual([])
  child.kill('SIGTERM')
  await ended
  expect(said).toMatch(/stopped\n$/)
  expect(said).not.toContain('ended by itself')
  expect(pids.filter((pid) => processInfo(pid) !== null)).toEqual([])
})
