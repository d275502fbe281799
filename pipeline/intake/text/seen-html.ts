import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
export type Document = DefaultTreeAdapterTypes.Document

/** Content that does not count as text of a page, and its placeholder. */
const LEFT_OUT = {
  hidden: '[hidden text left out]',
  struck: '[struck text left out]',
  raised: '[raised text left out]',
} as const
type Kind = keyof typeof LEFT_OUT

/** Elements whose text is not part of the page. */
export const NEVER_SHOWN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head'])
const STRUCK: ReadonlySet<string> = new Set(['s', 'strike', 'del'])
/** Style declarations that hide or strike text. */
const HIDES =
  /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0+)?(?![\d.])|font-size\s*:\s*0(?![\d.])|clip(?:-path)?\s*:|text-indent\s*:\s*-\d)/iu
const STRIKES = /line-through/iu
const RAISES = /vertical-align\s*:\s*super/iu

export const isElement = (node: Node): node is Element => 'tagName' in node
export const attributeOf = ({ attrs }: Element, name: string): string | null =>
  attrs.find((each) => each.name === name)?.value ?? null

function kindOf(element: Element): Kind | null {
  const style = attributeOf(element, 'style') ?? ''
  const hidden =
    attributeOf(element, 'hidden') !== null || attributeOf(element, 'aria-hidden')?.toLowerCase() === 'true'
  if (hidden || HIDES.test(style)) return 'hidden'
  if (STRUCK.has(element.tagName) || STRIKES.test(style)) return 'struck'
  return element.tagName === 'sup' || RAISES.test(style) ? 'raised' : null
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
    const said = { nodeName: '#text' as const, value: ` ${LEFT_OUT[kind]} `, parentNode: child }
    if (child.tagName !== 'td' && child.tagName !== 'th') return [said]
    child.childNodes = [said]
    return [child]
  })
}

/** Why the visible text of the page cannot be determined; null if it can. */
function untold(element: Element): string | null {
  const rules = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  if (element.tagName === 'style' && (HIDES.test(rules) || STRIKES.test(rules) || RAISES.test(rules)))
    return 'a style sheet in it hides, strikes or raises text, and it cannot be determined which text'
  for (const child of element.childNodes) {
    const why = isElement(child) ? untold(child) : null
    if (why !== null) return why
  }
  return null
}

/** An HTML page as its reader sees it: parsed like a browser does, without hidden, struck and raised text. Pure. */
export function seenHtml(text: string): { readonly document: Document; readonly untold: string | null } {
  const document = parse(text)
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
  const inner = node.childNodes.map(lineOf).join('')
  return /^(?:p|div|li|ul|ol|table|tr|td|th|h[1-6])$/u.test(node.tagName) ? ` ${inner} ` : inner
}
