import { itemsOf, type Node, type Position, partOf, textOf } from './node.ts'

/** Places of the parts of a record in its definition, by path (gate contract, `Candidate.where`). */
export class SourceMap {
  readonly #positions = new Map<string, Position>()

  /** If two parts have the same path, the first is kept; gate 11 reports the other. */
  add(path: string, at: Position): void {
    if (!this.#positions.has(path)) this.#positions.set(path, at)
  }

  /** Adds a part and its members down to `depth` levels by key or index. */
  addNode(path: string, node: Node, depth: number): void {
    this.add(path, node.at)
    if (depth === 0) return
    if (node.kind === 'map')
      for (const [key, part] of node.entries) {
        this.add(`${path}/${key}`, part.at)
        this.addNode(`${path}/${key}`, part.value, depth - 1)
      }
    if (node.kind === 'list')
      for (const [index, item] of node.items.entries()) this.addNode(`${path}/${index}`, item, depth - 1)
  }

  /** Adds each item of a list under its id, or under its index if it has none. */
  addItems(path: string, list: Node | null, idKey: string, depth: number): void {
    for (const [index, item] of itemsOf(list).entries())
      this.addNode(`${path}/${textOf(partOf(item, idKey)) ?? index}`, item, depth)
  }

  /** The place of a path, or of its longest known prefix; otherwise the first line of release.yaml. */
  position(path: string): Position {
    for (let known = path; known !== ''; known = known.slice(0, Math.max(0, known.lastIndexOf('/')))) {
      const at = this.#positions.get(known)
      if (at !== undefined) return at
    }
    return { file: 'release.yaml', line: 1, column: 1 }
  }

  /** `file:line` of a path, as found by `position`. */
  where(path: string): string {
    const { file, line } = this.position(path)
    return `${file}:${line}`
  }
}
