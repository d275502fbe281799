import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { type Path, refused, SIGNATURE, SOUND_TEXT, type TamperCase, withValue } from './case.ts'
import { bake } from './world.ts'

/** Canonical JSON that is not a bundle: fields missing, added, of another type or out of range. */

const FIELDS: readonly Path[] = [
  ['bundle_version'],
  ['record'],
  ['envelope'],
  ['envelope', 'payload'],
  ['envelope', 'payloadType'],
  ['envelope', 'signatures'],
  ['envelope', 'signatures', 0, 'keyid'],
  SIGNATURE,
  ['log_entry'],
  ['inclusion'],
  ['inclusion', 'leaf_index'],
  ['inclusion', 'tree_size'],
  ['inclusion', 'hashes'],
  ['checkpoint'],
]

function fieldCases(): TamperCase[] {
  return FIELDS.flatMap((path) => {
    const name = path.join('.')
    const wrong = (what: string, value: unknown) =>
      refused(`${name} ${what}`, 'BUNDLE_INVALID', { bundle: withValue(path, value) })
    return [wrong('missing', undefined), wrong('null', null), wrong('true', true)]
  })
}

function boundCases(): TamperCase[] {
  const wrong = (name: string, path: Path, value: unknown) =>
    refused(name, 'BUNDLE_INVALID', { bundle: withValue(path, value) })
  const signature = bake().envelope.signatures[0]
  const hash = bake().inclusion.hashes[0]!
  const keyid = ['envelope', 'signatures', 0, 'keyid']
  return [
    wrong('bundle version 1', ['bundle_version'], 1),
    wrong('bundle version as text', ['bundle_version'], '2'),
    wrong('a negative leaf index', ['inclusion', 'leaf_index'], -1),
    wrong('a leaf index as text', ['inclusion', 'leaf_index'], '8'),
    wrong('a negative tree size', ['inclusion', 'tree_size'], -11),
    wrong('a signature of 63 bytes', SIGNATURE, Buffer.alloc(63).toString('base64')),
    wrong('a signature of 65 bytes', SIGNATURE, Buffer.alloc(65).toString('base64')),
    wrong('no signature', ['envelope', 'signatures'], []),
    wrong('the signature twice', ['envelope', 'signatures'], [signature, signature]),
    wrong('a second, empty signature', ['envelope', 'signatures'], [signature, {}]),
    wrong('a signature that is no list', ['envelope', 'signatures'], signature),
    wrong('an upper-case keyid', keyid, signature.keyid.toUpperCase()),
    wrong('a keyid of 16 digits', keyid, signature.keyid.slice(0, 16)),
    wrong('a keyid with a newline', keyid, `${signature.keyid}\n`),
    wrong('a keyid in other digits', keyid, signature.keyid.replaceAll('1', '\u0967')),
    wrong('another payload type', ['envelope', 'payloadType'], 'application/json'),
    wrong('an inclusion hash of 31 bytes', ['inclusion', 'hashes', 0], Buffer.alloc(31).toString('base64')),
    wrong('an inclusion hash of 33 bytes', ['inclusion', 'hashes', 0], Buffer.alloc(33).toString('base64')),
    wrong('an inclusion hash in hex', ['inclusion', 'hashes', 0], Buffer.from(hash, 'base64').toString('hex')),
    wrong('an inclusion hash that is a list', ['inclusion', 'hashes', 0], [hash]),
    wrong('an extra field', ['note'], 'unsigned'),
    wrong('an extra field named __proto', ['__proto'], {}),
    wrong('an extra field in the envelope', ['envelope', 'hint'], ''),
    wrong('an extra field in the signature', ['envelope', 'signatures', 0, 'cert'], ''),
    wrong('an extra field in the inclusion proof', ['inclusion', 'root'], hash),
  ]
}

function otherDocuments(): TamperCase[] {
  const wrong = (name: string, text: string) =>
    refused(name, 'BUNDLE_INVALID', { bundle: new TextEncoder().encode(text) })
  return [
    wrong('an empty object', '{}'),
    wrong('a list around the bundle', `[${SOUND_TEXT}]`),
    wrong('null instead of a bundle', 'null'),
    wrong('a number instead of a bundle', '8'),
    wrong('a text instead of a bundle', '"bundle"'),
    wrong('nesting 64 deep', `${'['.repeat(64)}${']'.repeat(64)}`),
    // `_` sorts after upper case and before lower case, so this stays canonical.
    wrong('a field named __proto__', SOUND_TEXT.replace('{', '{"__proto__":{"record":""},')),
    wrong(
      'a field named __proto__ in the proof',
      SOUND_TEXT.replace('"inclusion":{', '"inclusion":{"__proto__":null,'),
    ),
    refused('the record on its own', 'BUNDLE_INVALID', {
      bundle: canonicalBytes(JSON.parse(Buffer.from(bake().record, 'base64').toString())),
    }),
  ]
}

export function shapeCases(): TamperCase[] {
  return [...fieldCases(), ...boundCases(), ...otherDocuments()]
}
