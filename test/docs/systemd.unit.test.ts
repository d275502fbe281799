import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { connectionsAtMost } from '../../services/api/http/connections.ts'
import { processesAsked } from '../../services/api/start/processes.ts'
import { loadConfigFor, type Need } from '../../services/platform/config.ts'
import { documentOf, ROOT, readText } from './support/markdown.ts'

/** The units in deploy/systemd, checked against the programs, the settings and the Compose file. */

const FOLDER = 'deploy/systemd'
const UNITS = readdirSync(join(ROOT, FOLDER)).sort()

/** Values of a name in a unit, one for each line; comments are ignored. */
function saidIn(unit: string, name: string): string[] {
  const lines = readText(`${FOLDER}/${unit}`).split('\n')
  return lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
}
const environmentOf = (unit: string): Record<string, string> =>
  Object.fromEntries(
    saidIn(unit, 'Environment')
      .flatMap((line) => line.split(' '))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
/** The settings in a unit's secrets file, according to its comment. */
const secretsOf = (unit: string): string[] =>
  [...(/holds ([^(]*)\(0600, root\)/s.exec(readText(`${FOLDER}/${unit}`))?.[1] ?? '').matchAll(/[A-Z_]{6,}/g)].map(
    ([name]) => name,
  )
const wordsOf = (unit: string): string[] => (saidIn(unit, 'ExecStart')[0] ?? '').split(' ')
const programOf = (unit: string): string => wordsOf(unit).find((word) => word.endsWith('.ts')) ?? ''

const NEEDS: Readonly<Record<string, readonly Need[]>> = {
  'pramaan-api.service': ['apiDatabaseUrl', 'redisUrl'],
  'pramaan-migrate.service': ['databaseUrl'],
  'pramaan-worker.service': ['pipelineDatabaseUrl', 'redisUrl'],
}
const SAMPLES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://owner:secret@host/pramaan',
  API_DATABASE_URL: 'postgres://pramaan_api:x@host/pramaan',
  PIPELINE_DATABASE_URL: 'postgres://pramaan_pipeline:x@host/pramaan',
  REDIS_URL: 'redis://:x@host:6379',
}

test('there is a unit for each process of a deployment', () => {
  expect(UNITS).toEqual(Object.keys(NEEDS))
})

describe.each(UNITS)('%s', (unit) => {
  test('starts an existing program, on the Node of the installation', () => {
    expect(wordsOf(unit)[0]).toBe('/opt/pramaan/node_modules/.bin/node')
    expect(saidIn(unit, 'WorkingDirectory')).toEqual(['/opt/pramaan'])
    expect(existsSync(join(ROOT, programOf(unit)))).toBe(true)
  })

  test('has existing settings and, with its secrets file, all that its process needs', () => {
    const documented = new Set(
      documentOf('docs/operator.md').prose.flatMap((line) => /^\| `([A-Z_]+)` \|/.exec(line)?.[1] ?? []),
    )
    const own = environmentOf(unit)
    const ofNodeAndLibc = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']
    expect(Object.keys(own).filter((name) => !documented.has(name) && !ofNodeAndLibc.includes(name))).toEqual([])
    const secrets = secretsOf(unit)
    expect(saidIn(unit, 'EnvironmentFile')).toHaveLength(1)
    const given = Object.fromEntries(secrets.map((name) => [name, SAMPLES[name]]))
    const config = loadConfigFor(NEEDS[unit] ?? [], { ...own, ...given })
    expect(config.home === '/var/lib/pramaan' || unit !== 'pramaan-worker.service').toBe(true)
    for (const without of secrets) {
      const rest = Object.fromEntries(Object.entries(given).filter(([name]) => name !== without))
      expect(() => loadConfigFor(NEEDS[unit] ?? [], { ...own, ...rest }), without).toThrow(without)
    }
  })

  test('has no access to what it does not need', () => {
    for (const [name, value] of [
      ['NoNewPrivileges', 'true'],
      ['ProtectSystem', 'strict'],
      ['ProtectHome', 'true'],
    ]) {
      expect(saidIn(unit, name ?? ''), name).toEqual([value])
    }
    expect(saidIn(unit, 'User')[0]).toMatch(/^pramaan-/)
  })
})

test('only the migration has the owner’s URL', () => {
  expect(UNITS.filter((unit) => secretsOf(unit).includes('DATABASE_URL'))).toEqual(['pramaan-migrate.service'])
})

test('programs and Node flags are those of the Compose file', () => {
  const { services } = parse(readText('docker-compose.yml')) as { services: Record<string, { command?: string[] }> }
  for (const name of ['api', 'worker', 'migrate']) {
    const command = services[name]?.command ?? []
    const words = wordsOf(`pramaan-${name}.service`)
    const program = command.at(-1) ?? ''
    expect(words.slice(2, words.indexOf(program) + 1), name).toEqual(command)
  }
})

test('the API may open what it needs, is replaced on reload, and is given the time to end', () => {
  const unit = 'pramaan-api.service'
  const words = wordsOf(unit)
  expect(processesAsked(words.slice(words.indexOf(programOf(unit)) + 1))).toBe(2)
  expect(connectionsAtMost(Number(saidIn(unit, 'LimitNOFILE')[0]))).toBe(8_000)
  expect(saidIn(unit, 'ExecReload')).toEqual(['/bin/kill -HUP $MAINPID'])
  // The parent gives its children ten seconds, and itself twenty.
  expect(Number(saidIn(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(20)
  for (const kept of [unit, 'pramaan-worker.service']) expect(saidIn(kept, 'Restart')).toEqual(['always'])
})
