import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#digest'
import type { Area } from './areas.ts'
import { type Mutation, mutationsOf } from './mutations.ts'

export const PURE = /\.(unit|property)\.test\.ts$/
const SERVICES = /\.(int|contract|e2e)\.test\.ts$/

/** Repository-relative, in order. */
export function filesBelow(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  const entries = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
  return entries
    .map((entry) => `${path}/${entry}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort()
}

/** The test files with services, step by step; none twice, and no empty steps. */
export function stepsOf(root: string, { services }: Area): string[][] {
  const tests = filesBelow(root, 'test').filter((test) => SERVICES.test(test))
  const seen = new Set<string>()
  return services.map((filters) => {
    const found = tests.filter((test) => !seen.has(test) && filters.some((start) => test.startsWith(start)))
    for (const test of found) seen.add(test)
    return found
  })
}

export function mutationsIn(root: string, { sources }: Area): Mutation[] {
  const files = sources.flatMap((source) => filesBelow(root, source))
  return files.flatMap((file) => mutationsOf(file, readFileSync(join(root, file), 'utf8')))
}

/**
 * A number of items of a list; the same for the same seed. Each item is ranked by its own text, so that a change
 * elsewhere does not change the sample.
 */
export function drawn(all: readonly Mutation[], count: number, seed: number): Mutation[] {
  const times = new Map<string, number>()
  const ranked = all.map((mutation) => {
    const { file, within, original, replacement } = mutation
    const text = [file, within, original, replacement].join('\n')
    const before = times.get(text) ?? 0
    times.set(text, before + 1)
    return { mutation, rank: sha256(`${seed}\n${text}\n${before}`) }
  })
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return ranked.slice(0, count).map(({ mutation }) => mutation)
}
