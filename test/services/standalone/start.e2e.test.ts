import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { askCli, type CliError } from '../../support/cli.ts'
import { query } from '../../support/database-template.ts'
import { PATIENCE } from '../../support/patience.ts'
import { FIXTURE_ID } from '../../support/pipeline.ts'
import { skipReason } from '../../support/skip.ts'
import { killAll, type Standalone, startStandalone, untilGone } from '../../support/standalone.ts'
import { removeHome, temporaryHome } from '../../support/temporary-home.ts'
import { givenUp, killedChildren } from './killed-children.ts'

const run = promisify(execFile)
const BIHAR = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'

let home: string
const started: Standalone[] = []
beforeAll(async () => {
  home = (await temporaryHome()).home
})
beforeEach(() => skipReason(!existsSync('/proc/self/stat'), 'the processes of a stack are looked up in /proc'))
afterAll(async () => {
  for (const standalone of started) await killAll(standalone.family())
  await removeHome(home)
})

function start(more: Record<string, string> = {}, place = home): Standalone {
  const standalone = startStandalone(place, more)
  started.push(standalone)
  return standalone
}
const cli = (...args: string[]) => askCli({ PRAMAAN_HOME: home }, [...args, '--json'])
const newKey = (): string => join(home, 'signing-key-2.pem')
const modeOf = async (name: string): Promise<string> => ((await stat(join(home, name))).mode & 0o777).toString(8)

async function logOf<T extends object>(sql: string): Promise<T[]> {
  const { database_url: url } = JSON.parse(await readFile(join(home, 'run.json'), 'utf8'))
  return query<T>(url, sql)
}
const verdicts = () =>
  logOf<{ run: string; gates: number }>(
    `SELECT stream AS run, count(*)::int AS gates FROM event_log WHERE type = 'GateChecked' GROUP BY stream ORDER BY stream`,
  )
type Release = { release_id: string; status: string; release_sha256: string }
const releases = async () => (await cli('release', 'list')).json<{ releases: Release[] }>().releases

/** The printed command, run as printed. */
async function askAsPrinted({ out }: Standalone): Promise<string> {
  const command = /^ {2}(curl -s [\s\S]*?\}')$/m.exec(out())?.[1] ?? 'false'
  return (await run('sh', ['-c', command])).stdout
}

