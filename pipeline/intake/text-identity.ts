import { sha256 } from '#digest'
import { canonicalHash } from '../../releases/record/canonical.ts'

/** Identity of the text of a source, which a release commits to (docs/design/release.md#record). */
export type TextIdentity = {
  readonly page_sha256: string[]
  readonly text_sha256: string
  readonly page_count: number
}

/** Identity of extracted text: sha256 of each page's UTF-8, and the canonical hash of the array of those hashes. */
export function textIdentity(pages: readonly string[]): TextIdentity {
  const hashes = pages.map((page) => sha256(page))
  return { page_sha256: hashes, text_sha256: canonicalHash(hashes), page_count: hashes.length }
}
