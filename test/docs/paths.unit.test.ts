import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MCP_PATH } from '../../services/api/http/mcp.ts'
import { ROUTES } from '../../services/api/routes/index.ts'
import { SITE_PATHS } from '../../services/api/site/register.ts'
import { SOURCES } from './support/sources.ts'

/** Every address named in a message, a description or a guide is served, with that method. */

const SERVED: readonly (readonly [method: string, path: string])[] = [
  ...ROUTES.map(({ method, path }) => [method, path] as const),
  ...SITE_PATHS.map((path) => ['GET', path] as const),
  ['POST', MCP_PATH],
]

/** A placeholder segment of a route begins with a colon; in prose it is written `:id`, `{id}` or `<id>`. */
function isServed(method: string | null, path: string): boolean {
  const asked = path.split('/')
  return SERVED.some(([of, route]) => {
    const parts = route.split('/')
    const isSame =
      parts.length === asked.length && parts.every((part, at) => part.startsWith(':') || part === asked[at])
    return isSame && (method === null || method === of)
  })
}

/** Lines that are not comments, because comments cite the specification, whose addresses have no version. */
const spoken = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join('\n')

/** Punctuation after an address in prose. */
const bare = (path: string): string => path.replace(/[.,:;]+$/, '').replace(/(?<=.)\/$/, '')

function named(text: string): [method: string | null, path: string][] {
  const called = [...text.matchAll(/\b(GET|POST) (\/[\w/{}<>:.-]*)/g)]
  const versioned = [...text.matchAll(/(?<![\w/.])(\/v1\/[\w/{}<>:.-]+)/g)]
  return [
    ...called.map(([, method = '', path = '']): [string, string] => [method, bare(path)]),
    ...versioned.map(([, path = '']): [null, string] => [null, bare(path)]),
  ]
}

function notServed(texts: Iterable<readonly [file: string, text: string]>): string[] {
  return [...texts].flatMap(([file, text]) =>
    named(text).flatMap(([method, path]) => (isServed(method, path) ? [] : [`${file}: ${method ?? ''} ${path}`])),
  )
}

it('in messages and descriptions', () => {
  const code = [...SOURCES].filter(([file]) => /^(releases|pipeline|services)\/.*\.tsx?$/.test(file))
  expect(code.length).toBeGreaterThan(300)
  expect(notServed(code.map(([file, text]) => [file, spoken(text)] as const))).toEqual([])
})

it('in guides', () => {
  const docs = new URL('../../docs/', import.meta.url)
  const guides = readdirSync(docs).filter((name) => name.endsWith('.md'))
  const texts = guides.map((name) => [name, readFileSync(new URL(name, docs), 'utf8')] as const)
  expect(texts.length).toBeGreaterThan(10)
  expect(notServed(texts)).toEqual([])
})

it('an unknown address, or one with another method, is found', () => {
  expect(
    notServed([['a', 'See GET /v1/nothing, or POST /v1/categories. See GET /v1/releases/{release_sha256}.']]),
  ).toEqual(['a: GET /v1/nothing', 'a: POST /v1/categories', 'a:  /v1/nothing'])
})
