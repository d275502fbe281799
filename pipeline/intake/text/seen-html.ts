import { type DefaultTreeAdapterTypes, serialize } from 'parse5'
import { markOfNote } from '../../gates/text/raised-digits.ts'
import { parseHtml } from './parse-html.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element
export type Document = DefaultTreeAdapterTypes.Document

/** Content that does not count as text of a page, and its placeholder. */
const LEFT_OUT = {
  hidden: '[hidden text left out]',
  struck: '[struck text left out]',
  raised: '[raised text left out]',
  moved: '[moved text left out]',
  drawn: '[drawing left out]',
} as const
type Kind = keyof typeof LEFT_OUT

/** Elements whose text is not part of the page. */
export const NEVER_SHOWN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head'])
const STRUCK: ReadonlySet<string> = new Set(['s', 'strike', 'del'])
/** Style declarations that hide or strike text. */
const HIDES =
  /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0+)?(?![\d.])|font-size\s*:\s*0(?![\d.])|clip(?:-path)?\s*:|text-indent\s*:\s*-\d)/iu
/** The same of one element: layouts of whole pages use these declarations for other purposes. */
const HIDES_ONE =
  /(?:^|[;\s])(?:position\s*:\s*(?:absolute|fixed)|(?:max-)?(?:width|height)\s*:\s*0(?![\d.])|transform\s*:|scale\s*:|filter\s*:|mask\s*:|zoom\s*:\s*0|letter-spacing\s*:\s*-|(?:color|-webkit-text-fill-color)\s*:\s*transparent)/iu
