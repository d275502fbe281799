const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A line of a Markdown table. */
export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.map((each) => cell(String(each))).join(' | ')} |`
}

/** An effect in paise: `+2500`, `0`, `-300`. */
export const signed = (paise: number): string => (paise > 0 ? `+${paise}` : String(paise))

const WIDTH = 116

/** JSON for a document: a value that fits on a line is on one line. */
export function compactJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((each) => compactJson(each, inner))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${JSON.stringify(name)}: ${compactJson(each, inner)}`)
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
