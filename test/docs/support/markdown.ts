import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A fenced block. `marks` are the words after its language: `sh run exit=1` has `run` and `exit=1`. */
export type Block = {
  readonly file: string
  /** Of the opening fence. */
  readonly line: number
  readonly language: string
  readonly marks: readonly string[]
  readonly text: string
}

export type Document = {
  readonly file: string
  readonly blocks: readonly Block[]
  /** Everything outside fenced blocks, line by line; lines of blocks are empty, so that numbers stay true. */
  readonly prose: readonly string[]
}

function markdownFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .sort()
}

/** The documents a person meets. */
export const DOCUMENTS: readonly Document[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...markdownFiles('docs'),
].map((file) => parseDocument(file, readFileSync(join(ROOT, file), 'utf8')))

export function documentOf(file: string): Document {
  const found = DOCUMENTS.find((document) => document.file === file)
  if (found === undefined) throw new Error(`there is no ${file}`)
  return found
}

/** Takes a document apart. Throws for a fence that is never closed. */
export function parseDocument(file: string, text: string): Document {
  const blocks: Block[] = []
  const prose: string[] = []
  let open: { line: number; info: string; lines: string[] } | null = null
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line)
    if (open === null && fence === null) prose.push(line)
    else prose.push('')
    if (fence === null) {
      open?.lines.push(line)
      continue
    }
    if (open === null) {
      open = { line: index + 1, info: fence[1] ?? '', lines: [] }
      continue
    }
    const [language = '', ...marks] = open.info.split(' ').filter((word) => word !== '')
    blocks.push({ file, line: open.line, language, marks, text: open.lines.join('\n') })
    open = null
  }
  if (open !== null) throw new Error(`${file}:${open.line}: this block is never closed`)
  return { file, blocks, prose }
}

/** Text between backticks in the prose, with its line. */
export function inlineCodes({ prose }: Document): { code: string; line: number }[] {
  return prose.flatMap((line, index) =>
    [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ code, line: index + 1 })),
  )
}

/** Targets of links in the prose. */
export function links({ prose }: Document): { target: string; line: number }[] {
  return prose.flatMap((line, index) =>
    [...line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({
      target,
      line: index + 1,
    })),
  )
}

export type Heading = { readonly line: number; readonly name: string; readonly anchor: string }

/** The headings of a document, with their anchors as GitHub makes them. */
export function headings({ prose }: Document): Heading[] {
  return prose.flatMap((line, index) => {
    const name = /^#+ (.*)$/.exec(line)?.[1]
    if (name === undefined) return []
    const anchor = name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    return [{ line: index + 1, name, anchor }]
  })
}

export const anchors = (document: Document): Set<string> => new Set(headings(document).map(({ anchor }) => anchor))