const STRIKES = /line-through/iu
const RAISES = /vertical-align\s*:\s*(?:super|sub|-?\.?\d)/iu
/** Declarations that show digits in another order than they are written. */
const TURNS = /unicode-bidi\s*:\s*(?:bidi|isolate)-override/iu
const MOVES_ONE = /(?:^|[;\s])(?:float\s*:\s*(?:left|right)|flex-direction\s*:\s*\S*reverse|order\s*:)/iu
const INLINE: ReadonlySet<string> = new Set(['span', 'b', 'i', 'u', 'em', 'strong', 'font', 'small', 'big'])
/** A style sheet that writes digits into the page, or continues in another file. */
const WRITES = /content\s*:\s*["'][^"'\\]*\d|@import/iu
const WHITE = /^(?:white|#fff(?:fff)?|rgba?\(\s*255\s*,\s*255\s*,\s*255)/iu
const DRAWN: ReadonlySet<string> = new Set(['math', 'svg', 'select', 'textarea', 'object', 'canvas'])
/** Elements that show something that is not in the text of the page. */
const PICTURES: ReadonlySet<string> = new Set([
  'img',
  'input',
  'picture',
  'video',
  'iframe',
  'embed',
  'meter',
  'progress',
])

export const isElement = (node: Node): node is Element => 'tagName' in node
const attributeOf = ({ attrs }: Element, name: string): string | null =>
  attrs.find((each) => each.name === name)?.value ?? null

/** White text on a page that has no other background there. */
function isWhite(element: Element, style: string): boolean {
  const colour = /(?:^|[;\s])color\s*:\s*([^;]+)/iu.exec(style)?.[1] ?? attributeOf(element, 'color') ?? ''
  if (!WHITE.test(colour.trim())) return false
  for (let at: Element['parentNode'] = element; at !== null && 'tagName' in at; at = at.parentNode)
    if (attributeOf(at, 'bgcolor') !== null || /background/iu.test(attributeOf(at, 'style') ?? '')) return false
  return true
}

function kindOf(element: Element): Kind | null {
  const style = attributeOf(element, 'style') ?? ''
  const hidden =
    attributeOf(element, 'hidden') !== null || attributeOf(element, 'aria-hidden')?.toLowerCase() === 'true'
  const closed = element.tagName === 'dialog' && attributeOf(element, 'open') === null
  if (hidden || closed || HIDES.test(style) || HIDES_ONE.test(style) || isWhite(element, style)) return 'hidden'
  if (STRUCK.has(element.tagName) || STRIKES.test(style)) return 'struck'
  if (element.tagName === 'bdo' || TURNS.test(style) || (INLINE.has(element.tagName) && MOVES_ONE.test(style)))
    return 'moved'
  // A drawing, a formula in two dimensions, a list to choose from.
  if (DRAWN.has(element.tagName)) return 'drawn'
  if (/flex-direction\s*:\s*\S*reverse/iu.test(style)) return 'moved'
  return element.tagName === 'sup' || element.tagName === 'sub' || RAISES.test(style) ? 'raised' : null
}

const textIn = (node: Node): string => {
  if ('value' in node) return node.value
  return isElement(node) && !NEVER_SHOWN.has(node.tagName) ? node.childNodes.map(textIn).join('') : ''
}

/** Removes content that is not the page's text, and leaves a placeholder where it had text. */
function prune(element: Element): void {
  element.childNodes = element.childNodes.flatMap((child): Node[] => {
    if (!isElement(child)) return [child]
    const kind = kindOf(child)
    if (kind === null) {
      if (!NEVER_SHOWN.has(child.tagName)) prune(child)
      return [child]
    }
    if (textIn(child).trim() === '') return []
    // Rows and cells keep their places, so that no other cell moves under another header.
    if (child.tagName === 'tr') return []
    const mark = child.tagName === 'sup' && kind === 'raised' ? markOfNote(textIn(child)) : null
    const said = { nodeName: '#text' as const, value: ` ${mark ?? LEFT_OUT[kind]} `, parentNode: child }
    if (child.tagName !== 'td' && child.tagName !== 'th') return [said]
    child.childNodes = [said]
    return [child]
  })
}

/** Why the visible text of the page cannot be determined; null if it can. */
function untold(element: Element): string | null {
  const rules = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  const isSheet = element.tagName === 'style'
  if (isSheet && (HIDES.test(rules) || STRIKES.test(rules) || RAISES.test(rules)))
    return 'a style sheet in it hides, strikes or raises text, and it cannot be determined which text'
  if (isSheet && (TURNS.test(rules) || WRITES.test(rules)))
    return 'a style sheet in it adds or turns text, or continues in another file'
  const rel = element.tagName === 'link' ? (attributeOf(element, 'rel') ?? '').toLowerCase() : ''
  if (rel.split(/\s+/u).includes('stylesheet'))
    return 'its style sheet is in another file, which may hide or strike text'
  if (element.tagName === 'col' && kindOf(element) === 'hidden') return 'a column of a table in it is hidden'
  for (const child of element.childNodes) {
    const why = isElement(child) ? untold(child) : null
    if (why !== null) return why
  }
  return null
}

/**
 * An HTML page as its reader sees it: parsed like a browser does, without hidden, struck and raised text. `untold`: why it
 * cannot be determined what a reader sees. A text instead: why the page is not read at all. Pure.
 */
export function seenHtml(text: string): { readonly document: Document; readonly untold: string | null } | string {
  const document = parseHtml(text)
  if (typeof document === 'string') return document
  const root = document.childNodes.find(isElement)
  if (root === undefined) return { document, untold: null }
  const why = untold(root)
  prune(root)
  return { document, untold: why }
}

/** The page serialised as HTML. */
export const htmlOf = (document: Document): string => serialize(document)

/** The text of an element on one line; a line break is a space. */
export function lineOf(node: Node): string {
  if ('value' in node) return node.value
  if (!isElement(node)) return ''
  if (node.tagName === 'br') return ' '
  if (PICTURES.has(node.tagName)) return ' [picture] '
  const inner = node.childNodes.map(lineOf).join('')
  return /^(?:p|div|li|ul|ol|table|tr|td|th|h[1-6])$/u.test(node.tagName) ? ` ${inner} ` : inner
}
