import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { processInfo } from '../../../services/platform/local-stack/process-table.ts'
import { askCli } from '../../support/cli.ts'
import { fixtureDefinition } from '../../support/fixture-definition.ts'
import { PATIENCE } from '../../support/patience.ts'
import { writeFolder } from '../../support/pipeline.ts'
import type { Standalone } from '../../support/standalone.ts'

let home: string
let standalone: Standalone
let origin: string
let key: string

/** The processes below `npm start` with such a command line, oldest first. */
function pidsOf(command: RegExp, of = standalone): number[] {
  return of.family().flatMap(({ pid }) => (command.test(processInfo(pid)?.command ?? '') ? [pid] : []))
}
/** The server's own process; each of its children has the same command line until it has given itself a name. */
function serverPid(name: keyof typeof SERVERS): Promise<number> {
  return vi.waitUntil(() => {
    const [pid, ...others] = pidsOf(SERVERS[name])
    return others.length === 0 && pid
  }, PATIENCE) as Promise<number>
}
const SERVERS = { Postgres: /bin\/postgres -D/, Valkey: /(redis|valkey)-server|valkey-child/ } as const
const countIn = (said: string, of = standalone): number => of.err().split(said).length - 1

async function readiness(): Promise<number> {
  return (await fetch(`${origin}/readyz`)).status
}

async function answersRightly(): Promise<boolean> {
  const answer = await fetch(`${origin}/v1/calculate`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }),
  })
  if (answer.status !== 200) {
    await answer.body?.cancel()
    return false
  }
  const { data } = (await answer.json()) as { data: { calculation: { base_tariff_paise: number } } }
  expect(data.calculation.base_tariff_paise).toBe(164_400)
  return true
}

async function logIsIntact(): Promise<boolean> {
  return (await askCli({ PRAMAAN_HOME: home }, ['log', 'verify', '--json'])).code === 0
}

/**
 * Tests that `npm start` restarts and reports each process that is killed with SIGKILL while it serves: the last of
 * `started`, with the shipped releases in service.
 */
export function killedChildren(started: readonly Standalone[]): void {
  beforeAll(async () => {
    if (!existsSync('/proc/self/stat')) return
    standalone = started.at(-1) as Standalone
    home = standalone.home
    origin = / at (http:\S+)/.exec(standalone.out())?.[1] ?? ''
    key = (await readFile(join(home, 'demo-key'), 'utf8')).trim()
  })

  test.each(['Postgres', 'Valkey'] as const)('%s itself', async (name) => {
    const pid = await serverPid(name)
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => countIn(`${name} ended by SIGKILL: starting it again`) === 1, PATIENCE)
    await vi.waitUntil(() => countIn(`${name} is up again`) === 1, PATIENCE)
    await vi.waitUntil(answersRightly, PATIENCE)
    await vi.waitUntil(async () => (await readiness()) === 200, PATIENCE)
    expect(await serverPid(name)).not.toBe(pid)
  })

  test.each(['Postgres', 'Valkey'] as const)('the process that owns %s', async (name) => {
    const before = await serverPid(name)
    const status = await readFile(`/proc/${before}/status`, 'utf8')
    const owner = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
    expect(processInfo(owner)?.command).toContain('owner-child')
    process.kill(owner, 'SIGKILL')
    await vi.waitUntil(() => countIn(`${name} the process that owns it ended by SIGKILL`) === 1, PATIENCE)
    await vi.waitUntil(() => countIn(`${name} is up again`) === 2, PATIENCE)
    await vi.waitUntil(answersRightly, PATIENCE)
    expect(await serverPid(name), 'the one that was left behind is gone').not.toBe(before)
  })

  test('a backend of Postgres: it sees to that itself', async () => {
    const [backend = 0] = pidsOf(/^postgres: checkpointer/)
    process.kill(backend, 'SIGKILL')
    await vi.waitUntil(() => processInfo(backend) === null && pidsOf(/^postgres: checkpointer/).length === 1, PATIENCE)
    await vi.waitUntil(answersRightly, PATIENCE)
    expect(countIn('Postgres is up again')).toBe(2)
  })

  test('after all of it the log is intact, and a gate run completes', async () => {
    await vi.waitUntil(logIsIntact, PATIENCE)
    const folder = await writeFolder(join(home, 'definitions'), fixtureDefinition())
    const run = ['release', 'run', folder, '--json']
    expect((await askCli({ PRAMAAN_HOME: home }, run)).json()).toMatchObject({ status: 'released', revision: 1 })
  })
}

/** One of its servers is killed again and again, until it stops. */
export async function givenUp(of: Standalone): Promise<void> {
  let code: number | null | undefined
  void of.ended().then((ended) => {
    code = ended
  })
  let kills = 0
  await vi.waitUntil(() => {
    // Asked only once it is up, because reading the whole table of processes again and again takes a quarter of a processor.
    const [pid] = countIn('Valkey is up again', of) === kills ? pidsOf(SERVERS.Valkey, of) : []
    if (pid !== undefined) {
      process.kill(pid, 'SIGKILL')
      kills += 1
    }
    return code !== undefined
  }, PATIENCE)
  expect(code).toBe(1)
  expect(of.err()).toContain('Valkey keeps failing: it ended 5 times within a minute')
}
