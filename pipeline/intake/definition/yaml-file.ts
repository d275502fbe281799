import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import { type MapNode, type Node, type Position, shown } from './node.ts'
import type { Reading } from './reading.ts'

/** Texts of findings for parser errors; codes that are not listed have clear messages. */
const EXPECTED: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'spaces as indentation',
  MULTIPLE_DOCS: 'one YAML document in the file',
  MISSING_CHAR: 'a closed quote or bracket',
}

/**
 * Reads a YAML file into nodes. Syntax errors are findings, and as much of the rest as possible is read. Scalars keep
 * their text as written: the schema decides whether `2.90` is a number or a figure.
 */
function readYaml(file: string, text: string, reading: Reading): Node {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    // The library compares each key with each, which takes seconds for many: they are found below.
    uniqueKeys: false,
    prettyErrors: false,
  })
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const placeOf = (part: unknown, fallback: Position): Position =>
    isNode(part) && part.range ? position(part.range[0]) : fallback
  const errors = [...document.errors, ...document.warnings]
  // What follows a tab is read at another depth than it is written.
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  for (const { code, message, pos } of tabs.length > 0 ? tabs : errors) {
    const offset = code === 'MISSING_CHAR' ? openedAt(document, pos[0]) : pos[0]
    reading.report(position(offset), EXPECTED[code] ?? 'YAML as in the YAML 1.2 specification', message)
  }

  const nodeOf = (part: unknown, fallback: Position): Node => {
    const at = placeOf(part, fallback)
    if (isMap(part)) {
      const entries: Map<string, { at: Position; value: Node }> = new Map()
      const seen = new Set<unknown>()
      for (const pair of part.items) {
        const key = keyOf(pair.key, at)
        const value = isScalar(pair.key) ? pair.key.value : pair.key
        if (seen.has(value) && tabs.length === 0)
          reading.report(placeOf(pair.key, at), 'each key once in a map', 'Map keys must be unique')
        seen.add(value)
        // Of a duplicate key the first value counts.
        if (key !== null && !entries.has(key.text)) {
          entries.set(key.text, { at: key.at, value: nodeOf(pair.value, key.at) })
        }
      }
      return { kind: 'map', entries, at }
    }
    if (isSeq(part)) return { kind: 'list', items: part.items.map((item) => nodeOf(item, at)), at }
    if (isScalar(part)) {
      const plain = part.type === 'PLAIN'
      // The position of an empty value would be the end of its line, so it is not used.
      const own = plain && part.source === '' ? fallback : at
      if (part.value === null) return { kind: 'empty', at: own }
      return { kind: 'scalar', text: plain ? (part.source ?? String(part.value)) : String(part.value), plain, at: own }
    }
    if (isAlias(part)) {
      reading.report(
        at,
        'the value written out, so that a diff shows it where it counts',
        `an alias ${shown(`*${part.source}`)}`,
      )
      return { kind: 'unreadable', at }
    }
    return { kind: 'empty', at: fallback }
  }

  const keyOf = (key: unknown, fallback: Position): { text: string; at: Position } | null => {
    const at = placeOf(key, fallback)
    if (isScalar(key) && key.value !== null) return { text: key.source ?? String(key.value), at }
    reading.report(at, 'a word as key', 'a key that is empty or not a word')
    return null
  }

  return nodeOf(document.contents, { file, line: 1, column: 1 })
}

/** The parser reports an unclosed quote at the end of the file; the finding names where it opens. */
function openedAt(document: Document, missedAt: number): number {
  let opened = missedAt
  visit(document, {
    Scalar: (_, { range }) => {
      if (range && range[0] < missedAt && missedAt <= range[1]) opened = range[0]
    },
  })
  return opened
}

/** Reads a YAML file that must contain a map; otherwise returns null and reports a finding. */
export function readYamlMap(file: string, text: string, reading: Reading): MapNode | null {
  const node = readYaml(file, text, reading)
  if (node.kind === 'map') return node
  reading.report(node.at, 'a map of keys and values', node.kind === 'empty' ? 'nothing' : `a ${node.kind}`)
  return null
}
