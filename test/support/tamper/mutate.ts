import { seededRandom } from '../../../pipeline/gates/requests/random.ts'

/** Random damage, the same for the same seed: to bytes, to text, and to the values of a JSON document. */

export type Random = { readonly below: (limit: number) => number; readonly pick: <T>(from: readonly T[]) => T }

export function randomOf(seed: number): Random {
  const { below } = seededRandom(seed)
  return { below, pick: (from) => from[below(from.length)]! }
}

const BYTES: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  (bytes, { below }) => {
    const at = below(bytes.length)
    return bytes.map((byte, index) => (index === at ? byte ^ (1 << below(8)) : byte))
  },
  (bytes, { below }) => without(bytes, below(bytes.length), 1),
  (bytes, { below }) => without(bytes, below(bytes.length), 1 + below(40)),
  (bytes, { below }) => bytes.subarray(0, below(bytes.length)),
  (bytes, { below }) => inserted(bytes, below(bytes.length + 1), Uint8Array.of(below(256))),
  (bytes, { below, pick }) => inserted(bytes, below(bytes.length + 1), new TextEncoder().encode(pick(ODD_TEXT))),
  (bytes, { below }) => {
    const from = below(bytes.length)
    return inserted(bytes, below(bytes.length + 1), bytes.subarray(from, from + 1 + below(60)))
  },
  (bytes, { below }) => {
    const [a, b] = [below(bytes.length), below(bytes.length)]
    return bytes.map((byte, index) => (index === a ? bytes[b]! : index === b ? bytes[a]! : byte))
  },
]

const ODD_TEXT = [
  '\n',
  '\r\n',
  ' ',
  '\ufeff',
  '\u0000',
  '\u2028',
  '-0',
  '1e0',
  '1.0',
  '00',
  '"',
  '\\u0061',
  '\\ud800',
  ',',
  '{}',
  '[]',
  '=',
  '+',
  '\u00e9',
  '\u{1f4a1}',
] as const

function without(bytes: Uint8Array, at: number, length: number): Uint8Array {
  return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + length))
}

function inserted(bytes: Uint8Array, at: number, more: Uint8Array): Uint8Array {
  return Uint8Array.of(...bytes.subarray(0, at), ...more, ...bytes.subarray(at))
}

export function mutatedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  return random.pick(BYTES)(bytes, random)
}

/** The same for text; invalid UTF-8 becomes U+FFFD, as when a file is read. */
export function mutatedText(text: string, random: Random): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(mutatedBytes(new TextEncoder().encode(text), random))
}

const LINES: readonly ((lines: string[], random: Random) => string[])[] = [
  (lines, { below }) => lines.toSpliced(below(lines.length), 1),
  (lines, { below, pick }) => lines.toSpliced(below(lines.length + 1), 0, pick(lines)),
  (lines, { below }) => {
    const [a, b] = [below(lines.length), below(lines.length)]
    return lines.with(a, lines[b]!).with(b, lines[a]!)
  },
  (lines, { below, pick }) => lines.with(below(lines.length), pick(['', ' ', '0', '-1', '01', 'x'])),
  (lines, random) => {
    const at = random.below(lines.length)
    return lines.with(at, mutatedText(`${lines[at]} `, random).trimEnd())
  },
]

/** Lines of a note lost, doubled, moved or damaged. */
export function mutatedLines(text: string, random: Random): string {
  return random.pick(LINES)(text.split('\n'), random).join('\n')
}

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 2, 16, 2 ** 53 - 1, 1 - 2 ** 53],
  ...[
    '',
    ' ',
    'x',
    'ed25519',
    'webauthn-es256',
    'machine',
    'production',
    '2026-04-01',
    'AAAA',
    'é',
    '\u2028',
    'asha',
    'devi',
  ],
  ...['a'.repeat(64), 'A'.repeat(64), 'x'.repeat(501), 'x'.repeat(2_001), [], {}, [[]], [null], { x: 1 }],
]

type Place = { readonly holder: Record<string, unknown>; readonly name: string }

/** The path of every value in a document. */
function places(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...places(holder[name])])
}

const JSON_WAYS: readonly ((place: Place, all: readonly Place[], random: Random) => void)[] = [
  ({ holder, name }) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else delete holder[name]
  },
  ({ holder, name }, _all, { pick }) => {
    holder[name] = structuredClone(pick(VALUES))
  },
  ({ holder, name }, all, { pick }) => {
    const other = pick(all)
    holder[name] = structuredClone(other.holder[other.name])
  },
  ({ holder, name }, _all, { pick }) => {
    if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(name)]))
    else holder[pick(['note', '', '__proto', 'é', 'type', 'passkey'])] = structuredClone(holder[name])
  },
  ({ holder, name }, _all, random) => {
    const value = holder[name]
    if (typeof value === 'string') holder[name] = mutatedText(`${value} `, random)
    else if (typeof value === 'number') holder[name] = value + random.pick([1, -1, 10])
    else if (typeof value === 'boolean') holder[name] = !value
    else if (Array.isArray(value)) value.reverse()
    else holder[name] = random.pick(VALUES)
  },
  ({ holder, name }, _all, { pick }) => {
    const value = holder[name]
    if (typeof value !== 'string') holder[name] = value === null ? 0 : null
    else
      holder[name] = pick([value.toUpperCase(), value.slice(1), `${value}\n`, value.replaceAll('=', ''), `${value}=`])
  },
]

/** A copy of the document with one or two values changed. */
export function mutatedJson(document: unknown, random: Random): unknown {
  const copy = structuredClone(document)
  for (let times = random.pick([1, 1, 1, 2]); times > 0; times -= 1) {
    const all = places(copy)
    if (all.length > 0) random.pick(JSON_WAYS)(random.pick(all), all, random)
  }
  return copy
}
