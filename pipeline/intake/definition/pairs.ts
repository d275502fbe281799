/** One `key=value` of a cell, as written. */
export type Pair = { readonly key: string; readonly value: string }
export type PairsRead = {
  readonly pairs: Pair[]
  readonly problems: { readonly expected: string; readonly found: string }[]
}

/** Reads `key=value` pairs separated by `;`. Pairs without `=`, without key or value, and repeated keys are problems. */
export function parsePairs(text: string): PairsRead {
  const pairs: Pair[] = []
  const problems: { expected: string; found: string }[] = []
  for (const part of text.split(';').map((piece) => piece.trim())) {
    const equals = part.indexOf('=')
    const key = part.slice(0, Math.max(0, equals)).trim()
    const value = part.slice(equals + 1).trim()
    if (equals < 0 || key === '' || value === '') {
      problems.push({
        expected: '`key=value` pairs separated by `; `',
        found: part === '' ? 'an empty pair' : `\`${part}\``,
      })
    } else if (pairs.some((pair) => pair.key === key)) {
      problems.push({ expected: `\`${key}\` once`, found: `\`${part}\` as well` })
    } else {
      pairs.push({ key, value })
    }
  }
  return { pairs, problems }
}
