/** Rules of JSON text that cannot be checked once it is parsed. */
const STRING = /"(?:[^"\\]|\\.)*"/y

/**
 * Faults that JSON.parse accepts in a valid document: a duplicate key, a key named `__proto__`, an unpaired surrogate.
 * Null if there is none. Strings that follow `{` or `,` inside an object are its keys.
 */
export function jsonTextFault(text: string): string | null {
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
    if (!STRING.test(text)) return 'a string has no end'
    const end = STRING.lastIndex
    const written = text.slice(index + 1, end - 1)
    const string = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
    if (!string.isWellFormed()) return 'a string holds an unpaired surrogate'
    const keys = open.at(-1)
    if (atKey && keys != null) {
      if (string === '__proto__') return 'a key is named __proto__'
      if (keys.has(string)) return `the key ${JSON.stringify(string)} stands twice`
      keys.add(string)
    }
    atKey = false
    index = end - 1
  }
  return null
}

/** The value of JSON text; null if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
