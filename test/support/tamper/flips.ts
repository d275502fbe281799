import type { BundleDocument } from '../../../releases/proof/format/bundle.ts'
import { REFUSAL_CODES, type RefusalCode } from '../../../releases/proof/format/refusal.ts'
import { refused, SOUND, serialised, type TamperCase } from './case.ts'
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

type Part = {
  readonly name: string
  readonly count: number
  readonly codes: readonly RefusalCode[]
  read(document: BundleDocument): string
  write(document: BundleDocument, base64: string): void
}

const PARTS: readonly Part[] = [
  {
    name: 'record',
    count: 32,
    codes: ['RECORD_HASH_MISMATCH'],
    read: (document) => document.record,
    write: (document, base64) => {
      document.record = base64
    },
  },
  {
    name: 'statement',
    count: 32,
    codes: ['STATEMENT_INVALID', 'RECORD_HASH_MISMATCH', 'RELEASE_MISMATCH', 'SIGNATURE_INVALID'],
    read: (document) => document.envelope.payload,
    write: (document, base64) => {
      document.envelope.payload = base64
    },
  },
  {
    name: 'signature',
    count: 32,
    codes: ['SIGNATURE_INVALID'],
    read: (document) => document.envelope.signatures[0].sig,
    write: (document, base64) => {
      document.envelope.signatures[0].sig = base64
    },
  },
  {
    name: 'log entry',
    count: 32,
    codes: [
      'LOG_ENTRY_INVALID',
      'RECORD_HASH_MISMATCH',
      'RELEASE_MISMATCH',
      'STATEMENT_HASH_MISMATCH',
      'INCLUSION_INVALID',
    ],
    read: (document) => document.log_entry,
    write: (document, base64) => {
      document.log_entry = base64
    },
  },
  ...bake().inclusion.hashes.map(
    (_, index): Part => ({
      name: `inclusion hash ${index}`,
      count: 6,
      codes: ['INCLUSION_INVALID'],
      read: (document) => document.inclusion.hashes[index]!,
      write: (document, base64) => {
        document.inclusion.hashes[index] = base64
      },
    }),
  ),
  notePart('checkpoint root', 12, 2, ['INCLUSION_INVALID']),
  notePart('log signature', 24, 6, ['CHECKPOINT_KEY_UNKNOWN', 'CHECKPOINT_SIGNATURE_INVALID']),
  ...[7, 8].map((line) =>
    notePart(`cosignature ${line - 6}`, 24, line, ['COSIGNATURE_UNKNOWN', 'COSIGNATURE_INVALID', 'CHECKPOINT_INVALID']),
  ),
]

/** The base64 that ends line `line` of the note. */
function notePart(name: string, count: number, line: number, codes: readonly RefusalCode[]): Part {
  return {
    name,
    count,
    codes,
    read: (document) => document.checkpoint.split('\n')[line]!.split(' ').at(-1)!,
    write: (document, base64) => {
      const lines = document.checkpoint.split('\n')
      lines[line] = [...lines[line]!.split(' ').slice(0, -1), base64].join(' ')
      document.checkpoint = lines.join('\n')
    },
  }
}

function partFlips(part: Part): TamperCase[] {
  const bytes = Buffer.from(part.read(bake()), 'base64')
  return spread(bytes.length, part.count).map((bit) => {
    const document = bake()
    part.write(document, Buffer.from(flipped(bytes, bit)).toString('base64'))
    return refused(`bit ${bit} of the ${part.name} flipped`, part.codes, { bundle: serialised(document) })
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
