/**
 * JSON as the contract takes it (2.4 rule 7): valid UTF-8, one document, no key twice, no `__proto__`, no ill-formed
 * Unicode in any string. Returns the value, or why not.
 */
export function parseStrictJson(bytes: Uint8Array): { ok: true; value: unknown } | { ok: false; reason: string } {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return { ok: false, reason: 'not valid UTF-8' }
  }
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: text === '' ? 'the body is empty' : 'not valid JSON' }
  }
  const fault = text.includes('\\') || text.includes('{') ? findFault(text) : null
  return fault === null ? { ok: true, value } : { ok: false, reason: fault }
}

const STRING = /"(?:[^"\\]|\\.)*"/y

/** Walks the text of a valid document: strings that follow `{` or `,` inside an object are its keys. */
function findFault(text: string): string | null {
  const open: (Set<string> | null)[] = []
  let atKey = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (char === '{') open.push(new Set())
    else if (char === '[') open.push(null)
    else if (char === '}' || char === ']') open.pop()
    if (char === '{' || char === ',') atKey = open.at(-1) != null
    if (char !== '"') continue
    STRING.lastIndex = index
    const literal = STRING.exec(text)?.[0] ?? '""'
    const string = JSON.parse(literal) as string
    if (!string.isWellFormed()) return 'a string holds an unpaired surrogate'
    const keys = open.at(-1)
    if (atKey && keys != null) {
      if (string === '__proto__') return 'a key is named __proto__'
      if (keys.has(string)) return `the key ${JSON.stringify(string)} stands twice`
      keys.add(string)
    }
    atKey = false
    index += literal.length - 1
  }
  return null
}
