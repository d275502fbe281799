import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** The parts of a record in the tariff language (docs/design/tariff-language.md). Records and definitions have them. */
export type Language = Pick<
  ReleaseRecord,
  'effective_from' | 'effective_to' | 'request' | 'selectors' | 'zones' | 'quantities'
> & {
  readonly categories: readonly Category[]
  readonly rows: readonly Pick<Row, 'row_id' | 'subcategory_code' | 'conditions' | 'charges'>[]
  readonly rules: Pick<ReleaseRecord['rules'], 'adjustments'>
}

/** Faults of a part of a record, by its path. */
export type Problem = { readonly path: string; readonly expected: string; readonly found: string }

/** Every item that has the key of an earlier one. */
export function repeated<T>(items: readonly T[], key: (item: T) => string | number): T[] {
  return items.filter((item, index) => items.findIndex((other) => key(other) === key(item)) < index)
}

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
