import { type Document, headings, parseDocument } from './markdown.ts'

/** The text of a comment with its lines joined, so that a citation may span lines. `line`: the first line. */
export type Passage = { readonly line: number; readonly text: string }

/** Targets of citations: pages by path, and the RFCs that docs/design/README.md lists. */
export type Library = { readonly pages: ReadonlyMap<string, Page>; readonly rfcs: ReadonlySet<string> }
/** Headings of a page by anchor, each with its own name and the numbers of the list under it. */
type Page = ReadonlyMap<string, { readonly name: string; readonly numbers: ReadonlySet<number> }>

const SPECIFICATION = 'docs/design/specification.md'

const OPENS = /^\s*(?:\/\*\*?|\/\/|--)(?:\s|$)/
const MARK = /^\s*(?:\/\*\*?|\*\/|\*|\/\/|--)(?:\s|$)|\s*\*\/\s*$/g

/** The comments of a TypeScript or SQL file. Biome's formatter prefixes every line of a comment. */
export function commentsOf(text: string): Passage[] {
  const passages: { line: number; lines: string[] }[] = []
  let inside: 'block' | 'lines' | null = null
  for (const [index, line] of text.split('\n').entries()) {
    const starts = inside !== 'block' && OPENS.test(line)
    if (starts && (inside === null || line.trimStart().startsWith('/*'))) passages.push({ line: index + 1, lines: [] })
    if (starts) inside = line.trimStart().startsWith('/*') ? 'block' : 'lines'
    else if (inside === 'lines') inside = null
    if (inside !== null) passages.at(-1)?.lines.push(line.replaceAll(MARK, ' '))
    else passages.push(...trailing(line, index + 1))
    if (inside === 'block' && line.trimEnd().endsWith('*/')) inside = null
  }
  return passages.map(({ line, lines }) => ({ line, text: folded(lines.join(' ')) }))
}

function trailing(line: string, number: number): { line: number; lines: string[] }[] {
  const comment = /\s(?:\/\/|--) (.*)$/.exec(line)?.[1]
  return comment === undefined ? [] : [{ line: number, lines: [comment] }]
}

/** A document's paragraphs, without fenced blocks. */
export function paragraphsOf({ prose }: Document): Passage[] {
  const passages: { line: number; lines: string[] }[] = []
  for (const [index, line] of prose.entries()) {
    if (index === 0 || line.trim() === '' || prose[index - 1]?.trim() === '')
      passages.push({ line: index + 1, lines: [] })
    passages.at(-1)?.lines.push(line)
  }
  return passages.map(({ line, lines }) => ({ line, text: folded(lines.join(' ')) }))
}

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function pageOf(document: Document): Page {
  const found = headings(document)
  return new Map(
    found.map(({ line, name, anchor }, index) => {
      const under = document.prose.slice(line, found[index + 1]?.line)
      const numbers = under.flatMap((each) => /^(\d+)\. /.exec(each)?.[1] ?? []).map(Number)
      return [anchor, { name, numbers: new Set(numbers) }]
    }),
  )
}

const RULES = / rules? (\d+(?:(?:, | and | to |-)\d+)*)/
const OURS = new RegExp(`docs/design/([\\w.-]+\\.md)(?:#([\\w-]+)(?:${RULES.source})?)?`, 'g')
const RFC = /\bRFC (\d+)/g
/** Section numbers of documents that are not in this repository, and forms that cannot be resolved. */
const OLD = [
  /\b(?:architecture|contract|releases|(?:release |engine )?design|engine|craft|tariff language):? (?:section )?[1-9]\.\d{1,2}\b(?!\.?\d)/i,
  /\((?:1\.[1-7]|2\.(?:10|[1-9])|3\.[1-5]|4\.[1-7])(?: rules? \d|, [1-4]\.\d|\))/,
  /\bspec(?: "|[;)])/,
  /\bRFC \d+,? section \d+\.\d/,
]

/** Faults of the citations in a passage. */
export function problemsIn(text: string, library: Library): string[] {
  return [
    ...OLD.flatMap((form) => form.exec(text)?.[0] ?? []).map(
      (found) => `${found}: not a form of docs/design/README.md`,
    ),
    ...[...text.matchAll(OURS)].flatMap(([cited, file = '', anchor, rules]) =>
      lost(library.pages.get(`docs/design/${file}`), anchor, rules).map((why) => `${cited}: ${why}`),
    ),
    ...[...text.matchAll(RFC)].flatMap(([cited, number = '']) =>
      library.rfcs.has(number) ? [] : [`${cited}: not in the list of docs/design/README.md`],
    ),
    ...text
      .split(/\bspec: /)
      .slice(1)
      .flatMap((cited) => lostSections(cited, library.pages.get(SPECIFICATION) ?? new Map())),
  ]
}

function lost(page: Page | undefined, anchor: string | undefined, rules: string | undefined): string[] {
  if (page === undefined) return ['no such page']
  if (anchor === undefined) return []
  const heading = page.get(anchor)
  if (heading === undefined) return ['no such heading']
  return numbersOf(rules)
    .filter((number) => !heading.numbers.has(number))
    .map((number) => `no rule ${number}`)
}

/**
 * `Limits, Errors; …` or `POST /calculate rules 1-3 and 6): …`: every section up to the character that ends the list.
 */
function lostSections(cited: string, specification: Page): string[] {
  const [anchor, { name } = { name: '' }] =
    [...specification].find(
      ([, each]) => cited.startsWith(each.name) && !/^[\w/-]/.test(cited.slice(each.name.length)),
    ) ?? []
  if (anchor === undefined) return [`spec: ${cited.slice(0, 40)}: no such heading`]
  const after = cited.slice(name.length)
  const [whole = '', rules] = new RegExp(`^${RULES.source}`).exec(after) ?? []
  const rest = after.slice(whole.length)
  return [
    ...lost(specification, anchor, rules).map((why) => `spec: ${name}${whole}: ${why}`),
    ...(rest.startsWith(', ') ? lostSections(rest.slice(2), specification) : []),
  ]
}

function numbersOf(rules = ''): number[] {
  return rules.split(/, | and /).flatMap((part) => {
    const [from = 0, to = from] = part.split(/ to |-/).map(Number)
    return part === '' ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** RFC numbers of the table under `## RFCs`. */
export function rfcsOf(text: string): Set<string> {
  const table = text.slice(text.indexOf('\n## RFCs'))
  return new Set([...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', ')))
}

export const libraryOf = (documents: Readonly<Record<string, string>>): Library => ({
  pages: new Map(Object.entries(documents).map(([file, text]) => [file, pageOf(parseDocument(file, text))])),
  rfcs: rfcsOf(documents['docs/design/README.md'] ?? ''),
})