describe('npm start', { timeout: 900_000 }, () => {
  let first: Standalone
  let key: string
  let sealed: Release[]

  test('killed while the gates run, it takes the run up again at the next start and comes to serve', async () => {
    const cut = start()
    await cut.said('\nreleases\n')
    await killAll(cut.family())
    first = start()
    await first.said('Ctrl-C stops everything.')
    sealed = await releases()

    expect(sealed).toContainEqual(expect.objectContaining({ release_id: BIHAR, status: 'released' }))
    for (const { gates, run: stream } of await verdicts()) expect([stream, gates]).toEqual([stream, GATE_NAMES.length])
  })

  test('prints a command that answers as printed, with a key that only its owner can read', async () => {
    const answer = await askAsPrinted(first)
    key = (await readFile(join(home, 'demo-key'), 'utf8')).trim()
    await writeFile(join(home, 'answer.json'), answer)
    const audit = await cli('audit', 'amount', join(home, 'answer.json'))

    expect(JSON.parse(answer), answer).toMatchObject({
      status: 'ok',
      data: { calculation: { base_tariff_paise: 164_400 } },
    })
    expect(audit.json()).toMatchObject({ verdict: 'identical' })
    expect(first.out()).toContain(`demo key: ${key}`)
    expect([await modeOf('run.json'), await modeOf('demo-key'), await modeOf('signing-key.pem')]).toEqual([
      '600',
      '600',
      '600',
    ])
  })

  test('has the folder in which it looks for originals', async () => {
    expect((await stat(join(home, 'sources'))).isDirectory()).toBe(true)
  })

  test('is what the command line finds, with nothing else said', async () => {
    expect((await cli('log', 'verify')).json()).toMatchObject({ ok: true, checkpoint_size: expect.any(Number) })
    expect((await cli('key', 'list')).json()).toMatchObject({ keys: [{ name: 'demo', evidence_floor: 'specimen' }] })
  })

  test('a second one on the same home is told who uses it, also with a database of its own, and the first continues', async () => {
    const { database_url: url } = JSON.parse(await readFile(join(home, 'run.json'), 'utf8'))
    const second = start({ DATABASE_URL: url })
    const code = await Promise.race([second.ended(), second.said('Ctrl-C stops everything.').then(() => 'it serves')])

    expect(code).toBe(1)
    expect(second.err()).toMatch(/is in use by process \d+: stop it, or choose another PRAMAAN_HOME/)
    expect(second.err()).not.toMatch(/\n {4}at /)
    expect(existsSync(join(home, 'run.json'))).toBe(true)
    expect(JSON.parse(await askAsPrinted(first))).toMatchObject({ status: 'ok' })
  })

  test('ends on Ctrl-C with nothing left behind', async () => {
    const family = first.family()
    first.process.kill('SIGINT')
    const code = await first.ended()
    await untilGone(family)
    const outcome = await cli('release', 'list')

    expect(family.length).toBeGreaterThan(4)
    expect([code, first.err().includes('Error')]).toEqual([0, false])
    expect(first.out()).toMatch(/stopping \(SIGINT\)\nstopped\n$/)
    expect(existsSync(join(home, 'run.json'))).toBe(false)
    expect([outcome.code, outcome.json<CliError>().error.code]).toEqual([1, 'NOT_RUNNING'])
  })

  test('without its signing key it creates no other and says what to do, which works while nothing runs', async () => {
    await rm(join(home, 'signing-key.pem'))
    const refused = start()
    expect(await refused.ended()).toBe(1)
    expect(refused.err()).toMatch(/^SIGNING_KEY_MISSING: signing key \S+ not found.* log adopt NEW_KEY_FILE/)
    expect(existsSync(join(home, 'signing-key.pem'))).toBe(false)
    // The worker that was killed first counts as running for another 20 seconds.
    const adopted = await vi.waitUntil(async () => {
      const outcome = await cli('log', 'adopt', newKey())
      return outcome.code !== 0 && outcome.json<CliError>().error.code === 'WORKER_AT_WORK' ? false : outcome
    }, PATIENCE)
    await start({ PRAMAAN_SIGNING_KEY: newKey() }).said('Ctrl-C stops everything.')

    expect(adopted.json<{ lost_after: null }>()).toMatchObject({ lost_after: null })
    expect(await releases()).toEqual(sealed)
  })

  test('killed by SIGKILL it leaves no process, and the next start has the same key and releases', async () => {
    const killed = started.at(-1) as Standalone
    const family = killed.family()
    killed.process.kill('SIGKILL')
    await untilGone(family)
    const stale = await cli('release', 'list')
    await rename(newKey(), join(home, 'signing-key.pem'))
    const again = start()
    await again.said('Ctrl-C stops everything.')

    expect([stale.code, stale.json<CliError>().error.code]).toEqual([1, 'NOT_RUNNING'])
    expect(again.out()).toContain(`demo key: ${key}`)
    expect(await releases()).toEqual(sealed)
    expect(await modeOf('run.json')).toBe('600')
  })

  // In this file and on the last of these, because each start takes longer than all of these.
  describe('a process that it started, ended by SIGKILL', () => killedChildren(started))

  test('asked to stop it ends in order, with nothing left behind and an intact log', async () => {
    const last = started.at(-1) as Standalone
    const family = last.family()
    last.process.kill('SIGTERM')
    expect(await last.ended()).toBe(0)
    await untilGone(family)
    expect((await cli('log', 'verify')).json<{ ok: boolean }>().ok).toBe(true)
  })

  test('started again it serves the same releases with the same key, and runs no gate', async () => {
    const again = start()
    await again.said('Ctrl-C stops everything.')
    const before = await verdicts()
    const answer = await askAsPrinted(again)
    const served = await releases()

    expect(again.out()).toContain(`demo key: ${key}`)
    expect(served.filter(({ release_id }) => release_id !== FIXTURE_ID)).toEqual(sealed)
    expect(served).toContainEqual(expect.objectContaining({ release_id: FIXTURE_ID, status: 'released' }))
    expect(again.err()).not.toContain('gates')
    expect(before.map(({ gates }) => gates)).toEqual(before.map(() => GATE_NAMES.length))
    expect(JSON.parse(answer), answer).toMatchObject({ data: { calculation: { base_tariff_paise: 164_400 } } })
  })

  test('a process of it that ends again and again is given up, with the reason', () =>
    givenUp(started.at(-1) as Standalone))
})

describe('a start that is impossible', () => {
  test('because its port is in use is refused immediately, naming the setting', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const other = await temporaryHome()
    const refused = start({ PORT: String(port) }, other.home)
    const code = await refused.ended()
    server.close()

    expect(code).toBe(1)
    expect(refused.err()).toContain(`PORT: port ${port} on 127.0.0.1 is in use by another process`)
    expect(refused.out()).not.toContain('starting Postgres')
    expect(refused.family()).toEqual([])
    await removeHome(other.home)
  })

  test('because PRAMAAN_SIGNING_KEY names no file creates none there, and says how to make one', async () => {
    const other = await temporaryHome()
    const named = join(other.home, 'mistyped.pem')
    const refused = start({ PRAMAAN_SIGNING_KEY: named }, other.home)

    expect(await refused.ended()).toBe(1)
    expect(refused.err()).toMatch(/^SIGNING_KEY_MISSING: signing key \S+mistyped.pem not found.*`openssl genpkey /)
    expect(existsSync(named)).toBe(false)
    await removeHome(other.home)
  })

  test('because its settings are wrong lists them all', async () => {
    const refused = start({ PORT: 'http', WORKER_CONCURRENCY: '0' })

    expect(await refused.ended()).toBe(1)
    expect(refused.err()).toMatch(/settings are wrong:\n {2}PORT: .*\n {2}WORKER_CONCURRENCY: /)
  })

  test('because Valkey cannot run says why, also while Postgres is still starting, and ends Postgres', async () => {
    const { home: own } = await temporaryHome()
    const program = join(own, 'valkey-server')
    const isAsked = '[ "$1" = --version ] && { echo "Valkey server v=9.0.0"; exit 0; }'
    await writeFile(program, `#!/bin/sh\n${isAsked}\necho no memory for it\nexit 1\n`, { mode: 0o755 })
    const failed = start({ PATH: `${own}:${process.env['PATH']}` }, join(own, 'home'))

    expect(await failed.ended()).toBe(1)
    expect(failed.err()).toMatch(/^could not start: .*no memory for it/s)
    expect(failed.err()).not.toMatch(/\n {4}at /)
    expect(failed.family()).toEqual([])
    await removeHome(own)
  })
})
