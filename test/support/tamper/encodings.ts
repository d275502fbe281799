import {
  type Given,
  type Path,
  refused,
  SIGNATURE,
  SOUND,
  SOUND_TEXT,
  type TamperCase,
  textAt,
  withValue,
} from './case.ts'
import { bake } from './world.ts'

/** The same content in another spelling, and files that are not exactly the file. */

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (value: string): Given => ({ bundle: bytes(value) })
const first = (from: string, to: string) => text(SOUND_TEXT.replace(from, () => to))

function reversed(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)]))
}

function spellings(): TamperCase[] {
  const notCanonical = (name: string, given: Given) => refused(name, 'BUNDLE_NOT_CANONICAL', given)
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  return [
    notCanonical('an empty file', text('')),
    notCanonical('only white space', text(' \n')),
    notCanonical('half the file', { bundle: SOUND.subarray(0, SOUND.length / 2) }),
    notCanonical('the last byte cut off', { bundle: SOUND.subarray(0, -1) }),
    notCanonical('a newline after the end', text(`${SOUND_TEXT}\n`)),
    notCanonical('a space before the start', text(` ${SOUND_TEXT}`)),
    notCanonical('a byte order mark', text(`\uFEFF${SOUND_TEXT}`)),
    notCanonical('a zero byte after the end', text(`${SOUND_TEXT}\0`)),
    notCanonical('UTF-16 instead of UTF-8', { bundle: Uint8Array.from(Buffer.from(SOUND_TEXT, 'utf16le')) }),
    notCanonical('an invalid UTF-8 byte', { bundle: Uint8Array.from([...SOUND, 0xff]) }),
    notCanonical('two documents', text(SOUND_TEXT + SOUND_TEXT)),
    notCanonical('pretty-printed', text(JSON.stringify(bake(), null, 2))),
    notCanonical('keys in reverse order', text(JSON.stringify(reversed(JSON.parse(SOUND_TEXT))))),
    notCanonical('a space after a colon', first('"leaf_index":8', '"leaf_index": 8')),
    notCanonical('an integer written 8.0', first('"leaf_index":8', '"leaf_index":8.0')),
    notCanonical('an integer written 8e0', first('"leaf_index":8', '"leaf_index":8e0')),
    notCanonical('an integer written 08', first('"leaf_index":8', '"leaf_index":08')),
    notCanonical('an integer written +8', first('"leaf_index":8', '"leaf_index":+8')),
    notCanonical('a fraction', first('"leaf_index":8', '"leaf_index":8.5')),
    notCanonical('minus zero', first('"leaf_index":8', '"leaf_index":-0')),
    notCanonical('not a number', first('"leaf_index":8', '"leaf_index":NaN')),
    notCanonical('a number beyond every float', first('"leaf_index":8', '"leaf_index":1e999')),
    notCanonical('an index of 2^53', first('"leaf_index":8', '"leaf_index":9007199254740992')),
    notCanonical('an index of 2^64', first('"tree_size":11', '"tree_size":18446744073709551616')),
    notCanonical('a key given twice, the same', first('"bundle_version":2', '"bundle_version":2,"bundle_version":2')),
    notCanonical('a key given twice, the wrong first', first('"leaf_index":8', '"leaf_index":9,"leaf_index":8')),
    notCanonical('a key given twice, the wrong last', first('"leaf_index":8', '"leaf_index":8,"leaf_index":9')),
    notCanonical('a letter written as an escape', first('"record"', '"\\u0072ecord"')),
    notCanonical('a newline written as \\u000a', first('\\n', '\\u000a')),
    notCanonical('a slash written as an escape', first('application/', 'application\\/')),
    notCanonical('a lone surrogate', first('"checkpoint":"', '"checkpoint":"\\ud800')),
    notCanonical('a trailing comma', first('"bundle_version":2,', '"bundle_version":2,,')),
    notCanonical('a comment', first('{', '{/* */')),
    notCanonical('nesting 65 deep', text(nested(65))),
    notCanonical('nesting 100,000 deep', text(nested(100_000))),
  ]
}

function spelledBase64(): TamperCase[] {
  const changes: Record<string, (base64: string) => string> = {
    'a newline inside': (value) => `${value.slice(0, 8)}\n${value.slice(8)}`,
    'a space at the end': (value) => `${value} `,
    'the URL-safe alphabet': (value) => `${value.slice(0, -4).replaceAll('/', '_').replaceAll('+', '-')}_-==`,
    'no padding': (value) => (value.endsWith('=') ? value.replace(/=+$/, '') : `${value}A`),
    'padding too many': (value) => `${value}=`,
    'stray trailing bits': withTrailingBits,
    'a foreign character': (value) => `*${value.slice(1)}`,
  }
  const places: Record<string, Path> = {
    record: ['record'],
    'envelope payload': ['envelope', 'payload'],
    signature: SIGNATURE,
    'log entry': ['log_entry'],
    'inclusion hash': ['inclusion', 'hashes', 0],
  }
  return Object.entries(places).flatMap(([place, path]) =>
    Object.entries(changes).map(([what, change]) =>
      refused(`base64 of the ${place} with ${what}`, 'BUNDLE_INVALID', {
        bundle: withValue(path, change(textAt(path))),
      }),
    ),
  )
}

/** Sets bits that padding leaves unused; text without padding gets a group that has some. */
function withTrailingBits(value: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const unpadded = value.replace(/=+$/, '')
  if (unpadded.length === value.length) return `${value}QR==`
  const last = alphabet.indexOf(unpadded.at(-1)!)
  return unpadded.slice(0, -1) + alphabet[last + 1] + value.slice(unpadded.length)
}

/** Other spellings of the file, and of each base64 field in it. */
export function encodingCases(): TamperCase[] {
  return [...spellings(), ...spelledBase64()]
}
