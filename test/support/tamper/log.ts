import { sha256 } from '#digest'
import { baked, refused, soundWith, type TamperCase } from './case.ts'
import { bake, cosigned, entryAt, eventHash, keys, testKey, witnesses } from './world.ts'

/** The log's side: forged paths, mangled notes, wrong signers, missing witnesses. */

type Document = ReturnType<typeof bake>

function pathCases(): TamperCase[] {
  const { inclusion } = bake()
  const forged = (name: string, change: (inclusion: Document['inclusion']) => Partial<Document['inclusion']>) =>
    refused(name, 'INCLUSION_INVALID', { bundle: soundWith({ inclusion: { ...inclusion, ...change(inclusion) } }) })
  const zero = Buffer.alloc(32).toString('base64')
  return [
    forged('a forged path of zeros', ({ hashes }) => ({ hashes: hashes.map(() => zero) })),
    forged('an empty path', () => ({ hashes: [] })),
    forged('a path without its last hash', ({ hashes }) => ({ hashes: hashes.slice(0, -1) })),
    forged('a path without its first hash', ({ hashes }) => ({ hashes: hashes.slice(1) })),
    forged('a path with a hash too many', ({ hashes }) => ({ hashes: [...hashes, zero] })),
    forged('a path of 100 hashes', ({ hashes }) => ({ hashes: [...hashes, ...Array(97).fill(zero)] })),
    forged('a path in reverse', ({ hashes }) => ({ hashes: hashes.toReversed() })),
    forged('a path with two hashes swapped', ({ hashes: [a, b, ...rest] }) => ({ hashes: [b!, a!, ...rest] })),
    forged('the index before', () => ({ leaf_index: 7 })),
    forged('the index after', () => ({ leaf_index: 9 })),
    forged('the index at the end of the tree', () => ({ leaf_index: 11 })),
    forged('the greatest safe index', () => ({ leaf_index: Number.MAX_SAFE_INTEGER })),
    forged('a tree size of zero', () => ({ tree_size: 0 })),
    forged('a tree size one smaller', () => ({ tree_size: 10 })),
    forged('a tree size one larger', () => ({ tree_size: 12 })),
    forged('the greatest safe tree size', () => ({ tree_size: Number.MAX_SAFE_INTEGER })),
    refused('index 0, for which the key does not speak', 'KEY_OUT_OF_RANGE', {
      bundle: soundWith({ inclusion: { ...inclusion, leaf_index: 0 } }),
    }),
    refused('the checkpoint of another history', 'INCLUSION_INVALID', {
      bundle: soundWith({ checkpoint: otherHistory().checkpoint }),
    }),
    refused('the checkpoint of a larger tree', 'INCLUSION_INVALID', {
      bundle: soundWith({ checkpoint: bake({ size: 12 }).checkpoint }),
    }),
  ]
}

/** The same log except for the last entry, signed by the same key. */
function otherHistory(): Document {
  return bake({ filler: (index) => entryAt(index, { actor: index === 10 ? 'ravi' : 'asha' }) })
}

