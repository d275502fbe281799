/** Stands in a guide for anything that differs between runs; alone on a line, for any number of lines. */
const ANY = '…'

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const patternOf = (text: string): string => text.split(ANY).map(escaped).join('.*')

/** Columns of a table are as wide as their widest cell, which depends on other rows. */
const linePattern = (line: string): string => `${patternOf(line.trimEnd()).replaceAll(/ {2,}/g, ' {2,}')}[ \\t]*\n`

/** Whether a text matches what is shown, completely. Trailing white space is ignored. */
export function matchesText(shown: string, actual: string): boolean {
  const lines = shown.trimEnd().split('\n')
  const pattern = lines.map((line) => (line.trim() === ANY ? '(?:.*\\n)*?' : linePattern(line)))
  return new RegExp(`^${pattern.join('')}$`).test(`${actual.trimEnd()}\n`)
}

/**
 * Parts of the shown JSON that are missing in the actual value, by path. Objects may have more fields than shown; lists
 * have exactly the shown elements.
 */
export function missingFrom(shown: unknown, actual: unknown, path = ''): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return [`${path}: not a list`]
    if (shown.length !== actual.length) return [`${path}: ${actual.length} elements, ${shown.length} are shown`]
    return shown.flatMap((element, index) => missingFrom(element, actual[index], `${path}/${index}`))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${path}: not an object`]
    return Object.entries(shown).flatMap(([name, value]) =>
      missingFrom(value, (actual as Record<string, unknown>)[name], `${path}/${name}`),
    )
  }
  const same =
    typeof shown === 'string' && typeof actual === 'string'
      ? new RegExp(`^${patternOf(shown)}$`, 's').test(actual)
      : Object.is(shown, actual)
  return same ? [] : [`${path}: ${JSON.stringify(actual)}, shown is ${JSON.stringify(shown)}`]
}
