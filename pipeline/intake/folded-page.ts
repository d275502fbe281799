import { fold } from '../gates/support/fold.ts'

/** A page as quotes are looked up in it: its lines folded and joined by a space, and where each of them begins. */
export type FoldedPage = {
  readonly text: string
  /** Lines that are not blank. `line` counts from 1 in the page as it was extracted. */
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
