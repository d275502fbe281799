import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { deployEnvironment } from '../../scripts/deploy-env.ts'
import { loadConfig } from '../../services/platform/config.ts'
import { roleUrls } from '../../services/platform/roles.ts'
import { ROOT, readText } from './support/markdown.ts'
import { SETTINGS, SOURCES } from './support/sources.ts'

type Service = {
  readonly image: string
  readonly build?: string
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { condition: string }>>
  readonly healthcheck?: object
  readonly deploy?: { readonly replicas: number }
}
type Compose = { readonly services: Record<string, Service>; readonly volumes: Record<string, null> }

const composeText = readText('docker-compose.yml')
const compose = parse(composeText, { merge: true, uniqueKeys: true, strict: true }) as Compose
const dockerfile = readText('Dockerfile')
const ignored = readText('.dockerignore').split('\n')
const secrets = deployEnvironment('owner-password', 'redis-password')
const ours = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)

/** Compose's values for `${NAME:?message}` and `${NAME:-default}`. */
function filled(environment: Readonly<Record<string, string>> = {}): Record<string, string> {
  const fill = (value: string): string =>
    value.replaceAll(/\$\{([A-Z_]+)(?::([?-])([^}]*))?\}/g, (_all, name: string, kind?: string, more?: string) => {
      const given = secrets[name] ?? (kind === '-' ? more : undefined)
      if (given === undefined) throw new Error(`nothing gives ${name}`)
      return given
    })
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]))
}

