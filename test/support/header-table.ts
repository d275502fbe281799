import { readFileSync } from 'node:fs'

const FILE = new URL('../../docs/headers.md', import.meta.url)
let tables: { readonly all: ReadonlySet<string>; readonly always: readonly string[] } | null = null

/** The first cell of every row of the tables in a text, in lower case. */
function namesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => /^\| `([A-Za-z-]+)` \|/.exec(line)?.[1]?.toLowerCase() ?? [])
}

function read() {
  const text = readFileSync(FILE, 'utf8')
  const always = text.split(/^## /m).find((section) => section.startsWith('On every answer')) ?? ''
  tables ??= { all: new Set(namesIn(text)), always: namesIn(always) }
  return tables
}

/** Headers that docs/headers.md explains. */
export function headerTable(): ReadonlySet<string> {
  return (tables ?? read()).all
}

/** Those listed as being on every answer. */
export function headersAlways(): readonly string[] {
  return (tables ?? read()).always
}
