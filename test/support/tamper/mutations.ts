import { decodeBase64, encodeBase64 } from '../../../releases/proof/format/base64.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { type ActsRecipe, bakeActs, bakeServing, type LooseEntry, servingState } from './acts-world.ts'
import { type Given, type Path, SIGNATURE, SOUND, textAt, withValue } from './case.ts'
import { mutatedBytes, mutatedJson, mutatedLines, mutatedText, type Random, randomOf } from './mutate.ts'
import { trustText } from './trust-text.ts'
import { bake, passkeyAttestation, type Recipe, recordContent, signedNote } from './world.ts'

/**
 * Randomly damaged files of each kind, with their old signatures and with new ones. The correct result for one is not
 * known beforehand; all verifiers must agree, and no file with old signatures may be accepted.
 */
export type Mutation = {
  readonly kind: string
  readonly name: string
  /** True if every signature over the damaged bytes is unchanged: such a file must be refused. */
  readonly isUnsigned: boolean
  readonly given: Given
}

type Target = { readonly isUnsigned?: boolean; readonly make: (random: Random) => Given }

/** The bytes of a document after random damage; empty if it cannot be written at all. */
function written(document: unknown, random: Random): Uint8Array {
  try {
    return canonicalBytes(mutatedJson(document, random))
  } catch {
    return new Uint8Array()
  }
}

const withPasskey: Recipe['acts'] = ([opening]) => [opening, passkeyAttestation()]
const soundWithPasskey = canonicalBytes(bake({ acts: withPasskey }))
const soundActs = bakeActs()
const soundServing = bakeServing()
const json = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString())

function bundleOf(parts: Partial<Recipe>): Given {
  try {
    return { bundle: canonicalBytes(bake({ acts: withPasskey, ...parts })) }
  } catch {
    return { bundle: new Uint8Array() }
  }
}

function actsOf(parts: Partial<ActsRecipe>): Given {
  try {
    return { bundle: bakeActs(parts) }
  } catch {
    return { bundle: new Uint8Array() }
  }
}

/** One entry of a file of acts, changed after it was signed. */
function oneEntry(random: Random): ActsRecipe['entries'] {
  return (entries) => {
    const at = random.below(entries.length)
    return entries.map((entry, index) => (index === at ? (mutatedJson(entry, random) as LooseEntry) : entry))
  }
}

/** An authenticator's data, damaged before it signs, or its signature damaged after. */
function assertion(random: Random): Parameters<typeof passkeyAttestation>[0] {
  const damaged = (bytes: Uint8Array): Uint8Array => mutatedBytes(bytes, random)
  return random.pick([
    () => ({ clientData: (text: string) => mutatedText(text, random) }),
    () => ({ clientData: (text: string) => JSON.stringify(mutatedJson(JSON.parse(text), random)) }),
    () => ({ flags: random.below(256) }),
    () => ({ extra: new Uint8Array(random.below(4)), flags: random.pick([0x05, 0x45, 0x85]) }),
    () => ({ der: (r: bigint, s: bigint) => damaged(Uint8Array.of(...derOf(r, s))) }),
    () => ({ rpId: mutatedText('localhost', random) }),
  ])()
}

function derOf(r: bigint, s: bigint): Uint8Array {
  const number = (value: bigint): number[] => {
    const hex = value.toString(16).padStart(64, '0')
    const digits = [...Buffer.from(hex, 'hex')]
    return [2, 33, 0, ...digits]
  }
  const body = [...number(r), ...number(s)]
  return Uint8Array.of(0x30, body.length, ...body)
}

function flipped(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length)
  return bytes.map((byte, index) => (index === at ? byte ^ (1 << random.below(8)) : byte))
}

/** Parts of a bundle, and damage after which they still have the length that they must have. */
const BASE64_PARTS: readonly (readonly [Path, typeof mutatedBytes])[] = [
  [['record'], mutatedBytes],
  [['envelope', 'payload'], mutatedBytes],
  [['log_entry'], mutatedBytes],
  [SIGNATURE, flipped],
  [['inclusion', 'hashes', 1], flipped],
]

