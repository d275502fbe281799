import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { documentOf, ROOT } from './support/markdown.ts'

const json = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const manifest = json<{ dependencies: Record<string, string>; devDependencies: Record<string, string> }>('package.json')

/** Rows `| package | licence | what for | why |` under a heading. */
function rowsUnder(heading: string): string[][] {
  const { prose } = documentOf('docs/dependencies.md')
  const start = prose.indexOf(heading)
  const end = prose.findIndex((line, index) => index > start && line.startsWith('## '))
  return prose
    .slice(start, end)
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

const tables = [
  ['## At run time', manifest.dependencies],
  ['## For development', manifest.devDependencies],
] as const

it.each(tables)(
  '%s: every direct dependency is listed, with what it is for and why, and nothing else',
  (heading, names) => {
    const rows = rowsUnder(heading)
    expect(rows.map(([, name]) => name?.replaceAll('`', '')).sort()).toEqual(Object.keys(names).sort())
    for (const [, name, , what, why] of rows) expect([what, why].includes(''), name).toBe(false)
  },
)

it.each(tables)('%s: the licence is the one that the installed package states, and none is deprecated', (heading) => {
  const lock = json<{ packages: Record<string, { deprecated?: string }> }>('package-lock.json').packages
  for (const [, quoted = '', licence] of rowsUnder(heading)) {
    const name = quoted.replaceAll('`', '')
    expect(json<{ license: string }>(`node_modules/${name}/package.json`).license, name).toBe(licence)
    expect(lock[`node_modules/${name}`]?.deprecated, name).toBeUndefined()
  }
})
