import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { seededRandom } from '../../pipeline/gates/support/random.ts'
import type { Area } from './areas.ts'
import { type Mutation, mutationsOf } from './mutations.ts'

const SUFFIXES: Readonly<Record<Area['project'], RegExp>> = {
  pure: /\.(unit|property)\.test\.ts$/,
  services: /\.(int|contract|e2e)\.test\.ts$/,
}

function filesBelow(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  const entries = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
  return entries
    .map((entry) => `${path}/${entry}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort()
}

/** Listed once: there are many, and each mutation asks. */
const LISTED = new Map<string, readonly string[]>()
function testsBelow(root: string): readonly string[] {
  const listed = LISTED.get(root) ?? filesBelow(root, 'test')
  LISTED.set(root, listed)
  return listed
}

/** The files of tests of each step for a source file; none twice, and no step without any. */
export function stepsOf(root: string, { project, steps }: Area, file: string): string[][] {
  const tests = testsBelow(root).filter((test) => SUFFIXES[project].test(test))
  const seen = new Set<string>()
  const stepped = steps.map((filters) => {
    const wanted = filters.map((filter) =>
      filter.replace('{folder}', basename(dirname(file))).replace('{name}', basename(file, '.ts')),
    )
    const found = tests.filter((test) => !seen.has(test) && wanted.some((start) => test.startsWith(start)))
    for (const test of found) seen.add(test)
    return found
  })
  return stepped.filter((found) => found.length > 0)
}

/** Every mutation of an area. */
export function mutationsIn(root: string, { sources }: Area): Mutation[] {
  const files = sources.flatMap((source) => filesBelow(root, source))
  return files.flatMap((file) => mutationsOf(file, readFileSync(join(root, file), 'utf8')))
}

/** So many of a list; the same for the same seed. */
export function drawn<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = seededRandom(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)).flat()
}
