import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commentsOf, libraryOf, type Passage, paragraphsOf, problemsIn } from './support/citations.ts'
import { DOCUMENTS, documentOf, links, parseDocument, ROOT } from './support/markdown.ts'

const FOLDERS = ['releases', 'pipeline', 'services', 'migrations', 'scripts', 'bench', 'test']
const PAGES = DOCUMENTS.map(({ file }) => file).filter((file) => file.startsWith('docs/design/'))
const LIBRARY = libraryOf(Object.fromEntries(PAGES.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])))

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|cjs|sql)$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
}

/** `docs/verify` is for readers without our other documents: its citations of RFCs are sentences. */
const passages: readonly (Passage & { file: string })[] = [
  ...sources().flatMap((file) =>
    commentsOf(readFileSync(join(ROOT, file), 'utf8')).map((passage) => ({ file, ...passage })),
  ),
  ...DOCUMENTS.filter(({ file }) => !file.startsWith('docs/verify/') && file !== 'docs/design/README.md').flatMap(
    (document) => paragraphsOf(document).map((passage) => ({ file: document.file, ...passage })),
  ),
]

describe('citations', () => {
  it('each citation in a comment or a document leads to an existing page, heading and rule', () => {
    const cited = passages.filter(({ text }) => /docs\/design\/|\bspec: |\bRFC \d/.test(text))
    expect(cited.length).toBeGreaterThan(30)
    const problems = passages.flatMap(({ file, line, text }) =>
      problemsIn(text, LIBRARY).map((problem) => `${file}:${line}: ${problem}`),
    )
    expect(problems).toEqual([])
  })

  it('every page of the design is in its list', () => {
    const listed = links(documentOf('docs/design/README.md')).map(({ target }) => `docs/design/${target}`)
    expect(PAGES.filter((file) => file !== 'docs/design/README.md' && !listed.includes(file))).toEqual([])
  })

  it('no page of the design has the same heading twice, since its anchor would change', () => {
    for (const file of PAGES) {
      const headings = documentOf(file).prose.filter((line) => /^#+ /.test(line))
      expect(headings.length, file).toBe(LIBRARY.pages.get(file)?.size)
    }
  })
})

describe('the test of citations can fail', () => {
  const made = libraryOf({
    'docs/design/README.md':
      '# Design\n\n## RFCs\n\n| RFC | what |\n|---|---|\n| 8785 | JSON |\n| 1951, 1952 | gzip |\n',
    'docs/design/house.md': '# House\n\n## Roof\n\n1. of tiles\n2. of reed\n\n## `Front` door\n',
    'docs/design/specification.md': '# Specification\n\n## POST /calculate\n\n1. one\n2. two\n3. three\n\n## Limits\n',
  })

  it.each([
    'docs/design/house.md',
    'as docs/design/house.md#roof rules 1 and 2 have it',
    'docs/design/house.md#front-door, docs/design/house.md#roof rule 2.',
    'one of (spec: POST /calculate rules 1-3; docs/design/house.md#roof rules 1 to 2), RFC 8785 3.2.3',
    'spec: Limits, POST /calculate rule 3.',
    'RFC 8785 section 4; contract 1.2.0 of the API, pramaan-engine-1.0.0, 2.7 times, (2.7 s)',
  ])('nothing is wrong with %j', (text) => {
    expect(problemsIn(text, made)).toEqual([])
  })

  it.each<[text: string, problem: string]>([
    ['docs/design/cellar.md#wine', 'docs/design/cellar.md#wine: no such page'],
    ['docs/design/house.md#chimney', 'docs/design/house.md#chimney: no such heading'],
    ['docs/design/house.md#roof rules 1 to 3', 'docs/design/house.md#roof rules 1 to 3: no rule 3'],
    ['(spec: POST /calculus)', 'spec: POST /calculus): no such heading'],
    ['(spec: Limits, Bounds)', 'spec: Bounds): no such heading'],
    ['spec: POST /calculate rules 3 and 4', 'spec: POST /calculate rules 3 and 4: no rule 4'],
    ['RFC 8786 3.2', 'RFC 8786: not in the list of docs/design/README.md'],
    ...[
      'contract 2.7',
      'architecture 1.6',
      'release design 3.4',
      'releases 3.3',
      'Engine design 4.7',
      'engine 4.2',
      'craft 5.2',
      'design 6.1',
      '(2.4 rule 7',
      '(2.7)',
      '(2.4, 2.7',
      'spec;',
      'spec)',
      'spec "',
      'RFC 8785 section 3.2',
      'RFC 8785, section 3.2',
    ].map((old): [string, string] => [`see ${old} of it`, `${old}: not a form of docs/design/README.md`]),
  ])('something is wrong with %j', (text, problem) => {
    expect(problemsIn(text, made)).toContain(problem)
  })

  it('comments are found across lines, and code is not a comment', () => {
    const text = [
      'const spec: RouteSpec = 1 // of a line',
      '/** one */',
      '  /**',
      '   * two contract',
      '   * 2.7 of it',
      '   */',
      '// three',
      '// four',
      "const text = 'contract 2.7'",
      '-- of SQL',
      '',
      '-- another',
    ].join('\n')
    expect(commentsOf(text)).toEqual([
      { line: 1, text: 'of a line' },
      { line: 2, text: 'one' },
      { line: 3, text: 'two contract 2.7 of it' },
      { line: 7, text: 'three four' },
      { line: 10, text: 'of SQL' },
      { line: 12, text: 'another' },
    ])
  })

  it('paragraphs of a document are found across lines', () => {
    const document = parseDocument('x.md', 'one contract\n2.7\n\n```\ncontract 2.7\n```\ntwo')
    expect(paragraphsOf(document).filter(({ text }) => text !== '')).toEqual([
      { line: 1, text: 'one contract 2.7' },
      { line: 7, text: 'two' },
    ])
  })
})
