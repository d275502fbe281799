import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#digest'
import type { Refusal } from '../../releases/proof/format/refusal.ts'
import { parseTrust } from '../../releases/proof/format/trust.ts'
import { type VerifiedFile, verifyFile } from '../../releases/proof/verify/file.ts'
import type { TamperCase } from './tamper/case.ts'
import { contentCases } from './tamper/contents.ts'
import { encodingCases } from './tamper/encodings.ts'
import { fileCases } from './tamper/files.ts'
import { flipCases } from './tamper/flips.ts'
import { logCases } from './tamper/log.ts'
import { passkeyCases } from './tamper/passkeys.ts'
import { shapeCases } from './tamper/shapes.ts'
import { soundCases } from './tamper/sound.ts'
import { trustCases } from './tamper/trust.ts'

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
