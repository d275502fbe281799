import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './markdown.ts'

const FLOORS = ['releases', 'pipeline', 'services'] as const

/** Every TypeScript file of the three floors, by its path. */
export const SOURCES: ReadonlyMap<string, string> = new Map(
  FLOORS.flatMap((floor) =>
    readdirSync(join(ROOT, floor), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [`${floor}/${name}`, readFileSync(join(ROOT, floor, name), 'utf8')] as const),
  ),
)

/** The names of all settings, from the one place that reads the environment. */
export const SETTINGS: ReadonlySet<string> = new Set(
  [...(SOURCES.get('services/platform/config.ts') ?? '').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name = '']) => name,
  ),
)
