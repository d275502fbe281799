import type { Table, TableRow } from '../../gates/layout.ts'

type Field = { readonly text: string; readonly end: number }

/** The records of a CSV text, each with its first line and the ends of its fields in the raw text. */
function recordsOf(text: string): { readonly line: number; readonly raw: string; readonly fields: readonly Field[] }[] {
  const records: { line: number; raw: string; fields: Field[] }[] = []
  let [at, line] = [0, 1]
  while (at < text.length) {
    const start = at
    const fields: Field[] = []
    let [value, quoted] = ['', false]
    for (; at < text.length; at += 1) {
      const char = text[at] ?? ''
      if (char === '"' && quoted && text[at + 1] === '"') at += 1
      else if (char === '"') {
        quoted = !quoted
        continue
      } else if (!quoted && (char === ',' || char === '\n')) {
        fields.push({ text: value, end: at - start })
        value = ''
        if (char === '\n') break
        continue
      }
      value += char
    }
    if (at >= text.length) fields.push({ text: value, end: at - start })
    const raw = text.slice(start, at)
    if (raw !== '') records.push({ line, raw, fields })
    line += raw.split('\n').length
    at += 1
  }
  return records
}

/** The only table of a CSV text: its first line is the header, each other line a row. */
export function csvTable(text: string): Table {
  const [header, ...records] = recordsOf(text)
  const columns = (header?.fields ?? []).map((field) => [field.text.trim()])
  const rows = records.map(({ line, raw, fields }): TableRow => {
    const cells = columns.map((_, index) => {
      const cell = fields[index]?.text.trim() ?? ''
      return cell === '' ? null : { text: cell, box: null }
    })
    return {
      under: [],
      cells,
      added: columns.map(() => null),
      line,
      quotes: columns.map((_, index) => raw.slice(0, fields[index]?.end ?? raw.length)),
    }
  })
  return { page: 1, number: 1, caption: [], headings: [], head: null, columns, rows, loose: [] }
}
