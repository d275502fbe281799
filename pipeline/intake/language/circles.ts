/** The cycles of a graph: each once, from the first node visited, with that node repeated at the end. */
export function circles(leads: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const follow = (at: string, path: readonly string[]): void => {
    const begins = path.indexOf(at)
    if (begins >= 0) found.push([...path.slice(begins), at])
    if (begins >= 0 || done.has(at)) return
    for (const next of new Set(leads.get(at) ?? [])) follow(next, [...path, at])
    done.add(at)
  }
  for (const start of leads.keys()) follow(start, [])
  return found
}