/** Folders and files in the image. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
  words.split(' ').slice(0, -1),
)

describe('the Compose file', () => {
  it('runs one migration, several APIs and workers, the two engines, and a proxy', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      ['api', 'cli', 'migrate', 'postgres', 'proxy', 'valkey', 'worker'].sort(),
    )
    expect(compose.services['postgres']?.image).toBe('postgres:18')
    expect(compose.services['valkey']?.image).toBe('valkey/valkey:9')
    expect(compose.services['api']?.deploy?.replicas).toBeGreaterThan(1)
    expect(compose.services['worker']?.deploy?.replicas).toBeGreaterThan(1)
  })

  it('gives each of our processes settings that it can start with, and none that does not exist', () => {
    const needs: Record<string, (config: ReturnType<typeof loadConfig>) => unknown[]> = {
      migrate: ({ databaseUrl }) => [databaseUrl],
      api: ({ apiDatabaseUrl, redisUrl }) => [apiDatabaseUrl, redisUrl],
      worker: ({ pipelineDatabaseUrl, redisUrl }) => [pipelineDatabaseUrl, redisUrl],
      cli: ({ pipelineDatabaseUrl }) => [pipelineDatabaseUrl],
    }
    expect(ours.map(([name]) => name).sort()).toEqual(Object.keys(needs).sort())
    for (const [name, { environment }] of ours) {
      expect(
        Object.keys(environment ?? {}).filter((setting) => !SETTINGS.has(setting)),
        name,
      ).toEqual([])
      expect(needs[name]?.(loadConfig(filled(environment))), name).not.toContain(null)
    }
  })

  it('gives the owner’s URL only to the migration', () => {
    const holders = ours.filter(([, { environment }]) =>
      Object.values(filled(environment)).some((value) => value.includes('owner-password')),
    )
    expect(holders.map(([name]) => name)).toEqual(['migrate'])
  })

  it('takes every secret from the environment, with the names of deploy-env.ts', () => {
    // Optional variables are not secrets.
    const named = new Set([...composeText.matchAll(/\$\{([A-Z_]+)\b(?!:-\})/g)].map(([, name]) => name))
    expect([...named].sort()).toEqual(Object.keys(secrets).sort())
    const { pipelineUrl, apiUrl } = roleUrls(secrets['DATABASE_URL'] ?? '')
    expect([secrets['PIPELINE_DATABASE_URL'], secrets['API_DATABASE_URL']]).toEqual([pipelineUrl, apiUrl])
  })

  it('starts programs that are in the image, and mounts existing files and volumes', () => {
    for (const [name, { command = [], entrypoint = [] }] of ours) {
      const programs = [...entrypoint, ...command].filter((word) => word.endsWith('.ts'))
      expect(programs.length, name).toBe(1)
      for (const program of programs) expect(existsSync(join(ROOT, program)), program).toBe(true)
    }
    for (const [source = ''] of Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')),
    )) {
      if (source.startsWith('.')) expect(existsSync(join(ROOT, source)), source).toBe(true)
      else expect(Object.keys(compose.volumes)).toContain(source)
    }
  })

  it('waits only for existing services, and for health only if it is checked', () => {
    for (const [name, { depends_on = {} }] of Object.entries(compose.services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(compose.services[other], `${name} waits for ${other}`).toBeDefined()
        if (condition === 'service_healthy') expect(compose.services[other]?.healthcheck, other).toBeDefined()
      }
    }
  })

  it('has a proxy that goes to the API by its name and port', () => {
    expect(readText('deploy/Caddyfile')).toContain(`dynamic a api ${compose.services['api']?.environment?.['PORT']}`)
  })
})

describe('the image', () => {
  it('copies existing files that the build context includes', () => {
    expect(copied.length).toBeGreaterThan(5)
    for (const path of copied) {
      expect(existsSync(join(ROOT, path)), path).toBe(true)
      expect(ignored, path).toContain(`!${path}`)
    }
  })

  it('has every file that the code in it imports', () => {
    const outside = [...SOURCES].flatMap(([file, text]) =>
      [...text.matchAll(/(?:from |import\(|new URL\()'(\.\.?\/[^']+)'/g)].flatMap(([, target = '']) => {
        const path = normalize(join(dirname(file), target))
        return copied.some((folder) => path === folder || path.startsWith(`${folder}/`)) ? [] : [`${file}: ${path}`]
      }),
    )
    expect(outside).toEqual([])
  })

  it('has a folder of its user at the place of every volume: a new volume takes the owner of that folder', () => {
    const made = [...dockerfile.replaceAll('\\\n', ' ').matchAll(/install -d -o node -g node -m \d+((?: \/\S+)+)/g)]
    const folders = made.flatMap(([, paths = '']) => paths.trim().split(' '))
    const mounted = ours.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[1]))
    expect(mounted.length).toBeGreaterThan(0)
    expect(mounted.filter((path) => path === undefined || !folders.includes(path))).toEqual([])
  })

  it('gives the API the same Node flags as `npm run api`', () => {
    const flagsOf = (words: readonly string[]): string[] => words.filter((word) => word.startsWith('--'))
    const { api } = (JSON.parse(readText('package.json')) as { scripts: Record<string, string> }).scripts
    const [, image = '[]'] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? []
    const wanted = flagsOf((api ?? '').split(' '))
    expect(wanted.length).toBeGreaterThan(0)
    expect(flagsOf(JSON.parse(image))).toEqual(wanted)
    expect(flagsOf(compose.services['api']?.command ?? [])).toEqual(wanted)
  })

  it('starts an existing Node and program, with existing settings', () => {
    const [[entry = ''] = [], command = []] = ['ENTRYPOINT', 'CMD'].map(
      (name) => JSON.parse(new RegExp(`^${name} (\\[.+\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]') as string[],
    )
    const program = command.at(-1) ?? ''
    expect([existsSync(join(ROOT, entry)), existsSync(join(ROOT, program))]).toEqual([true, true])
    const settings = [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(
      ([, name = '']) => name,
    )
    expect(settings.filter((name) => !SETTINGS.has(name))).toEqual([
      'NODE_ENV',
      'NODE_COMPILE_CACHE',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
    ])
  })
})

test('the API and npm start get the same Node flags wherever they are started', () => {
  const flagsIn = (text: string): string[] => text.match(/--(?:max|heap)-[a-z-]+=\d+/g) ?? []
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: { api: string; start: string } }
  const units = [readText('Dockerfile'), composeText, readText('deploy/systemd/pramaan-api.service')]
  const started = [scripts.start, scripts.api, ...units]
  expect(started.map(flagsIn)).toEqual(started.map(() => ['--max-semi-space-size=4', '--heap-growing-percent=100']))
})
