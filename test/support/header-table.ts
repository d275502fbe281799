import { readFileSync } from 'node:fs'

const FILE = new URL('../../docs/headers.md', import.meta.url)
let names: ReadonlySet<string> | null = null

/** Headers that docs/headers.md explains, in lower case: the first cell of every row of its tables. */
export function headerTable(): ReadonlySet<string> {
  names ??= new Set(
    readFileSync(FILE, 'utf8')
      .split('\n')
      .flatMap((line) => /^\| `([A-Za-z-]+)` \|/.exec(line)?.[1]?.toLowerCase() ?? []),
  )
  return names
}
