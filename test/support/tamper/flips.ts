import { REFUSAL_CODES, type RefusalCode } from '../../../releases/proof/format/refusal.ts'
import { type Path, refused, SIGNATURE, SOUND, soundWith, type TamperCase, textAt, withValue } from './case.ts'
import { bake } from './world.ts'

/** One flipped bit, either in the file itself or inside a part that is then encoded correctly again. */

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[bit >> 3] = copy[bit >> 3]! ^ (1 << (bit & 7))
  return copy
}

/** `count` bits spread over `bytes` bytes, including the first and last, each at another bit position. */
function spread(bytes: number, count: number): number[] {
  const last = bytes * 8 - 1
  return Array.from({ length: count }, (_, index) => Math.floor((index * last) / (count - 1)))
}

/** A part of the bundle in base64, and the bundle with other base64 in its place. */
type Part = {
  readonly name: string
  readonly count: number
  readonly codes: readonly RefusalCode[]
  readonly base64: string
  readonly bundleWith: (base64: string) => Uint8Array
}

const fieldPart = (name: string, count: number, path: Path, codes: readonly RefusalCode[]): Part => ({
  ...{ name, count, codes, base64: textAt(path) },
  bundleWith: (base64) => withValue(path, base64),
})

/** The base64 that ends line `line` of the note. */
function notePart(name: string, count: number, line: number, codes: readonly RefusalCode[]): Part {
  const lines = bake().checkpoint.split('\n')
  const words = lines[line]!.split(' ')
  const noteWith = (base64: string) => lines.with(line, words.with(-1, base64).join(' ')).join('\n')
  return {
    ...{ name, count, codes, base64: words.at(-1)! },
    bundleWith: (base64) => soundWith({ checkpoint: noteWith(base64) }),
  }
}

const PARTS: readonly Part[] = [
  fieldPart('record', 32, ['record'], ['RECORD_HASH_MISMATCH']),
  fieldPart(
    'statement',
    32,
    ['envelope', 'payload'],
    ['STATEMENT_INVALID', 'RECORD_HASH_MISMATCH', 'RELEASE_MISMATCH', 'SIGNATURE_INVALID'],
  ),
  fieldPart('signature', 32, SIGNATURE, ['SIGNATURE_INVALID']),
  fieldPart(
    'log entry',
    32,
    ['log_entry'],
    ['LOG_ENTRY_INVALID', 'RECORD_HASH_MISMATCH', 'RELEASE_MISMATCH', 'STATEMENT_HASH_MISMATCH', 'INCLUSION_INVALID'],
  ),
  ...bake().inclusion.hashes.map((_, index) =>
    fieldPart(`inclusion hash ${index}`, 6, ['inclusion', 'hashes', index], ['INCLUSION_INVALID']),
  ),
  notePart('checkpoint root', 12, 2, ['INCLUSION_INVALID']),
  notePart('log signature', 24, 6, ['CHECKPOINT_KEY_UNKNOWN', 'CHECKPOINT_SIGNATURE_INVALID']),
  ...[7, 8].map((line) =>
    notePart(`cosignature ${line - 6}`, 24, line, ['COSIGNATURE_UNKNOWN', 'COSIGNATURE_INVALID', 'CHECKPOINT_INVALID']),
  ),
]

function partFlips({ name, count, codes, base64, bundleWith }: Part): TamperCase[] {
  const bytes = Buffer.from(base64, 'base64')
  return spread(bytes.length, count).map((bit) => {
    const bundle = bundleWith(Buffer.from(flipped(bytes, bit)).toString('base64'))
    return refused(`bit ${bit} of the ${name} flipped`, codes, { bundle })
  })
}

/** The reader's own checkpoint, damaged. */
function heldFlips(): TamperCase[] {
  const held = new TextEncoder().encode(bake().checkpoint)
  return spread(held.length, 24).map((bit) => {
    const checkpoint = Buffer.from(flipped(held, bit)).toString()
    return refused(`bit ${bit} of the checkpoint held flipped`, 'REFERENCE_INVALID', { checkpoint })
  })
}

/** A flipped bit in each part, and in many places of the file itself. */
export function flipCases(): TamperCase[] {
  const inFile = spread(SOUND.length, 160).map((bit) =>
    refused(`bit ${bit} of the file flipped`, REFUSAL_CODES, { bundle: flipped(SOUND, bit) }),
  )
  return [...PARTS.flatMap(partFlips), ...heldFlips(), ...inFile]
}
