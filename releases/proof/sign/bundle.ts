import { canonicalBytes } from '../../record/canonical.ts'
import { encodeBase64 } from '../format/base64.ts'
import { type BundleDocument, parseBundle } from '../format/bundle.ts'
import type { Envelope } from '../format/dsse.ts'

export type BundleParts = {
  /** The record's stored bytes, never re-serialised. */
  readonly record: Uint8Array
  readonly envelope: Envelope
  /** Leaf data of the seal, as logged. */
  readonly logEntry: Uint8Array
  readonly inclusion: { readonly leafIndex: number; readonly treeSize: number; readonly hashes: readonly Uint8Array[] }
  /** The checkpoint note with all its cosignatures. */
  readonly checkpoint: string
}

/** The canonical bytes of a bundle. Throws TypeError for parts that a reader would refuse. */
export function buildBundle(parts: BundleParts): Uint8Array {
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
