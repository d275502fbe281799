import type { z } from 'zod'
import { valueSchema } from '../../../releases/record/adjustment.ts'
import { locatorSchema } from '../../../releases/record/figure.ts'
import { quantitySchema } from '../../../releases/record/quantity.ts'
import { recordSchema } from '../../../releases/record/record.ts'
import { listNode, type MapNode, mapNode, type Node, wordNode } from './node.ts'
import { releaseFileSchema } from './schemas.ts'

/** A shorthand for a part: its keys, and the key that they replace. */
type Shorthand = {
  readonly keys: readonly string[]
  readonly full: string
  /** The full form of the part; `written` has the values by their keys. */
  write(at: MapNode['at'], written: Readonly<Record<string, Node>>): Node
}

/** `page`, `line` and `section` next to a quote. */
const LOCATOR: Shorthand = { keys: Object.keys(locatorSchema.shape), full: 'locator', write: mapNode }

const SHORTHANDS: ReadonlyMap<z.ZodType, readonly Shorthand[]> = new Map<z.ZodType, readonly Shorthand[]>([
  [
    valueSchema,
    [
      // A flat value has one step, and therefore one figure.
      {
        keys: ['figure'],
        full: 'steps',
        write: (at, { figure }) =>
          listNode(at, figure === undefined ? [] : [mapNode(at, { from: wordNode('0', at), figure })]),
      },
    ],
  ],
  [
    quantitySchema,
    [
      // A quantity of one case.
      {
        keys: Object.keys(quantitySchema.shape.cases.element.shape),
        full: 'cases',
        write: (at, parts) => listNode(at, [mapNode(at, parts)]),
      },
    ],
  ],
])

type Absent = Readonly<Record<string, (at: MapNode['at']) => Node>>

/** Default of an omitted key. */
const ABSENT: ReadonlyMap<z.ZodType, Absent> = new Map<z.ZodType, Absent>([
  [valueSchema, { method: (at) => wordNode('flat', at) }],
  [releaseFileSchema, { request: (at) => mapNode(at, {}) }],
  [recordSchema.shape.request, { licensee_from_district: (at) => wordNode('false', at) }],
])

const shorthandsOf = (schema: z.ZodObject): readonly Shorthand[] =>
  SHORTHANDS.get(schema) ?? ('locator' in schema.shape ? [LOCATOR] : [])

/** The keys that a map may have, including shorthands. */
export function keysOf(schema: z.ZodObject): string[] {
  return [...Object.keys(schema.shape), ...shorthandsOf(schema).flatMap(({ keys }) => keys)]
}

/** A map with its shorthands expanded, and with defaults for omitted keys. */
export function inFull(schema: z.ZodObject, node: MapNode): MapNode {
  const entries = new Map(node.entries)
  for (const { keys, full, write } of shorthandsOf(schema)) {
    const written = keys.filter((key) => entries.has(key))
    if (written.length === 0 || entries.has(full)) continue
    const parts: Record<string, Node> = {}
    for (const key of written) {
      const entry = entries.get(key)
      if (entry !== undefined) parts[key] = entry.value
      entries.delete(key)
    }
    const at = written.length === 1 ? (node.entries.get(written[0] ?? '')?.at ?? node.at) : node.at
    entries.set(full, { at, value: write(node.at, parts) })
  }
  for (const [key, absent] of Object.entries(ABSENT.get(schema) ?? {})) {
    if (!entries.has(key)) entries.set(key, { at: node.at, value: absent(node.at) })
  }
  return { ...node, entries }
}