function noteCases(): TamperCase[] {
  const sound = bake().checkpoint
  const mangled = (name: string, change: (lines: string[], note: string) => string) =>
    refused(name, 'CHECKPOINT_INVALID', { bundle: soundWith({ checkpoint: change(sound.split('\n'), sound) }) })
  const line = (name: string, index: number, change: (line: string) => string) =>
    mangled(name, (lines) => lines.with(index, change(lines[index]!)).join('\n'))
  return [
    mangled('an empty note', () => ''),
    mangled('a note without its last newline', (_, note) => note.slice(0, -1)),
    mangled('a note cut in a signature', (_, note) => `${note.slice(0, -40)}\n`),
    mangled('a note cut before its signatures', (lines) => `${lines.slice(0, 5).join('\n')}\n`),
    mangled('a note with no signature', (lines) => `${lines.slice(0, 6).join('\n')}\n`),
    mangled('a note without the blank line', (lines) => lines.toSpliced(5, 1).join('\n')),
    mangled('a note with two blank lines', (lines) => lines.toSpliced(5, 0, '').join('\n')),
    mangled('a note with a blank line at its end', (_, note) => `${note}\n`),
    mangled('a note without the event log head', (lines) => lines.toSpliced(3, 1).join('\n')),
    mangled('a note without the serving state', (lines) => lines.toSpliced(4, 1).join('\n')),
    mangled('a note with a third extension line', (lines) => lines.toSpliced(5, 0, 'more').join('\n')),
    line('an upper-case serving state', 4, (text) => text.toUpperCase()),
    line('a serving state of 63 digits', 4, (text) => text.slice(1)),
    mangled('a note with carriage returns', (_, note) => note.replaceAll('\n', '\r\n')),
    mangled('a cosignature first', (lines) => lines.with(6, lines[7]!).with(7, lines[6]!).join('\n')),
    mangled('cosignatures swapped', (lines) => lines.with(7, lines[8]!).with(8, lines[7]!).join('\n')),
    mangled('a cosignature twice', (lines) => lines.toSpliced(7, 0, lines[7]!).join('\n')),
    mangled("the log's signature twice", (lines) => lines.toSpliced(6, 0, lines[6]!).join('\n')),
    mangled('only cosignatures', (lines) => lines.toSpliced(6, 1).join('\n')),
    line('a size with a leading zero', 1, (text) => `0${text}`),
    line('a size with a sign', 1, (text) => `+${text}`),
    line('a size with a space', 1, (text) => `${text} `),
    line('a size of zero', 1, () => '0'),
    line('a size of 2^53', 1, () => '9007199254740992'),
    line('a size of 2^64', 1, () => '18446744073709551616'),
    line('a size in other digits', 1, () => '\u0967\u0967'),
    line('an upper-case event hash', 3, (text) => text.toUpperCase()),
    line('an event position with a leading zero', 3, (text) => `0${text}`),
    line('an event log head with a third word', 3, (text) => `${text} 1`),
    line('an event log head with two spaces', 3, (text) => text.replace(' ', '  ')),
    line('a root of 31 bytes', 2, () => Buffer.alloc(31).toString('base64')),
    line('a root in the URL-safe alphabet', 2, () => Buffer.alloc(32, 0xfb).toString('base64url')),
    line('a root with stray trailing bits', 2, (text) => `${text.slice(0, -2)}B=`),
    line('an origin with a space', 0, (text) => `${text} x`),
    line('a hyphen for the dash', 6, (text) => text.replace('—', '-')),
    line('two spaces after the dash', 6, (text) => text.replace('— ', '—  ')),
    line('a signature without padding', 6, (text) => text.replace(/=+$/, '')),
    line("another name on the log's signature", 6, (text) => text.replace('log/v2', 'log/v3')),
    line('a plus in a witness name', 7, (text) => text.replace('witness.', 'witness+')),
  ]
}