const TARGETS: Readonly<Record<string, Target>> = {
  'bundle, values': { isUnsigned: true, make: (random) => ({ bundle: written(json(soundWithPasskey), random) }) },
  'bundle, bytes': { isUnsigned: true, make: (random) => ({ bundle: mutatedBytes(SOUND, random) }) },
  'bundle, base64 parts': {
    isUnsigned: true,
    make: (random) => {
      const document = bake({ acts: withPasskey })
      const [path, damage] = random.pick(BASE64_PARTS)
      const bytes = decodeBase64(textAt(path, document))!
      return { bundle: withValue(path, encodeBase64(damage(bytes, random)), document) }
    },
  },
  'record, sealed anew': {
    make: (random) =>
      bundleOf({
        record:
          random.below(2) === 0
            ? written(recordContent(2), random)
            : mutatedBytes(canonicalBytes(recordContent(2)), random),
      }),
  },
  'statement, signed anew': {
    make: (random) => bundleOf({ statement: (statement) => mutatedJson(statement, random) }),
  },
  'statement’s bytes, signed anew': {
    make: (random) => bundleOf({ payload: (payload) => mutatedBytes(payload, random) }),
  },
  'acts of a statement, signed anew': {
    make: (random) => bundleOf({ acts: (acts) => mutatedJson([...acts, passkeyAttestation()], random) as unknown[] }),
  },
  'assertion of a passkey': {
    make: (random) => bundleOf({ acts: ([opening]) => [opening, passkeyAttestation(assertion(random))] }),
  },
  'entry of the seal, logged anew': {
    make: (random) => bundleOf({ entry: (entry) => mutatedJson(entry, random) }),
  },
  'checkpoint of a bundle': {
    make: (random) => {
      const document = bake()
      const note = random.pick([mutatedLines, mutatedText])(document.checkpoint, random)
      return { bundle: canonicalBytes({ ...document, checkpoint: note }) }
    },
  },
  'checkpoint, signed anew': {
    make: (random) => {
      const document = bake({ cosigners: [] })
      const body = document.checkpoint.split('\n\n')[0]!
      const note = signedNote(`${random.pick([mutatedLines, mutatedText])(body, random)}\n`)
      return random.below(2) === 0
        ? { bundle: canonicalBytes({ ...document, checkpoint: note }) }
        : { checkpoint: note }
    },
  },
  'checkpoint held': {
    make: (random) => ({ checkpoint: random.pick([mutatedLines, mutatedText])(bake().checkpoint, random) }),
  },
  'serving state, signed anew': {
    make: (random) => {
      const bytes = written(servingState(), random)
      return {
        bundle: bytes,
        checkpoint: bakeServing(json(bytes.length === 0 ? soundServing.bytes : bytes)).checkpoint,
      }
    },
  },
  'serving state': {
    isUnsigned: true,
    make: (random) => {
      const bytes = random.below(2) === 0 ? written(servingState(), random) : mutatedBytes(soundServing.bytes, random)
      return { bundle: bytes, checkpoint: soundServing.checkpoint }
    },
  },
  // A file of acts may have fewer entries: removing one is not damage.
  'acts, values': { make: (random) => ({ bundle: written(json(soundActs), random) }) },
  'acts, bytes': { isUnsigned: true, make: (random) => ({ bundle: mutatedBytes(soundActs, random) }) },
  'entry of an act, logged anew': { make: (random) => actsOf({ entries: oneEntry(random) }) },
  'entries of acts, logged anew': {
    make: (random) =>
      actsOf({
        entries: (entries) => mutatedJson(entries, random) as unknown[],
        asked: random.below(4) === 0 ? (assertion(random) ?? {}) : {},
      }),
  },
  'trust, values': {
    make: (random) => ({
      bundle: soundWithPasskey,
      trust: JSON.stringify(mutatedJson(JSON.parse(trustText()), random)),
    }),
  },
  'trust, bytes': { make: (random) => ({ bundle: soundWithPasskey, trust: mutatedText(trustText(), random) }) },
}

export const KINDS = Object.keys(TARGETS)

/** `each` of every kind, no two files alike; the same for the same seed. */
export function mutations(each: number, seed: number): Mutation[] {
  const sound = new Set(
    [SOUND, soundWithPasskey, soundActs, soundServing.bytes].map((bytes) => Buffer.from(bytes).toString()),
  )
  return Object.entries(TARGETS).flatMap(([kind, { isUnsigned = false, make }], of) => {
    const seen = new Set<string>()
    const made: Mutation[] = []
    for (let at = 0; made.length < each && at < each * 4; at += 1) {
      const given = make(randomOf(seed + of * 1_000_003 + at))
      const text = JSON.stringify([
        given.bundle === undefined ? '' : Buffer.from(given.bundle).toString('latin1'),
        given.trust,
        given.checkpoint,
      ])
      const isSame =
        given.bundle !== undefined && given.trust === undefined && sound.has(Buffer.from(given.bundle).toString())
      if (seen.has(text) || (isUnsigned && isSame)) continue
      seen.add(text)
      made.push({ kind, name: `${kind} ${at}`, isUnsigned, given })
    }
    return made
  })
}
