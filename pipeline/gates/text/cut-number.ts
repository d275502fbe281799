import { followsMinus } from './tokens.ts'

/**
 * Whether a part of a text begins or ends inside a printed number: `0.00` is cut out of `80.00`, `700` out of
 * `-700.00`. A number consists of its digits, a point between digits, a comma between digits where commas group them,
 * and a minus sign in front.
 */

const isDigit = (char: string | undefined): boolean => char !== undefined && /^\d$/u.test(char)

/** Whether the text may not be split before `index`, because the characters on both sides belong to one number. */
function isInsideNumber(text: string, index: number, grouped: boolean): boolean {
  const joins = (char: string | undefined): boolean => char === '.' || (grouped && char === ',')
  const [before, after] = [text[index - 1], text[index]]
  if (isDigit(before)) return isDigit(after) || (joins(after) && isDigit(text[index + 1]))
  if (!joins(before)) return false
  // A point may begin a number, `.50`, but the point of `Rs.50` does not. A comma only joins two digits.
  const second = text[index - 2]
  return isDigit(after) && (before === '.' ? !/\p{L}/u.test(second ?? '') : isDigit(second))
}

function isAfterItsMinus(text: string, index: number): boolean {
  return /^(?:(?:Rs\.?|\u20b9) ?)?\.?\d/u.test(text.slice(index, index + 6)) && followsMinus(text, index)
}

/** The number around a position in a text, for messages. */
function numberAround(text: string, index: number): string {
  const before = /[-\u2212]?(?:(?:Rs\.?|\u20b9) ?)?[\d.,]*$/u.exec(text.slice(0, index))?.[0] ?? ''
  const after = /^(?:(?:Rs\.?|\u20b9) ?)?[\d.,]*/u.exec(text.slice(index))?.[0] ?? ''
  return `${before}${after}`.replace(/[.,]+$/u, '')
}

/** The printed number from which the text between `from` and `to` is cut, or null if it cuts none. */
export function cutNumber(text: string, from: number, to: number, grouped: boolean): string | null {
  if (isInsideNumber(text, from, grouped) || isAfterItsMinus(text, from)) return numberAround(text, from)
  return isInsideNumber(text, to, grouped) ? numberAround(text, to) : null
}
