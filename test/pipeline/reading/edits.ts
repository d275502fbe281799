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

/** The domestic slabs in two steps at an edge, a number or a quantity, with these labels. */
export const twoSteps =
  (first: string, rest: string, edge: string) =>
  (parts: Parts): void => {
    label('<=100 units/month', first)(parts)
    label('>100, <=300 units/month', rest)(parts)
    rows('telescopic,,0,100', `telescopic,,0,${edge}`)(parts)
    rows('energy,,,100,300', `energy,,,${edge},`)(parts)
    rows('DOM,,,,,,,,energy,,,300,,order,ORDER,,,,,,\n', '')(parts)
    reading('from: 0, to: 100', `from: 0, to: ${edge}`)(parts)
    reading('from: 100, to: 300', `from: ${edge}`)(parts)
    parts.readings = parts.readings.replace(/.*>300 units\/month.*\n/, '')
  }
