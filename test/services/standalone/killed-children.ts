import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { processInfo } from '../../../services/platform/local-stack/process-table.ts'
import { askCli } from '../../support/cli.ts'
import { fixtureDefinition } from '../../support/fixture-definition.ts'
import { PATIENCE } from '../../support/patience.ts'
import { writeFolder } from '../../support/pipeline.ts'
import { killAll, type Standalone, startStandalone } from '../../support/standalone.ts'

let home: string
let standalone: Standalone
let origin: string
let key: string

/** The processes below `npm start` with such a command line, oldest first. */
function pidsOf(command: RegExp): number[] {
  return standalone.family().flatMap(({ pid }) => (command.test(processInfo(pid)?.command ?? '') ? [pid] : []))
}
/** The server's own process; each of its children has the same command line until it has given itself a name. */
function serverPid(name: keyof typeof SERVERS): Promise<number> {
  return vi.waitUntil(() => {
    const [pid, ...others] = pidsOf(SERVERS[name])
    return others.length === 0 && pid
  }, PATIENCE) as Promise<number>
}
const SERVERS = { Postgres: /bin\/postgres -D/, Valkey: /(redis|valkey)-server|valkey-child/ } as const
const countIn = (said: string): number => standalone.err().split(said).length - 1

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
 * Tests that `npm start` restarts and reports each process that is killed with SIGKILL while it serves. `place`: a home
 * in which the shipped releases serve and nothing runs.
 */
export function killedChildren(place: () => string): void {
  beforeAll(async () => {
    if (!existsSync('/proc/self/stat')) return
    home = place()
    standalone = startStandalone(home)
    await standalone.said('Ctrl-C stops everything.')
    origin = / at (http:\S+)/.exec(standalone.out())?.[1] ?? ''
    key = (await readFile(join(home, 'demo-key'), 'utf8')).trim()
  })
  afterAll(async () => {
    await killAll(standalone?.family() ?? [])
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

  test('after all of it the log is intact, a gate run completes, and it stops in order', async () => {
    await vi.waitUntil(logIsIntact, PATIENCE)
    const folder = await writeFolder(join(home, 'definitions'), fixtureDefinition())
    const run = ['release', 'run', folder, '--json']
    expect((await askCli({ PRAMAAN_HOME: home }, run)).json()).toMatchObject({ status: 'released', revision: 1 })
    standalone.process.kill('SIGTERM')
    expect(await standalone.ended()).toBe(0)
  })

  test('one that ends again and again is given up, with the reason', async () => {
    standalone = startStandalone(home)
    await standalone.said('Ctrl-C stops everything.')
    let code: number | null | undefined
    void standalone.ended().then((ended) => {
      code = ended
    })
    let kills = 0
    await vi.waitUntil(() => {
      const [pid] = pidsOf(SERVERS.Valkey)
      if (pid !== undefined && countIn('Valkey is up again') === kills) {
        process.kill(pid, 'SIGKILL')
        kills += 1
      }
      return code !== undefined
    }, PATIENCE)
    expect(code).toBe(1)
    expect(standalone.err()).toContain('Valkey keeps failing: it ended 5 times within a minute')
  })
}
