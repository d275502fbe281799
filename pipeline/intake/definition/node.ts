/** Place in the files of a definition. The column is a name in CSV files and a number in YAML. */
export type Position = { readonly file: string; readonly line: number; readonly column: number | string | null }

/** `rows.csv:12:value`, `sources.yaml:7:5`. */
export function positionText({ file, line, column }: Position): string {
  return column === null ? `${file}:${line}` : `${file}:${line}:${column}`
}

export type MapNode = {
  readonly kind: 'map'
  readonly entries: ReadonlyMap<string, { readonly at: Position; readonly value: Node }>
  readonly at: Position
}

/**
 * A value of a definition, from YAML or CSV cells, with its place. `value`: a part already read by a parser of its own;
 * `unreadable`: a part already reported, so that it is reported only once.
 */
export type Node =
  | { readonly kind: 'scalar'; readonly text: string; readonly plain: boolean; readonly at: Position }
  | { readonly kind: 'empty'; readonly at: Position }
  | MapNode
  | { readonly kind: 'list'; readonly items: readonly Node[]; readonly at: Position }
  | { readonly kind: 'value'; readonly value: unknown; readonly at: Position }
  | { readonly kind: 'unreadable'; readonly at: Position }

/** A map node made of parts; each key has the place of its part. */
export function mapNode(at: Position, parts: Readonly<Record<string, Node>>): MapNode {
  const entries = new Map(Object.entries(parts).map(([key, value]) => [key, { at: value.at, value }]))
  return { kind: 'map', entries, at }
}

export function listNode(at: Position, items: readonly Node[]): Node {
  return { kind: 'list', items, at }
}

export const wordNode = (text: string, at: Position) => ({ kind: 'scalar', text, plain: true, at }) as const

/** The items of a list; none of anything else. */
export const itemsOf = (node: Node | null): readonly Node[] => (node?.kind === 'list' ? node.items : [])

/** The part of a map under a key, or null. */
export function partOf(node: Node, key: string): Node | null {
  return node.kind === 'map' ? (node.entries.get(key)?.value ?? null) : null
}

/** Text of a scalar part, or null: for values needed before the rest is read. */
export function textOf(node: Node | null | undefined): string | null {
  return node?.kind === 'scalar' ? node.text : null
}

const SHOWN = 80

/** Text as shown in findings: short, in quotes, on one line. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return `\`${line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line}\``
}

/** A node as named in findings. */
export function describe(node: Node): string {
  switch (node.kind) {
    case 'scalar':
      return shown(node.text)
    case 'empty':
      return 'nothing'
    case 'map':
      return `a map with the keys ${[...node.entries.keys()].map(shown).join(', ') || '(none)'}`
    case 'list':
      return `a list of ${node.items.length}`
    default:
      return 'something unreadable'
  }
}
