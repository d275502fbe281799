import { canonicalText } from '../../record/canonical.ts'
import { encodeBase64 } from '../format/base64.ts'
import { keyIdOf } from '../format/public-key.ts'
import { keyDocument, parseTrust, personDocument, type Trust, type TrustDocument } from '../format/trust.ts'

/** The canonical text of a trust document, as `/v1/trust.json` serves it. Throws TypeError for contradictory keys. */
export function buildTrust(trust: {
  readonly origin: string
  readonly keys: readonly {
    readonly publicKey: Uint8Array
    readonly fromIndex: number
    readonly toIndex: number | null
  }[]
  readonly position: number
  readonly people: Trust['people']
  readonly witnesses: Trust['witnesses']
  readonly checkpoint: string | null
}): string {
  const document: TrustDocument = {
    trust_version: 2,
    origin: trust.origin,
    position: trust.position,
    keys: trust.keys.map((key) => keyDocument({ ...key, keyId: keyIdOf(key.publicKey) })),
    people: trust.people.map(personDocument),
    witnesses: trust.witnesses.map(({ name, publicKey }) => ({ name, public_key: encodeBase64(publicKey) })),
    checkpoint: trust.checkpoint,
  }
  const text = canonicalText(document)
  const readBack = parseTrust(text)
  if (!readBack.ok) throw new TypeError(`trust document cannot be made: ${readBack.reason}`)
  return text
}
