import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#digest'
import type { Refusal } from '../../releases/proof/format/refusal.ts'
import { parseTrust } from '../../releases/proof/format/trust.ts'
import { type VerifiedFile, verifyFile } from '../../releases/proof/verify/file.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import { accepted, baked, soundWith, type TamperCase } from './tamper/case.ts'
import { contentCases } from './tamper/contents.ts'
import { encodingCases } from './tamper/encodings.ts'
import { fileCases } from './tamper/files.ts'
import { flipCases } from './tamper/flips.ts'
import { logCases } from './tamper/log.ts'
import { passkeyCases } from './tamper/passkeys.ts'
import { shapeCases } from './tamper/shapes.ts'
import { trustCases } from './tamper/trust.ts'
import { trustText } from './tamper/trust-text.ts'
import { bake, cosigned, keys, recordContent, witnesses } from './tamper/world.ts'

/** Bundles that must be accepted, so that a verifier that refuses everything does not pass. */
function soundCases(): TamperCase[] {
  const sound = bake()
  const bare = bake({ cosigners: [] })
  const at = (timestampSeconds: number) =>
    soundWith({ checkpoint: cosigned(bare.checkpoint, witnesses[0]!, timestampSeconds) })
  // Keys beyond the basic plane sort by UTF-16 code unit: U+1F4A1 (D83D DCA1) comes before U+FF5E.
  const peculiar = { ...recordContent(2), '\u{1f4a1}': '\u2028\u007f', '\uff5e': '\b\f\n\r\t"\\/\u0001', '': [], é: -1 }
  const sizes = [1, 2, 3, 7, 8, 9, 33, 64, 65]
  return [
    accepted('sound', {}),
    accepted('sound: one witness needed', { witnesses: 1 }),
    accepted('sound: two witnesses needed', { witnesses: 2 }),
    accepted('sound: three witnesses', { bundle: baked({ cosigners: witnesses }), witnesses: 3 }),
    accepted('sound: no witness', { bundle: baked({ cosigners: [] }) }),
    accepted('sound: a cosignature at time zero', { bundle: at(0), witnesses: 1 }),
    accepted('sound: a cosignature in the far future', { bundle: at(2 ** 40), witnesses: 1 }),
    accepted('sound: the checkpoint held is its own', { checkpoint: sound.checkpoint }),
    accepted('sound: the checkpoint held lacks cosignatures', { checkpoint: bare.checkpoint }),
    accepted('sound: the checkpoint held is older', { checkpoint: bake({ size: 9 }).checkpoint }),
    accepted('sound: the checkpoint held is by the former key', {
      checkpoint: bake({ size: 6, revision: 1 }).checkpoint,
    }),
    accepted('sound: an event log that grew without the log', {
      checkpoint: bake({ logHead: { position: 100, hash: 'ab'.repeat(32) } }).checkpoint,
    }),
    accepted('sound: sealed by the former key', { bundle: baked({ revision: 1 }) }),
    accepted('sound: all by the former key', { bundle: baked({ revision: 1, size: 6 }) }),
    accepted('sound: last index of the former key', { bundle: baked({ leafIndex: 5, sealKey: keys.former }) }),
    accepted('sound: first index of the current key', { bundle: baked({ leafIndex: 6 }) }),
    accepted('sound: the newest entry', { bundle: baked({ leafIndex: 10 }) }),
    accepted('sound: keys that sort by UTF-16', { bundle: baked({ record: canonicalBytes(peculiar) }) }),
    accepted('sound: the greatest safe integer', {
      bundle: baked({ record: canonicalBytes({ ...recordContent(2), n: [2 ** 53 - 1, 1 - 2 ** 53] }) }),
    }),
    accepted('sound: trust pretty-printed', { trust: `${JSON.stringify(JSON.parse(trustText()), null, 2)}\n` }),
    accepted('sound: trust with a checkpoint', { trust: trustText(sound.checkpoint) }),
    accepted('sound: trust with a checkpoint nobody reads', { trust: trustText('later 1.5') }),
    ...sizes.map((size) =>
      accepted(`sound: first of ${size}`, { bundle: baked({ size, leafIndex: 0, sealKey: keys.former }) }),
    ),
    ...sizes
      .slice(3)
      .map((size) => accepted(`sound: last of ${size}`, { bundle: baked({ size, leafIndex: size - 1 }) })),
  ]
}

export type { TamperCase } from './tamper/case.ts'

/**
 * The corpus on which every verifier of bundles must agree: valid bundles to accept and tampered ones to refuse, each
 * with the possible codes. The same in every run.
 */
export function makeCorpus(): TamperCase[] {
  return [
    ...soundCases(),
    ...flipCases(),
    ...encodingCases(),
    ...shapeCases(),
    ...contentCases(),
    ...passkeyCases(),
    ...fileCases(),
    ...logCases(),
    ...trustCases(),
  ]
}

/** Runs the project's own verifier on a case, with its files unchanged. */
export function runCase({ bundle, trust, checkpoint, witnesses }: TamperCase): VerifiedFile | Refusal {
  const parsed = parseTrust(trust)
  return parsed.ok ? verifyFile(bundle, { trust: parsed.trust, checkpoint, witnesses }) : parsed
}

/**
 * Writes the corpus for a verifier in another language: `dir/cases.json`, a list of `{name, valid, codes, bundle_file,
 * trust_file, checkpoint_file, witnesses}`, and the files it names, relative to `dir`. `checkpoint_file` is null if
 * none is held. `valid` true: accept; false: refuse with one of `codes`. Returns the number of cases. Files are named
 * by their content, so cases share what they have in common.
 */
export function writeCorpus(dir: string, corpus: readonly TamperCase[] = makeCorpus()): number {
  mkdirSync(dir, { recursive: true })
  const put = (kind: string, content: Uint8Array | string): string => {
    const file = `${kind}-${sha256(content).slice(0, 16)}`
    writeFileSync(join(dir, file), content)
    return file
  }
  const cases = corpus.map(({ name, codes, bundle, trust, checkpoint, witnesses }) => ({
    name,
    valid: codes.length === 0,
    codes,
    bundle_file: put('bundle', bundle),
    trust_file: put('trust', trust),
    checkpoint_file: checkpoint === null ? null : put('checkpoint', checkpoint),
    witnesses,
  }))
  writeFileSync(join(dir, 'cases.json'), `${JSON.stringify(cases, null, 1)}\n`)
  return cases.length
}