function signerCases(): TamperCase[] {
  const [one, two] = witnesses
  const impostor = { name: one!.name, key: keys.stranger }
  const foreign = otherHistory().checkpoint.split('\n')[7]!
  const newcomer = { name: 'witness.example/zero', key: testKey('witness zero') }
  const sound = bake().checkpoint
  const edited = (name: string, from: string, to: string) =>
    refused(name, 'CHECKPOINT_SIGNATURE_INVALID', { bundle: soundWith({ checkpoint: sound.replace(from, to) }) })
  const atTime = (timestamp: bigint) => {
    const lines = bake({ cosigners: [one!] }).checkpoint.split('\n')
    const words = lines[7]!.split(' ')
    const bytes = Buffer.from(words[2]!, 'base64')
    bytes.writeBigUInt64BE(timestamp, 4)
    const dated = words.with(2, bytes.toString('base64')).join(' ')
    return soundWith({ checkpoint: lines.with(7, dated).join('\n') })
  }
  return [
    refused('a checkpoint by a stranger', 'CHECKPOINT_KEY_UNKNOWN', { bundle: baked({ noteKey: keys.stranger }) }),
    refused('a checkpoint by a witness', 'CHECKPOINT_KEY_UNKNOWN', { bundle: baked({ noteKey: one!.key }) }),
    refused('a checkpoint of another log', 'CHECKPOINT_KEY_UNKNOWN', {
      bundle: baked({ origin: 'pramaan/log/v2/other' }),
    }),
    refused('a checkpoint by the former key after its range', 'CHECKPOINT_KEY_OUT_OF_RANGE', {
      bundle: baked({ noteKey: keys.former }),
    }),
    refused('a checkpoint by the current key before its range', 'CHECKPOINT_KEY_OUT_OF_RANGE', {
      bundle: baked({ revision: 1, size: 6, noteKey: keys.current }),
    }),
    edited('another event log head under the same signature', eventHash(112), eventHash(113)),
    edited('another serving state under the same signature', sha256('serving 11'), sha256('serving 12')),
    edited('another event log position under the same signature', '\n112 ', '\n113 '),
    refused('a cosignature by a stranger', 'COSIGNATURE_UNKNOWN', { bundle: baked({ cosigners: [newcomer] }) }),
    refused("a stranger's key under a witness's name", 'COSIGNATURE_UNKNOWN', {
      bundle: baked({ cosigners: [impostor] }),
    }),
    refused('a stranger among witnesses', 'COSIGNATURE_UNKNOWN', {
      bundle: baked({ cosigners: [one!, two!, newcomer] }),
      witnesses: 2,
    }),
    refused('a cosignature of another history', 'COSIGNATURE_INVALID', {
      bundle: soundWith({ checkpoint: sound.split('\n').with(7, foreign).join('\n') }),
    }),
    refused('a cosignature dated a second later', 'COSIGNATURE_INVALID', { bundle: atTime(1_775_000_001n) }),
    refused('a cosignature dated at zero', 'COSIGNATURE_INVALID', { bundle: atTime(0n) }),
    refused('a cosignature dated beyond 2^63', 'CHECKPOINT_INVALID', { bundle: atTime(2n ** 63n) }),
    refused('one witness too few', 'WITNESSES_MISSING', { witnesses: 3 }),
    refused('no witness where one is needed', 'WITNESSES_MISSING', { bundle: baked({ cosigners: [] }), witnesses: 1 }),
    refused('many more witnesses than exist', 'WITNESSES_MISSING', { witnesses: 1000 }),
  ]
}

/** Rollback and forks, compared with the reader's own checkpoint. */
function historyCases(): TamperCase[] {
  const sound = bake().checkpoint
  const held = (name: string, code: TamperCase['codes'][number], checkpoint: string, bundle?: Uint8Array) =>
    refused(name, code, bundle === undefined ? { checkpoint } : { checkpoint, bundle })
  const head = (position: number, hash = eventHash(position)) => ({ position, hash })
  return [
    held('an older version against a newer checkpoint', 'STALE_CHECKPOINT', sound, baked({ revision: 1, size: 4 })),
    held('one entry behind the checkpoint held', 'STALE_CHECKPOINT', bake({ size: 12 }).checkpoint),
    held('far behind the checkpoint held', 'STALE_CHECKPOINT', bake({ size: 90 }).checkpoint),
    held('another history of the same size', 'FORKED_HISTORY', otherHistory().checkpoint),
    held(
      'another event log of the same position',
      'FORKED_HISTORY',
      bake({ logHead: head(112, sha256('x')) }).checkpoint,
    ),
    held('a larger log with a shorter event log', 'FORKED_HISTORY', bake({ size: 10, logHead: head(500) }).checkpoint),
    held('a held checkpoint by a stranger', 'REFERENCE_INVALID', bake({ noteKey: keys.stranger }).checkpoint),
    held('a held checkpoint by a key out of range', 'REFERENCE_INVALID', bake({ noteKey: keys.former }).checkpoint),
    held('a held checkpoint of another log', 'REFERENCE_INVALID', bake({ origin: 'pramaan/log/v2/other' }).checkpoint),
    held('a held checkpoint with a changed size', 'REFERENCE_INVALID', sound.replace('\n11\n', '\n10\n')),
    held(
      'a held checkpoint with a strange cosignature',
      'REFERENCE_INVALID',
      cosigned(sound, { name: 'x', key: keys.stranger }),
    ),
    held('a held checkpoint cut short', 'REFERENCE_INVALID', sound.slice(0, -30)),
    held('an empty held checkpoint', 'REFERENCE_INVALID', ''),
    held('a held checkpoint that is JSON', 'REFERENCE_INVALID', '{}'),
  ]
}

/** Everything between the seal and the signed log. */
export function logCases(): TamperCase[] {
  return [...pathCases(), ...noteCases(), ...signerCases(), ...historyCases()]
}
