/** Rules of JSON text that cannot be checked once it is parsed. */
const STRING = /"(?:[^"\\]|\\.)*"/y

/** Up to here comparing keys with each other is faster than a set. */
const FEW_KEYS = 16

/** The first key that stands twice. */
function repeatedKey(keys: readonly string[]): string | undefined {
  if (keys.length <= FEW_KEYS) return keys.find((key, index) => keys.indexOf(key) < index)
  const seen = new Set<string>()
  return keys.find((key) => seen.size === seen.add(key).size)
}

/**
 * Faults that JSON.parse accepts in a valid document: a duplicate key, a key named `__proto__`, an unpaired surrogate.
 * Null if there is none. Strings that follow `{` or `,` inside an object are its keys.
 */
export function jsonTextFault(text: string): string | null {
  const open: (string[] | null)[] = []
  let keys: string[] | null = null
  let atKey = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (char === '{' || char === '[') {
      open.push(keys)
      keys = char === '{' ? [] : null
    } else if (char === '}' || char === ']') {
      const repeated = keys === null ? undefined : repeatedKey(keys)
      if (repeated !== undefined) return `the key ${JSON.stringify(repeated)} stands twice`
      keys = open.pop() ?? null
    }
    if (char === '{' || char === ',') atKey = keys !== null
    if (char !== '"') continue
    let end = text.indexOf('"', index + 1)
    let string = text.slice(index + 1, end)
    if (string.includes('\\')) {
      STRING.lastIndex = index
      end = STRING.test(text) ? STRING.lastIndex - 1 : -1
      string = end < 0 ? '' : (JSON.parse(text.slice(index, end + 1)) as string)
    }
    if (end < 0) return 'a string has no end'
    if (!string.isWellFormed()) return 'a string holds an unpaired surrogate'
    if (atKey && keys !== null) {
      if (string === '__proto__') return 'a key is named __proto__'
      keys.push(string)
    }
    atKey = false
    index = end
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

/** The members of a JSON object, by name. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for a JSON object, which is no list and not null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
