import { readFileSync } from 'node:fs'

const TEXT = readFileSync(new URL('../../docs/headers.md', import.meta.url), 'utf8')

/** The first cell of every row of the tables in a text, in lower case. */
function namesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => /^\| `([A-Za-z-]+)` \|/.exec(line)?.[1]?.toLowerCase() ?? [])
}

/** Headers that docs/headers.md explains. */
export const HEADERS: ReadonlySet<string> = new Set(namesIn(TEXT))

/** Those listed as being on every answer. */
export const HEADERS_ALWAYS: readonly string[] = TEXT.split(/^## /m)
  .filter((section) => section.startsWith('On every answer'))
  .flatMap(namesIn)
