import type { Parts } from './invented-order.ts'

export function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`nothing to replace: ${from}`)
  return text.replace(from, to)
}

export const reading =
  (from: string, to: string) =>
  (parts: Parts): void => {
    parts.readings = replaced(parts.readings, from, to)
  }
export const rows =
  (from: string, to: string) =>
  (parts: Parts): void => {
    parts.rows = replaced(parts.rows, from, to)
  }
export const printed =
  (line: number, column: number, text: string) =>
  ({ table }: Parts): void => {
    const row = table[line]
    if (row === undefined) throw new Error(`no line ${line}`)
    row[column] = text
  }
/** A header in print, and in the reading that names it. */
export const header =
  (from: string, to: string) =>
  (parts: Parts): void => {
    parts.table = parts.table.map((line) => line.map((cell) => (cell === from ? to : cell)))
    reading(`"${from}"`, `"${to}"`)(parts)
  }
/** A label in print, and in the reading that names it. */
export const label =
  (from: string, to: string) =>
  (parts: Parts): void => {
    parts.table = parts.table.map((line) => line.map((cell) => (cell === from ? to : cell)))
    const quoted = parts.readings.includes(`"${from}"`)
    parts.readings = quoted
      ? replaced(parts.readings, `"${from}"`, `"${to}"`)
      : replaced(parts.readings, `[${from},`, `["${to}",`).replaceAll(`[${from},`, `["${to}",`)
  }
