import { isJsonObject } from '../../record/json-text.ts'
import { readBundle } from '../format/bundle.ts'
import { type Refusal, refuse } from '../format/refusal.ts'
import { parseCanonicalJson } from '../format/strict-json.ts'
import { type VerifiedActs, verifyActs } from './acts.ts'
import { type VerifiedBundle, verifyParsedBundle } from './bundle.ts'
import type { VerifyOptions } from './placed.ts'
import { type VerifiedServing, verifyServing } from './serving.ts'

export type VerifiedFile =
  | { readonly ok: true; readonly kind: 'bundle'; readonly bundle: VerifiedBundle }
  | { readonly ok: true; readonly kind: 'acts'; readonly acts: VerifiedActs }
  | { readonly ok: true; readonly kind: 'serving'; readonly serving: VerifiedServing }

/**
 * Verifies a file of any kind: acts and serving states are recognised by the name of their version field, everything
 * else is treated as a bundle. Checks and codes: docs/verify/README.md sections 8 and 9.
 */
export function verifyFile(bytes: Uint8Array, options: VerifyOptions): VerifiedFile | Refusal {
  const json = parseCanonicalJson(bytes)
  if (!json.ok) return refuse('BUNDLE_NOT_CANONICAL', json.reason)
  const { value } = json
  const names = isJsonObject(value) ? Object.keys(value) : []
  if (names.includes('acts_version')) {
    const acts = verifyActs(value, options)
    return acts.ok ? { ok: true, kind: 'acts', acts } : acts
  }
  if (names.includes('serving_version')) {
    const serving = verifyServing(bytes, value, options)
    return serving.ok ? { ok: true, kind: 'serving', serving } : serving
  }
  const parsed = readBundle(value)
  const bundle = parsed.ok ? verifyParsedBundle(parsed.bundle, options) : parsed
  return bundle.ok ? { ok: true, kind: 'bundle', bundle } : bundle
}
