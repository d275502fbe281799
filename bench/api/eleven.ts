import { readFile } from 'node:fs/promises'
import type { LoadRequest } from './load.ts'

const EXAMPLES = new URL('../../services/api/contract/examples/', import.meta.url)

/** An example of each of the specification's eleven routes that Bihar alone can answer with 200. */
const NAMES = [
  'health.service',
  'capabilities.bihar',
  'states.all',
  'categories.bihar',
  'tariffs.bihar',
  'subsidy-entitlement.bihar',
  'fppas-periods.bihar',
  'sources.page',
  'calculate.bihar',
  'solar-savings.bihar',
  'category-resolver.resolved',
] as const

type Example = {
  readonly request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }
}

/** One request to each of the eleven routes, with each of the keys. */
export async function elevenRoutes(keys: readonly string[]): Promise<LoadRequest[]> {
  const examples = await Promise.all(
    NAMES.map(async (name) => JSON.parse(await readFile(new URL(`${name}.json`, EXAMPLES), 'utf8')) as Example),
  )
  return keys.flatMap((key) =>
    examples.map(({ request: { method, path, body } }): LoadRequest => {
      if (body === undefined) return { method, path, headers: { 'x-api-key': key } }
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      return { method, path, headers, body: JSON.stringify(body) }
    }),
  )
}
