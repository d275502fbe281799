/**
 * Writers of canonical JSON text (RFC 8785): members in code-unit order, strings as JSON.stringify writes them, integers.
 * Answers are written as text from parts prepared when the release is compiled; a test checks that every answer is the
 * canonical form of what it parses to.
 */

/** A member with a text value, from already canonical parts. The caller is responsible for the order of members. */
export function members(parts: readonly (readonly [string, string | null])[]): string {
  let text = '{'
  for (const [name, value] of parts) {
    if (value === null) continue
    text += text.length === 1 ? `"${name}":${value}` : `,"${name}":${value}`
  }
  return `${text}}`
}

export const str = (value: string): string => JSON.stringify(value)

export const int = (value: number | null): string => (value === null ? 'null' : String(value))
