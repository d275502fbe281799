import { type Box, boxAround, type PageLayout, type Word } from '../../gates/layout.ts'
import { type PrintedNumber, printedNumbers } from '../../gates/text/numbers.ts'
import { NUMBER_WORDS, RULES_WITHOUT_NUMBERS } from '../../gates/text/reading-words.ts'
import { LONGEST_SENTENCE, sentencesAt } from '../../gates/text/sentences.ts'
import { type FoldedPage, foldPage } from '../find-text.ts'
import { cellStarts } from './table-lines.ts'

/** A number on a page, in digits or words, or words of a rule without one: its position in the folded text, and on the page if known. */
export type PageNumber = {
  /** From 1. */
  readonly line: number
  readonly text: string
  /** Words of a rule without a number. */
  readonly isRule: boolean
  /** In the folded text of the page. */
  readonly at: number
  readonly end: number
  /** Its line. */
  readonly quote: string
  readonly box: Box | null
}

const wholeWords = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
const NUMBER_WORD = wholeWords(Object.keys(NUMBER_WORDS))
const RULE_WORDS = wholeWords(RULES_WITHOUT_NUMBERS)

/** Every number of a page, and words of rules without one, in order. A number never runs over lines. */
export function numbersOn(
  page: string,
  layout: PageLayout | null,
): { readonly folded: FoldedPage; readonly numbers: readonly PageNumber[] } {
  const folded = foldPage(page)
  const boxes = boxesOn(folded.text, layout?.words ?? [])
  const starts = layout === null || layout.words.length > 0 ? new Set<number>() : cellStarts(folded, layout)
  const numbers = folded.lines.flatMap(({ line, at, text }) => {
    const digits = printedNumbers(text).flatMap((number) =>
      inCells(number, (index) => starts.has(at + index)).flatMap((part) =>
        apart(part, (from, to) => boxes(at + from, at + to)),
      ),
    )
    const words = [...text.matchAll(NUMBER_WORD)].map((match) => ({
      text: match[0],
      at: match.index,
      end: match.index + match[0].length,
    }))
    return [...digits, ...words]
      .sort((a, b) => a.at - b.at)
      .map((number): PageNumber => {
        const own = { at: at + number.at, end: at + number.end }
        return { line, quote: text, text: number.text, isRule: false, ...own, box: boxes(own.at, own.end) }
      })
  })
  const rules = [...folded.text.matchAll(RULE_WORDS)].flatMap(({ 0: text, index: at }): PageNumber[] => {
    const own = folded.lines.findLast((line) => line.at <= at)
    const end = at + text.length
    return own === undefined
      ? []
      : [{ line: own.line, quote: own.text, text, isRule: true, at, end, box: boxes(at, end) }]
  })
  return { folded, numbers: [...numbers, ...oncePerSentence(folded.text, rules)].sort((a, b) => a.at - b.at) }
}

/** The first of the words of each sentence. */
function oncePerSentence(text: string, rules: readonly PageNumber[]): PageNumber[] {
  let sentence = { from: 0, to: 0 }
  return rules.filter(({ at, end }, index) => {
    if (at >= sentence.to) sentence = sentencesAt(text, at, end)
    const { from, to } = sentence
    const before = rules[index - 1]
    return before === undefined || before.at < from || to - from > LONGEST_SENTENCE
  })
}

type Printed = Pick<PageNumber, 'text' | 'at' | 'end'>

/** A number, or its parts if it runs over the start of a cell. */
function inCells(number: PrintedNumber, isStart: (index: number) => boolean): readonly PrintedNumber[] {
  const { text, at, end } = number
  const cuts = Array.from({ length: end - at - 1 }, (_, index) => at + 1 + index).filter(isStart)
  if (cuts.length === 0) return [number]
  return [at, ...cuts].flatMap((from, index) =>
    printedNumbers(text.slice(from - at, (cuts[index] ?? end) - at)).map((part) => ({
      ...part,
      at: from + part.at,
      end: from + part.end,
    })),
  )
}

/** Wider than the space between groups of digits, in thousandths of the page's width. */
const COLUMNS_APART = 10

/**
 * Numbers of two columns may share a line of text, `585.00 325.00`: they are two if they do not form one number or are
 * apart.
 */
function apart({ text, at, end, value }: PrintedNumber, boxes: (from: number, to: number) => Box | null): Printed[] {
  const parts = [...text.matchAll(/[^ ]+/gu)].map((part): Printed => {
    const from = at + part.index
    return { text: part[0], at: from, end: from + part[0].length }
  })
  const stands = parts.map((part) => boxes(part.at, part.end))
  const areApart = stands.some((box, index) => {
    const next = stands[index + 1] ?? null
    return box !== null && next !== null && next[0] - box[2] > COLUMNS_APART
  })
  return parts.length > 1 && (value === null || areApart) ? parts : [{ text, at, end }]
}

/** How far ahead a word is searched: there may be text that the layout omits. */
const AHEAD = 2_000

/**
 * Position on the page of a part of its folded text. Text and words come from the same runs in the same order; text
 * that the layout omits, because it is rotated or outside the page, has no box. Boxes as in gates/layout.ts.
 */
export function boxesOn(text: string, words: readonly Word[]): (from: number, to: number) => Box | null {
  const letters: number[] = []
  for (let at = 0; at < text.length; at += 1) if (text[at] !== ' ') letters.push(at)
  const stream = letters.map((at) => text[at]).join('')
  const owner = new Array<Word | undefined>(text.length)
  let next = 0
  for (const word of words) {
    const found = stream.indexOf(word.text, next)
    if (found < 0 || found > next + AHEAD) continue
    for (let index = found; index < found + word.text.length; index += 1) owner[letters[index] ?? 0] = word
    next = found + word.text.length
  }
  return (from, to) => {
    const own = new Set(owner.slice(from, to).filter((word) => word !== undefined))
    return own.size === 0 ? null : boxAround([...own].map(({ box }) => box))
  }
}
