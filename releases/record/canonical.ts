import { sha256 } from '#digest'

/**
 * Canonical JSON text: RFC 8785 (JSON Canonicalization Scheme). Undefined members are left out, as in JSON. Throws
 * TypeError on values without a JSON form. Numbers and text are written by `JSON.stringify`, as the scheme prescribes
 * (3.2.2); only the order of members and the refusal of unpaired surrogates are our own. The library used in its tests
 * takes twice as long, which matters when verifying a log of signed acts.
 */
export function canonicalText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new TypeError('text holds half a character')
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`)
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
      return 'toJSON' in value && typeof value.toJSON === 'function'
        ? canonicalText(value.toJSON())
        : membersText(value)
    default:
      throw new TypeError('value has no JSON form')
  }
}

/** Names are in the order of their UTF-16 code units (3.2.3), which is that of `sort`. */
function membersText(value: object): string {
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (member !== undefined) text += `${text === '' ? '' : ','}${canonicalText(name)}:${canonicalText(member)}`
  }
  return `{${text}}`
}

export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalText(value))
}

/** sha256 of the canonical bytes of a value. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalText(value))
}
