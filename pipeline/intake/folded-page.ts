import { fold } from '../gates/text/fold.ts'

/**
 * A page in the form in which quotes are searched: its lines folded and joined by a space, with the position of each.
 */
export type FoldedPage = {
  readonly text: string
  /** Lines that are not blank. `line` counts from 1 in the extracted page. */
  readonly lines: readonly { readonly line: number; readonly at: number; readonly text: string }[]
}

export function foldPage(page: string): FoldedPage {
  const lines: { line: number; at: number; text: string }[] = []
  let text = ''
  for (const [index, line] of page.split('\n').entries()) {
    const folded = fold(line)
    if (folded === '') continue
    if (text !== '') text += ' '
    lines.push({ line: index + 1, at: text.length, text: folded })
    text += folded
  }
  return { text, lines }
}
