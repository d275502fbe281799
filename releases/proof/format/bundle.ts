import * as z from 'zod'
import { canonicalBytes } from '../../record/canonical.ts'
import { decoded, encodeBase64 } from './base64.ts'
import { type Envelope, envelopeSchema } from './dsse.ts'
import { type Refusal, refuse } from './refusal.ts'
import { fitShape, parseCanonicalJson } from './strict-json.ts'
import { base64Of, base64Text, indexNumber } from './text.ts'

/**
 * The bundle: a sealed release with everything needed to check it offline (docs/design/release.md#bundle). Canonical
 * JSON, and every field is covered by a signature: the record by its hash, the statement by the envelope, the log entry
 * by the inclusion proof, the rest by the checkpoint and its cosignatures.
 */

export const bundleSchema = z.strictObject({
  bundle_version: z.literal(2).describe('Version of this form'),
  record: base64Text.describe('Canonical record of the release, base64'),
  envelope: envelopeSchema.describe('Signed statement about the record (DSSE)'),
  log_entry: base64Text.describe('Entry of the log for its seal, base64'),
  inclusion: z
    .strictObject({
      leaf_index: indexNumber.describe('Index of the entry in the log'),
      tree_size: indexNumber.describe('Size of the tree that the proof is for'),
      hashes: z.array(base64Of(32)).describe('Path to the root (RFC 9162 2.1.3), base64'),
    })
    .describe('Proof that the log has the entry'),
  checkpoint: z.string().describe('Signed checkpoint of that tree (C2SP tlog-checkpoint)'),
})
export type BundleDocument = z.infer<typeof bundleSchema>

/** A decoded bundle. Nothing in it is verified yet. */
export type Bundle = {
  /** The record's stored bytes, never re-serialised. */
  readonly record: Uint8Array
  readonly envelope: Envelope
  /** The exact bytes that were signed. */
  readonly payload: Uint8Array
  /** Leaf data of the seal, as logged. */
  readonly logEntry: Uint8Array
  readonly inclusion: { readonly leafIndex: number; readonly treeSize: number; readonly hashes: readonly Uint8Array[] }
  /** The checkpoint note with all its cosignatures. */
  readonly checkpoint: string
}

/** Reads a bundle; refused with BUNDLE_NOT_CANONICAL or BUNDLE_INVALID. */
export function parseBundle(bytes: Uint8Array): { ok: true; bundle: Bundle } | Refusal {
  const json = parseCanonicalJson(bytes)
  return json.ok ? readBundle(json.value) : refuse('BUNDLE_NOT_CANONICAL', json.reason)
}

/** The same for a parsed document. */
export function readBundle(document: unknown): { ok: true; bundle: Bundle } | Refusal {
  const fitted = fitShape(bundleSchema, document)
  if (!fitted.ok) return refuse('BUNDLE_INVALID', fitted.reason)
  const { record, envelope, log_entry, inclusion, checkpoint } = fitted.value
  const bundle = {
    record: decoded(record),
    envelope,
    payload: decoded(envelope.payload),
    logEntry: decoded(log_entry),
    inclusion: {
      leafIndex: inclusion.leaf_index,
      treeSize: inclusion.tree_size,
      hashes: inclusion.hashes.map(decoded),
    },
    checkpoint,
  }
  return { ok: true, bundle }
}

/** The canonical bytes of a bundle. Throws TypeError for parts that a reader would refuse. */
export function buildBundle(parts: Omit<Bundle, 'payload'>): Uint8Array {
  const document: BundleDocument = {
    bundle_version: 2,
    record: encodeBase64(parts.record),
    envelope: parts.envelope,
    log_entry: encodeBase64(parts.logEntry),
    inclusion: {
      leaf_index: parts.inclusion.leafIndex,
      tree_size: parts.inclusion.treeSize,
      hashes: parts.inclusion.hashes.map(encodeBase64),
    },
    checkpoint: parts.checkpoint,
  }
  const bytes = canonicalBytes(document)
  const readBack = parseBundle(bytes)
  if (!readBack.ok) throw new TypeError(`bundle cannot be made: ${readBack.reason}`)
  return bytes
}
